// SPDX-License-Identifier: Apache-2.0
// The figures of a run: headlines and the table of operations of its workload; several workloads are lines that unfold.
import {badge} from '../module/badge.js';
import {scrolled} from '../module/export.js';
import {tile} from '../module/facts.js';
import {fold} from '../module/fold.js';
import {count, number, words} from '../module/format.js';
import {html, nothing} from '../module/lit.js';
import {stateOf} from '../module/states.js';
import {cardOf, figureCells, figureHeads, figuresIn, limitsTogether, metricCell, shareMark} from './result-cells.js';
import {answers, counters, edges, operationCard, responseTable, section} from './result-operations.js';
import {hasManyTiles, idOf, periodsFold, steps, tilesTables} from './result-portions.js';

/** `1/store`, or `store` if there is only one tile. */
function scopeOf(workload, tiles) {
  return tiles > 1 ? `${workload.tile}/${workload.name}` : workload.name;
}

function tilesCount({workloads}) {
  return new Set(workloads.map((workload) => workload.tile)).size;
}

function figureTile(all, {name, title, unit}) {
  return tile(all.figures[name], unit, html`${title}${shareMark(all, name)}`, {bound: all.lowerBound?.includes(name) ?? false});
}

function headlines({all, metric, users}, result) {
  return html`<div class="tiles">
    ${metric ? tile(metric.value, metric.unit, words(metric.name), {className: 'headline'}) : nothing}
    ${figuresIn(result, 'headline').filter(({name}) => name in all.figures).map((figure) => figureTile(all, figure))}
    ${users ? tile(users.meanLive, '', users.configured === users.meanLive ? 'users' : `users, of ${number(users.configured)}`) : nothing}
  </div>`;
}

/** The workloads to show, each with its title; of many tiles, the workloads over all tiles. */
function blocksOf(result) {
  const tiles = tilesCount(result);
  const tilesOf = ({name}) => result.workloads.filter((workload) => workload.name === name).length;
  const together = result.aggregate.filter((workload) => tilesOf(workload) > 1)
    .map((workload) => ({...workload, title: `${workload.name}, all ${tilesOf(workload)} tiles`}));
  return hasManyTiles(result) ? [...together, ...result.aggregate.filter((workload) => tilesOf(workload) === 1).map((workload) => ({...workload, title: workload.name}))]
    : [...together, ...result.workloads.map((workload) => ({...workload, title: scopeOf(workload, tiles)}))];
}

/** Headlines, the table of operations, and the chosen operation. */
export function figures(data, charts, choose) {
  const {result, waiting} = data;
  const emptyCard = (text) => html`<section class="card" id="figures" tabindex="-1"><h2>Figures</h2><p class="soft">${text}</p></section>`;
  if (!result) {
    return emptyCard(waiting.has('result') ? 'Loading…' : 'There is no result to show: the run was never judged and holds too little for it.');
  }
  if (!result.window || result.workloads.length === 0) {
    return emptyCard('No figures were measured.');
  }
  const blocks = blocksOf(result);
  return html`<section class=${cardOf(result)} id="figures" tabindex="-1" aria-label="Figures" data-test=${blocks.length === 1 ? `workload-${blocks[0].name}` : 'workloads'}>
      ${blocks.length === 1 ? block(blocks[0], result, choose) : html`${overview(blocks, result)}
        ${blocks.map((workload) => html`<details id=${workload.tile ? idOf(workload) : nothing} tabindex="-1" data-test="workload-${workload.name}">
          <summary>${workload.title}: ${count(workload.operations.length, 'operation')}</summary>${block(workload, result, choose)}</details>`)}`}
      ${result.verdict === 'invalid' ? html`<p>${badge('doubtful', '!', 'does not count')}</p>` : nothing}
    </section>
    ${operationCard(data, charts, choose)}`;
}

function block(workload, result, choose) {
  return html`${headlines(workload, result)}${responseTable(workload, result, choose)}`;
}

/** A line for each workload. */
function overview(blocks, result) {
  const columns = figuresIn(result, 'report').filter(({section: of}) => of !== 'service-times');
  return scrolled('Workloads', html`<table class="figures" data-test="overview">
    <thead><tr><th scope="col">Workload</th><th scope="col" class="numeric minor">Metric</th>${figureHeads(columns)}<th scope="col">Limits</th></tr></thead>
    <tbody>${blocks.map((workload) => html`<tr><th scope="row">${workload.title}</th>${metricCell(workload.metric)}${figureCells(workload.all, columns)}
      <td>${limitsTogether(result.workloads
        .filter(({tile: at, name}) => name === workload.name && (!workload.tile || at === workload.tile)).flatMap(({operations}) => operations))}</td></tr>`)}</tbody></table>`);
}

/** The folded parts of tiles, periods, the load with its steps, answers and counters. */
export function partsFolds(data, load) {
  const {result, sections = []} = data;
  if (!result.window || result.workloads.length === 0) {
    return nothing;
  }
  const tiles = tilesCount(result);
  const titled = result.workloads.map((workload) => ({...workload, title: scopeOf(workload, tiles)}));
  const loads = [...new Set(titled.map(loadWords))];
  const stepped = titled.filter((workload) => workload.steps?.length);
  const declared = titled.filter((workload) => workload.answers);
  const reading = declared.flatMap((workload) => Object.values(workload.answers)).filter(({reads}) => reads);
  const counted = titled.filter((workload) => Object.keys(workload.counters ?? {}).length);
  return html`
    ${hasManyTiles(result) ? fold('tiles', 'Tiles', `${tiles} tiles, each by itself`, html`${tilesTables(result)}
      ${titled.map((workload) => html`<details class="many" id=${idOf(workload)} tabindex="-1" data-test="workload-${workload.name}"><summary>${workload.title}</summary>
        ${headlines(workload, result)}${responseTable(workload, result)}</details>`)}`) : nothing}
    ${periodsFold(result)}
    ${fold('load', 'Load', loads.length === 1 ? loads[0] + stepWords(stepped) : titled.map(({title, load: {users, ratePerSecond}}) => `${title} ${
      ratePerSecond ? `${number(ratePerSecond)}/s` : `${number(users)} users`}`).join(', '), html`
      <ul class="plain-list">${titled.map((workload) => html`<li>${titled.length > 1 ? html`<strong>${workload.title}</strong>: ` : nothing}${
        loadWords(workload)}${pacingWords(workload)} ${edges(workload)}</li>`)}</ul>
      ${stepped.map((workload) => steps(workload, result))}${load.element}`)}
    ${reading.length === 0 ? nothing : fold('answers', 'Answers', `${reading.filter(({identity, version, checks}) => identity || version || checks?.length).length} of ${
      count(reading.length, 'operation')} that read have verified answers`, declared.map((workload) => answers(workload, workload.title)))}
    ${counted.length + sections.length === 0 ? nothing : fold('counters', 'Counters', `${titled.flatMap((workload) =>
      Object.entries(workload.counters ?? {})).slice(0, 3).map(([name, value]) => `${words(name)} ${number(value)}`).join(', ')} and more`, html`
      ${counted.map((workload) => counters(workload, workload.title))}
      ${titled.map((workload) => sections.filter(({scope}) => scope === `${workload.tile}/${workload.name}`).map(section))}`)}`;
}

/** The number of steps with each verdict. */
function stepWords(stepped) {
  const verdicts = Map.groupBy(stepped.flatMap((workload) => workload.steps), ({verdict}) => (verdict ? stateOf('verdict', verdict)[2].toLowerCase() : 'not reached'));
  return [...verdicts].map(([verdict, all], index) => `${index ? ',' : ' Steps:'} ${all.length} ${verdict}`).join('');
}

/** The load in words. */
function loadWords({load, steps: parts}) {
  const upTo = parts?.length ? 'up to ' : '';
  const inSteps = parts?.length ? ` in ${count(parts.length, 'step')}` : '';
  const note = load.label ? ` Note: ${load.label}.` : '';
  if (load.kind === 'closed') {
    return `Closed: ${upTo}${number(load.users)} users${inSteps}${load.depth > 1
      ? `, each with at most ${number(load.depth)} operations under way` : ''}.${note}`;
  }
  return `Open: ${upTo}${number(load.ratePerSecond)} arrivals per second${inSteps} (${load.arrival}), at most ${number(load.users)} users.${note}`;
}

/** The gaps between units, shown once if all units have the same. */
function pacingWords({load: {pacing}}) {
  const gaps = Object.entries(pacing ?? {});
  if (gaps.length === 0) {
    return '';
  }
  const isShared = gaps.length > 1 && new Set(gaps.map(([, gap]) => gap)).size === 1;
  const text = (isShared ? [['every unit', gaps[0][1]]] : gaps).map(([unit, gap]) => `${words(unit)}: ${gap}`).join('; ');
  const note = text.includes('think time')
    ? " With think time a stall of the SUT delays the schedule, so response time is service time plus the harness's lag." : '';
  return ` Pacing of ${text}.${note}`;
}

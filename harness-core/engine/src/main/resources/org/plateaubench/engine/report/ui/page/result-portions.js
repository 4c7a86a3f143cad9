// SPDX-License-Identifier: Apache-2.0
// Tables that compare parts of a run: steps of a schedule, scored periods, tiles.
import {badge, verdictBadge} from '../module/badge.js';
import {count} from '../module/format.js';
import {html, nothing} from '../module/lit.js';
import {scrolled} from '../module/export.js';
import {fold, showPart} from '../module/fold.js';
import {figureCells, figureHeads, figuresIn, limitsTogether, metricCell, numberCell} from './result-cells.js';

const SHOWN_IN_FULL = 6;

/** Whether there are so many tiles that a table comes before the figures of each. */
export function hasManyTiles({workloads, aggregate}) {
  return workloads.length > SHOWN_IN_FULL && workloads.length > aggregate.length;
}

/** The id of the element with the figures of one workload of one tile. */
export function idOf({tile, name}) {
  return `workload-${tile}/${name}`;
}

/** The figures shown of each part of a run. */
function figuresOfParts(result) {
  return figuresIn(result, 'report').filter(({section}) => section !== 'service-times');
}

function length(isReached, isComplete) {
  return !isReached ? badge('plain', '–', 'never reached') : isComplete ? 'whole' : badge('doubtful', '!', 'cut off');
}

function stepRow(step, figures) {
  return html`<tr><th scope="row">${step.step} <span class="soft small">${step.label}</span></th>
    <td>${step.verdict ? verdictBadge(step.verdict) : badge('plain', '–', step.window ? 'cut off' : 'not reached')}</td>
    ${numberCell(step.load?.mean, 'minor')}${numberCell(step.meanLiveUsers, 'minor')}
    ${figureCells(step.all, figures)}<td>${length(step.window, step.complete)}</td></tr>`;
}

/** The steps of a workload's schedule. */
export function steps(workload, result) {
  if (!workload.steps?.length) {
    return nothing;
  }
  const figures = figuresOfParts(result);
  const unit = workload.load?.kind === 'open' ? 'arrivals/s' : 'users';
  return html`<h3>Steps of ${workload.title}</h3>${scrolled(`Steps of ${workload.title}`, html`<table class="figures" data-test="steps">
    <caption>Each step is held to every limit by itself. Times in ms; the operations of each step stand in result.json.</caption>
    <thead><tr><th scope="col">Step</th><th scope="col">Verdict</th><th scope="col" class="numeric minor">load, mean ${unit}</th>
      <th scope="col" class="numeric minor">users present</th>${figureHeads(figures)}<th scope="col">length</th></tr></thead>
    <tbody>${workload.steps.map((step) => stepRow(step, figures))}</tbody></table>`)}`;
}

function periodRow(period, workload, name, figures) {
  const operations = period.workloads.filter((block) => block.name === workload.name && (workload.tile ?? block.tile) === block.tile)
    .flatMap((block) => block.operations);
  const all = [...period.workloads, ...period.aggregate].find((block) => block.name === workload.name && block.tile === workload.tile);
  return html`<tr><th scope="row">${name}</th><td>${period.name}</td>${metricCell(all?.metric)}${figureCells(all?.all, figures)}<td>${limitsTogether(operations)}</td><td>${length(all, period.complete)}</td></tr>`;
}

function periodTable(result, workloads, nameOf, label) {
  const figures = figuresOfParts(result);
  return scrolled(label, html`<table class="figures" data-test="periods">
    <thead><tr><th scope="col">Workload</th><th scope="col">Period</th><th scope="col" class="numeric minor">Metric</th>${figureHeads(figures)}
      <th scope="col">Limits</th><th scope="col">length</th></tr></thead>
    <tbody>${workloads.flatMap((workload) => result.periods.map((period) => periodRow(period, workload, nameOf(workload), figures)))}</tbody></table>`);
}

/** The scored periods of the run, with the figures of every workload in each. */
export function periodsFold(result) {
  const {periods, workloads, aggregate} = result;
  if (!periods?.length) {
    return nothing;
  }
  return fold('periods', 'Scored periods', `${count(periods.length, 'part')} of the steady state, each judged by itself too`, html`
    ${periodTable(result, aggregate, (workload) => workload.name, 'Periods')}
    ${workloads.length > aggregate.length ? html`<details><summary>Periods of every tile</summary>
      ${periodTable(result, workloads, ({tile, name}) => `${tile}/${name}`, 'Periods of every tile')}</details>` : nothing}`);
}

function tileRow(tile, figures) {
  return html`<tr><th scope="row"><a href="#${idOf(tile)}" @click=${(event) => showPart(event, idOf(tile))}>${tile.tile}</a></th>
    ${numberCell(tile.metric?.value)}${figureCells(tile.all, figures)}<td>${limitsTogether(tile.operations)}</td></tr>`;
}

/** One line per tile of each workload. */
export function tilesTables(result) {
  const figures = figuresOfParts(result);
  return result.aggregate.map((workload) => html`<h3>${workload.name}</h3>
    ${scrolled(`Tiles of ${workload.name}`, html`<table class="figures" data-test="tiles-${workload.name}">
      <thead><tr><th scope="col">Tile</th><th scope="col" class="numeric">${workload.metric?.unit ?? ''}</th>${figureHeads(figures)}
        <th scope="col">Limits</th></tr></thead>
      <tbody>${result.workloads.filter((tile) => tile.name === workload.name).map((tile) => tileRow(tile, figures))}</tbody></table>`, {title: `tiles of ${workload.name}`})}`);
}

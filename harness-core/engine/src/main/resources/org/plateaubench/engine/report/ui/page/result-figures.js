// SPDX-License-Identifier: Apache-2.0
// The figures of each workload: headlines, then the tables of its operations.
import {badge} from '../module/badge.js';
import {tile} from '../module/facts.js';
import {number, words} from '../module/format.js';
import {html, nothing} from '../module/lit.js';
import {cardOf, figuresIn, percent} from './result-cells.js';
import {answers, counters, outcomes, responseTable, section, serviceTimes} from './result-operations.js';
import {hasManyTiles, idOf, periodsCard, steps, tilesCard} from './result-portions.js';

const FEW_TILES = 3;

/** `1/store`, or `store` where there is one tile. */
function scopeOf(workload, tiles) {
  return tiles > 1 ? `${workload.tile}/${workload.name}` : workload.name;
}

function figureTile(all, {name, title, unit, section}) {
  const said = section === 'response-times' ? `${title} response time` : title;
  const label = all.limitedByHarness?.includes(name) ? html`${said} ${badge('doubtful', '‡', `${percent(all.harnessShare[name])} harness`,
    'Limited by the harness: so much of it may be its own lag.')}` : said;
  return tile(all.figures[name], unit, label, {bound: all.lowerBound?.includes(name) ?? false});
}

function tiles({all, metric, users}, result) {
  return html`<div class="tiles">
    ${metric ? tile(metric.value, metric.unit, words(metric.name), {look: 'headline'}) : nothing}
    ${figuresIn(result, 'headline').filter(({name}) => name in all.figures).map((figure) => figureTile(all, figure))}
    ${users ? tile(users.meanLive, 'users', `present, of ${number(users.configured)}`) : nothing}
  </div>`;
}

/** One card per workload; over many tiles, first what they do together. */
export function figuresCards({result, waiting, sections = []}) {
  if (waiting.has('result')) {
    return html`<section class="card" id="figures" tabindex="-1" aria-busy="true"><h2>Figures</h2><p class="soft">Loading…</p></section>`;
  }
  if (!result) {
    return html`<section class="card" id="figures" tabindex="-1"><h2>Figures</h2>
      <p class="soft">There is no result to show: the run was never judged and holds too little for it.</p></section>`;
  }
  if (!result.window || result.workloads.length === 0) {
    return html`<section class="card" id="figures" tabindex="-1"><h2>Figures</h2><p class="soft">No figures were measured.</p></section>`;
  }
  const tilesCount = new Set(result.workloads.map((workload) => workload.tile)).size;
  const of = ({name}) => result.workloads.filter((one) => one.name === name).length;
  const together = result.aggregate.filter((one) => of(one) > 1).map((one) => card(one, `${one.name}, all ${of(one)} tiles`, result, []));
  const each = result.workloads.map((one) => card(one, scopeOf(one, tilesCount), result,
    sections.filter(({scope}) => scope === `${one.tile}/${one.name}`)));
  const isFolded = tilesCount > FEW_TILES || hasManyTiles(result);
  return html`<div id="figures" tabindex="-1">
    ${periodsCard(result)}${together}${tilesCard(result)}${isFolded
      ? html`<details class="many"><summary>Each tile by itself</summary>${each}</details>` : each}</div>`;
}

function card(workload, title, result, sections) {
  return html`<section class=${cardOf(result)} id=${workload.tile ? idOf(workload) : nothing} tabindex="-1" data-test="workload-${workload.name}">
    <div class="card-head"><h2>${title} <span class="soft small">${workload.plugin}</span></h2>
      ${result.verdict === 'invalid' ? badge('doubtful', '!', 'cannot be trusted') : nothing}
      ${workload.load ? html`<p>${loadWords(workload)}</p>` : nothing}</div>
    ${tiles(workload, result)}
    ${responseTable(workload, title, result)}
    ${steps(workload, result)}
    ${outcomes(workload, title, result)}
    ${serviceTimes(workload, title, result)}
    ${answers(workload, title)}
    ${counters(workload, title)}
    ${sections.map(section)}
  </section>`;
}

/** The load in words. */
function loadWords({load, steps: parts}) {
  const most = parts?.length ? 'up to ' : '';
  const inSteps = parts?.length ? ` in ${parts.length} ${parts.length === 1 ? 'step' : 'steps'}` : '';
  const note = load.label ? ` Note: ${load.label}.` : '';
  if (load.kind === 'closed') {
    return `Closed load: ${most}${number(load.users)} users${inSteps}, each beginning its next ${load.depth > 1
      ? `operations with at most ${number(load.depth)} under way` : 'operation after its last one'}.${pacingWords(load.pacing ?? {})}${note}`;
  }
  return `Open load: ${most}${number(load.ratePerSecond)} arrivals per second${inSteps} (${load.arrival}), whether or not earlier ones have ended; at most ${
    number(load.users)} users.${note}`;
}

/** The gaps between units, shown once where all units have the same. */
function pacingWords(pacing) {
  const gaps = Object.entries(pacing);
  if (gaps.length === 0) {
    return '';
  }
  const isOne = gaps.length > 1 && new Set(gaps.map(([, gap]) => gap)).size === 1;
  const said = (isOne ? [['every unit', gaps[0][1]]] : gaps).map(([unit, gap]) => `${words(unit)}: ${gap}`).join('; ');
  const thinks = said.includes('think time')
    ? " With think time a stall of the SUT delays the schedule, so response time is service time plus the harness's lag." : '';
  return ` Pacing of ${said}.${thinks}`;
}

// SPDX-License-Identifier: Apache-2.0
// The figures of each workload: headlines, then a table of its operations with percentiles and limits.
import {badge, verdictBadge} from '../module/badge.js';
import {number, withUnit} from '../module/format.js';
import {html, nothing} from '../module/lit.js';

const TIMES = ['p50', 'p90', 'p95', 'p99', 'p99_9', 'max'];

/** `1/store`, or `store` where there is one tile. */
export function scopeOf(workload, tiles) {
  return tiles > 1 ? `${workload.tile}/${workload.name}` : workload.name;
}

function errorPercent({counts}) {
  const bad = counts.errors + counts.abandoned + counts.dropped;
  return counts.intended > 0 ? (100 * bad) / counts.intended : null;
}

/** A time; a bound from below and one with few samples say so in words too. */
function timeCell(times, name) {
  if (!times || times[name] === null || times[name] === undefined) {
    return html`<td class="numeric soft">–</td>`;
  }
  const bound = (times.lowerBound ?? []).includes(name);
  const low = (times.lowResolution ?? []).includes(name);
  const share = times.harnessShare?.[name] ?? null;
  const title = [bound ? 'at least: it lies among operations that never ended in time' : '',
    low ? 'fewer than 10 samples lie beyond it' : '',
    share === null ? '' : `up to ${percent(share)} of it is the harness's own lag`].filter(Boolean).join('; ');
  return html`<td class="numeric" title=${title || nothing}>${bound ? '≥ ' : ''}${number(times[name])}${low
    ? html`<span class="soft" aria-label=", few samples"> *</span>` : nothing}${shareMark(times, name)}</td>`;
}

function percent(share) {
  return `${Math.round(100 * share)}%`;
}

/** How much of a time is the harness's own lag; a time of which that is more than a tenth is marked. */
function shareMark(times, name) {
  const share = times.harnessShare?.[name] ?? null;
  if (share === null) {
    return nothing;
  }
  return (times.limitedByHarness ?? []).includes(name)
    ? html`<span class="lag limited" aria-label=", limited by the harness: up to ${percent(share)} of it is its own lag">‡ ${percent(share)}</span>`
    : html`<span class="lag" aria-hidden="true">${percent(share)}</span>`;
}

function limits(block) {
  if (!block.qos?.length) {
    return html`<span class="soft">none</span>`;
  }
  return html`<ul class="limits">${block.qos.map((limit) => html`<li>
    ${limit.met === null ? badge(limit.untested?.includes('own lag') ? 'doubtful' : 'plain', '?', 'not tested', limit.untested ?? undefined) : limit.met ? badge('good', '✓', 'met') : badge('bad', '✕', 'missed')}
    <span class="nowrap">${limit.metric} ${limit.operator} ${withUnit(limit.bound, limit.unit)}</span>
    ${limit.met ? nothing : html`<span class="soft nowrap">was ${limit.lowerBound ? '≥ ' : ''}${withUnit(limit.value, limit.unit)}</span>`}
  </li>`)}</ul>`;
}

function row(name, block, isAll) {
  const errors = errorPercent(block);
  return html`<tr class=${isAll ? 'total' : nothing}>
    <th scope="row">${name}${block.kind === 'unit' || block.kind === 'series' ? html` <span class="soft small">${block.kind}</span>` : nothing}</th>
    <td class="numeric">${number(block.throughputPerSecond)}</td>
    <td class="numeric">${number(block.counts.ok)}</td>
    ${TIMES.map((time) => timeCell(block.responseTimeMs, time))}
    <td class="numeric">${errors === null ? '–' : `${number(errors)}%`}</td>
    <td class="numeric">${number(block.counts.declined)}</td>
    <td class="numeric">${block.mix ? `${number(100 * block.mix.achieved)} / ${number(100 * block.mix.target)}%` : '–'}</td>
    <td>${limits(block)}</td>
  </tr>`;
}

function operations(workload, title) {
  return html`<div class="table-scroll" tabindex="0" role="region" aria-label="Operations of ${title}"><table class="figures" data-test="operations-${workload.name}">
    <caption>Response times in ms, from when the operation was to begin to its end. ≥ at least; * fewer than 10 samples beyond.
      Small: how much of it may be the harness's own lag; ‡ limited by the harness, more than a tenth.</caption>
    <thead><tr><th scope="col">Operation</th><th scope="col" class="numeric">per second</th><th scope="col" class="numeric">ok</th>
      ${TIMES.map((time) => html`<th scope="col" class="numeric">${time.replace('_', '.')}</th>`)}
      <th scope="col" class="numeric">errors</th><th scope="col" class="numeric">declined</th>
      <th scope="col" class="numeric">mix: was / asked</th><th scope="col">Limits</th></tr></thead>
    <tbody>${workload.operations.map((one) => row(one.name, one, false))}${row('all operations', workload.all, true)}</tbody>
  </table></div>`;
}

function tile(value, unit, label, {headline = false, bound = false} = {}) {
  return html`<div class="tile${headline ? ' headline' : ''}"><span class="value">${bound ? '≥ ' : ''}${number(value)}<span class="unit">${unit}</span></span>
    <span class="label">${label}</span></div>`;
}

function timeTile(times, name) {
  const limited = (times.limitedByHarness ?? []).includes(name);
  const label = limited ? html`${name} response time ${badge('doubtful', '‡', `${percent(times.harnessShare[name])} harness`,
    'Limited by the harness: so much of it may be its own lag.')}` : `${name} response time`;
  return tile(times[name] ?? null, 'ms', label, {bound: (times.lowerBound ?? []).includes(name)});
}

const WORDS = /([a-z])([A-Z])/g;

function tiles(workload) {
  const times = workload.all.responseTimeMs;
  const {metric} = workload;
  return html`<div class="tiles">
    ${metric ? tile(metric.value, metric.unit, metric.name.replace(WORDS, '$1 $2').toLowerCase(), {headline: true}) : nothing}
    ${tile(workload.all.throughputPerSecond, 'op/s', 'successful operations')}
    ${times ? ['p50', 'p95', 'p99'].map((name) => timeTile(times, name)) : nothing}
    ${tile(errorPercent(workload.all), '%', 'errors')}
    ${workload.users ? tile(workload.users.meanLive, 'users', `present, of ${number(workload.users.configured)}`) : nothing}
  </div>`;
}

function portionCells({complete, all}) {
  const errors = errorPercent(all);
  return html`<td class="numeric">${number(all.throughputPerSecond)}</td>
    ${['p50', 'p95', 'p99'].map((time) => timeCell(all.responseTimeMs, time))}
    <td class="numeric">${errors === null ? '–' : `${number(errors)}%`}</td>
    <td>${complete ? 'whole' : badge('doubtful', '!', 'cut off')}</td>`;
}

const PORTION_HEADS = html`<th scope="col" class="numeric">per second</th><th scope="col" class="numeric">p50, ms</th>
  <th scope="col" class="numeric">p95, ms</th><th scope="col" class="numeric">p99, ms</th><th scope="col" class="numeric">errors</th>
  <th scope="col">length</th>`;

function steps(workload) {
  if (!workload.steps?.length) {
    return nothing;
  }
  const unit = workload.load?.kind === 'open' ? 'arrivals/s' : 'users';
  return html`<h3>Steps of the load</h3><div class="table-scroll" tabindex="0" role="region" aria-label="Steps of ${workload.name}"><table>
    <thead><tr><th scope="col">Step</th><th scope="col">Verdict</th><th scope="col" class="numeric">load, mean ${unit}</th>${PORTION_HEADS}</tr></thead>
    <tbody>${workload.steps.map((step) => html`<tr><th scope="row">${step.step} <span class="soft small">${step.label}</span></th>
        <td>${verdictBadge(step.verdict)}</td>
        <td class="numeric">${number(step.load?.mean ?? null)}</td>${portionCells(step)}</tr>`)}</tbody></table></div>`;
}

/** The scored periods of the run, each with what every workload did in it. */
function periodsCard({periods}) {
  return !periods?.length ? nothing : html`<section class="card" aria-labelledby="periods-title"><h2 id="periods-title">Periods</h2>
    <div class="table-scroll" tabindex="0" role="region" aria-label="Periods"><table data-test="periods">
    <thead><tr><th scope="col">Period</th><th scope="col">Workload</th><th scope="col" class="numeric">Metric</th>${PORTION_HEADS}</tr></thead>
    <tbody>${periods.flatMap((period) => period.workloads.map((one) => html`<tr><th scope="row">${period.name}</th>
      <td>${one.tile}/${one.name}</td><td class="numeric">${withUnit(one.metric?.value, one.metric?.unit)}</td>${portionCells({complete: period.complete, all: one.all})}</tr>`))}</tbody></table></div></section>`;
}

/** One card per workload; over many tiles, first what they do together. */
export function figuresCards({result, waiting}) {
  if (waiting.has('result')) {
    return html`<section class="card" id="figures" tabindex="-1" aria-busy="true"><h2>Figures</h2><p class="soft">Loading…</p></section>`;
  }
  if (!result) {
    return html`<section class="card" id="figures" tabindex="-1"><h2>Figures</h2>
      <p class="soft">There is no result to show: the run was never judged and holds too little for it.</p></section>`;
  }
  const tilesCount = new Set(result.workloads.map((workload) => workload.tile)).size;
  const together = tilesCount > 1 ? result.aggregate.map((one) => card(one, `${one.name}, all ${tilesCount} tiles`, result)) : [];
  const each = result.workloads.map((one) => card(one, scopeOf(one, tilesCount), result));
  return html`<div id="figures" tabindex="-1">${result.workloads.length === 0
    ? html`<section class="card"><h2>Figures</h2><p class="soft">Nothing was measured.</p></section>` : nothing}
    ${periodsCard(result)}${together}${tilesCount > 3 ? html`<details class="many"><summary>Each tile by itself</summary>${each}</details>` : each}</div>`;
}

function card(workload, title, result) {
  const doubtful = result.verdict === 'invalid';
  return html`<section class="card ${doubtful ? 'unbelieved' : ''}" data-test="workload-${workload.name}">
    <div class="card-head"><h2>${title} <span class="soft small">${workload.plugin}</span></h2>
      ${doubtful ? badge('doubtful', '!', 'not to be believed') : nothing}
      ${workload.load ? html`<p>${loadWords(workload.load)}</p>` : nothing}</div>
    ${tiles(workload)}
    ${operations(workload, title)}
    ${steps(workload)}
  </section>`;
}

function loadWords(load) {
  const most = load.steps?.length ? 'up to ' : '';
  if (load.kind === 'closed') {
    return `Closed load: ${most}${number(load.users)} users, each beginning its next ${load.depth > 1
      ? `operations with at most ${number(load.depth)} under way` : 'operation after its last one'}.`;
  }
  return `Open load: ${most}${number(load.ratePerSecond)} arrivals per second (${load.arrival}), whether or not earlier ones have ended.`;
}

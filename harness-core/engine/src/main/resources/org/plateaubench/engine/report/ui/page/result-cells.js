// SPDX-License-Identifier: Apache-2.0
// Cells of the tables of figures: times, errors, limits.
import {badge, stateBadge} from '../module/badge.js';
import {besideWithUnit, boundWithUnit, number} from '../module/format.js';
import {html, nothing} from '../module/lit.js';

/** The times that tables show. */
export const TIMES = ['p50', 'p90', 'p95', 'p99', 'p99_9', 'max'];

/** The heads of their columns. */
export function timeHeads(names = TIMES) {
  return names.map((name) => html`<th scope="col" class="numeric">${name.replace('_', '.')}</th>`);
}

/** Operations that failed, of any kind. */
export function failed({errors, abandoned, dropped}) {
  return errors + abandoned + dropped;
}

/** Failed operations in percent; null where none was intended. */
export function errorPercent({counts}) {
  return counts.intended > 0 ? (100 * failed(counts)) / counts.intended : null;
}

/** A share in whole percent. */
export function percent(share) {
  return `${Math.round(100 * share)}%`;
}

/** The class of a card of figures, which are marked where they cannot be trusted. */
export function cardOf(result) {
  return result.verdict === 'invalid' ? 'card unbelieved' : 'card';
}

/** A cell with a number. */
export function numberCell(value) {
  return html`<td class="numeric">${number(value ?? null)}</td>`;
}

/** A time; a bound from below and one with few samples say so in words too. */
export function timeCell(times, name) {
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

function limitState({met, untested}) {
  if (met === null) {
    return badge(untested?.includes('own lag') ? 'doubtful' : 'plain', '?', 'not tested', untested ?? undefined);
  }
  return stateBadge('limit', met ? 'met' : 'missed');
}

/** Every limit of a block, with what was measured. */
export function limits(block) {
  if (!block.qos?.length) {
    return html`<span class="soft">none</span>`;
  }
  return html`<ul class="limits">${block.qos.map((limit) => html`<li>
    ${limitState(limit)}
    <span class="nowrap">${limit.metric} ${limit.operator} ${boundWithUnit(limit.bound, limit.unit)}</span>
    <span class="soft nowrap">was ${limit.lowerBound ? '≥ ' : ''}${besideWithUnit(limit.value, limit.bound, limit.unit)}</span>
  </li>`)}</ul>`;
}

/** The limits of several operations in one word. */
export function limitsTogether(operations) {
  const all = operations.flatMap((one) => one.qos ?? []);
  if (all.length === 0) {
    return nothing;
  }
  return limitState({met: all.some((one) => one.met === false) ? false : all.every((one) => one.met) ? true : null});
}

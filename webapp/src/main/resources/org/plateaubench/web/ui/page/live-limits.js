// SPDX-License-Identifier: Apache-2.0
// The limits of a run in progress, with the margin of each over the steady state so far, worst first.
import {badge} from '../module/badge.js';
import {comparedWithUnit, boundWithUnit, count, duration, number, words} from '../module/format.js';
import {html, nothing, ref} from '../module/lit.js';
import {scrolled} from '../module/export.js';
import {keyOf} from './chart-specs.js';

const FEW = 0.5;

/** The order of limits: missed ones, then nearly missed ones; unknown ones are last. */
function severity({limit, marginPercent}) {
  if (limit.met === null) {
    return Infinity;
  }
  return marginPercent ?? (limit.met ? Number.MAX_VALUE : -Number.MAX_VALUE);
}

/** All limits of all workloads as rows, the worst first. */
export function limitRows(board) {
  return board.workloads
    .flatMap((workload) => workload.limits.map((standing) => ({...standing, key: keyOf(workload)})))
    .sort((first, second) => severity(first) - severity(second));
}

/** The numbers of limits that are missed, met and unknown so far. */
export function limitCounts(rows) {
  const count = (met) => rows.filter((row) => row.limit.met === met).length;
  return {missed: count(false), met: count(true), unknown: count(null)};
}

/** The margin in words: as a factor if the bound is exceeded several times, otherwise in percent. */
export function marginText(marginPercent, bound, value) {
  if (marginPercent === null) {
    return '–';
  }
  const factor = bound > 0 && value !== null ? value / bound : 0;
  if (marginPercent < 0 && factor >= 3) {
    return `${number(factor)}× over`;
  }
  return marginPercent < 0 ? `${number(-marginPercent)}% over` : `${number(marginPercent)}% left`;
}

function state({limit, samplesMissing}) {
  if (limit.met === false) {
    return badge('bad', '✕', 'missed so far');
  }
  if (limit.met === null) {
    return badge('plain', '?', 'not known yet', limit.untested ?? undefined);
  }
  return samplesMissing > 0 ? badge('plain', '✓', 'met, few samples') : badge('good', '✓', 'met so far');
}

function bar(marginPercent, met) {
  const filled = marginPercent === null ? (met ? 0 : 100) : Math.min(100, Math.max(0, 100 - marginPercent));
  return html`<span class="margin-bar ${met === false ? 'over' : filled > 100 * (1 - FEW / 2) ? 'near' : ''}" aria-hidden="true"><span ${ref((element) => {
    element?.style.setProperty('inline-size', `${filled}%`);
  })}></span></span>`;
}

function row(standing, several) {
  const {limit, operation, kind, marginPercent, samples, samplesMissing} = standing;
  return html`<tr class=${limit.met === false ? 'missed' : nothing}>
    ${several ? html`<td class="nowrap">${standing.key}</td>` : nothing}
    <th scope="row">${words(operation)}${kind === 'operation' ? nothing : html` <span class="soft small">${kind}</span>`}</th>
    <td class="nowrap">${limit.metric} ${limit.operator} ${boundWithUnit(limit.bound, limit.unit)}</td>
    <td class="numeric nowrap">${limit.lowerBound ? '≥ ' : ''}${comparedWithUnit(limit.value, limit.bound, limit.unit)}</td>
    <td class="nowrap">${bar(marginPercent, limit.met)} ${marginText(marginPercent, limit.bound, limit.value)}</td>
    <td class="numeric nowrap">${number(samples)}${samplesMissing > 0 ? html` <span class="soft">+${number(samplesMissing)} needed</span>` : nothing}</td>
    <td>${state(standing)}</td></tr>`;
}

function metrics(board, several) {
  return board.workloads.filter(({metric}) => metric).map((workload) => html`<div class="tile"><span class="value">${
    number(workload.metric.value)}<span class="unit">${workload.metric.unit}</span></span>
    <span class="label">${several ? `${keyOf(workload)}, ` : ''}steady state so far</span></div>`);
}

function summary({missed, met, unknown}) {
  return missed > 0 ? badge('bad', '✕', `${count(missed, 'limit')} missed so far`)
    : unknown > 0 ? badge('plain', '…', `${met} met so far, ${unknown} not known yet`) : badge('good', '✓', 'all limits met so far');
}

/** The card; the worst limits are first. */
export function limitBoard(board) {
  if (!board || board.seconds <= 0) {
    return nothing;
  }
  const rows = limitRows(board);
  const several = board.workloads.length > 1;
  return html`<section class="card" aria-labelledby="limits-title" data-test="limits">
    <div class="card-head"><h2 id="limits-title">Limits so far</h2><span role="status">${summary(limitCounts(rows))}</span></div>
    <p class="soft">Over the ${duration(Math.floor(board.seconds))} of ${duration(board.plannedSeconds)} of steady state so far; the verdict covers all of it.</p>
    <div class="tiles">${several && board.workloads.length > 4 ? nothing : metrics(board, several)}</div>
    ${scrolled('Limits so far', html`<table>
      <thead><tr>${several ? html`<th scope="col">Workload</th>` : nothing}<th scope="col">Operation</th><th scope="col">Limit</th>
        <th scope="col" class="numeric">So far</th><th scope="col">Margin</th><th scope="col" class="numeric">Samples</th>
        <th scope="col">State</th></tr></thead>
      <tbody>${rows.map((limit) => row(limit, several))}</tbody></table>`, {className: 'tall'})}
  </section>`;
}

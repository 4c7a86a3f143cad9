// SPDX-License-Identifier: Apache-2.0
// The tables of a workload's operations: response times with limits, outcomes, service times, counters.
import {number, words} from '../module/format.js';
import {html, nothing} from '../module/lit.js';
import {scrolled} from '../module/export.js';
import {errorPercent, limits, numberCell, timeCell, timeHeads, TIMES} from './result-cells.js';

const ALL_TIMES = ['mean', ...TIMES];
/** Percentiles of the service time beside the response time; all of them stand in a separate table. */
const SERVICE_TIMES = ['p50', 'p95'];
const ERROR_TIMES = ['p50', 'p99'];

function nameCell({name, kind}) {
  return html`<th scope="row" title=${words(name) === name ? nothing : `${name} in files`}>${words(name)}${kind === 'unit' || kind === 'series' ? html` <span class="soft small">${kind}</span>` : nothing}</th>`;
}

function lines(workload, row) {
  return [...workload.operations.map((one) => row(one, nothing)), row({...workload.all, name: 'all operations'}, 'total')];
}

function responseRow(block, look) {
  const errors = errorPercent(block);
  return html`<tr class=${look}>${nameCell(block)}
    ${numberCell(block.throughputPerSecond)}${numberCell(block.counts.ok)}
    ${ALL_TIMES.map((time) => timeCell(block.responseTimeMs, time))}
    ${SERVICE_TIMES.map((time) => timeCell(block.serviceTimeMs, time))}
    <td class="numeric">${errors === null ? '–' : `${number(errors)}%`}</td>
    ${numberCell(block.counts.declined)}
    <td>${limits(block)}</td>
  </tr>`;
}

/** Response times, errors and limits, operation by operation. */
export function responseTable(workload, title) {
  return scrolled(`Operations of ${title}`, html`<table class="figures" data-test="operations-${workload.name}">
    <caption>Response times in ms, from the intended start of the operation to its end; service times from its actual start. ≥ at least; * fewer than 10 samples beyond.
      Small figures: how much of the time may be the harness's own lag; ‡ limited by the harness, more than a tenth.${probes(workload)}</caption>
    <thead><tr><th scope="col">Operation</th><th scope="col" class="numeric">per second</th><th scope="col" class="numeric">ok</th>
      ${timeHeads(ALL_TIMES)}${SERVICE_TIMES.map((name) => html`<th scope="col" class="numeric">service ${name}</th>`)}
      <th scope="col" class="numeric">errors</th><th scope="col" class="numeric">declined</th><th scope="col">Limits</th></tr></thead>
    <tbody>${lines(workload, responseRow)}</tbody>
  </table>`, {title: `response times of ${title}`});
}

/** The lag of probes is shown beside the figures: it is not in their shares. */
function probes({lagMs}) {
  const late = lagMs?.completionOf === 'probes' ? lagMs.completion?.p99 : null;
  return (late ?? null) === null ? '' : ` Not counted, since it was measured by probes beside the users: the probes woke up to ${number(late)} ms late (p99).`;
}

function share(value) {
  return html`<td class="numeric">${(value ?? null) === null ? '–' : `${number(100 * value)}%`}</td>`;
}

function outcomeRow(block, look) {
  const {counts, mix} = block;
  return html`<tr class=${look}>${nameCell(block)}
    ${['intended', 'ok', 'declined', 'errors', 'abandoned', 'dropped', 'completedInWindow'].map((one) => numberCell(counts[one]))}
    ${share(mix?.target)}${share(mix?.achieved)}</tr>`;
}

/** How every operation ended, and the mix. */
export function outcomes(workload, title) {
  return html`<details><summary>Outcomes and mix</summary>
    ${scrolled(`Outcomes of ${title}`, html`<table class="figures">
    <caption>In the steady state. ${edges(workload)}</caption>
    <thead><tr><th scope="col">Operation</th>${['intended', 'ok', 'declined', 'errors', 'abandoned', 'dropped', 'ended ok in the window', 'planned mix', 'mix seen']
      .map((name) => html`<th scope="col" class="numeric">${name}</th>`)}</tr></thead>
    <tbody>${lines(workload, outcomeRow)}</tbody></table>`)}</details>`;
}

function edges({edges: at, backlog}) {
  if (!at) {
    return nothing;
  }
  const most = (backlog?.worst ?? null) === null ? ''
    : ` Most units that were due and had not ended: ${number(backlog.worst)}, of ${number(backlog.bound)} allowed.`;
  return `In flight when the window began: ${number(at.inFlightAtStart)}, when it ended: ${number(at.inFlightAtEnd)}; waiting for a user then: ${
    number(at.queuedAtEnd)}.${most}`;
}

/** How long the operations took without waiting for their turn, and how long failing ones took. */
export function serviceTimes(workload, title) {
  return html`<details><summary>Service times and times of errors</summary>
    ${scrolled(`Service times of ${title}`, html`<table class="figures">
    <caption>Service times in ms, from the actual start of the operation to its end; then the times of errors.</caption>
    <thead><tr><th scope="col">Operation</th>${timeHeads(ALL_TIMES)}
      ${ERROR_TIMES.map((name) => html`<th scope="col" class="numeric">errors ${name}</th>`)}</tr></thead>
    <tbody>${workload.operations.map((one) => html`<tr>${nameCell(one)}
      ${ALL_TIMES.map((time) => timeCell(one.serviceTimeMs, time))}
      ${ERROR_TIMES.map((time) => timeCell(one.errorTimeMs, time))}</tr>`)}</tbody></table>`)}</details>`;
}

/** What the plugin counted. */
export function counters({counters: counted = {}}, title) {
  const entries = Object.entries(counted);
  return entries.length === 0 ? nothing : html`<details><summary>Counters</summary>
    ${scrolled(`Counters of ${title}`, html`<table><thead><tr><th scope="col">Counter</th><th scope="col" class="numeric">In the steady state</th></tr></thead>
    <tbody>${entries.map(([name, value]) => html`<tr><th scope="row">${words(name)}</th>${numberCell(value)}</tr>`)}</tbody></table>`)}</details>`;
}

/** A table that the plugin adds. */
export function section({title, note, columns, rows}) {
  return html`<h3>${title}</h3>${note ? html`<p class="soft">${note}</p>` : nothing}
    ${columns.length === 0 ? nothing : scrolled(title, html`<table>
    <thead><tr>${columns.map((name) => html`<th scope="col">${name}</th>`)}</tr></thead>
    <tbody>${rows.map((row) => html`<tr>${row.map((cell) => html`<td>${cell}</td>`)}</tr>`)}</tbody></table>`)}`;
}

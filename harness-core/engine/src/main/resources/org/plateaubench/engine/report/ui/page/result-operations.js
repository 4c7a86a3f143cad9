// SPDX-License-Identifier: Apache-2.0
// The tables of a workload's operations: response times with limits, outcomes, service times, counters.
import {number, words} from '../module/format.js';
import {html, nothing} from '../module/lit.js';
import {scrolled} from '../module/export.js';
import {figureCells, figureHeads, figuresIn, figuresOf, limits, numberCell} from './result-cells.js';

function nameCell({name, kind}) {
  return html`<th scope="row" title=${words(name) === name ? nothing : `${name} in files`}>${words(name)}${kind === 'unit' || kind === 'series' ? html` <span class="soft small">${kind}</span>` : nothing}</th>`;
}

function lines(workload, row) {
  return [...workload.operations.map((one) => row(one, nothing)), row({...workload.all, name: 'all operations'}, 'total')];
}

/** Response times, errors and limits, operation by operation. */
export function responseTable(workload, title, result) {
  const figures = figuresIn(result, 'report');
  return scrolled(`Operations of ${title}`, html`<table class="figures" data-test="operations-${workload.name}">
    <caption>Response times in ms, from the intended start of the operation to its end; service times from its actual start. ≥ at least; * fewer than 10 samples beyond.
      Small figures: how much of the time may be the harness's own lag; ‡ limited by the harness, more than a tenth.${probes(workload)}</caption>
    <thead><tr><th scope="col">Operation</th>${figureHeads(figures)}<th scope="col">Limits</th></tr></thead>
    <tbody>${lines(workload, (line, look) => html`<tr class=${look}>${nameCell(line)}${figureCells(line, figures)}<td>${limits(line)}</td></tr>`)}</tbody>
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

/** How every operation ended, and the mix. */
export function outcomes(workload, title, result) {
  const figures = figuresOf(result, 'outcomes');
  return html`<details><summary>Outcomes and mix</summary>
    ${scrolled(`Outcomes of ${title}`, html`<table class="figures">
    <caption>In the steady state. ${edges(workload)}</caption>
    <thead><tr><th scope="col">Operation</th>${figureHeads(figures)}${['planned mix', 'mix seen'].map((name) => html`<th scope="col" class="numeric">${name}</th>`)}</tr></thead>
    <tbody>${lines(workload, (line, look) => html`<tr class=${look}>${nameCell(line)}${figureCells(line, figures)}
      ${share(line.mix?.target)}${share(line.mix?.achieved)}</tr>`)}</tbody></table>`)}</details>`;
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
export function serviceTimes(workload, title, result) {
  const figures = figuresOf(result, 'service-times', 'error-times');
  return html`<details><summary>Service times and times of errors</summary>
    ${scrolled(`Service times of ${title}`, html`<table class="figures">
    <caption>Service times in ms, from the actual start of the operation to its end; then the times of errors.</caption>
    <thead><tr><th scope="col">Operation</th>${figureHeads(figures)}</tr></thead>
    <tbody>${workload.operations.map((one) => html`<tr>${nameCell(one)}${figureCells(one, figures)}</tr>`)}</tbody></table>`)}</details>`;
}

/** What is verified of the answers to every operation. */
export function answers({answers: declared}, title) {
  return !declared ? nothing : html`<details><summary>What is verified of the answers</summary>
    ${scrolled(`Answers of ${title}`, html`<table><thead><tr>${['Operation', 'Identity', 'Version', 'Checks of the run', 'Not verified'].map((name) => html`<th scope="col">${name}</th>`)}</tr></thead>
    <tbody>${Object.entries(declared).map(([name, {reads, identity, version, checks = [], notVerified}]) => html`<tr><th scope="row">${words(name)}</th>
      ${reads ? [identity, version, checks.map(words).join(', '), notVerified].map((text) => html`<td>${text || '–'}</td>`) : html`<td colspan="4">reads nothing</td>`}</tr>`)}</tbody></table>`)}</details>`;
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

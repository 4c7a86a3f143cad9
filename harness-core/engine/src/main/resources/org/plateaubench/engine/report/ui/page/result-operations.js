// SPDX-License-Identifier: Apache-2.0
// The table of a workload's operations with their limits, and the details of one operation: its times, charts and errors.
import {scrolled} from '../module/export.js';
import {fact} from '../module/facts.js';
import {number, words} from '../module/format.js';
import {html, nothing} from '../module/lit.js';
import {keyOf} from './chart-specs.js';
import {cardOf, figureCells, figureHeads, figuresIn, figuresOf, limits, numberCell} from './result-cells.js';
import {errorTable} from './result-setup.js';

function kindOf({kind}) {
  return kind === 'unit' || kind === 'series' ? html` <span class="soft small">${kind}</span>` : nothing;
}

/** The name of an operation; a button for its details if `choose` is given. */
function nameCell(line, workload, choose) {
  const label = line.label ?? words(line.name);
  return html`<th scope="row" title=${label === line.name || line.label ? nothing : `${line.name} in files`}>${choose && workload.tile
    ? html`<button type="button" class="link-button" data-test="operation-${line.name}" @click=${() => choose(`${keyOf(workload)}/${line.name}`)}>${label}</button>`
    : label}${kindOf(line)}</th>`;
}

/** The line of all operations together, then a line for each. */
function lines(workload) {
  return [{...workload.all, name: 'all', label: 'all operations'}, ...workload.operations];
}

/** Response times, errors and limits, operation by operation. */
export function responseTable(workload, result, choose) {
  const figures = [...figuresIn(result, 'summary'), ...figuresOf(result, 'service-times').filter(({name}) => name === 'serviceP95')]
    .filter(({name}) => name !== 'declined' || workload.all.figures.declined > 0);
  return html`${scrolled(`Operations of ${workload.title}`, html`<table class="figures" data-test="operations-${workload.name}">
    <thead><tr><th scope="col">Operation</th>${figureHeads(figures)}<th scope="col">Limits</th></tr></thead>
    <tbody>${lines(workload).map((line) => html`<tr class=${line.label ? 'total' : nothing}>${nameCell(line, workload, choose)}${figureCells(line, figures)}<td>${limits(line)}</td></tr>`)}</tbody>
  </table>`, {title: `response times of ${workload.title}`, className: 'tall'})}<p class="soft small notes">Times in ms, from when the user wanted to start. ${marks(workload)}</p>`;
}

/** The explanation of the marks that occur in a table. */
function marks(workload) {
  const all = lines(workload);
  const has = (name) => all.some((line) => line[name]?.length);
  return [has('lowerBound') ? '≥ at least.' : '', has('lowResolution') ? '* fewer than 10 samples beyond.' : '',
    has('limitedByHarness') ? '‡ more than a tenth may be the load generator\'s own lag.' : ''].filter(Boolean).join(' ');
}

/** The lag of probes, which the shares of the figures do not include. */
function probes({lagMs}) {
  const late = lagMs?.completionOf === 'probes' ? lagMs.completion?.p99 : null;
  return (late ?? null) === null ? '' : ` Not counted as the load generator's own lag: probes beside the users woke up to ${number(late)} ms late (p99).`;
}

/** The operations in flight at the start and end of the window. */
export function edges({edges: at, backlog, lagMs}) {
  if (!at) {
    return nothing;
  }
  const worstBacklog = (backlog?.worst ?? null) === null ? ''
    : ` Most units that were due and had not ended: ${number(backlog.worst)}, of ${number(backlog.bound)} allowed.`;
  return `In flight when the window began: ${number(at.inFlightAtStart)}, when it ended: ${number(at.inFlightAtEnd)}; waiting for a user then: ${
    number(at.queuedAtEnd)}.${worstBacklog}${probes({lagMs})}`;
}

const POPULATIONS = {'response time': '', 'service time': 'service', 'time of errors': 'error'};

/** The name of a figure of another population: `p95` is `serviceP95`. */
const nameIn = (prefix, name) => (prefix ? prefix + name.charAt(0).toUpperCase() + name.slice(1) : name);

/** The card of the operation in the address; nothing without one. */
export function operationCard({result, operation, errors}, charts, choose) {
  const workload = operation && result.workloads.find((workload) => operation.startsWith(`${keyOf(workload)}/`));
  const name = workload && operation.slice(keyOf(workload).length + 1);
  const line = workload && lines(workload).find((line) => line.name === name);
  if (!line) {
    return nothing;
  }
  const times = figuresOf(result, 'response-times').filter((figure) => figure.name !== 'measured' && figure.name !== 'censored');
  const ownErrors = errors.filter((error) => error.scope === keyOf(workload) && (line.label || error.operation === name));
  const parts = (title, all) => Object.entries(all ?? {}).map(([key, value]) => fact(`${title} ${words(key)}`, number(value)));
  const share = (part) => ((part ?? null) === null ? null : `${number(100 * part)} %`);
  return html`<section class=${cardOf(result)} id="operation" tabindex="-1" aria-labelledby="operation-title" data-test="operation">
    <div class="card-head"><h2 id="operation-title">${line.label ?? words(name)} <span class="soft small">${keyOf(workload)}</span></h2>
      <button type="button" class="button compact" data-test="operation-close" @click=${() => choose(null)}>Close</button></div>
    <div class="columns">${scrolled('Times of the operation', html`<table><thead><tr><th scope="col">ms</th>${Object.keys(POPULATIONS)
      .map((label) => html`<th scope="col" class="numeric">${label}</th>`)}</tr></thead>
      <tbody>${times.map((figure) => html`<tr><th scope="row">${figure.title}</th>${Object.values(POPULATIONS)
        .map((prefix) => figureCells(line, [{...figure, name: nameIn(prefix, figure.name)}]))}</tr>`)}</tbody></table>`)}
    <dl class="facts">${figuresOf(result, 'outcomes').map((figure) => fact(figure.title, number(line.figures[figure.name])))}
      ${fact('mix seen', share(line.mix?.achieved))}${fact('mix planned', share(line.mix?.target))}
      ${parts('errors,', line.errorsByClass)}${parts('declined,', line.declinedByReason)}
      ${line.qos?.length ? html`<div><dt>Limits</dt><dd>${limits(line)}</dd></div>` : nothing}</dl></div>
    ${charts.operation}
    ${ownErrors.length ? html`<h3>Errors</h3>${errorTable(ownErrors)}` : nothing}</section>`;
}

/** The verified properties of the answers of each operation. */
export function answers({answers: declared}, title) {
  return scrolled(`Answers of ${title}`, html`<table><thead><tr>${['Operation', 'Identity', 'Version', 'Checks of the run', 'Not verified'].map((name) => html`<th scope="col">${name}</th>`)}</tr></thead>
    <tbody>${Object.entries(declared).map(([name, {reads, identity, version, checks = [], notVerified}]) => html`<tr><th scope="row">${words(name)}</th>
      ${reads ? [identity, version, checks.map(words).join(', '), notVerified].map((text) => html`<td>${text || '–'}</td>`) : html`<td colspan="4">reads nothing</td>`}</tr>`)}</tbody></table>`);
}

/** The plugin's counters. */
export function counters({counters: counted}, title) {
  return scrolled(`Counters of ${title}`, html`<table><thead><tr><th scope="col">${title}</th><th scope="col" class="numeric">In the steady state</th></tr></thead>
    <tbody>${Object.entries(counted).map(([name, value]) => html`<tr><th scope="row">${words(name)}</th>${numberCell(value)}</tr>`)}</tbody></table>`);
}

/** A table of the plugin. */
export function section({title, note, columns, rows}) {
  return html`<h3>${title}</h3>${note ? html`<p class="soft">${note}</p>` : nothing}
    ${columns.length === 0 ? nothing : scrolled(title, html`<table>
    <thead><tr>${columns.map((name) => html`<th scope="col">${name}</th>`)}</tr></thead>
    <tbody>${rows.map((row) => html`<tr>${row.map((cell) => html`<td>${cell}</td>`)}</tr>`)}</tbody></table>`)}`;
}

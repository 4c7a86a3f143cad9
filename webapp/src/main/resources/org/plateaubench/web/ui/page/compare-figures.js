// SPDX-License-Identifier: Apache-2.0
// The figures of the runs side by side, as values and as changes against the baseline, with a sign and a word.
import {badge} from '../module/badge.js';
import {number, words} from '../module/format.js';
import {html, nothing} from '../module/lit.js';
import {scrolled} from '../module/export.js';

import {percent as wholePercent} from './result-cells.js';

const MAIN = ['throughput', 'p50', 'p95', 'p99', 'errors'];
const WORDS = {p99_9: 'p99.9'};

function percent(change) {
  const size = Math.abs(100 * change);
  return `${change < 0 ? '−' : '+'}${size >= 1000 ? number(Math.round(size)) : size >= 10 ? size.toFixed(0) : size >= 0.05 ? size.toFixed(1) : size.toPrecision(1)}%`;
}

/** The assessment of a change as a tone and a word. */
function judged(figure, value) {
  const up = value.difference > 0;
  if (value.evidence === 'equal' || value.difference === 0) {
    return ['plain', '=', 'same'];
  }
  if (value.evidence === 'within-spread') {
    return ['plain', '≈', 'within scatter'];
  }
  if (value.evidence === 'not-told') {
    return ['plain', '?', 'inconclusive'];
  }
  const sign = up ? '▲' : '▼';
  if (figure.better === null || value.evidence !== 'beyond-spread') {
    return ['plain', sign, up ? 'more' : 'less'];
  }
  return (figure.better === 'higher') === up ? ['good', sign, 'better'] : ['bad', sign, 'worse'];
}

function change(figure, value) {
  if (value.difference === null || value.difference === undefined) {
    return '';
  }
  const [tone, sign, word] = judged(figure, value);
  const by = value.change === null || value.change === undefined
    ? `${value.difference < 0 ? '−' : '+'}${number(Math.abs(value.difference))}` : percent(value.change);
  const title = value.evidence === 'not-told' ? 'The runs cannot distinguish this change from chance.' : undefined;
  return html`${badge(tone, sign, html`${word === 'same' ? '' : `${by} `}${word}`, title)}`;
}

/** The share of a time that is the harness's own lag; more than a tenth is marked. */
function harness({harnessShare, limitedByHarness}) {
  if (harnessShare === null || harnessShare === undefined) {
    return nothing;
  }
  const share = wholePercent(harnessShare);
  return html`<span class="lag${limitedByHarness ? ' limited' : ''}" title="up to ${share} of it may be the harness's own lag">${limitedByHarness
    ? '‡ ' : ''}${share}</span>`;
}

function cell(figure, value, index) {
  const figures = value.value === null ? html`<td class="numeric soft">–</td>`
    : html`<td class="numeric"><span class="figure">${value.lowerBound ? '≥ ' : ''}${number(value.value)}${value.lowResolution
      ? html`<span class="soft" title="fewer than 10 samples lie beyond it">*</span>` : nothing}</span>${harness(value)}</td>`;
  return index === 0 ? figures : html`${figures}<td class="change">${change(figure, value)}</td>`;
}

function row(figure) {
  return html`<tr data-test="figure-${figure.name}"><th scope="row">${WORDS[figure.name] ?? words(figure.name)}
    <span class="soft small">${figure.unit}</span></th>${figure.values.map((value, index) => cell(figure, value, index))}</tr>`;
}

function known(figures) {
  return figures.filter((figure) => figure.values.some((value) => value.value !== null));
}

function heads(runs) {
  return html`<thead><tr><th scope="col">Figure</th>${runs.map((run, index) => (index === 0
    ? html`<th scope="col" class="numeric">${run.label} (baseline)</th>`
    : html`<th scope="col" class="numeric">${run.label}</th><th scope="col" class="change">against ${runs[0].label}</th>`))}</tr></thead>`;
}

function line(runs, one) {
  const main = known(one.figures).filter((figure) => MAIN.includes(figure.name));
  const name = one.kind === 'all' ? 'All operations' : words(one.name);
  return html`<tbody><tr class="group"><th scope="rowgroup" colspan=${2 * runs.length}>${name}${one.kind === 'operation' || one.kind === 'all' ? nothing
    : html` <span class="soft small">${one.kind}</span>`}</th></tr>${main.map(row)}</tbody>`;
}

function counters(title, runs, workload) {
  const figures = known([...workload.checks, ...workload.counters]);
  return figures.length === 0 ? nothing : html`<details><summary>Checks and counters of the plugin (${figures.length})</summary>
    ${scrolled(`${title}, counters`, html`<table class="comparison">${heads(runs)}<tbody>${figures.map(row)}</tbody></table>`)}</details>`;
}

function details(title, runs, workload) {
  return html`<details><summary>Every figure of each operation</summary>${scrolled(`${title}, every figure`, html`<table class="comparison">${heads(runs)}
    ${workload.lines.map((one) => html`<tbody><tr class="group"><th scope="rowgroup" colspan=${2 * runs.length}>${words(one.name)}</th></tr>
      ${known(one.figures).map(row)}</tbody>`)}</table>`)}</details>`;
}

function card(runs, workload) {
  const title = workload.tile === null ? `${workload.name}, all tiles` : `${workload.tile}/${workload.name}`;
  return html`<section class="card" aria-label=${title} data-test="compare-${workload.name}">
    <div class="card-head"><h2>${title} <span class="soft small">${[...new Set(workload.plugins.filter(Boolean))].join(', ')}</span></h2></div>
    ${scrolled(title, html`<table class="comparison"><caption>Compared with the baseline. "Within scatter": the difference is no larger than the scatter within each run. "Inconclusive": the runs cannot distinguish the change from chance.
      Times in ms; ≥ at least; * few samples.
      Small figures: how much of the time may be the harness's own lag; ‡ limited by the harness, more than a tenth.</caption>${heads(runs)}
      ${workload.metric ? html`<tbody class="metric">${row(workload.metric)}</tbody>` : nothing}
      ${workload.lines.map((one) => line(runs, one))}</table>`)}
    ${details(title, runs, workload)}${counters(title, runs, workload)}</section>`;
}

/** One card per workload; with several tiles, the first one shows all of them together. */
export function workloadCards({runs, workloads, harness}) {
  return html`${workloads.map((workload) => card(runs, workload))}
    ${known(harness).length ? html`<section class="card" aria-labelledby="harness-title"><h2 id="harness-title">Harness</h2>
      ${scrolled('Harness', html`<table class="comparison">${heads(runs)}<tbody>${known(harness).map(row)}</tbody></table>`)}</section>` : nothing}`;
}

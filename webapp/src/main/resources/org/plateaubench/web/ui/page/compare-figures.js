// SPDX-License-Identifier: Apache-2.0
// The figures of the runs side by side, as values and as changes against the baseline, with a sign and a word.
import {badge} from '../module/badge.js';
import {number, words} from '../module/format.js';
import {html, nothing} from '../module/lit.js';
import {scrolled} from '../module/export.js';

import {percent as wholePercent} from './result-cells.js';

function percent(change) {
  const size = Math.abs(100 * change);
  return `${change < 0 ? '−' : '+'}${size >= 1000 ? number(Math.round(size)) : size >= 10 ? size.toFixed(0) : size >= 0.05 ? size.toFixed(1) : size.toPrecision(1)}%`;
}

/** The result of a change as a tone, a sign and a word. */
const RESULTS = {
  equal: ['plain', '=', 'same'],
  'no-difference-shown': ['plain', '≈', 'no shown difference'],
  'not-told': ['plain', '?', 'inconclusive'],
  better: ['good', null, 'better'],
  worse: ['bad', null, 'worse'],
  more: ['plain', null, 'more'],
  less: ['plain', null, 'less'],
};

function change(figure, against) {
  if (against === null || against.difference === null) {
    return '';
  }
  const [tone, sign, word] = RESULTS[against.result];
  const amount = against.difference === 0 ? '' : against.share === null
    ? `${against.difference < 0 ? '−' : '+'}${number(Math.abs(against.difference))}` : percent(against.share);
  return html`${badge(tone, sign ?? (against.difference > 0 ? '▲' : '▼'), `${amount} ${word}`.trim(), tested(figure, against))}`;
}

/** The test of a change between sets of several runs, in words. */
function tested(figure, {interval, adjustedPValue, result}) {
  if (interval === null) {
    return result === 'not-told' ? 'The runs cannot distinguish this change from chance.' : undefined;
  }
  return `by ${number(interval.lower)} to ${number(interval.upper)} ${figure.unit} at ${100 * interval.level} % confidence; p = ${number(adjustedPValue)}, corrected for all tests`;
}

function cell(figure, value, index) {
  const figures = value.value === null ? html`<td class="numeric soft">–</td>`
    : html`<td class="numeric"><span class="figure">${value.lowerBound ? '≥ ' : ''}${number(value.value)}${value.lowResolution
      ? html`<span class="soft" title="fewer than 10 samples are beyond it">*</span>` : nothing}${value.limitedByHarness
      ? html`<span class="lag limited" title="up to ${wholePercent(value.harnessShare)} of it is the load generator's own lag">‡</span>` : nothing}</span></td>`;
  return index === 0 ? figures : html`${figures}<td class="change">${change(figure, value.against)}</td>`;
}

function row(figure) {
  return html`<tr data-test="figure-${figure.name}"><th scope="row">${figure.title}</th>${figure.values.map((value, index) => cell(figure, value, index))}</tr>`;
}

function withValues(figures) {
  return figures.filter((figure) => figure.values.some((value) => value.value !== null));
}

function heads(sets) {
  return html`<thead><tr><th scope="col">Figure</th>${sets.map((set, index) => (index === 0
    ? html`<th scope="col" class="numeric">${set.label} (baseline)</th>`
    : html`<th scope="col" class="numeric">${set.label}</th><th scope="col" class="change">against ${sets[0].label}</th>`))}</tr></thead>`;
}

function lineRows(sets, line) {
  const main = withValues(line.figures).filter((figure) => !figure.detail);
  const name = line.kind === 'all' ? 'All operations' : words(line.name);
  return html`<tbody><tr class="group"><th scope="rowgroup" colspan=${2 * sets.length}>${name}${line.kind === 'operation' || line.kind === 'all' ? nothing
    : html` <span class="soft small">${line.kind}</span>`}</th></tr>${main.map(row)}</tbody>`;
}

function details(title, sets, workload) {
  const checks = withValues(workload.checks);
  return html`<details><summary>Every figure of each operation, and the checks</summary>${scrolled(`${title}, every figure`, html`<table class="comparison">${heads(sets)}
    ${workload.lines.map((line) => html`<tbody><tr class="group"><th scope="rowgroup" colspan=${2 * sets.length}>${words(line.name)}</th></tr>
      ${withValues(line.figures).map(row)}</tbody>`)}
    ${checks.length === 0 ? nothing : html`<tbody><tr class="group"><th scope="rowgroup" colspan=${2 * sets.length}>Checks of the plugin</th></tr>${checks.map(row)}</tbody>`}
    </table>`)}</details>`;
}

function card(sets, workload) {
  const title = workload.name;
  return html`<section class="card" aria-label=${title} data-test="compare-${workload.name}">
    <div class="card-head"><h2>${title} <span class="soft small">${[...new Set(workload.plugins.filter(Boolean))].join(', ')}</span></h2></div>
    ${scrolled(title, html`<table class="comparison"><caption>"No shown difference": no larger than the scatter of the runs. "Inconclusive": the runs cannot distinguish the change from chance.
      Times in ms; ≥ at least; * few samples; ‡ more than a tenth may be the load generator's own lag.</caption>${heads(sets)}
      ${workload.metric ? html`<tbody class="metric">${row(workload.metric)}</tbody>` : nothing}
      ${workload.lines.map((line) => lineRows(sets, line))}</table>`)}
    ${details(title, sets, workload)}</section>`;
}

/** The figures of each set that are better, worse or neither than those of the baseline: {better, worse, others}. */
export function countChanges(workloads) {
  const figures = workloads.flatMap(({metric, lines}) => [metric, ...lines.flatMap((line) => line.figures.filter(({detail}) => !detail))]).filter(Boolean);
  const results = (figures[0]?.values ?? []).slice(1).map((_, index) => figures.map(({values}) => values[index + 1].against)
    .filter((against) => against && against.difference !== null).map(({result}) => result));
  return results.map((all) => {
    const count = (name) => all.filter((result) => result === name).length;
    return {better: count('better'), worse: count('worse'), others: all.length - count('better') - count('worse')};
  });
}

/** One card per workload. */
export function workloadCards({sets, workloads}) {
  return workloads.map((workload) => card(sets, workload));
}

// SPDX-License-Identifier: Apache-2.0
// The score of a run, always with class and verdict. A score that does not count is struck through.
import {badge, verdictBadge} from '../module/badge.js';
import {fold} from '../module/fold.js';
import {number, withUnit, words} from '../module/format.js';
import {html, nothing} from '../module/lit.js';
import {scrolled} from '../module/export.js';
import {numberCell} from './result-cells.js';

const MAX_REASONS = 1;

/** The score of a run or of several trials, always with class and verdict; struck through if it does not count. */
export function scoreHeadline(score, doubts) {
  const meaning = html`${verdictBadge(score.verdict, doubts)} <span class="soft">class ${score.runClass}</span>`;
  if (score.state === 'counts') {
    return html`<strong>${score.notation}</strong> ${meaning}`;
  }
  return score.notation
    ? html`<s>${score.notation}</s> ${badge('bad', '✕', 'does not count')} ${meaning}`
    : html`No score ${meaning}`;
}

function confidence({interval, state}) {
  const inWords = interval
    ? `${number(100 * interval.level)}% confidence interval: ${number(interval.lower)} to ${number(interval.upper)} (${interval.method}).`
    : 'The scored time is too short for a confidence interval.';
  return state === 'not-scored' ? nothing : html`<p>${state === 'struck' ? html`<s>${inWords}</s>` : inWords}</p>`;
}

function workloadRow(tile, workload) {
  return html`<tr><th scope="row">${tile}/${workload.name}</th><td class="numeric">${withUnit(workload.rate, workload.unit)}</td>
    <td class="numeric">${withUnit(workload.referenceRate, workload.unit)}</td>${numberCell(workload.ratio)}</tr>`;
}

function table(score) {
  return scrolled('Ratios of the score', html`<table class="figures" data-test="score-ratios">
    <thead><tr><th scope="col">Workload</th><th scope="col" class="numeric">rate</th><th scope="col" class="numeric">reference</th>
      <th scope="col" class="numeric">ratio</th></tr></thead>
    <tbody>${score.perTile.map((tile) => html`${tile.workloads.map((workload) => workloadRow(tile.tile, workload))}
      <tr class="total"><th scope="row">Tile ${tile.tile}, geometric mean</th><td></td><td></td>${numberCell(tile.value)}</tr>`)}
    ${score.operations.map((operation) => html`<tr><th scope="row">${operation.workload}/${words(operation.operation)}</th>
      <td class="numeric">${withUnit(operation.ratePerHour, '/h')}</td><td class="numeric">${withUnit(operation.referencePerHour, '/h')}</td>
      ${numberCell(operation.ratio)}</tr>`)}
    ${score.infrastructure === null ? nothing : html`<tr class="total"><th scope="row">Infrastructure, geometric mean</th><td></td><td></td>
      ${numberCell(score.infrastructure)}</tr>`}</tbody></table>`);
}

function formula(score) {
  return score.infrastructure === null
    ? 'The score is the sum of the tiles.'
    : `The score is ${number(score.applicationWeight)} × ${number(score.application)} (sum of the tiles) + ${
      number(score.infrastructureWeight)} × ${number(score.infrastructure)} (infrastructure).`;
}

/** The score with its parts; nothing if the run file has no reference. */
export function scoreFold({score, conclusion}) {
  return !score ? nothing : fold('score', 'Score', html`<span data-test="score">${scoreHeadline(score, conclusion.kind === 'doubts')}</span>`, html`
    <p class="soft">Against the reference ${score.reference.name} <span class="small">${score.reference.digest}</span></p>
    ${score.reasons.slice(0, MAX_REASONS).map((reason) => html`<p>${reason}</p>`)}
    ${score.reasons.length > MAX_REASONS ? html`<p class="soft">And ${number(score.reasons.length - MAX_REASONS)} more, which stand with the verdict.</p>` : nothing}
    ${confidence(score)}
    ${score.notation ? html`<p class="soft">${formula(score)}</p>${table(score)}` : nothing}
    ${score.periods.length ? html`<p>Periods: ${score.periods.map((period, i) => html`${i ? ', ' : nothing}${period.name} ${number(period.value)}`)}.
      The median scores: ${score.scoredPeriod}.</p>` : nothing}`);
}

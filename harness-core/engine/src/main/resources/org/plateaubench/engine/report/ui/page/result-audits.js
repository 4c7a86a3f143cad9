// SPDX-License-Identifier: Apache-2.0
// The checks of a run: audits of the measurement, reconciliation of the SUT's data, and conditions of the workloads.
import {badge, stateBadge} from '../module/badge.js';
import {fold} from '../module/fold.js';
import {comparedWithUnit, boundWithUnit, count, number, words} from '../module/format.js';
import {html, nothing} from '../module/lit.js';
import {scrolled} from '../module/export.js';
import {auditState, health} from './result-health.js';

/** The audit that summarizes the comparisons of data, which are shown in their own part. */
const RECONCILED = 'M22-reconciliation';

function auditRows(audits) {
  return scrolled('Audits', html`<table>
    <thead><tr><th scope="col">Audit</th><th scope="col">Outcome</th><th scope="col">Scope</th>
      <th scope="col" class="numeric">Seen</th><th scope="col" class="numeric">Bound</th><th scope="col">In words</th></tr></thead>
    <tbody>${audits.map((audit) => html`<tr><th scope="row" class="id nowrap">${audit.rule}</th><td>${auditState(audit)}</td>
      <td class="nowrap">${audit.scope}</td><td class="numeric">${comparedWithUnit(audit.value, audit.bound, audit.unit)}</td>
      <td class="numeric">${boundWithUnit(audit.bound, audit.unit)}</td><td class="words">${audit.message}</td></tr>`)}</tbody></table>`);
}

/** The audits, and the figures of the harness itself. */
export function trustFold({result}) {
  const audits = (result.audits ?? []).filter(({rule, state}) => rule !== RECONCILED || state === 'not-tested');
  const stateOf = (audit) => (audit.noted && audit.state === 'violated' ? 'noted' : audit.state);
  const inState = (state) => audits.filter((audit) => stateOf(audit) === state);
  const passed = inState('ok');
  const others = audits.filter((audit) => audit.state !== 'ok');
  const tone = inState('violated').length ? ['bad', '✕'] : inState('noted').length ? ['doubtful', '!'] : ['good', '✓'];
  const counts = Object.entries({violated: 'violated', noted: 'noted', 'not-tested': 'not tested'})
    .map(([state, word]) => [inState(state).length, word]).filter(([number]) => number > 0).map(([number, word]) => `${number} ${word}`);
  return fold('trust', 'Trust', audits.length === 0 ? 'no audit was made' : html`<span class="tone-${tone[0]}">${tone[1]}</span>
    ${[`${count(passed.length, 'audit')} ok`, ...counts].join(', ')}`, html`${health(result)}
    <div id="audits" tabindex="-1"><h3>Audits</h3>${others.length ? auditRows(others) : nothing}
    ${passed.length ? html`<details><summary>${passed.length} ok</summary>${auditRows(passed)}</details>` : nothing}</div>`);
}

function reconciliationState(row) {
  return row.state === 'violated' ? badge(row.cause === 'sut' ? 'bad' : 'doubtful', row.cause === 'sut' ? '✕' : '!', row.found < row.expected ? 'less' : 'more')
    : row.state === 'not-tested' ? badge('doubtful', '?', 'not tested') : badge('good', '✓', 'agrees');
}

/** The comparison of the SUT's data before and after the run with the sent operations. */
export function dataFold({reconciliation}) {
  const rows = reconciliation ?? [];
  const ok = rows.filter(({state}) => state === 'ok').length;
  return fold('reconciliation', 'Data', rows.length === 0 ? 'not compared with what was sent'
    : ok === rows.length ? html`<span class="tone-good">✓</span> all ${count(ok, 'total')} in the SUT agree with what was sent`
      : html`<span class=${rows.some(({state}) => state === 'violated') ? 'tone-bad' : 'tone-doubtful'}>!</span> ${ok} of ${count(rows.length, 'total')} agree with what was sent`,
  rows.length === 0 ? nothing : reconciliationTable(rows));
}

function reconciliationTable(rows) {
  return scrolled('Reconciliation', html`<table>
    <thead><tr><th scope="col">Compared</th><th scope="col">Outcome</th><th scope="col">Workload</th>
      ${['Count before', 'Count after', 'Sent', 'Found', 'Uncertain'].map((name) => html`<th scope="col" class="numeric">${name}</th>`)}
      <th scope="col">In words</th></tr></thead>
    <tbody>${rows.map((row) => html`<tr><th scope="row">${row.what}</th><td>${reconciliationState(row)}</td>
      <td class="nowrap">${row.scope}</td>
      ${[row.before, row.after, row.expected, row.found, row.uncertain].map((value) => html`<td class="numeric">${number(value)}</td>`)}
      <td class="words">${row.reason}</td></tr>`)}</tbody></table>`);
}

/** The name of a workload, `1/store` or `store, all tiles`. */
function checkedWorkload({tile, name}) {
  return tile === undefined ? `${name}, all tiles` : `${tile}/${name}`;
}

function checkState({lower, upper, met}) {
  if ((lower ?? null) === null && (upper ?? null) === null) {
    return badge('plain', 'i', 'information');
  }
  return stateBadge('limit', met === null ? 'not-tested' : met ? 'met' : 'missed');
}

function range(check) {
  const {lower, upper, unit} = check;
  if (lower === null || lower === undefined) {
    return upper === null || upper === undefined ? '–' : `at most ${boundWithUnit(upper, unit)}`;
  }
  return upper === null || upper === undefined ? `at least ${boundWithUnit(lower, unit)}` : `${boundWithUnit(lower, '')} to ${boundWithUnit(upper, unit)}`;
}

/** The bound that is nearer to the value, so that rounding must not move the value across it. */
function nearerBound({value, lower = null, upper = null}) {
  return upper === null || (lower !== null && value - lower < upper - value) ? lower : upper;
}

/** The conditions of the workloads for their own counts. */
export function checksFold(result) {
  const together = result.aggregate.filter((workload) => result.workloads.filter((tile) => tile.name === workload.name).length > 1);
  const checks = [...together, ...result.workloads]
    .flatMap((workload) => (workload.checks ?? []).map((check) => ({...check, workload: checkedWorkload(workload)})));
  if (checks.length === 0) {
    return nothing;
  }
  const bounded = checks.filter(({met, lower, upper}) => (lower ?? upper ?? null) !== null && met !== undefined);
  const untested = bounded.filter(({met}) => met === null).length;
  return fold('checks', 'Checks', `${bounded.filter(({met}) => met).length} of ${count(bounded.length, 'condition')} of the workloads met${
    untested ? `, ${untested} not tested` : ''}`, scrolled('Checks', html`<table>
    <thead><tr><th scope="col">Check</th><th scope="col">Outcome</th><th scope="col" class="numeric">Value</th>
      <th scope="col">Bounds</th><th scope="col">In words</th></tr></thead>
    <tbody>${checks.map((check) => html`<tr>
      <th scope="row">${check.workload}: ${words(check.name)}</th>
      <td>${checkState(check)}</td>
      <td class="numeric">${comparedWithUnit(check.value, nearerBound(check), check.unit)}</td><td class="nowrap">${range(check)}</td>
      <td class="words">${check.description}</td></tr>`)}</tbody></table>`));
}

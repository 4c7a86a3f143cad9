// SPDX-License-Identifier: Apache-2.0
// What was checked: the measurement itself, what the systems hold afterwards, and what the workloads ask of their counts.
import {badge, stateBadge} from '../module/badge.js';
import {besideWithUnit, boundWithUnit, number, words} from '../module/format.js';
import {html, nothing} from '../module/lit.js';
import {scrolled} from '../module/export.js';
import {auditState} from './result-health.js';

function auditRows(audits) {
  return scrolled('Audits', html`<table>
    <thead><tr><th scope="col">Audit</th><th scope="col">Outcome</th><th scope="col">Scope</th>
      <th scope="col" class="numeric">Seen</th><th scope="col" class="numeric">Bound</th><th scope="col">In words</th></tr></thead>
    <tbody>${audits.map((audit) => html`<tr><th scope="row" class="id nowrap">${audit.rule}</th><td>${auditState(audit)}</td>
      <td class="nowrap">${audit.scope}</td><td class="numeric">${besideWithUnit(audit.value, audit.bound, audit.unit)}</td>
      <td class="numeric">${boundWithUnit(audit.bound, audit.unit)}</td><td class="words">${audit.message}</td></tr>`)}</tbody></table>`);
}

/** Every audit; what is wrong first, what is well folded away. */
export function auditsCard({result}) {
  const audits = result.audits ?? [];
  const well = audits.filter((audit) => audit.state === 'ok');
  const not = audits.filter((audit) => audit.state !== 'ok');
  return html`<section class="card" id="audits" tabindex="-1" aria-labelledby="audits-title">
    <div class="card-head"><h2 id="audits-title">Audits</h2><p>Checks of the measurement itself. An audit that could not be carried out is marked as not tested.</p></div>
    ${not.length ? auditRows(not) : nothing}
    ${well.length ? html`<details ?open=${not.length === 0 && well.length < 4}><summary>${well.length} passed</summary>${auditRows(well)}</details>` : nothing}
    ${audits.length === 0 ? html`<p class="soft">None was made.</p>` : nothing}
  </section>`;
}

function reconciliationState(row) {
  return row.state === 'violated' && row.lost ? badge('bad', '✕', 'lost')
    : row.state === 'violated' ? badge('doubtful', '!', 'differs')
    : row.state === 'not-tested' ? badge('doubtful', '?', 'not tested') : badge('good', '✓', 'agrees');
}

/** What the systems held before and after, against what was sent. */
export function reconciliationCard({result}) {
  const rows = result.reconciliation ?? [];
  return html`<section class="card" id="reconciliation" tabindex="-1" aria-labelledby="reconciliation-title">
    <div class="card-head"><h2 id="reconciliation-title">Reconciliation</h2>
      <p>The data in the SUT after the run, compared with what was sent.</p></div>
    ${rows.length === 0 ? html`<p class="soft">The data was not compared.</p>` : reconciliationTable(rows)}</section>`;
}

function reconciliationTable(rows) {
  return scrolled('Reconciliation', html`<table>
    <thead><tr><th scope="col">Compared</th><th scope="col">Outcome</th><th scope="col">Workload</th>
      ${['Count before', 'Count after', 'Sent', 'Found', 'Uncertain'].map((name) => html`<th scope="col" class="numeric">${name}</th>`)}
      <th scope="col">In words</th></tr></thead>
    <tbody>${rows.map((row) => html`<tr><th scope="row">${row.what}</th><td>${reconciliationState(row)}</td>
      <td class="nowrap">${row.scope}</td>
      ${[row.before, row.after, row.expected, row.found, row.uncertain].map((one) => html`<td class="numeric">${number(one)}</td>`)}
      <td class="words">${row.reason}</td></tr>`)}</tbody></table>`);
}

/** `1/store`, or `store, all tiles`. */
function checkedOf({tile, name}) {
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

/** The bound that rounding could move the value across. */
function nearerBound({value, lower = null, upper = null}) {
  return upper === null || (lower !== null && value - lower < upper - value) ? lower : upper;
}

/** The conditions of the workloads for their own counts. */
export function checksCard({result}) {
  const together = result.aggregate.filter((one) => result.workloads.filter((tile) => tile.name === one.name).length > 1);
  const checks = [...together, ...result.workloads]
    .flatMap((workload) => (workload.checks ?? []).map((check) => ({...check, of: checkedOf(workload)})));
  if (checks.length === 0) {
    return nothing;
  }
  return html`<section class="card" aria-labelledby="checks-title"><div class="card-head"><h2 id="checks-title">Checks of the workloads</h2>
    <p>Conditions that each workload sets for its own counts, to show that the load was as described.</p></div>
    ${scrolled('Checks', html`<table>
    <thead><tr><th scope="col">Check</th><th scope="col">Outcome</th><th scope="col" class="numeric">Value</th>
      <th scope="col">Bounds</th><th scope="col">In words</th></tr></thead>
    <tbody>${checks.map((check) => html`<tr>
      <th scope="row">${check.of}: ${words(check.name)}</th>
      <td>${checkState(check)}</td>
      <td class="numeric">${besideWithUnit(check.value, nearerBound(check), check.unit)}</td><td class="nowrap">${range(check)}</td>
      <td class="words">${check.description}</td></tr>`)}</tbody></table>`)}</section>`;
}

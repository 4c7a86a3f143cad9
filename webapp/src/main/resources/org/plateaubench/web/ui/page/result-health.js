// SPDX-License-Identifier: Apache-2.0
// Whether the measurement deserves belief: the harness's own figures, audits, checks and what was found in the SUT.
import {badge} from '../module/badge.js';
import {number, withUnit} from '../module/format.js';
import {html, nothing} from '../module/lit.js';

const STATES = {
  ok: ['good', '✓', 'ok'], violated: ['bad', '✕', 'violated'], 'not-tested': ['plain', '?', 'not tested'],
};

function state(audit) {
  return audit.noted && audit.state === 'violated' ? badge('doubtful', '!', 'noted')
    : badge(...(STATES[audit.state] ?? ['plain', '?', audit.state]));
}

function tile(value, unit, label, bound) {
  return html`<div class="tile"><span class="value">${number(value)}<span class="unit">${unit}</span></span>
    <span class="label">${label}</span>${bound ? html`<span class="label">${bound}</span>` : nothing}</div>`;
}

function calibrations(harness) {
  const agents = Object.entries(harness.calibration ?? {});
  if (agents.length === 0) {
    return nothing;
  }
  return html`<h3>What the hosts of the agents can do, looked at before the load began</h3>
    <div class="table-scroll" tabindex="0" role="region" aria-label="Calibration"><table>
    <thead><tr><th scope="col">Agent</th><th scope="col" class="numeric">reading the clock</th>
      <th scope="col" class="numeric">threads wake up late by p50, ms</th><th scope="col" class="numeric">p99, ms</th>
      <th scope="col" class="numeric">max, ms</th><th scope="col" class="numeric">longest stall, ms</th></tr></thead>
    <tbody>${agents.map(([name, one]) => html`<tr><th scope="row">${name}</th>
      <td class="numeric">${withUnit(one.clockReadMs * 1e6, 'ns')}</td>
      ${['p50', 'p99', 'max'].map((which) => html`<td class="numeric">${number(one.platformParkErrorMs?.[which] ?? null)}</td>`)}
      <td class="numeric">${number(one.longestStallMs)}</td></tr>`)}</tbody></table></div>`;
}

/** What uses the CPU of an agent. */
function parts(cpu) {
  return `loops and users ${number(cpu.driveCores)}, collector ${number(cpu.collectorCores)}, compiler ${number(cpu.compilerCores)},`
    + ` other ${number(cpu.otherCores)}`;
}

/** The harness's own figures. */
export function healthCard({result}) {
  const {harness} = result;
  const bounds = result.judge?.bounds ?? {};
  return html`<section class="card" id="harness" tabindex="-1" aria-labelledby="harness-title">
    <div class="card-head"><h2 id="harness-title">Health of the harness</h2>
      ${result.verdict === 'invalid' ? badge('doubtful', '!', 'the run is not believed') : badge('good', '✓', 'believed')}
      <p>How late the harness itself was. Small figures mean that what is measured is the system's, not ours.</p></div>
    ${harness ? html`<div class="tiles">
      ${tile(harness.dispatchLagMs?.p99 ?? null, 'ms', 'dispatch lag p99')}
      ${tile(harness.completionLagMs?.p99 ?? null, 'ms', 'completion lag p99')}
      ${harness.wakeUpLagMs ? tile(harness.wakeUpLagMs.p99, 'ms', 'wake-up lag p99 of event loops') : nothing}
      ${tile(harness.longestStallMs, 'ms', 'longest stall', bounds.longestStallMs ? `at most ${withUnit(bounds.longestStallMs, 'ms')}` : '')}
      ${tile(harness.cpuShare === null ? null : 100 * harness.cpuShare, '%', 'CPU of the agents', bounds.cpuSharePercent
        ? `at most ${number(bounds.cpuSharePercent)}%` : '')}
      ${harness.cpu ? tile(harness.cpu.cores, 'cores', `used of ${number(harness.cpu.availableCores)}`, parts(harness.cpu)) : nothing}
    </div>${calibrations(harness)}` : html`<p class="soft">Nothing was recorded of it.</p>`}
  </section>`;
}

function auditRows(audits) {
  return html`<div class="table-scroll" tabindex="0" role="region" aria-label="Audits"><table>
    <thead><tr><th scope="col">Audit</th><th scope="col">Outcome</th><th scope="col">Scope</th><th scope="col">In words</th></tr></thead>
    <tbody>${audits.map((audit) => html`<tr><th scope="row" class="id">${audit.rule}</th><td>${state(audit)}</td>
      <td class="nowrap">${audit.scope}</td><td class="words">${audit.message}</td></tr>`)}</tbody></table></div>`;
}

/** Every audit; what is wrong first, what is well folded away. */
export function auditsCard({result}) {
  const audits = result.audits ?? [];
  const well = audits.filter((audit) => audit.state === 'ok');
  const not = audits.filter((audit) => audit.state !== 'ok');
  return html`<section class="card" id="audits" tabindex="-1" aria-labelledby="audits-title">
    <div class="card-head"><h2 id="audits-title">Audits</h2><p>Checks of the measurement itself. One that could not be made says so.</p></div>
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

/** What the systems held before and after, against what was sent; runs of before 0.3 have none. */
export function reconciliationCard({result}) {
  const rows = result.reconciliation ?? [];
  if (rows.length === 0) {
    return nothing;
  }
  return html`<section class="card" id="reconciliation" tabindex="-1" aria-labelledby="reconciliation-title">
    <div class="card-head"><h2 id="reconciliation-title">Reconciliation</h2>
      <p>What the system holds after the run against what was sent.</p></div>
    <div class="table-scroll" tabindex="0" role="region" aria-label="Reconciliation"><table>
    <thead><tr><th scope="col">Compared</th><th scope="col">Outcome</th><th scope="col">Workload</th>
      ${['Held before', 'Held after', 'Sent', 'Found', 'Uncertain'].map((name) => html`<th scope="col" class="numeric">${name}</th>`)}
      <th scope="col">In words</th></tr></thead>
    <tbody>${rows.map((row) => html`<tr><th scope="row">${row.what}</th><td>${reconciliationState(row)}</td>
      <td class="nowrap">${row.tile}/${row.workload}</td>
      ${[row.before, row.after, row.expected, row.found, row.uncertain].map((one) => html`<td class="numeric">${number(one)}</td>`)}
      <td class="words">${row.reason}</td></tr>`)}</tbody></table></div></section>`;
}

function range(check) {
  const {lower, upper, unit} = check;
  if (lower === null || lower === undefined) {
    return upper === null || upper === undefined ? '–' : `at most ${withUnit(upper, unit)}`;
  }
  return upper === null || upper === undefined ? `at least ${withUnit(lower, unit)}` : `${number(lower)} to ${withUnit(upper, unit)}`;
}

/** What the workloads ask of their own counts. */
export function checksCard({result}) {
  const workloads = result.workloads.filter((workload) => workload.checks?.length);
  if (workloads.length === 0) {
    return nothing;
  }
  return html`<section class="card" aria-labelledby="checks-title"><div class="card-head"><h2 id="checks-title">Checks of the workloads</h2>
    <p>What each workload asks of its own counts, so that the load was what it claims to be.</p></div>
    <div class="table-scroll" tabindex="0" role="region" aria-label="Checks"><table>
    <thead><tr><th scope="col">Check</th><th scope="col">Outcome</th><th scope="col" class="numeric">Value</th>
      <th scope="col">Asked</th><th scope="col">In words</th></tr></thead>
    <tbody>${workloads.flatMap((workload) => workload.checks.map((check) => html`<tr>
      <th scope="row">${workload.tile}/${workload.name}: ${check.name}</th>
      <td>${check.met === null ? badge('plain', '?', 'not told') : check.met ? badge('good', '✓', 'met') : badge('bad', '✕', 'missed')}</td>
      <td class="numeric">${withUnit(check.value, check.unit)}</td><td class="nowrap">${range(check)}</td>
      <td class="words">${check.description}</td></tr>`))}</tbody></table></div></section>`;
}

// SPDX-License-Identifier: Apache-2.0
// Whether the measurement deserves belief: the harness's own figures, and what its hosts can do.
import {badge, stateBadge} from '../module/badge.js';
import {tile} from '../module/facts.js';
import {count, number, withUnit} from '../module/format.js';
import {html, nothing} from '../module/lit.js';
import {scrolled} from '../module/export.js';
import {agentsTable} from './result-hosts.js';

const GRAVITY = ['ok', 'not-tested', 'violated'];

/** What an audit found. */
export function auditState(audit) {
  return stateBadge('audit', audit.noted && audit.state === 'violated' ? 'noted' : audit.state);
}

function noted(result) {
  return (result.audits ?? []).some((audit) => audit.state === 'violated' && audit.noted);
}

/** Whether the figures can be read without a look at the harness before. */
export function isHealthy(result) {
  return result.window !== null && result.verdict !== 'invalid' && !noted(result);
}

function belief(result) {
  if (!result.window) {
    return badge('plain', '–', 'nothing was measured');
  }
  if (result.verdict === 'invalid') {
    return badge('doubtful', '!', 'the run cannot be trusted');
  }
  if (noted(result)) {
    return badge('doubtful', '!', `trusted for class ${result.class} only`);
  }
  const open = (result.audits ?? []).filter((audit) => audit.state === 'not-tested').length;
  return badge('good', '✓', open === 0 ? 'trusted' : `trusted; ${count(open, 'audit')} could not be tested`);
}

/** The gravest of the audits of a rule. */
function worst(result, rule) {
  return (result.audits ?? []).filter((audit) => audit.rule === rule)
    .sort((a, b) => GRAVITY.indexOf(b.state) - GRAVITY.indexOf(a.state))[0];
}

/** The origin of a bound that is not constant. */
function basis(audit, result) {
  if (!['M16-dispatch-lag', 'M16-completion-lag', 'M16-wake-up-lag'].includes(audit.rule)) {
    return '';
  }
  return result.class === 'dev' ? '; class dev: 20 ms, or 20% of the tightest latency limit if that is more'
    : '; 1 ms, or 2% of the tightest latency limit if that is more';
}

function boundWords(audit, result) {
  return `${audit.rule === 'M17-steady-length' ? 'requested' : 'at most'} ${withUnit(audit.bound, audit.unit)}${basis(audit, result)}`;
}

/** A figure of the harness with the audit that holds it to a bound. */
function auditedTile(value, unit, label, audit, result, parts = '') {
  return tile(value, unit, label, {more: html`${parts ? html`<span class="label">${parts}</span>` : nothing}
    ${(audit?.bound ?? null) === null ? nothing : html`<span class="label">${boundWords(audit, result)}</span>`}
    ${audit ? html`<span class="state">${auditState(audit)}</span>` : nothing}`});
}

/** What uses the CPU of an agent. */
function parts(cpu) {
  return cpu ? `${number(cpu.cores)} of ${number(cpu.availableCores)} cores: loops and users ${number(cpu.driveCores)}, collector `
    + `${number(cpu.collectorCores)}, compiler ${number(cpu.compilerCores)}, other ${number(cpu.otherCores)}` : '';
}

function tiles(result) {
  const {harness} = result;
  const of = (rule, value, unit, label, more) => auditedTile(value, unit, label, worst(result, rule), result, more);
  const audited = (rule, unit, label) => of(rule, worst(result, rule)?.value, unit, label);
  return html`<div class="tiles">
    ${of('M16-dispatch-lag', harness.dispatchLagMs?.p99, 'ms', 'dispatch lag p99')}
    ${of('M16-completion-lag', harness.completionLagMs?.p99, 'ms', 'completion lag p99')}
    ${harness.wakeUpLagMs ? of('M16-wake-up-lag', harness.wakeUpLagMs.p99, 'ms', 'wake-up lag p99 of event loops') : nothing}
    ${of('M16-longest-stall', harness.longestStallMs, 'ms', 'longest stall')}
    ${of('M16-agent-cpu', harness.cpuShare === null ? null : 100 * harness.cpuShare, '%', 'CPU of the agents', parts(harness.cpu))}
    ${audited('M17-missing-intervals', '', 'missing intervals')}
    ${audited('M17-steady-length', 's', 'steady state')}
  </div>`;
}

const PARKED = ['p50', 'p99', 'max'];

function calibrations(harness) {
  const agents = Object.entries(harness.calibration ?? {});
  if (agents.length === 0) {
    return nothing;
  }
  const parked = (error) => PARKED.map((which) => html`<td class="numeric">${number(error?.[which] ?? null)}</td>`);
  return html`<h3>Calibration of the agents' hosts, before the load began</h3>
    ${scrolled('Calibration', html`<table data-test="calibration">
    <thead><tr><th scope="col">Agent</th><th scope="col" class="numeric">reading the clock</th>
      ${['threads', 'virtual threads'].map((kind) => html`<th scope="col" class="numeric">${kind} wake up late by p50, ms</th>
        <th scope="col" class="numeric">p99, ms</th><th scope="col" class="numeric">max, ms</th>`)}
      <th scope="col" class="numeric">longest stall, ms</th></tr></thead>
    <tbody>${agents.map(([name, one]) => html`<tr><th scope="row">${name}</th>
      <td class="numeric">${withUnit(one.clockReadMs * 1e6, 'ns')}</td>
      ${parked(one.platformParkErrorMs)}${parked(one.virtualParkErrorMs)}
      <td class="numeric">${number(one.longestStallMs)}</td></tr>`)}</tbody></table>`)}`;
}

/** The harness's own figures. */
export function healthCard({result}) {
  const {harness} = result;
  return html`<section class="card" id="harness" tabindex="-1" aria-labelledby="harness-title">
    <div class="card-head"><h2 id="harness-title">Health of the harness</h2>
      ${belief(result)}
      <p>How late the harness itself was. When these figures are small, the measured times are those of the SUT.</p></div>
    ${harness ? html`${result.window ? html`${tiles(result)}${agentsTable(harness)}` : nothing}${calibrations(harness)}`
      : html`<p class="soft">No figures of the harness were recorded.</p>`}
  </section>`;
}

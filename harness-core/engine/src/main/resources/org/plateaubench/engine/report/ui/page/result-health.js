// SPDX-License-Identifier: Apache-2.0
// The figures of the harness itself: its lag, its CPU use, and the calibration of its hosts.
import {stateBadge} from '../module/badge.js';
import {tile} from '../module/facts.js';
import {number, withUnit} from '../module/format.js';
import {html, nothing} from '../module/lit.js';
import {scrolled} from '../module/export.js';

const SEVERITY = ['ok', 'not-tested', 'violated'];

/** The outcome of an audit as a badge. */
export function auditState(audit) {
  return stateBadge('audit', audit.noted && audit.state === 'violated' ? 'noted' : audit.state);
}

/** The audit of a rule with the worst outcome. */
function worst(result, rule) {
  return (result.audits ?? []).filter((audit) => audit.rule === rule)
    .sort((a, b) => SEVERITY.indexOf(b.state) - SEVERITY.indexOf(a.state))[0];
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

/** A figure of the harness with the audit that limits it. */
function auditedTile(value, unit, label, audit, result, parts = '') {
  return tile(value, unit, label, {more: html`${parts ? html`<span class="label">${parts}</span>` : nothing}
    ${(audit?.bound ?? null) === null ? nothing : html`<span class="label">${boundWords(audit, result)}</span>`}
    ${audit ? html`<span class="state">${auditState(audit)}</span>` : nothing}`});
}

/** The CPU use of an agent by purpose. */
function parts(cpu) {
  return cpu ? `${number(cpu.cores)} of ${number(cpu.availableCores)} cores: loops and users ${number(cpu.driveCores)}, collector `
    + `${number(cpu.collectorCores)}, compiler ${number(cpu.compilerCores)}, other ${number(cpu.otherCores)}` : '';
}

function tiles(result) {
  const {harness} = result;
  const tileOf = (rule, value, unit, label, more) => auditedTile(value, unit, label, worst(result, rule), result, more);
  const valueTile = (rule, unit, label) => tileOf(rule, worst(result, rule)?.value, unit, label);
  return html`<div class="tiles">
    ${tileOf('M16-dispatch-lag', harness.dispatchLagMs?.p99, 'ms', 'dispatch lag p99')}
    ${tileOf('M16-completion-lag', harness.completionLagMs?.p99, 'ms', 'completion lag p99')}
    ${harness.wakeUpLagMs ? tileOf('M16-wake-up-lag', harness.wakeUpLagMs.p99, 'ms', 'wake-up lag p99 of event loops') : nothing}
    ${tileOf('M16-longest-stall', harness.longestStallMs, 'ms', 'longest stall')}
    ${tileOf('M16-agent-cpu', harness.cpuShare === null ? null : 100 * harness.cpuShare, '%', 'CPU of the agents', parts(harness.cpu))}
    ${valueTile('M17-missing-intervals', '', 'missing intervals')}
    ${valueTile('M17-steady-length', 's', 'steady state')}
  </div>`;
}

function calibrations(harness) {
  const agents = Object.entries(harness.calibration ?? {});
  if (agents.length === 0) {
    return nothing;
  }
  const wakeUpCell = (error) => html`<td class="numeric">${['p50', 'p99', 'max'].map((figure) => number(error.count ? error[`${figure}Nanos`] / 1e6 : null)).join(' / ')}</td>`;
  return html`<h3>Calibration of the agents' hosts, before the load began</h3>
    ${scrolled('Calibration', html`<table data-test="calibration">
    <thead><tr><th scope="col">Agent</th><th scope="col" class="numeric">Reading the clock</th>
      ${['Threads', 'Virtual threads'].map((kind) => html`<th scope="col" class="numeric">${kind} wake up late by, ms (p50 / p99 / max)</th>`)}
      <th scope="col" class="numeric">Longest stall, ms</th></tr></thead>
    <tbody>${agents.map(([name, calibration]) => html`<tr><th scope="row">${name}</th>
      <td class="numeric">${withUnit(calibration.clock.readNanos, 'ns')}</td>
      ${wakeUpCell(calibration.platform)}${wakeUpCell(calibration.virtual)}
      <td class="numeric">${number(calibration.longestStallNanos / 1e6)}</td></tr>`)}</tbody></table>`)}`;
}

/** The figures of the harness itself, and the calibration of its hosts. */
export function health(result) {
  const {harness} = result;
  return harness ? html`${result.window ? tiles(result) : nothing}${calibrations(harness)}`
    : html`<p class="soft">No figures of the harness were recorded.</p>`;
}

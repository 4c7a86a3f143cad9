// SPDX-License-Identifier: Apache-2.0
// Whether the harness keeps up during the run, in plain words. The audits of the result decide; this is an early
// warning, so that the cause can be corrected.
import {badge} from '../module/badge.js';
import {tile} from '../module/facts.js';
import {number, withUnit} from '../module/format.js';
import {html, nothing} from '../module/lit.js';
import {keyOf} from './chart-specs.js';
import {latest} from './live-data.js';

const RECENT = 30;
const OFTEN = 0.2;

function greatest(values) {
  return values.reduce((most, value) => (value === null || (most !== null && most >= value) ? most : value), null);
}

/** The values of the steady state, or all values before it begins. */
function counted(series, values) {
  const steady = series.phases.find((phase) => phase.name === 'steady');
  return (values ?? []).filter((value, index) => value !== null && (!steady || series.time[index] >= steady.startSeconds));
}

/** The risks of the run: [{grave, text}]. */
function risks(series, plan) {
  const found = [];
  const bounds = plan?.bounds ?? {};
  for (const workload of series.workloads) {
    const bound = plan?.workloads?.find((one) => one.tile === workload.tile && one.name === workload.name)?.lagBoundMs;
    const recent = counted(series, workload.series.dispatchLagP99).slice(-RECENT);
    const late = recent.filter((value) => value > bound).length;
    if (bound && recent.length > 0 && late / recent.length > OFTEN) {
      found.push({grave: true, text: `${keyOf(workload)}: operations start more than ${withUnit(bound, 'ms')} late in ${late}`
        + ` of the last ${recent.length} intervals. The agent cannot keep up.`});
    }
  }
  for (const agent of series.harness) {
    const stall = greatest(counted(series, agent.series.longestStallMs));
    if (bounds.longestStallMs && stall > bounds.longestStallMs) {
      found.push({grave: bounds.stallVoids === true, text: `Agent ${agent.agent} was stopped for ${withUnit(stall, 'ms')};`
        + ` at most ${withUnit(bounds.longestStallMs, 'ms')} should be.`});
    }
    const cpu = latest(agent.series.processCpuShare);
    if (bounds.cpuSharePercent && cpu !== null && 100 * cpu > bounds.cpuSharePercent) {
      found.push({grave: bounds.cpuVoids === true, text: `Agent ${agent.agent} uses ${number(100 * cpu)}% of its host's CPU;`
        + ` at most ${number(bounds.cpuSharePercent)}% should be.`});
    }
  }
  return found;
}

function word(found, series, plan) {
  if (series.time.length === 0) {
    return badge('plain', '…', 'nothing measured yet');
  }
  if (!plan) {
    return badge('plain', '?', 'unknown: the plan could not be read');
  }
  if (found.some((risk) => risk.grave)) {
    return badge('doubtful', '!', 'at risk of being invalid');
  }
  return found.length ? badge('plain', 'i', 'strained; this is noted in the result') : badge('good', '✓', 'on course');
}

/** The card. */
export function healthCard(series, plan) {
  const found = risks(series, plan);
  const {shown, more} = few(found.toSorted((a, b) => b.grave - a.grave));
  const lag = greatest(series.workloads.map((one) => latest(one.series.dispatchLagP99)));
  const over = (name) => greatest(series.harness.map((agent) => latest(agent.series[name])));
  const process = over('processCpuShare');
  const host = over('hostCpuShare');
  return html`<section class="card" aria-labelledby="health-title">
    <div class="card-head"><h2 id="health-title">Health of the harness</h2><span role="status" data-test="health">${word(found, series, plan)}</span></div>
    <div class="tiles">
      ${tile(lag, 'ms', 'dispatch lag p99, now')}${tile(over('longestStallMs'), 'ms', 'longest stall, now')}
      ${tile(process === null ? null : 100 * process, '%', 'CPU of the agent')}${tile(host === null ? null : 100 * host, '%', 'CPU of its host')}
    </div>
    ${found.length ? html`<ul class="plain-list">${shown.map((risk) => html`<li>${risk.text}</li>`)}${
      more ? html`<li>And ${more} more.</li>` : nothing}</ul>` : nothing}
  </section>`;
}

const MOST = 4;

/** The first items of a list, and the number of the others. */
export function few(list, most = MOST) {
  return {shown: list.slice(0, most), more: Math.max(0, list.length - most)};
}

/** The reasons why the run can no longer pass; nothing while it can. */
export function failureBanner(failures) {
  const {shown, more} = few(failures);
  return failures.length === 0 ? nothing : html`<section class="callout tone-bad" role="status" data-test="failures">
    <ul>${shown.map((one) => html`<li>${one}</li>`)}</ul>${more ? html`<p>And ${more} more.</p>` : nothing}</section>`;
}

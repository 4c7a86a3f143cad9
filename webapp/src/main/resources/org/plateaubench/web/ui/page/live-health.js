// SPDX-License-Identifier: Apache-2.0
// How late and busy the harness is during the run, and why the run can no longer pass.
import {tile} from '../module/facts.js';
import {html, nothing} from '../module/lit.js';
import {latest} from './live-data.js';

function greatest(values) {
  return values.reduce((most, value) => (value === null || (most !== null && most >= value) ? most : value), null);
}

/** The card. */
export function healthCard(series) {
  const lag = greatest(series.workloads.map((workload) => latest(workload.series.dispatchLagP99)));
  const over = (name) => greatest(series.harness.map((agent) => latest(agent.series[name])));
  const process = over('processCpuShare');
  const host = over('hostCpuShare');
  return html`<section class="card" aria-labelledby="health-title">
    <div class="card-head"><h2 id="health-title">Health of the harness</h2></div>
    <div class="tiles">
      ${tile(lag, 'ms', 'dispatch lag p99, now')}${tile(over('longestStallMs'), 'ms', 'longest stall, now')}
      ${tile(process === null ? null : 100 * process, '%', 'CPU of the agent')}${tile(host === null ? null : 100 * host, '%', 'CPU of its host')}
    </div>
  </section>`;
}

const MAX_LISTED = 4;

/** The first items of a list, and the number of the others. */
export function few(list, most = MAX_LISTED) {
  return {shown: list.slice(0, most), more: Math.max(0, list.length - most)};
}

/** The reasons why the run can no longer pass; nothing while it can. */
export function failureBanner(failures) {
  const {shown, more} = few(failures);
  return failures.length === 0 ? nothing : html`<section class="callout tone-bad" role="status" data-test="failures">
    <ul>${shown.map((line) => html`<li>${line}</li>`)}</ul>${more ? html`<p>And ${more} more.</p>` : nothing}</section>`;
}

// SPDX-License-Identifier: Apache-2.0
// The current figures of each workload in large type.
import {badge} from '../module/badge.js';
import {tile} from '../module/facts.js';
import {html, nothing} from '../module/lit.js';
import {keyOf} from './chart-specs.js';
import {latest} from './live-data.js';
import {percent} from './result-cells.js';

/** Share of the harness's own lag above which a time is limited by the harness, as in the result. */
const LIMITED = 0.1;

/**
 * A current percentile. If operations failed, it may be the longest known time of an operation that was cut short, so
 * that the real one is at least that long.
 */
function timeTile(series, name) {
  const value = latest(series[name]);
  const share = latest(series[`harnessShare${name.toUpperCase()}`]);
  const label = value !== null && share > LIMITED ? html`${name} ${badge('doubtful', '‡', `${percent(share)} harness`,
    'Limited by the harness: so much of it may be its own lag.')}` : name;
  return tile(value, 'ms', label, {look: 'now', bound: value !== null && value === latest(series.max) && latest(series.failed) > 0});
}

function total(values) {
  return (values ?? []).reduce((sum, value) => sum + (value ?? 0), 0);
}

/** Share of failures among all operations that ended in the shown time, in percent. */
function failedPercent(series) {
  const failed = total(series.failed);
  const all = failed + total(series.throughput) + total(series.declined);
  return all > 0 ? (100 * failed) / all : null;
}

/** One row of figures per workload; with many workloads, only the selected ones. */
export function headlines(data, chosen) {
  const workloads = data.workloads.filter((workload) => !chosen?.length || chosen.includes(keyOf(workload)));
  if (workloads.length === 0) {
    return nothing;
  }
  return html`<section class="card" aria-labelledby="now-title"><h2 id="now-title" class="away">Now</h2>
    ${workloads.map((workload) => {
      const {series} = workload;
      return html`${data.workloads.length > 1 ? html`<h3>${keyOf(workload)}</h3>` : nothing}
        <div class="tiles" data-test="now-${workload.name}">
          ${tile(latest(series.throughput), '/s', 'throughput', {look: 'now'})}
          ${['p50', 'p95', 'p99'].map((name) => timeTile(series, name))}
          ${tile(failedPercent(series), '%', 'errors, last 10 min')}
          ${tile(latest(series.users), '', 'users')}${tile(latest(series.inFlight), '', 'in flight')}</div>`;
    })}</section>`;
}

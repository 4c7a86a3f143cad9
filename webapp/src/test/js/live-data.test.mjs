// SPDX-License-Identifier: Apache-2.0
import assert from 'node:assert/strict';
import {test} from 'node:test';
import {page} from './pages.mjs';

const {latest, LiveData} = await page('page/live-data.js');

function interval(at, throughput, more = {}) {
  return {
    from: at - 0.5, to: at + 0.5, binSeconds: 1, time: [at], missing: [0],
    workloads: [{tile: 1, name: 'store', plugin: 'p', series: {throughput: [throughput]}, operations: [
      {name: 'buy', kind: 'operation', series: {p95: [throughput / 10]}}], counters: {}, gauges: {}}],
    harness: [{agent: 'local', series: {longestStallMs: [1]}}], telemetry: [], ...more,
  };
}

test('an interval is appended', () => {
  const data = new LiveData();
  assert.equal(data.append(interval(0.5, 10)), true);
  assert.equal(data.append(interval(1.5, 20)), true);
  assert.deepEqual(data.series.time, [0.5, 1.5]);
  assert.deepEqual(data.series.workloads[0].series.throughput, [10, 20]);
  assert.deepEqual(data.series.workloads[0].operations[0].series.p95, [1, 2]);
  assert.equal(data.series.to, 2);
});

test('an interval that is sent again replaces the earlier one', () => {
  const data = new LiveData();
  [interval(0.5, 10), interval(1.5, 20), interval(0.5, 15)].forEach((one) => data.append(one));
  assert.deepEqual(data.series.workloads[0].series.throughput, [15, 20]);
});

test('missing values are gaps', () => {
  const data = new LiveData();
  data.append({...interval(0.5, 1), workloads: []});
  data.append(interval(1.5, 20));
  data.append({...interval(2.5, 1), workloads: []});
  assert.deepEqual(data.series.workloads[0].series.throughput, [null, 20, null]);
});

test('telemetry has its own times', () => {
  const data = new LiveData();
  const one = {source: 'db', series: 'rows', unit: '', time: [0.2], values: [3]};
  data.append(interval(0.5, 1, {telemetry: [one]}));
  data.append(interval(1.5, 1, {telemetry: [{...one, time: [1.2], values: [4]}]}));
  assert.deepEqual(data.series.telemetry[0].values, [3, 4]);
});

test('data before the shown part is dropped from all series', () => {
  const data = new LiveData();
  for (let second = 0; second < 200; second++) {
    data.append(interval(second + 0.5, second));
  }
  data.trim(60);
  assert.equal(data.series.time[0], 139.5);
  assert.equal(data.series.workloads[0].series.throughput[0], 139);
  assert.equal(data.series.harness[0].series.longestStallMs.length, data.series.time.length);
});

test('the latest value is from one of the last three intervals', () => {
  assert.equal(latest([1, 2, null]), 2);
  assert.equal(latest([1, null, null, null]), null);
  assert.equal(latest(undefined), null);
});

// SPDX-License-Identifier: Apache-2.0
import assert from 'node:assert/strict';
import {test} from 'node:test';
import {page} from './pages.mjs';

const {mainCharts, oneOperationCharts, summedChart} = await page('page/chart-specs.js');

test('the charts of an operation have response and service times', () => {
  const series = {throughput: [1], p50: [5], max: [9], serviceP50: [4], serviceP95: [null]};
  const data = {time: [1], workloads: [{tile: 1, name: 'store', operations: [{name: 'buy', series}], series}]};
  const percentiles = [{tile: 1, name: 'store', operations: [{name: 'buy', curve: [[50, 5]], serviceCurve: [[50, 4]]}]}];
  const of = (operation) => oneOperationCharts(operation, percentiles, {phases: () => []});
  assert.deepEqual(of('1/store/buy').map(({id}) => id), ['operation-throughput', 'operation-times', 'operation-curve']);
  assert.deepEqual(of('1/store/buy')[1].pick(data).series, [{name: 'response p50', values: [5]}, {name: 'service p50', values: [4]}]);
  assert.deepEqual(of('1/store/all').map(({pick}) => pick(data).series.length), [1, 2], 'all operations have no curve');
  assert.deepEqual(of('1/store/gone')[0].pick(data).series, []);
});

test('a chart of response times has the limits of all operations', () => {
  const result = {workloads: [{tile: 1, name: 'store', all: {qos: [{metric: 'p95', operator: '<', bound: 8, unit: 'ms'}]}, operations: []}]};
  assert.deepEqual(mainCharts('1/store', {result: () => result, phases: () => []})[1].limits(), [{value: 8, label: 'p95 < 8 ms'}]);
});

test('tiles are summed by workload, and a missing value is a gap', () => {
  const workload = (tile, name, throughput) => ({tile, name, series: {throughput}});
  const data = {time: [1, 2, 3], workloads: [workload(1, 'store', [1, 2, null]), workload(2, 'store', [10, null, null]), workload(1, 'mail', [5, 6, 7])]};
  assert.deepEqual(summedChart({phases: () => []}).pick(data).series,
    [{name: 'store, 2 tiles', values: [11, 2, null]}, {name: 'mail', values: [5, 6, 7]}]);
});

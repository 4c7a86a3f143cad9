// SPDX-License-Identifier: Apache-2.0
import assert from 'node:assert/strict';
import {test} from 'node:test';
import {page} from './pages.mjs';

const {timesOf, timeLines, timeSeries} = await page('page/result-times.js');
const {Place} = await page('module/place.js');
const {summedCharts, workloadCharts} = await page('page/chart-specs.js');

test('the address chooses the times, and a mistyped one the usual ones', () => {
  const of = (query) => timesOf(new Place(new URLSearchParams(query)));
  assert.deepEqual(['', 'times=service', 'times=both', 'times=toString', 'times=x'].map(of),
    ['response', 'service', 'both', 'response', 'response']);
});

test('service times stand beside response times under names of their own', () => {
  assert.deepEqual(timeSeries('both', ['p50', 'max']), [
    {series: 'p50', name: 'p50'}, {series: 'max', name: 'max'}, {series: 'serviceP50', name: 'service p50'}]);
  assert.deepEqual(timeLines('both', 'p95').map(({ending, series, curve}) => [ending, series, curve]),
    [['', 'p95', 'curve'], [', service time', 'serviceP95', 'serviceCurve']]);
});

test('a chart of service times draws them and no limit of response time', () => {
  const data = {time: [1], workloads: [{tile: 1, name: 'store', operations: [], series: {p50: [5], max: [9], serviceP50: [4], serviceP95: [null]}}]};
  const result = {workloads: [{tile: 1, name: 'store', all: {qos: [{metric: 'p95', operator: '<', bound: 8, unit: 'ms'}]}, operations: []}]};
  const chartOf = (times) => workloadCharts('1/store', {result: () => result, phases: () => [], times})[1];
  assert.deepEqual(chartOf('service').pick(data).series, [{name: 'p50', values: [4]}]);
  assert.deepEqual(chartOf('service').limits(), []);
  assert.deepEqual(chartOf('both').pick(data).series.map(({name}) => name), ['p50', 'max', 'service p50']);
  assert.equal(chartOf('both').limits().length, 1);
});

test('tiles are added up by workload, and what none of them has is a gap', () => {
  const workload = (tile, name, throughput) => ({tile, name, series: {throughput}});
  const data = {time: [1, 2, 3], workloads: [workload(1, 'store', [1, 2, null]), workload(2, 'store', [10, null, null]), workload(1, 'mail', [5, 6, 7])]};
  assert.deepEqual(summedCharts({phases: () => []})[0].pick(data).series,
    [{name: 'store, 2 tiles', values: [11, 2, null]}, {name: 'mail, 1 tile', values: [5, 6, 7]}]);
});

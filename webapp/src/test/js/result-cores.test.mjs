// SPDX-License-Identifier: Apache-2.0
import assert from 'node:assert/strict';
import {test} from 'node:test';
import {page} from './pages.mjs';

const {coreGrids, coreOf} = await page('page/result-cores.js');

test('the series of cores are told from others', () => {
  assert.equal(coreOf({series: 'cpu core 12'}), 12);
  assert.equal(coreOf({name: 'cpu core 0'}), 0);
  assert.deepEqual(['cpu', 'cpu of the busiest core', 'cpu core', 'program cpu core 1'].map((series) => coreOf({series})), [null, null, null, null]);
});

test('each host has its cores by number, and a sample that is missing is none of 0', () => {
  const core = (source, number, time, values) => ({source, series: `cpu core ${number}`, unit: 'share', time, values});
  const telemetry = [core('host/db1', 10, [1, 2, 3, 4], [0.5, 0.5, 1, 1]), core('host/db1', 2, [1, 2, 4], [0.1, 0.2, 0.3]),
    core('host/db2', 0, [1], [1]), core('sut/x', 0, [1], [1]), {source: 'host/db1', series: 'cpu', unit: 'share', time: [9], values: [1]}];
  const grids = coreGrids({from: 0.5, to: 4.5, binSeconds: 1, telemetry});
  assert.deepEqual(grids.map(({host, times}) => [host, times]), [['db1', [1, 2, 3, 4]], ['db2', [1, 2, 3, 4]]]);
  assert.deepEqual(grids[0].cores.map(({core: number, shares}) => [number, shares]), [[2, [0.1, 0.2, null, 0.3]], [10, [0.5, 0.5, 1, 1]]]);
  assert.equal(grids[0].cores[1].mean, 0.75);
  assert.deepEqual(grids[1].cores[0].shares, [1, null, null, null]);
  assert.deepEqual(coreGrids({from: 0, to: 1, binSeconds: 1}), []);
});

test('a hole of all cores is as wide as it was, and a point beside the bins is left out', () => {
  const core = (number, time) => ({source: 'host/db1', series: `cpu core ${number}`, unit: 'share', time, values: time.map((at) => at / 100)});
  const [{times, cores}] = coreGrids({from: 10, to: 24, binSeconds: 2, telemetry: [core(0, [9, 11, 13, 21, 25]), core(1, [11, 13, 21])]});
  assert.deepEqual(times, [11, 13, 15, 17, 19, 21, 23]);
  assert.deepEqual(cores.map(({shares}) => shares), new Array(2).fill([0.11, 0.13, null, null, null, 0.21, null]));
});

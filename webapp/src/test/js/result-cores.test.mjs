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
  const grids = coreGrids([core('host/db1', 10, [1, 2, 3, 4], [0.5, 0.5, 1, 1]), core('host/db1', 2, [1, 2, 4], [0.1, 0.2, 0.3]),
    core('host/db2', 0, [1], [1]), core('sut/x', 0, [1], [1]), {source: 'host/db1', series: 'cpu', unit: 'share', time: [9], values: [1]}]);
  assert.deepEqual(grids.map(({host, times}) => [host, times]), [['db1', [1, 2, 3, 4]], ['db2', [1]]]);
  assert.deepEqual(grids[0].cores.map(({core: number, shares}) => [number, shares]), [[2, [0.1, 0.2, null, 0.3]], [10, [0.5, 0.5, 1, 1]]]);
  assert.equal(grids[0].cores[1].mean, 0.75);
  assert.deepEqual(coreGrids(undefined), []);
});

test('cores that are told of in turn have no gaps between, and a hole stays one', () => {
  const core = (number, time) => ({source: 'host/db1', series: `cpu core ${number}`, unit: 'share', time, values: time.map((at) => at / 10)});
  const [{cores}] = coreGrids([core(0, [1, 3, 5, 9]), core(1, [2, 4, 6, 7, 8, 10])]);
  assert.deepEqual(cores[0].shares, [0.1, 0.3, 0.3, 0.5, 0.5, null, null, 0.9, 0.9, null]);
});

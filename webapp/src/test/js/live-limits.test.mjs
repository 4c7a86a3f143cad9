// SPDX-License-Identifier: Apache-2.0
import assert from 'node:assert/strict';
import {test} from 'node:test';
import {page} from './pages.mjs';

const {limitCounts, limitRows, marginText} = await page('page/live-limits.js');
const {tilesInOrder, toneOf, worstByKey} = await page('page/live-tiles.js');

function standing(operation, met, marginPercent) {
  return {operation, kind: 'operation', limit: {met, metric: 'p95', bound: 10, value: 5}, marginPercent, samples: 9, samplesMissing: 0};
}

const board = {seconds: 5, plannedSeconds: 60, workloads: [
  {tile: 1, name: 'store', metric: null, limits: [standing('browse', true, 60), standing('buy', true, 10)]},
  {tile: 2, name: 'store', metric: null, limits: [standing('browse', null, null), standing('buy', false, -400)]},
  {tile: 3, name: 'store', metric: null, limits: [standing('browse', null, null)]},
  {tile: 4, name: 'store', metric: null, limits: [standing('browse', true, 90)]},
]};

test('the worst limit is first, and unknown ones are last', () => {
  const rows = limitRows(board).map(({key, operation}) => `${key} ${operation}`);
  assert.deepEqual(rows.slice(0, 4), ['2/store buy', '1/store buy', '1/store browse', '4/store browse']);
  assert.deepEqual(limitCounts(limitRows(board)), {missed: 1, met: 3, unknown: 2});
});

test('a limit that is missed by far is shown as a factor', () => {
  assert.equal(marginText(-9900, 5, 500), '100× over');
  assert.equal(marginText(-20, 50, 60), '20% over');
  assert.equal(marginText(25, 50, 37.5), '25% left');
  assert.equal(marginText(null, 0, 3), '–');
});

test('a missed limit without a value is the worst', () => {
  const none = {seconds: 5, plannedSeconds: 6, workloads: [{tile: 1, name: 'a', limits: [standing('x', false, -50), standing('y', false, null)]}]};
  assert.equal(limitRows(none)[0].operation, 'y');
});

test('a cell has the tone of its worst limit', () => {
  const worst = worstByKey(board);
  assert.deepEqual([1, 2, 3, 4].map((tile) => toneOf(worst.get(`${tile}/store`))), ['doubtful', 'bad', 'plain', 'good']);
  assert.equal(toneOf(undefined), 'plain');
});

test('tiles are in their order, or worst first', () => {
  const worst = worstByKey(board);
  assert.deepEqual(tilesInOrder(board.workloads, worst, false), [1, 2, 3, 4]);
  assert.deepEqual(tilesInOrder(board.workloads, worst, true), [2, 1, 3, 4]);
});

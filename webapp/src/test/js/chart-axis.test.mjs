// SPDX-License-Identifier: Apache-2.0
import assert from 'node:assert/strict';
import {test} from 'node:test';
import {page} from './pages.mjs';

const {TimeAxis} = await page('module/chart-axis.js');

function axis(load) {
  return new TimeAxis({from: 0, to: 100, load});
}

test('zooming keeps the instant under the pointer', () => {
  const shown = axis();
  shown.zoom(0.5, 20);
  assert.deepEqual([shown.from, shown.to], [10, 60]);
  assert.equal(shown.zoomed, true);
  shown.zoom(10, 20);
  assert.deepEqual([shown.from, shown.to], [0, 100]);
  assert.equal(shown.zoomed, false);
  shown.close();
});

test('a shown part lasts at least two seconds and stays within the run', () => {
  const shown = axis();
  shown.show(99.9, 99.95);
  assert.deepEqual([shown.from, shown.to], [98, 100]);
  shown.pan(5);
  assert.deepEqual([shown.from, shown.to], [98, 100]);
  shown.close();
});

test('an outdated answer is not the latest', async () => {
  const waiting = [];
  const shown = axis((from, to, isLatest) => new Promise((resolve) => { waiting.push(() => { resolve(); return isLatest(); }); }));
  const first = shown.refresh();
  const second = shown.refresh();
  assert.equal(waiting[0](), false);
  assert.equal(waiting[1](), true);
  await Promise.all([first, second]);
});

// SPDX-License-Identifier: Apache-2.0
import assert from 'node:assert/strict';
import {test} from 'node:test';
import {page} from './pages.mjs';

const {few} = await page('page/live-health.js');

test('of the failures of many tiles a few are shown, and the others are counted', () => {
  assert.deepEqual(few([1, 2, 3, 4, 5, 6]), {shown: [1, 2, 3, 4], more: 2});
  assert.deepEqual(few([1, 2]), {shown: [1, 2], more: 0});
  assert.deepEqual(few([]), {shown: [], more: 0});
});

// SPDX-License-Identifier: Apache-2.0
import assert from 'node:assert/strict';
import {test} from 'node:test';
import {page} from './pages.mjs';

const {countChanges} = await page('page/compare-figures.js');

const figure = (result, detail = false) => ({detail, values: [{against: null}, {against: {difference: 1, result}}]});
const workload = (...results) => ({name: 'store', metric: null, lines: [{figures: results.map((result) => figure(result))}]});

test('figures of a comparison are counted as better, worse or neither, each once', () => {
  assert.deepEqual(countChanges([workload('better', 'worse', 'equal', 'not-told', 'better')]),
    [{better: 2, worse: 1, others: 2}]);
  assert.deepEqual(countChanges([{...workload(), metric: figure('better'), lines: [{figures: [figure('worse', true)]}]}]),
    [{better: 1, worse: 0, others: 0}], 'a detail is not counted');
  assert.deepEqual(countChanges([]), []);
});

// SPDX-License-Identifier: Apache-2.0
import assert from 'node:assert/strict';
import {test} from 'node:test';
import {page} from './pages.mjs';

const {edge, isDoubtful, meanInterval, ofBaseline, outcomeBadge, vague} = await page('page/study-words.js');

const search = (maximise, carried, missed, resolution, confirmed = true) => ({
  maximise, carried, missed, resolution, confirmed,
});

test('the edge of a search has the unit of its loads', () => {
  assert.equal(edge(search('users', 1, 2, 1)),
    'The greatest load that passed is 1 user, the least that failed 2 users.');
  assert.equal(edge(search('tiles', 4, 5, 1)),
    'The greatest load that passed is 4 tiles, the least that failed 5 tiles.');
  assert.equal(edge(search('rate', 80, 100, 20, false)), 'The greatest load that passed is 80/s, the least that failed 100/s. '
    + 'This is not confirmed by repeated runs.');
});

test('a missing side of the edge is stated', () => {
  assert.equal(edge(search('users', 500, null, 10)), 'The greatest load that passed is 500 users, and no load failed.');
  assert.equal(edge(search('users', null, 10, 10)), 'Not even the least load passed: 10 users failed.');
  assert.equal(edge(search('users', null, null, 10, false)), 'No load passed, and none failed. This is not confirmed by repeated runs.');
});

test('a ratio to the baseline has its interval, and one of a bound has none', () => {
  assert.equal(ofBaseline({ofBaseline: 2.125, ofBaselineInterval: {lower: 1.75, upper: 2.25}, lowerBound: false}), '2.13 (1.75 to 2.25)');
  assert.equal(ofBaseline({ofBaseline: 2.125, ofBaselineInterval: null, lowerBound: true}), '≥ 2.13');
  assert.equal(ofBaseline({ofBaseline: null, ofBaselineInterval: null, lowerBound: false}), '');
});

test('an interval that is wider than twice its mean says little', () => {
  const shown = (lower, upper, lowerBound = false) => meanInterval({lowerBound, values: {mean: 10, interval: {lower, upper}}});
  assert.equal(shown(9, 11), '9 to 11');
  assert.equal(shown(0.5, 20.5), '0.500 to 20.5');
  assert.equal(shown(0.5, 20.6), '0.500 to 20.6, says little');
  assert.equal(shown(9, 11, true), '');
  assert.equal(meanInterval({lowerBound: false, values: {mean: 10, interval: null}}), '');
});

test('a sentence explains intervals that say little where a mean or a ratio has one', () => {
  const shown = (interval, ofBaselineInterval) => vague([{name: 'other', baseline: 'base', figures: [
    {workload: 'store', line: '', name: 'orders', unit: '/s', lowerBound: false, values: {mean: 10, interval}, ofBaseline: 2, ofBaselineInterval}]}]);
  const narrow = {lower: 1.5, upper: 2.5};
  assert.equal(shown({lower: 9, upper: 11}, narrow), '');
  assert.equal(shown(null, null), '');
  assert.match(shown({lower: 0.5, upper: 20.6}, narrow), /^An interval that says little is wider than twice its value/);
  assert.match(shown(null, {lower: 0.1, upper: 9}), /^An interval that says little is/);
});

function textOf(shown) {
  return shown?.strings ? shown.strings.map((part, index) => part + textOf(shown.values[index] ?? '')).join('')
    : typeof shown === 'symbol' ? '' : String(shown);
}

test('runs that passed with doubts are an attribute of a pass, and of nothing else', () => {
  const doubts = isDoubtful({trials: [{doubts: false}, {doubts: true}]});
  assert.match(textOf(outcomeBadge({outcome: 'pass', doubts})), /Passed[^]*with doubts/);
  assert.doesNotMatch(textOf(outcomeBadge({outcome: 'fail', doubts})), /doubts/);
  assert.doesNotMatch(textOf(outcomeBadge({outcome: 'pass', doubts: isDoubtful({trials: []})})), /doubts/);
});

// SPDX-License-Identifier: Apache-2.0
import assert from 'node:assert/strict';
import {test} from 'node:test';
import {page} from './pages.mjs';

const {interference, latencies, metrics, scaling} = await page('page/study-charts.js');

const figure = (mean, more = {}) => ({workload: 'store', line: '', name: 'orders', unit: 'orders/min', limit: null, lowerBound: false,
  values: {mean, least: mean, greatest: mean}, ofBaseline: null, ofBaselineInterval: null, ...more});
const cell = (name, baseline, figures, levels = {}) => ({name, baseline, figures, levels});

test('bars are shares of their baselines, without cells whose baseline has no figure', () => {
  const [chart] = metrics({cells: [cell('one', 'one', [figure(200)]), cell('two', 'one', [figure(100, {ofBaseline: 0.5})]),
    cell('three', 'three', []), cell('four', 'three', [figure(400)])]});
  assert.match(chart.subtitle, /^as a share of its baseline/);
  assert.deepEqual(chart.bars.map(({label, mean}) => [label, mean]), [['one', 1], ['two', 0.5]]);
});

test('a baseline that is only a bound gives no share', () => {
  const [chart] = metrics({cells: [cell('base', 'base', [figure(10, {lowerBound: true})]),
    cell('two', 'base', [figure(20)])]});
  assert.deepEqual(chart.bars.map(({label, mean, lowerBound}) => [label, mean, lowerBound]), [['base', 10, true], ['two', 20, false]]);
});

const ofTiles = (tiles, rate, p95) => cell(`tiles=${tiles}`, '', [figure(rate), figure(p95, {line: 'buy', name: 'p95', unit: 'ms', limit: 500})], {tiles: String(tiles)});

test('a curve has the ideal scaling of its lowest level', () => {
  const [chart] = scaling({cells: [ofTiles(4, 370, 90), ofTiles(1, 100, 50), ofTiles(2, 198, 60)]});
  const [curve, ideal] = chart.lines.map(({points}) => points.map(({x, y}) => [x, y]));
  assert.deepEqual(curve, [[1, 100], [2, 198], [4, 370]]);
  assert.deepEqual(ideal, [[1, 100], [2, 200], [4, 400]]);
});

test('levels of several units are not drawn', () => {
  const ofRate = (rate) => cell(rate, '', [figure(2)], {rate});
  assert.equal(scaling({cells: [ofRate('2/s'), ofRate('4/s')]}).length, 1);
  assert.equal(scaling({cells: [ofRate('2/s'), ofRate('240/min')]}).length, 0);
});

test('response times have their limit', () => {
  const [chart] = latencies({cells: [ofTiles(1, 100, 50), ofTiles(2, 198, 600)]});
  assert.deepEqual(chart.bars.map(({label, mean, limit}) => [label, mean, limit]),
    [['buy p95, tiles=1', 50, 500], ['buy p95, tiles=2', 600, 500]]);
});

test('each workload is compared with itself alone, with each other one, and with all', () => {
  const p95 = (workload, ofBaseline = null) => figure(1, {workload, line: 'all', name: 'p95', ofBaseline});
  const alone = 'each workload alone';
  const tables = interference({cells: [cell('a', alone, [p95('a')]), cell('b', alone, [p95('b')]), cell('c', alone, [p95('c')]),
    cell('a + b', alone, [p95('a', 1.5), p95('b', 1)]), cell('a + c', alone, [p95('a', 0.5)]), cell('all workloads', alone, [p95('a', 4)])]});
  const {rows, aggressors} = tables.find(({percentile}) => percentile === 'p95');
  assert.deepEqual(aggressors, ['a', 'b', 'c', 'all workloads']);
  assert.deepEqual(rows.map(({victim, row}) => [victim, ...[...row].map(([name, {ofBaseline}]) => `${name} ${ofBaseline}`)]),
    [['a', 'b 1.5', 'c 0.5', 'all workloads 4'], ['b', 'a 1'], ['c']]);
  assert.deepEqual(interference({cells: [cell('one', 'one', [])]}), []);
});

// SPDX-License-Identifier: Apache-2.0
import assert from 'node:assert/strict';
import {test} from 'node:test';
import {page} from './pages.mjs';

const {chartRows, csv, fileName, markdown} = await page('module/export.js');

test('CSV quotes special characters', () => {
  assert.equal(csv([['a', 'b'], [1.5, 'x, "y"'], [null, 'two\nlines']]), 'a,b\r\n1.5,"x, ""y"""\r\n,"two\nlines"\r\n');
});

test('no cell of a CSV file becomes a formula', () => {
  assert.equal(csv([['=1+1', '-5', '-5e3', '-x', '@a', '+7']]), "'=1+1,-5,-5e3,'-x,'@a,'+7\r\n");
  assert.equal(csv([['\n=1+1', '\uff1d1+1']]), '"\'\n=1+1",\'\uff1d1+1\r\n');
});

test('a Markdown table keeps bars and lines within their cell', () => {
  assert.equal(markdown([['a', 'b|c'], ['1\n2', 3]]), '| a | b\\|c |\n|---|---|\n| 1 2 | 3 |\n');
});

test('the name of a file is plain', () => {
  assert.equal(fileName(' 1/store: Response time, p95 ', 'csv'), '1-store-response-time-p95.csv');
  assert.equal(fileName('../..', 'png'), 'figures.png');
});

test('the lines of a chart become columns, aligned by time', () => {
  const chart = {unit: 'ms', exportedKey: {name: 'Time in the run (s)', value: (x) => x}, series: [
    {name: 'p50', points: [{x: 1, y: 2.123456}, {x: 2, y: null}]}, {name: 'p95', points: [{x: 2, y: 5}, {x: 3, y: 6}]}]};
  assert.deepEqual(chartRows(chart), [['Time in the run (s)', 'p50 (ms)', 'p95 (ms)'], [1, 2.123456, ''], [2, '', 5], [3, '', 6]]);
});

// SPDX-License-Identifier: Apache-2.0
import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import {test} from 'node:test';
import {page} from './pages.mjs';

const {comparedWithUnit, boundWithUnit, bytes, clock, count, duration, labelOf, number, share, withUnit, words} = await page('module/format.js');
const {percentileOfTail, tick, timeTicks} = await page('module/chart-theme.js');
const THIN = '\u202f';

test('a number has three significant digits, and separated thousands', () => {
  assert.deepEqual([0, 1, 12345, 1234567, 99.95, 9.996, 0.9996, 123.4, 12.34, 0.12345, 0.00012345].map(number),
    ['0', '1', `12${THIN}345`, `1${THIN}234${THIN}567`, '100', '10.0', '1.00', '123', '12.3', '0.123', '0.00012']);
  assert.equal(number(-1234.6), `-1${THIN}235`);
});

test('a value that is not a number is a dash', () => {
  assert.deepEqual([null, undefined, NaN, Infinity].map(number), ['–', '–', '–', '–']);
  assert.equal(withUnit(null, 'ms'), '–');
});

test('a unit follows after a space, except percent and rates', () => {
  assert.deepEqual([withUnit(3, 'ms'), withUnit(3, '%'), withUnit(3, '/s'), withUnit(3, '')], ['3 ms', '3%', '3/s', '3']);
});

test('a rounded value stays on its side of the bound, and a bound has all its digits', () => {
  assert.deepEqual([[499.712, 500], [500.3, 500], [500, 500], [712.4, 500], [19999.6, 20000], [1234.4, 1234.45], [0.10004, 0.1], [3e-7, 0], [7, null]]
    .map(([value, bound]) => comparedWithUnit(value, bound, 'ms')),
  ['499.7 ms', '500.3 ms', '500 ms', '712 ms', `19${THIN}999.6 ms`, `1${THIN}234 ms`, '0.10004 ms', '3.0e-7 ms', '7 ms']);
  assert.deepEqual([500, 1234.45, 0.009, 20000, 0, -0.5, null].map((bound) => boundWithUnit(bound, '/s')),
    ['500/s', `1${THIN}234.45/s`, '0.009/s', `20${THIN}000/s`, '0/s', '-0.500/s', '–']);
  assert.equal(comparedWithUnit(null, 5, 'ms'), '–');
});

test('names of keys become words', () => {
  assert.deepEqual(['rampUp', 'newCustomerPercent', 'p95', 'heap2Size', 'seed'].map(words), ['ramp up', 'new customer percent', 'p95', 'heap2 size', 'seed']);
  assert.deepEqual(['newCustomerPercent', 'sut', 'jdbcUrl'].map(labelOf), ['New customer percent', 'SUT', 'JDBC URL']);
});

test('durations and clocks', () => {
  assert.deepEqual([0.5, 42, 200, 3720, 3600, 180_000].map(duration), ['0.500 s', '42 s', '3 min 20 s', '1 h 02 min', '1 h', '2 d 2 h']);
  assert.deepEqual([0, 65, 3665.9, -3].map((seconds) => clock(seconds)), ['0:00', '1:05', '1:01:05', '0:00']);
});

test('sizes, shares and counts', () => {
  assert.deepEqual([500, 1536, 1048576].map(bytes), ['500 B', '1.50 KiB', '1 MiB']);
  assert.equal(share(0.256), '25.6%');
  assert.deepEqual([count(1, 'run'), count(3, 'run'), count(2, 'query', 'queries')], ['1 run', '3 runs', '2 queries']);
});

test('axes have round ticks', () => {
  assert.deepEqual(timeTicks(0, 60, 6).map(({value}) => value), [0, 10, 20, 30, 40, 50, 60]);
  assert.deepEqual(timeTicks(61, 64, 4).map(({value}) => value), [61, 62, 63, 64]);
  assert.equal(tick(12000), `12${THIN}000`);
  assert.deepEqual([10, 100, 1000].map(percentileOfTail), ['p90', 'p99', 'p99.9']);
});

test('words match those of the engine', () => {
  const examples = JSON.parse(readFileSync(new URL('../../../../harness-core/engine/src/test/resources/org/plateaubench/engine/figure/words.json',
    import.meta.url), 'utf8'));
  assert.ok(Object.keys(examples).length > 5);
  for (const [name, expected] of Object.entries(examples)) {
    assert.equal(words(name), expected);
  }
});

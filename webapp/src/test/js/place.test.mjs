// SPDX-License-Identifier: Apache-2.0
import assert from 'node:assert/strict';
import {test} from 'node:test';
import {page} from './pages.mjs';

const {Place} = await page('module/place.js');

function written(query) {
  const all = [];
  return [new Place(new URLSearchParams(query), (parameters) => all.push(parameters)), all];
}

test('keeping a parameter does not change the others', () => {
  const [place, all] = written('run=a&run=b&from=3&to=9');
  assert.deepEqual(place.part(), {from: 3, to: 9});
  place.keepPart({zoomed: true, from: -10.04, to: 20}, {workload: '1/store'});
  assert.deepEqual(all.at(-1), {run: ['a', 'b'], from: ['-10'], to: ['20'], workload: ['1/store']});
  assert.deepEqual(place.part(), {from: -10, to: 20});
  place.keepPart({zoomed: false, from: -30, to: 90}, {workload: null});
  assert.deepEqual(all.at(-1), {run: ['a', 'b']});
  assert.equal(place.part(), null);
});

test('an invalid part in the address is ignored', () => {
  for (const query of ['from=9&to=3', 'from=x&to=9', 'from=1', 'to=NaN&from=NaN']) {
    assert.equal(written(query)[0].part(), null, query);
  }
});

test('hidden lines are kept by chart, and the usual ones are not in the address', () => {
  const [place, all] = written('hidden=other%7Cp50');
  const usual = new Set(['max']);
  const kept = (one) => one.lines({id: 'response'}).kept;
  const spec = place.lines({id: 'response'});
  assert.equal(spec.kept, undefined);
  spec.onLines(new Set(['max', 'p50']), usual);
  assert.deepEqual(all.at(-1).hidden, ['other|p50', 'response|max|p50']);
  assert.deepEqual(kept(place), ['max', 'p50']);
  spec.onLines(new Set(), usual);
  assert.deepEqual(kept(place), [], 'all are shown');
  assert.deepEqual(kept(new Place(new URLSearchParams({hidden: all.at(-1).hidden[1]}))), []);
  spec.onLines(new Set(['max']), usual);
  assert.deepEqual(all.at(-1), {hidden: ['other|p50']});
});

// SPDX-License-Identifier: Apache-2.0
import assert from 'node:assert/strict';
import {test} from 'node:test';
import {page} from './pages.mjs';

const {PageState} = await page('module/page-state.js');

function written(query) {
  const all = [];
  return [new PageState(new URLSearchParams(query), (parameters) => all.push(parameters)), all];
}

test('keeping a parameter does not change the others', () => {
  const [state, all] = written('run=a&run=b&from=3&to=9');
  assert.deepEqual(state.part(), {from: 3, to: 9});
  state.keepPart({zoomed: true, from: -10.04, to: 20}, {workload: '1/store'});
  assert.deepEqual(all.at(-1), {run: ['a', 'b'], from: ['-10'], to: ['20'], workload: ['1/store']});
  assert.deepEqual(state.part(), {from: -10, to: 20});
  state.keepPart({zoomed: false, from: -30, to: 90}, {workload: null});
  assert.deepEqual(all.at(-1), {run: ['a', 'b']});
  assert.equal(state.part(), null);
});

test('an invalid part in the address is ignored', () => {
  for (const query of ['from=9&to=3', 'from=x&to=9', 'from=1', 'to=NaN&from=NaN']) {
    assert.equal(written(query)[0].part(), null, query);
  }
});

test('hidden lines are kept by chart, and the usual ones are not in the address', () => {
  const [state, all] = written('hidden=other%7Cp50');
  const hiddenByDefault = new Set(['max']);
  const kept = (one) => one.lines({id: 'response'}).keptHidden;
  const spec = state.lines({id: 'response'});
  assert.equal(spec.keptHidden, undefined);
  spec.onHiddenChange(new Set(['max', 'p50']), hiddenByDefault);
  assert.deepEqual(all.at(-1).hidden, ['other|p50', 'response|max|p50']);
  assert.deepEqual(kept(state), ['max', 'p50']);
  spec.onHiddenChange(new Set(), hiddenByDefault);
  assert.deepEqual(kept(state), [], 'all are shown');
  assert.deepEqual(kept(new PageState(new URLSearchParams({hidden: all.at(-1).hidden[1]}))), []);
  spec.onHiddenChange(new Set(['max']), hiddenByDefault);
  assert.deepEqual(all.at(-1), {hidden: ['other|p50']});
});

// SPDX-License-Identifier: Apache-2.0
import assert from 'node:assert/strict';
import {test} from 'node:test';
import {page} from './pages.mjs';

const {Freshness} = await page('page/live-stale.js');

function fresh(work) {
  const freshness = new Freshness(() => {});
  try {
    work(freshness);
  } finally {
    freshness.close();
  }
}

test('figures are old from the loss of the connection until new ones arrive', () => fresh((freshness) => {
  freshness.record(true, 10_000);
  freshness.connection('live');
  assert.equal(freshness.age(12_000), null);
  freshness.connection('reconnecting');
  assert.equal(freshness.age(12_000), 2);
  freshness.connection('connecting');
  assert.equal(freshness.age(13_000), 3, 'a reopened connection has not delivered anything yet');
  freshness.connection('live');
  freshness.record(true, 14_000);
  assert.equal(freshness.age(15_000), null);
}));

test('a silent connection counts as lost', () => fresh((freshness) => {
  freshness.connection('live');
  freshness.record(true, 10_000);
  freshness.record(false, 12_000);
  assert.equal(freshness.age(17_000), null);
  assert.equal(freshness.age(19_000), 9, 'the figures are older than the last message');
}));

test('no figures are old before the first ones and after the end', () => fresh((freshness) => {
  freshness.connection('reconnecting');
  assert.equal(freshness.age(), null);
  freshness.record(true, 10_000);
  freshness.connection('ended');
  assert.equal(freshness.age(90_000), null);
}));

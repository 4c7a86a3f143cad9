// SPDX-License-Identifier: Apache-2.0
import assert from 'node:assert/strict';
import {test} from 'node:test';
import {page} from './pages.mjs';

const {Freshness} = await page('page/live-stale.js');

test('figures are old from the loss of the connection until the first that come anew', () => {
  const freshness = new Freshness(() => {});
  freshness.came();
  freshness.at = 10_000;
  freshness.connection('live');
  assert.equal(freshness.age(22_000), null);
  freshness.connection('reconnecting');
  assert.equal(freshness.age(22_000), 12);
  freshness.connection('connecting');
  assert.equal(freshness.age(23_000), 13, 'a connection that is taken up again has brought nothing yet');
  freshness.connection('live');
  assert.equal(freshness.age(24_000), null);
  freshness.close();
});

test('a page that never had figures has none that are old', () => {
  const freshness = new Freshness(() => {});
  freshness.connection('reconnecting');
  assert.equal(freshness.age(), null);
  freshness.close();
});

// SPDX-License-Identifier: Apache-2.0
import assert from 'node:assert/strict';
import {test} from 'node:test';
import {page} from './pages.mjs';

globalThis.localStorage ??= {getItem: () => null};
const {RunEvents} = await page('module/notify.js');

test('an end is told once, of a run that was seen while it went on', () => {
  const events = new RunEvents();
  assert.equal(events.run({id: 'a', status: 'completed', verdict: 'pass'}), null);
  assert.equal(events.run({id: 'b', status: 'running', verdict: null}), null);
  assert.equal(events.run({id: 'b', status: 'completed', verdict: 'invalid'}), 'Invalid');
  assert.equal(events.run({id: 'b', status: 'completed', verdict: 'invalid'}), null);
  events.run({id: 'c', status: 'running'});
  assert.equal(events.run({id: 'c', status: 'crashed', verdict: 'invalid'}), 'Crashed');
  events.run({id: 'd', status: 'running'});
  assert.equal(events.run({id: 'd', status: 'deleted'}), null);
});

test('a run that waits for another or for the end of a pause is told, one that starts at once is not', () => {
  const events = new RunEvents();
  const [waiting, running] = [{state: 'waiting'}, {state: 'running'}];
  assert.equal(events.queue({paused: false, items: [waiting]}), null);
  assert.equal(events.queue({paused: false, items: [running, waiting]}), '1 waiting');
  assert.equal(events.queue({paused: false, items: [running, waiting]}), null);
  assert.equal(events.queue({paused: false, items: [running]}), null);
  assert.equal(events.queue({paused: true, items: [waiting]}), '1 waiting');
});

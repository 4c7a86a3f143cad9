// SPDX-License-Identifier: Apache-2.0
import assert from 'node:assert/strict';
import {test} from 'node:test';
import {page} from './pages.mjs';

const {agentsCard, rows} = await page('page/live-agents.js');
const {LiveData} = await page('page/live-data.js');
const {nothing} = await page('module/lit.js');

const PLAN = {workloads: [{shares: [{agent: 'load1'}, {agent: 'load2'}]}]};
const LOST = {type: 'agent-lost', scope: 'agent/load2', message: 'Agent load2 has not sent anything for 15 s.'};

/** An interval of the stream in which only these agents reported; the others have gaps. */
function interval(at, ...reporting) {
  const value = (agent, of) => [reporting.includes(agent) ? of : null];
  return {
    from: at - 0.5, to: at + 0.5, binSeconds: 1, time: [at], missing: [2 - reporting.length], workloads: [], telemetry: [],
    harness: PLAN.workloads[0].shares.map(({agent}) => ({agent, series: {
      longestStallMs: value(agent, 1), processCpuShare: value(agent, 0.25), okPerSecond: value(agent, 40), failedPerSecond: value(agent, 0),
      liveUsers: value(agent, 8)}})),
  };
}

function data(...intervals) {
  const live = new LiveData();
  intervals.forEach((one) => live.append(one));
  return live;
}

const both = [0.5, 1.5, 2.5].map((at) => interval(at, 'load1', 'load2'));
const states = (live, events = []) => rows(live.series, PLAN, events).map(({agent, state, missed}) => [agent, state, missed]);

/** The text of a template, as a reader sees it. */
function text(part) {
  if (part === nothing || part === null || part === undefined || typeof part === 'function') {
    return '';
  }
  if (Array.isArray(part)) {
    return part.map(text).join('');
  }
  if (part.strings) {
    return part.strings.map((string, at) => string + text(part.values[at])).join('');
  }
  if (part.values) {
    // A repeated template: items, keys and the template.
    const [each, , template] = part.values;
    return Array.isArray(each) ? each.map((one, at) => text(template(one, at))).join('') : '';
  }
  return String(part);
}

/** The text of each row of the card. */
function shown(live, events) {
  const body = /<tbody[^>]*>(.*)<\/tbody>/s.exec(text(agentsCard(live.series, PLAN, events)))[1];
  return body.split('</tr>').map((row) => row.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ').trim()).filter(Boolean);
}

test('each agent has a row with its figures of the latest interval', () => {
  const live = data(...both);
  assert.deepEqual(states(live), [['load1', 'connected', 0], ['load2', 'connected', 0]]);
  assert.deepEqual(rows(live.series, PLAN, [])[1],
    {agent: 'load2', state: 'connected', missed: 0, ok: 40, failed: 0, users: 8, cpu: 0.25, stall: 1});
  assert.match(shown(live, [])[1], /^load2 ✓ Connected 40 0 8 25% 1$/);
});

test('an agent is missing from the first interval that only others have sent, without old figures', () => {
  const live = data(...both, interval(3.5, 'load1'));
  assert.deepEqual(states(live), [['load1', 'connected', 0], ['load2', 'missing', 1]]);
  assert.equal(rows(live.series, PLAN, [])[1].ok, null);
  live.append(interval(4.5, 'load1'));
  assert.deepEqual(states(live)[1], ['load2', 'missing', 2]);
  const [connected, missing] = shown(live, []);
  assert.match(connected, /^load1 ✓ Connected 40 /);
  assert.match(missing, /^load2 ! Missing for 2 intervals – – – – –$/);
});

test('an agent without data in the stream is missing', () => {
  const live = data(...both);
  const without = interval(3.5, 'load1');
  live.append({...without, harness: without.harness.slice(0, 1)});
  assert.deepEqual(states(live)[1], ['load2', 'missing', 1]);
});

test('an agent is connected again once its late intervals have arrived', () => {
  const live = data(...both, interval(3.5, 'load1'), interval(4.5, 'load1'));
  live.append(interval(3.5, 'load1', 'load2'));
  assert.deepEqual(states(live)[1], ['load2', 'missing', 1], 'the latest interval has not arrived');
  live.append(interval(4.5, 'load1', 'load2'));
  assert.deepEqual(states(live)[1], ['load2', 'connected', 0]);
});

test('only a lost agent is shown as lost, whatever it has sent', () => {
  assert.deepEqual(states(data(...both), [LOST]), [['load1', 'connected', 0], ['load2', 'lost', 0]]);
  const live = data(...both, interval(3.5, 'load1'));
  assert.deepEqual(states(live, [LOST])[1], ['load2', 'lost', 1]);
  assert.match(shown(live, [LOST])[1], /^load2 ✕ Lost – /);
});

test('agents are waiting before the first interval, and one that never sends is missing from then on', () => {
  assert.deepEqual(states(data()).map(([, state]) => state), ['waiting', 'waiting']);
  assert.deepEqual(states(data(interval(0.5, 'load1'), interval(1.5, 'load1'))), [['load1', 'connected', 0], ['load2', 'missing', 2]]);
});

test('a run with one agent, or without a plan yet, has no card', () => {
  const one = {workloads: [{shares: [{agent: 'local'}]}]};
  assert.equal(agentsCard(data(...both).series, one, []), nothing);
  assert.equal(agentsCard(data(...both).series, null, []), nothing);
});

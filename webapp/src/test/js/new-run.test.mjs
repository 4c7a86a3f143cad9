// SPDX-License-Identifier: Apache-2.0
import assert from 'node:assert/strict';
import {test} from 'node:test';
import {page} from './pages.mjs';

const {lineOf, pathAt} = await page('module/yaml-path.js');
const {isShort, matches, sectionsOf} = await page('page/new-short.js');

const TEXT = ['# a run', 'run:', '  name: a', 'phases: { rampUp: 1s, steady: 2s }', 'workloads:', '  store:', '    plugin: dvdstore',
  '    load:', '      users: 12', '    qos:', '      "*": [errors < 1%]', '      order-all:', '        - p95 < 1s', '', '  cache:', '    plugin: redis'].join('\n');

test('a path leads to its line, or to that of the key that would hold it', () => {
  const lines = (...paths) => paths.map((path) => lineOf(TEXT, path));
  assert.deepEqual(lines('run.name', 'workloads.store.load.users', 'workloads.cache.plugin', 'workloads.store.qos.*', 'workloads.store.qos.order-all'), [3, 9, 16, 11, 12]);
  assert.deepEqual(lines('phases.steady', 'workloads.cache.load.users', 'suts.db.mode'), [4, 15, null]);
});

test('a line leads to its path', () => {
  assert.deepEqual([1, 3, 9, 13, 14, 16].map((line) => pathAt(TEXT, line)),
    [null, 'run.name', 'workloads.store.load.users', 'workloads.store.qos.order-all', 'workloads.store.qos.order-all', 'workloads.cache.plugin']);
});

const field = (path, given = false) => ({path, given, label: path.split('.').at(-1), group: '', help: 'Seed of every draw.'});

test('the short form has what everybody needs, and limits and addresses that are given', () => {
  const is = (path, given) => isShort(field(path, given));
  assert.deepEqual([is('run.name'), is('run.seed'), is('phases.steady'), is('workloads.a.load.users'), is('workloads.a.load.queue')], [true, false, true, true, false]);
  assert.deepEqual([is('workloads.a.qos.*', true), is('workloads.a.qos.*', false), is('suts.db.url', true), is('suts.db.url', false)], [true, false, true, false]);
});

test('each field stands once, in the short form or below it', () => {
  const description = {sections: [{id: 'run', title: 'Run', actions: [], fields: [field('run.name'), field('run.seed')]}]};
  const paths = (short) => sectionsOf(description, short).flatMap((section) => section.fields.map((one) => one.path));
  assert.deepEqual([paths(true), paths(false)], [['run.name'], ['run.seed']]);
});

test('a search finds every word in key, label, section or help', () => {
  const found = (search) => matches(field('suts.db.heapMebibytes'), {title: 'SUT db'}, search);
  assert.deepEqual([found('heap'), found('heap mebi'), found('sut DRAW'), found('heap users')], [true, true, true, false]);
});

const {changesFor} = await page('page/new-against.js');

test('a SUT that runs takes the place of the one of its service, and what only that had goes', () => {
  const given = (path, value) => ({...field(path, true), value});
  const form = {sections: [
    {kind: 'workload', id: 'workloads.a', fields: []},
    {kind: 'sut', id: 'suts.cache', fields: [given('suts.cache.service', 'redis')]},
    {kind: 'sut', id: 'suts.db', fields: [given('suts.db.service', 'h2'), given('suts.db.mode', 'embedded'), given('suts.db.storage', 'memory'), field('suts.db.url'), field('suts.db.user')]},
  ]};
  assert.deepEqual(changesFor(form, {service: 'h2', properties: {url: 'jdbc:h2:tcp://x', other: 'y'}}), [
    {path: 'suts.db.storage', value: null}, {path: 'suts.db.url', value: 'jdbc:h2:tcp://x'}, {path: 'suts.db.mode', value: 'external'}]);
  assert.equal(changesFor(form, {service: 'mail', properties: {}}), null);
});

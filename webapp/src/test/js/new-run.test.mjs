// SPDX-License-Identifier: Apache-2.0
import assert from 'node:assert/strict';
import {readFileSync, readdirSync} from 'node:fs';
import {test} from 'node:test';
import {page} from './pages.mjs';

const {YamlText, isObject} = await page('module/yaml-text.js');
const {isShort, matches, sectionsOf} = await page('page/new-fields.js');

const TEXT = ['# a run', 'run:', '  name: a', 'phases: { rampUp: 1s, steady: 2s }', 'workloads:', '  store:', '    plugin: dvdstore',
  '    load:', '      users: 12', '    qos:', '      "*": [errors < 1%]', '      order-all:', '        - p95 < 1s', '', '  cache:', '    plugin: redis'].join('\n');
const lineAt = (offset) => (offset === null ? null : TEXT.slice(0, offset).split('\n').length);

test('a path has the line of its key, or of its nearest parent', () => {
  const lines = (...paths) => paths.map((path) => lineAt(new YamlText(TEXT).offsetOf(path.split('.'))));
  assert.deepEqual(lines('run.name', 'workloads.store.load.users', 'workloads.cache.plugin', 'workloads.store.qos.*', 'workloads.store.qos.order-all'), [3, 9, 16, 11, 12]);
  assert.deepEqual(lines('phases.steady', 'workloads.cache.load.users', 'suts.db.mode'), [4, 15, null]);
});

test('an offset has a path', () => {
  const pathOf = (word) => new YamlText(TEXT).pathAt(TEXT.indexOf(word))?.join('.') ?? null;
  assert.deepEqual(['# a', 'a\nphases', '12', 'p95', '  cache', 'redis'].map(pathOf),
    [null, 'run.name', 'workloads.store.load.users', 'workloads.store.qos.order-all', 'workloads.store.qos.order-all', 'workloads.cache.plugin']);
});

test('a change keeps the layout of the text, and one that would change something else is refused', () => {
  const shared = 'a: &one { x: 1 }\nb: *one\n';
  const wide = '"k 🧀": { é: "🧀", z: 5 } # 🧀\nlist:\n- 🧀 # one\n- b\n';
  const order = () => ['a', 'b', 'c'];
  for (const [text, path, value, wanted] of [
    ['', 'run.name', 'a', 'run:\n  name: a\n'], ['# later\n', 'run.name', 'a', '# later\nrun:\n  name: a\n'],
    ['run:\nphases: {}', 'run.name', 'a', 'run:\n  name: a\nphases: {}'], ['run: # what\n', 'run.name', 'a', 'run: # what\n  name: a\n'],
    ['run: {name: }\n', 'run.name', 'a', 'run: {name: a}\n'], ['a: {}\n', 'a.b', 1, 'a: { b: 1 }\n'], ['a: 1 # one\nc: 3\n', 'b', 2, 'a: 1 # one\nb: 2\nc: 3\n'],
    ['a: 1\n\nc: 3\n', 'b', {d: {e: 2}}, 'a: 1\n\nb:\n  d: { e: 2 }\n\nc: 3\n'],
    ['a: |\n  one\n  two\n\nb: 1\n', 'a', 'x', 'a: x\n\nb: 1\n'], ['a: # why\n  b: 1\n  c: 2\nd: 1\n', 'a', 5, 'a: 5 # why\nd: 1\n'],
    ['a:\n- x\n- y # two\nb: 1\n', 'a', ['x', 'z', 'w'], 'a:\n- x\n- z # two\n- w\nb: 1\n'],
    ['a:\n  - x\n  - y\n  - z\n', 'a', ['x'], 'a:\n  - x\n'], ['a: [x, y, z]\n', 'a', ['x', 'y'], 'a: [x, y]\n'],
    ["a: 'it''s'\nb: 2", 'a', 'so', 'a: "so"\nb: 2'], ['a: "12"\n', 'a', '13', 'a: 13\n'], ['a: 1\nb: 2', 'b', undefined, 'a: 1'],
    ['a:\n  b: 1 # one\nc: 2\n', 'a.b', undefined, 'c: 2\n'], ['a: { b: 1, c: 2 }\n', 'a.b', undefined, 'a: { c: 2 }\n'],
    ['a: 1\n', 'b', 'p95 < 1s', 'a: 1\nb: "p95 < 1s"\n'], ['a: 1\n', 'b', 'null', 'a: 1\nb: "null"\n'], ['a: 1\n', 'b', '${env:X}', 'a: 1\nb: "${env:X}"\n'],
    ['a: &one 5\nb: *one # same\n', 'b', 6, 'a: &one 5\nb: 6 # same\n'], [shared, 'b', undefined, 'a: &one { x: 1 }\n'], [shared, 'b', {x: 1}, shared],
    [wide, 'k 🧀.z', 6, wide.replace('5', '6')], [wide, 'list', ['🧀', 'c', 'd'], wide.replace('- b', '- c\n- d')],
  ]) {
    assert.equal(new YamlText(text).with(path.split('.'), value, order), wanted);
  }
  for (const [text, path] of [[shared, 'a.x'], ['a: 1\n', 'a.b'], ['a: [1\n', 'a']]) {
    assert.throws(() => new YamlText(text).with(path.split('.'), 2));
  }
});

test('a text whose aliases multiply is not read', () => {
  const bomb = Array.from({length: 30}, (none, index) => `b${index + 1}: &a${index + 1} [*a${index}, *a${index}]\n`);
  assert.equal(new YamlText(`b0: &a0 [x, x]\n${bomb.join('')}`).isReadable, false);
});

test('a change of any key of a shipped run file keeps every comment; the same value changes nothing', () => {
  const folder = new URL('../../../../configs/runs/', import.meta.url);
  const comments = (text) => text.split('\n').map((line) => /(?:^| )#.*/.exec(line)?.[0].trim()).filter(Boolean);
  const files = readdirSync(folder).filter((name) => name.endsWith('.yaml'));
  assert.ok(files.length > 10);
  for (const file of files) {
    const text = readFileSync(new URL(file, folder), 'utf8');
    const read = new YamlText(text);
    for (const {path} of read.keys()) {
      const value = read.at(path);
      const changed = isObject(value) ? read.with([...path, 'novel'], 'a: b') : read.with(path, ['a', 'b']);
      const lost = comments(text).filter((comment) => !changed.includes(comment));
      assert.deepEqual([file, path, lost, value === null ? text : read.with(path, value)], [file, path, [], text]);
    }
  }
});

const field = (path, given = false) => ({id: path, placed: given, label: path.split('.').at(-1), group: '', help: 'Seed of every draw.'});

test('the main settings have the common fields, and limits and addresses that are given', () => {
  const is = (path, given) => isShort(field(path, given));
  assert.deepEqual([is('run.name'), is('run.seed'), is('phases.steady'), is('workloads.a.load.users'), is('workloads.a.load.queue')], [true, false, true, true, false]);
  assert.deepEqual([is('workloads.a.qos.*', true), is('workloads.a.qos.*', false), is('suts.db.url', true), is('suts.db.url', false)], [true, false, true, false]);
});

test('each field appears once, in the main settings or below', () => {
  const description = {sections: [{id: 'run', title: 'Run', actions: [], fields: [field('run.name'), field('run.seed')]}]};
  const paths = (short) => sectionsOf(description, short).flatMap((section) => section.fields.map((one) => one.id));
  assert.deepEqual([paths(true), paths(false)], [['run.name'], ['run.seed']]);
});

test('a search finds every word in key, label, section or help', () => {
  const found = (search) => matches(field('suts.db.heapMebibytes'), {title: 'SUT db'}, search);
  assert.deepEqual([found('heap'), found('heap mebi'), found('sut DRAW'), found('heap users')], [true, true, true, false]);
});

test('a running SUT replaces the SUT of its service, with its own properties only', async () => {
  const {against} = await page('page/new-fields.js');
  const schema = {propertiesAt: () => new Map([['service'], ['mode'], ['url']])};
  const answers = {'/api/v1/rig/suts/mine': {service: 'h2', properties: {url: 'jdbc:h2:tcp://x', port: 9}}, '/api/v1/validate': {problems: [{path: 'suts.db.port'}]}};
  globalThis.fetch = async (address) => new Response(JSON.stringify(answers[address]));
  const text = 'suts:\n  cache: { service: redis, mode: embedded }\n  db: { service: h2, mode: embedded, storage: file }   # ours\n';
  assert.equal(await against(schema, text, null, 'mine'), text.replace('embedded, storage: file', 'external, url: jdbc:h2:tcp://x'));
  await assert.rejects(against(schema, 'suts:\n  cache: { service: redis, mode: embedded }\n', null, 'mine'));
});

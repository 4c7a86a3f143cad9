// SPDX-License-Identifier: Apache-2.0
// A module that imports a name which does not exist is not loaded, and its page stays empty.
import assert from 'node:assert/strict';
import {readFileSync, readdirSync} from 'node:fs';
import {test} from 'node:test';

const FOLDERS = ['../../main/resources/org/plateaubench/web/ui/',
  '../../../../harness-core/engine/src/main/resources/org/plateaubench/engine/report/ui/'];
const EXPORT = /^export (?:async )?(?:function\*?|const|let|class) (\w+)/gm;
/** Also in a bundle, where it does not begin a line. */
const EXPORTS = /(?:^|[;}])export ?\{([^}]*)\}/gm;
const IMPORT = /import \{([^}]*)\} from '(\.[^']*)'/g;

/** The text of every module by its path below the folder of pages. */
const modules = new Map(FOLDERS.flatMap((folder) => {
  const place = new URL(folder, import.meta.url);
  return readdirSync(place, {recursive: true})
    .filter((path) => path.endsWith('.js'))
    .map((path) => [path, readFileSync(new URL(path, place), 'utf8')]);
}));

function names(list) {
  return list.split(',').map((name) => name.trim()).filter(Boolean);
}

function exportsOf(text) {
  return new Set([...[...text.matchAll(EXPORT)].map(([, name]) => name),
    ...[...text.matchAll(EXPORTS)].flatMap(([, list]) => names(list).map((name) => name.split(' as ').at(-1)))]);
}

test('every name that a module imports is exported where it says', () => {
  const missing = [];
  for (const [path, text] of modules) {
    for (const [, list, from] of text.matchAll(IMPORT)) {
      const target = new URL(from, `https://pages/${path}`).pathname.slice(1);
      const exported = modules.has(target) ? exportsOf(modules.get(target)) : new Set();
      missing.push(...names(list).map((name) => name.split(' as ')[0]).filter((name) => !exported.has(name))
        .map((name) => `${path}: ${name} of ${target}`));
    }
  }
  assert.ok(modules.size > 50);
  assert.deepEqual(missing, []);
});

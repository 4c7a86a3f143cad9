// SPDX-License-Identifier: Apache-2.0
import assert from 'node:assert/strict';
import {test} from 'node:test';
import {page} from './pages.mjs';

globalThis.location ??= {pathname: '/', search: '', href: 'http://localhost/'};
const {operationsOf, resolved, typeText} = await page('page/api-description.js');

const document = {
  paths: {'/runs/{id}': {
    parameters: [{$ref: '#/components/parameters/Id'}],
    get: {tags: ['runs'], summary: 'A run', 'x-plateau-role': 'viewer', responses: {200: {description: 'It'}}},
    delete: {tags: ['runs'], parameters: [{name: 'force', in: 'query', schema: {type: 'boolean'}}], responses: {}},
  }},
  components: {parameters: {Id: {name: 'id', in: 'path', schema: {type: 'string', maxLength: 200}}}, schemas: {'a/b': {type: 'object'}}},
};

test('every operation has the parameters of its path and its own', () => {
  const operations = operationsOf(document);
  assert.deepEqual(operations.map(({method, path}) => `${method} ${path}`), ['GET /runs/{id}', 'DELETE /runs/{id}']);
  assert.deepEqual(operations[1].parameters.map(({name}) => name), ['id', 'force']);
  assert.equal(operations[0].role, 'viewer');
});

test('references are followed, also those with a slash in a name', () => {
  assert.deepEqual(resolved(document, {$ref: '#/components/schemas/a~1b'}), {type: 'object'});
  assert.deepEqual(resolved(document, {$ref: '#/nowhere'}), {$ref: '#/nowhere'});
});

test('types are told in words', () => {
  assert.equal(typeText(document, {type: ['number', 'null'], minimum: 0, maximum: 5}), 'number or null, from 0 to 5');
  assert.equal(typeText(document, {type: 'array', items: {$ref: '#/components/schemas/a~1b'}}), 'list of a~1b');
  assert.equal(typeText(document, {enum: ['x', 'y']}), 'x | y');
});

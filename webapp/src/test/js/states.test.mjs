// SPDX-License-Identifier: Apache-2.0
import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import {test} from 'node:test';
import {page} from './pages.mjs';

const {STATES, stateOf} = await page('module/states.js');
const COLOURS = {good: 'green', bad: 'red', doubtful: 'amber', busy: 'blue', plain: 'grey'};
const ROW = /^\| (\S+) \| `([^`]+)` \| (.+?) \| (\w+) \| (\S+) \| .+ \|$/;

const glossary = readFileSync(new URL('../../../../docs/glossary.md', import.meta.url), 'utf8')
  .split('\n').map((line) => ROW.exec(line)).filter(Boolean)
  .map(([, kind, state, word, colour, sign]) => ({kind, state, word, colour, sign}))
  // Conclusions come from the judge; PageFilesTest checks them.
  .filter(({kind}) => kind !== 'conclusion');

test('verdicts and states of the queue are in the glossary with their words, colours and signs, and no others', () => {
  const shown = ['verdict', 'queue'].flatMap((kind) => Object.entries(STATES[kind])
    .map(([state, [tone, sign, word]]) => ({kind, state, word, colour: COLOURS[tone], sign})));
  assert.deepEqual(shown, glossary);
});

test('an unknown state is plain and shown as it is', () => {
  assert.deepEqual(stateOf('queue', 'pondering'), ['plain', '–', 'Pondering']);
  assert.deepEqual(stateOf('verdict', 'PASS'), ['good', '✓', 'Passed']);
});

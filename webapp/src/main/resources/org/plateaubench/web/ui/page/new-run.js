// SPDX-License-Identifier: Apache-2.0
// The page for a new run: first the choice of a start, then a form and its YAML side by side.
import * as api from '../module/api.js';
import {html, render} from '../module/lit.js';
import {style} from '../module/load.js';
import {RunSchema} from '../module/run-schema.js';
import {against} from './new-against.js';
import {choose} from './new-start.js';
import {EditPage} from './new-edit.js';
import {filePath} from './new-save.js';

/** The start that an address names: {text, path, digest, title, from}. */
async function source(query) {
  const file = query.get('file');
  if (file) {
    const answer = await api.get(filePath(file));
    return {...answer, title: file, from: 'run file'};
  }
  const plugin = query.get('plugin');
  if (plugin) {
    const answer = await api.get(api.path`/plugins/${plugin}/starter`, {workload: query.get('workload')});
    return {...answer, digest: null, title: answer.path, from: `a first run of ${plugin}`, fresh: true};
  }
  const run = query.get('run');
  if (run) {
    const text = await api.text(api.path`/runs/${run}/config`);
    return {text, path: null, digest: null, title: 'Run again', from: `run ${run}`, run};
  }
  return null;
}

/** Shows the page. */
export async function page(root, {query}) {
  await style('/style/editor.css');
  const name = query.get('against');
  const found = await source(query);
  const starters = await api.get('/starters');
  if (!found) {
    render(choose(starters, name), root);
    return {close() {}};
  }
  render(html`<div class="wrap"><p class="soft">Loading…</p></div>`, root);
  const schema = new RunSchema(await api.get('/schema'));
  const placed = name ? {...found, changed: await against(schema, found.text, found.path, name), from: `${found.from}, against ${name}`} : found;
  return new EditPage(root, placed, {schema, starters}).open();
}

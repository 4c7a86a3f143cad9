// SPDX-License-Identifier: Apache-2.0
// The page for a new run: first the choice of a start, then a form and its YAML side by side.
import * as api from '../module/api.js';
import {html, render} from '../module/lit.js';
import {style} from '../module/load.js';
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
    const answer = await api.post('/editor/new', {plugin, ...(query.get('workload') ? {workload: query.get('workload')} : {})});
    return {...answer, digest: null, title: answer.path, from: `a first run of ${plugin}`, fresh: true};
  }
  const run = query.get('run');
  if (run) {
    const text = await api.text(api.path`/runs/${run}/config`);
    return {text, path: null, digest: null, title: 'Run again', from: `run ${run}`, run};
  }
  return null;
}

/** The same start with a SUT of the rig instead of its own SUT; it differs from the stored file. */
async function placed(found, name) {
  return name ? {...found, changed: await against(found.text, found.path, name), from: `${found.from}, against ${name}`} : found;
}

/** Shows the page. */
export async function page(root, {query, session}) {
  await style('/style/editor.css');
  const name = query.get('against');
  const start = await source(query);
  const found = start && await placed(start, name);
  if (!found) {
    render(await choose(name), root);
    return {close() {}};
  }
  render(html`<div class="wrap"><p class="soft">Loading…</p></div>`, root);
  return new EditPage(root, found, session).open();
}

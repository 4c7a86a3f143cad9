// SPDX-License-Identifier: Apache-2.0
// The page for a new run: first the choice of a start, then a form and its YAML side by side.
import * as api from '../module/api.js';
import {html, nothing, render} from '../module/lit.js';
import {RunSchema} from '../module/run-schema.js';
import {EditPage} from './new-edit.js';
import {against} from './new-fields.js';
import {filePath} from './new-save.js';
import {newRunAddress} from '../module/addresses.js';
import {badge} from '../module/badge.js';
import {ago, count} from '../module/format.js';

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
  const name = query.get('against');
  const found = await source(query);
  const {plugins} = await api.get('/plugins');
  const starters = {workloads: plugins.flatMap((plugin) => plugin.workloads), services: plugins.flatMap((plugin) => plugin.services)};
  if (!found) {
    const {files} = await api.get('/run-files');
    render(choose(files.toSorted((one, other) => rank(one) - rank(other)), starters.workloads, name), root);
    return {close() {}};
  }
  render(html`<div class="wrap"><p class="soft">Loading…</p></div>`, root);
  const schema = new RunSchema(await api.get('/schema'));
  const placed = name ? {...found, changed: await against(schema, found.text, found.path, name), from: `${found.from}, against ${name}`} : found;
  return new EditPage(root, placed, {schema, starters}).open();
}

/** Files for beginners come first, and those with problems last. */
function rank({name, problems}) {
  return name === 'quickstart' ? 0 : problems ? 2 : 1;
}

function fileCard(file, index, against) {
  return html`<li class="card start-card${index === 0 ? ' first' : ''}" data-test="start-${file.path}">
    <h3><a href=${newRunAddress({file: file.path, against})}>${file.name}</a></h3>
    <p>${file.title}</p>
    ${file.problems ? html`<p class="small">${badge('bad', '✕', count(file.problems, 'problem'))} ${file.firstProblem}</p>` : nothing}
    <p class="row"><span class="chips">${file.plugins.map((plugin) => html`<span class="chip">${plugin}</span>`)}</span>
      <span class="soft small"><span class="id">${file.path}</span> · ${ago(file.modifiedAt)}</span></p>
  </li>`;
}

function workloadCard(workload, against) {
  return html`<li class="card start-card" data-test="start-${workload.reference}">
    <h3><a href=${newRunAddress({plugin: workload.plugin, workload: workload.name, against})}>${workload.reference}</a></h3>
    <p>${workload.description}</p></li>`;
}

/** The page that offers them; `against` is the name of a SUT of the rig that replaces the run's own SUT, or null. */
function choose(files, workloads, against) {
  return html`<div class="wrap" data-test="starters">
    <header class="page-head"><div><h1 tabindex="-1">New run${against ? ` against ${against}` : ''}</h1>
      <p class="lead">Choose what to start from. Nothing runs yet: you see the settings first, as a form and as YAML.</p></div></header>
    <h2>Run files</h2>
    ${files.length === 0 ? html`<p class="soft">The console's folder of run files is empty. Start from a plugin and save the file.</p>`
      : html`<ul class="card-grid">${files.map((file, index) => fileCard(file, index, against))}</ul>`}
    <h2>A first run of a plugin</h2>
    <ul class="card-grid">${workloads.map((workload) => workloadCard(workload, against))}</ul>
    </div>`;
}

// SPDX-License-Identifier: Apache-2.0
// The page for a new run: first the choice of a start, then a form and its YAML side by side.
import * as api from '../module/api.js';
import {html, nothing, render} from '../module/lit.js';
import {filePath} from './new-save.js';
import {newRunAddress} from '../module/addresses.js';
import {badge} from '../module/badge.js';
import {count} from '../module/format.js';

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
  const isChoice = ['file', 'plugin', 'run'].every((name) => !query.get(name));
  // The first answer takes seconds, since every file is planned.
  render(isChoice ? new Choice(root, name).view() : html`<div class="wrap"><p class="soft">Loading…</p></div>`, root);
  if (isChoice) {
    const choice = new Choice(root, name);
    const [{plugins}, {files}] = await Promise.all([api.get('/plugins'), api.get('/run-files')]);
    choice.show(files, plugins.flatMap((plugin) => plugin.workloads));
    return {close() {}};
  }
  // The choice is shown without the editor, which is as large as all the rest.
  const [found, {plugins}, schema, {EditPage}, {RunSchema}, {against}] = await Promise.all([source(query), api.get('/plugins'),
    api.get('/schema'), import('./new-edit.js'), import('../module/run-schema.js'), import('./new-fields.js')]);
  const starters = {workloads: plugins.flatMap((plugin) => plugin.workloads), services: plugins.flatMap((plugin) => plugin.services)};
  const runSchema = new RunSchema(schema);
  const placed = name ? {...found, changed: await against(runSchema, found.text, found.path, name), from: `${found.from}, against ${name}`} : found;
  return new EditPage(root, placed, {schema: runSchema, starters}).open();
}

const QUICKSTART = 'quickstart';
const SKELETONS = 9;

/** The page that offers starts; `against` is the name of a SUT of the rig that replaces the run's own SUT, or null. */
class Choice {
  constructor(root, against) {
    Object.assign(this, {root, against, files: null, workloads: [], benches: false});
  }

  show(files, workloads) {
    Object.assign(this, {files, workloads});
    this.draw();
  }

  draw() {
    render(this.view(), this.root);
  }

  view() {
    const usable = (this.files ?? []).filter(({problems}) => problems === 0);
    const isFirst = ({name}) => name === QUICKSTART;
    const inGroup = (group) => usable.filter((file) => file.group === group && !isFirst(file));
    const broken = (this.files ?? []).filter(({problems}) => problems > 0);
    return html`<div class="wrap" data-test="starters">
      <header class="page-head"><div><h1 tabindex="-1">New run${this.against ? ` against ${this.against}` : ''}</h1>
        <p class="lead">Choose what to start from. Nothing runs yet: you see the settings first, as a form and as YAML.</p></div></header>
      ${this.files === null ? html`<ul class="card-grid" aria-busy="true" aria-label="Run files">${Array.from({length: SKELETONS}, () => html`<li class="card skeleton"></li>`)}</ul>`
        : html`${this.group('Start here', usable.filter(isFirst))}${this.group('Workloads', inGroup('workload'))}${this.group('Several workloads at once', inGroup('tiles'))}
        <p class="more-files"><label class="choice"><input type="checkbox" data-test="benches" .checked=${this.benches} @change=${(event) => {
          this.benches = event.target.checked;
          this.draw();
        }}> Trials, searches and benches too</label> <span class="soft small">Study files are started on the page <a href="/studies">Studies</a>.</span></p>
        ${this.benches ? this.group('Trials, searches and benches', inGroup('bench')) : nothing}
        ${broken.length ? html`<details class="more-files" data-test="broken"><summary>${count(broken.length, 'file')} that cannot start as they are</summary>
          <ul class="card-grid">${broken.map((file) => this.card(file))}</ul></details>` : nothing}
        ${this.files.length === 0 ? html`<p class="soft">The console's folder of run files is empty. Start from a plugin and save the file.</p>` : nothing}
        <h2>A first run of a plugin</h2>
        <ul class="card-grid">${this.workloads.map((workload) => html`<li class="card start-card" data-test="start-${workload.reference}">
          <h3><a href=${newRunAddress({plugin: workload.plugin, workload: workload.name, against: this.against})}>${workload.reference}</a></h3>
          <p>${workload.description}</p></li>`)}</ul>`}
      </div>`;
  }

  group(title, files) {
    return files.length === 0 ? nothing : html`<h2>${title}</h2><ul class="card-grid">${files.map((file) => this.card(file))}</ul>`;
  }

  card(file) {
    return html`<li class="card start-card${file.name === QUICKSTART ? ' first' : ''}" data-test="start-${file.path}">
      <h3><a href=${newRunAddress({file: file.path, against: this.against})}>${file.name}</a></h3>
      <p>${file.title}</p>
      ${file.problems ? html`<p class="small">${badge('bad', '✕', count(file.problems, 'problem'))} ${file.firstProblem}</p>` : nothing}
      <p class="row"><span class="chips">${file.plugins.map((plugin) => html`<span class="chip">${plugin}</span>`)}</span>
        <span class="soft small id">${file.path}</span></p>
    </li>`;
  }
}

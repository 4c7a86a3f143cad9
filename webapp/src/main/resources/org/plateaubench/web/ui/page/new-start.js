// SPDX-License-Identifier: Apache-2.0
// The starts of a new run: existing run files, and workloads of plugins.
import {newRunAddress} from '../module/addresses.js';
import {badge} from '../module/badge.js';
import {ago, count} from '../module/format.js';
import {html, nothing} from '../module/lit.js';

function fileCard(file, index, against) {
  return html`<li class="card start-card${index === 0 ? ' first' : ''}" data-test="start-${file.path}">
    <h3><a href=${newRunAddress({file: file.path, against})}>${file.name}</a></h3>
    <p>${file.title}</p>
    ${file.problems ? html`<p class="small problem-text">${badge('bad', '✕', count(file.problems, 'problem'))} ${file.firstProblem}</p>` : nothing}
    <p class="start-foot"><span class="chips">${file.plugins.map((plugin) => html`<span class="chip">${plugin}</span>`)}</span>
      <span class="soft small"><span class="id">${file.path}</span> · ${ago(file.modifiedAt)}</span></p>
  </li>`;
}

function workloadCard(workload, against) {
  return html`<li class="card start-card" data-test="start-${workload.reference}">
    <h3><a href=${newRunAddress({plugin: workload.plugin, workload: workload.workload, against})}>${workload.reference}</a></h3>
    <p>${workload.description}</p></li>`;
}

/** The page that offers them; `against` is the name of a SUT of the rig that replaces the run's own SUT, or null. */
export function choose({files, workloads}, against) {
  return html`<div class="wrap" data-test="starters">
    <header class="page-head"><div><h1 tabindex="-1">New run${against ? ` against ${against}` : ''}</h1>
      <p class="lead">Choose what to start from. Nothing runs yet: you see the settings first, as a form and as YAML.</p></div></header>
    <h2>Run files</h2>
    ${files.length === 0 ? html`<p class="soft">The console's folder of run files is empty. Start from a plugin and save the file.</p>`
      : html`<ul class="start-cards">${files.map((file, index) => fileCard(file, index, against))}</ul>`}
    <h2>A first run of a plugin</h2>
    <ul class="start-cards">${workloads.map((workload) => workloadCard(workload, against))}</ul>
    <div class="page-end"></div></div>`;
}

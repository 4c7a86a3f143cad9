// SPDX-License-Identifier: Apache-2.0
// The page of the installed plugins.
import {html, nothing, render} from '../module/lit.js';
import {newRunAddress, pluginAddress} from '../module/addresses.js';
import * as api from '../module/api.js';
import {count} from '../module/format.js';
import {frame} from '../module/frame.js';
import {fetching} from '../module/loader.js';
import {problemView} from '../module/notice.js';

export async function page(root, {session}) {
  const state = {plugins: null, error: null};
  const read = fetching(state, async () => {
    state.plugins = (await api.get('/plugins')).plugins;
  }, draw);

  function draw() {
    const {plugins, error} = state;
    const lead = 'A plugin provides workloads, which drive load, and services, which start systems to drive load against.';
    render(
      frame({title: 'Plugins', lead}, html`${problemView(error, read)}
        ${plugins === null
          ? error
            ? nothing
            : html`<p class="table-state" role="status">Loading…</p>`
          : plugins.length === 0
            ? html`<section class="card empty">
                <h2>No plugin is installed</h2>
                <p>Plugins are in the folder plugins/ of the installation; the console finds them when it starts.</p>
              </section>`
            : html`<ul class="card-grid">${plugins.map((plugin) => pluginCard(plugin, session))}</ul>`}`),
      root,
    );
  }

  draw();
  await read();
  return {};
}

function pluginCard(plugin, session) {
  const workloads = plugin.workloads.map(({reference}) => reference);
  const services = plugin.services.map(({name}) => name);
  return html`<li class="card" data-test="plugin">
    <div class="row">
      <h2><a href=${pluginAddress(plugin.id)}>${plugin.id}</a></h2>
      <span class="chip">${plugin.version}</span>
    </div>
    <p>${plugin.description}</p>
    <div class="small soft">
      ${[
        workloads.length ? `${count(workloads.length, 'workload')}: ${workloads.join(', ')}` : '',
        services.length ? `${count(services.length, 'service')}: ${services.join(', ')}` : '',
      ]
        .filter(Boolean)
        .map((line) => html`<p>${line}</p>`)}
    </div>
    <div class="buttons">
      <a class="button compact" href=${pluginAddress(plugin.id)} aria-label="About ${plugin.id}">
        ${plugin.documented === false ? 'Details' : 'Details and documentation'}</a>
      ${workloads.length && session.may('operator')
        ? html`<a class="button compact" href=${newRunAddress({plugin: plugin.id})} aria-label="New run with ${plugin.id}">New run</a>`
        : nothing}
    </div>
  </li>`;
}

// SPDX-License-Identifier: Apache-2.0
// The services that can be started as a system under test, with a form of their parameters.
import {html, nothing, ifDefined} from '../module/lit.js';
import {pluginAddress} from '../module/addresses.js';
import * as api from '../module/api.js';
import {ask} from '../module/form-dialog.js';
import {say} from '../module/notice.js';
import {table} from '../module/table.js';
import {filledIn, parameterFields} from './parameters.js';

export function services({services, suts, mayChange, reread}) {
  return html`<section class="card" aria-labelledby="services">
    <div class="card-head">
      <h2 id="services">Available services</h2>
      <p>Each comes from a plugin and runs on this machine, on loopback, in a process of its own.</p>
    </div>
    ${table({
      caption: 'Services that can be started',
      rows: services,
      key: ({service}) => service,
      empty: html`<p class="table-state">No plugin offers a service.</p>`,
      columns: [
        {id: 'service', label: 'Service', header: true, cell: ({service}) => service},
        {id: 'description', label: 'What it is', full: true, cell: ({description}) => description},
        {
          id: 'plugin', label: 'Plugin',
          cell: ({plugin}) => html`<a href=${pluginAddress(plugin)}>${plugin}</a>`,
        },
        {
          id: 'actions', label: 'Actions', actions: true,
          cell: (service) =>
            mayChange
              ? html`<button
                  class="button compact"
                  data-test="start-${service.service}"
                  aria-label="Start ${service.service}"
                  @click=${() => start(service, {name: freeName(service.service, suts), reread})}
                >
                  Start…
                </button>`
              : nothing,
        },
      ],
    })}
  </section>`;
}

function freeName(service, suts) {
  const taken = new Set(suts.map(({name}) => name));
  let name = service;
  for (let number = 2; taken.has(name); number++) {
    name = `${service}-${number}`;
  }
  return name;
}

/**
 * Asks for name and parameters of a SUT, and starts it.
 *
 * @param values initial values of the parameters
 */
export async function start(service, {name: proposed, values = {}, reread}) {
  const fields = ({wrong}) => html`<div class="field">
      <label for="sut-name">Name</label>
      <input
        id="sut-name"
        name="sut-name"
        .defaultValue=${proposed}
        pattern="[a-z][A-Za-z0-9\\-]*"
        maxlength="64"
        autocomplete="off"
        aria-describedby="sut-name-hint"
        aria-invalid=${ifDefined(wrong.name ? 'true' : undefined)}
      />
      <span class="hint" id="sut-name-hint">
        Lowercase letters, digits and hyphens: the name on this page and in the log.
        ${wrong.name ? html`<span class="wrong">${wrong.name}</span>` : nothing}
      </span>
    </div>
    ${service.parameters.length === 0
      ? nothing
      : html`<fieldset class="stack">
          <legend class="away">Parameters</legend>
          ${parameterFields(service.parameters, (name) => wrong[`parameters.${name}`], values)}
        </fieldset>`}`;
  const started = await ask(
    {title: `Start ${service.service}`, lead: service.description, fields, action: 'Start', mark: 'start-form'},
    async (data) => {
      const name = data.get('sut-name').trim();
      await api.post('/rig/suts', {service: service.service, name: name || null, parameters: filledIn(data, service.parameters)});
      return name || service.service;
    },
  );
  if (started) {
    say(`${started} is being started.`);
    await reread();
  }
}

// SPDX-License-Identifier: Apache-2.0
// Services that can be started as a system under test, with a form made of their parameters.
import {html, nothing, ifDefined} from '../module/lit.js';
import * as api from '../module/api.js';
import {open} from '../module/dialog.js';
import {problemView, say} from '../module/notice.js';
import {table} from '../module/table.js';
import {filledIn, parameterFields} from './parameters.js';

export function services({services, suts, mayChange, reread}) {
  return html`<section class="card" aria-labelledby="services">
    <div class="card-head">
      <h2 id="services">Services on offer</h2>
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
          cell: ({plugin}) => html`<a href="/plugins/${encodeURIComponent(plugin)}">${plugin}</a>`,
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
 * @param values parameters that stand there at first
 */
export async function start(service, {name: proposed, values = {}, reread}) {
  let error = null;
  let busy = false;
  await open(({close, redraw, headingId}) => {
    const wrong = Object.fromEntries(
      (error?.problems || []).map(({path, message}) => [String(path).replace(/^parameters\./, ''), message]),
    );
    return html`<form
      class="dialog-body"
      data-test="start-form"
      @submit=${async (event) => {
        event.preventDefault();
        const form = event.target;
        const name = new FormData(form).get('sut-name').trim();
        busy = true;
        error = null;
        redraw();
        try {
          const parameters = filledIn(form, service.parameters);
          await api.post('/rig/suts', {service: service.service, name: name || null, parameters});
          close(true);
          say(`${name || service.service} is being started.`);
          await reread();
        } catch (problem) {
          error = problem;
          busy = false;
          redraw();
        }
      }}
    >
      <h2 id=${headingId}>Start ${service.service}</h2>
      <p class="soft">${service.description}</p>
      ${problemView(error)}
      <div class="field">
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
            ${parameterFields(service.parameters, wrong, values)}
          </fieldset>`}
      <div class="buttons">
        <button type="button" class="button" @click=${() => close(null)}>Cancel</button>
        <button class="button primary" ?disabled=${busy}>${busy ? 'Starting…' : 'Start'}</button>
      </div>
    </form>`;
  });
}

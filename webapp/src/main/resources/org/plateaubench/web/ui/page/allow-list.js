// SPDX-License-Identifier: Apache-2.0
// The list of the host's resources that runs and systems under test requested here may name.
import {html, nothing, render} from '../module/lit.js';
import * as api from '../module/api.js';
import {confirmed} from '../module/dialog.js';
import {frame} from '../module/frame.js';
import {fetching} from '../module/loader.js';
import {acting, problemView, say} from '../module/notice.js';
import {table} from '../module/table.js';
import {newFile, newSut, newValue, newVariable} from './allow-list-forms.js';

export async function page(root) {
  const state = {list: null, error: null};

  const read = fetching(state, async () => {
    state.list = await api.get('/allow-list');
  }, draw);
  const act = acting(read);

  /** Replaces parts of the list. The answer is the new list, so that a change that follows at once is based on it. */
  async function replace(changes) {
    const {values, suts, variables, files, digest} = state.list;
    state.list = await api.put('/allow-list', {values, suts, variables, files, digest, ...changes});
    return state.list;
  }

  async function add(part, ask) {
    const added = await ask(state.list, (one) => replace({[part]: [...state.list[part], one]}));
    if (added) {
      say('It is allowed from now on.');
      await read();
    }
  }

  async function remove(part, one, what) {
    await confirmed({
      title: 'Remove it from the allow list?',
      message: 'Queued runs that name it are refused when they start. Running ones continue.',
      items: [what],
      action: 'Remove',
      danger: true,
    }, () => {
      // The list may have been loaded again meanwhile, so that an equal entry is a different object.
      const same = JSON.stringify(one);
      const rest = state.list[part].filter((other) => JSON.stringify(other) !== same);
      return act(() => replace({[part]: rest}), `${what} is no longer allowed.`);
    });
  }

  function removal(part, what) {
    return {
      id: 'actions', label: 'Actions', actions: true,
      cell: (one) => html`<button
        class="button compact danger"
        aria-label="Remove ${what(one)}"
        data-test="remove-${part}"
        @click=${() => remove(part, one, what(one))}
      >
        Remove…
      </button>`,
    };
  }

  function section({part, title, lead, ask, action, columns, what, empty}) {
    const rows = state.list ? state.list[part] : null;
    return html`<section class="card" aria-labelledby=${part}>
      <div class="card-head">
        <h2 id=${part}>${title}</h2>
        <p>${lead}</p>
        <div class="buttons">
          <button class="button compact" data-test="add-${part}" ?disabled=${!rows} @click=${() => add(part, ask)}>${action}</button>
        </div>
      </div>
      ${table({
        caption: title,
        rows,
        key: (one) => what(one),
        columns: [...columns, removal(part, what)],
        empty: html`<p class="table-state">${empty}</p>`,
      })}
    </section>`;
  }

  function draw() {
    render(frame({
      title: 'Allow list',
      lead: 'What runs submitted here may name on this host. Anything else is refused, for administrators too. Runs started '
        + "from the host's own shell are not restricted.",
    }, [
      problemView(state.error, read),
      state.list?.problem ? html`<p class="wrong" role="alert" data-test="broken">${state.list.problem}</p>` : nothing,
      SECTIONS.map(section),
    ]), root);
  }

  draw();
  await read();
  return {};
}

const code = (text) => html`<code>${text}</code>`;

const SECTIONS = [
  {
    part: 'values', title: 'Values of parameters', action: 'Allow a value', ask: newValue,
    lead: 'Programs, folders, files, settings of servers and addresses with options, each for one parameter.',
    empty: 'No value is allowed.',
    what: ({owner, parameter, value}) => `${owner} ${parameter}: ${value}`,
    columns: [
      {id: 'owner', label: 'Of', header: true, cell: ({owner}) => owner},
      {id: 'parameter', label: 'Parameter', cell: ({parameter}) => code(parameter)},
      {id: 'value', label: 'Value', full: true, cell: ({value}) => code(value)},
    ],
  },
  {
    part: 'suts', title: 'Systems under test of the rig', action: 'Declare a SUT', ask: newSut,
    lead: 'The parameters of a declared SUT are allowed for every SUT of its service.',
    empty: 'No SUT is declared.',
    what: ({name, service}) => `SUT ${name} (${service})`,
    columns: [
      {id: 'name', label: 'Name', header: true, cell: ({name}) => name},
      {id: 'service', label: 'Service', cell: ({service}) => service},
      {id: 'parameters', label: 'Parameters', full: true, cell: ({parameters}) => code(JSON.stringify(parameters))},
    ],
  },
  {
    part: 'variables', title: 'Secrets in the environment', action: 'Allow a variable', ask: newVariable,
    lead: 'Environment variables of the console that are passed to runs, which may read them as ${env:NAME}.',
    empty: 'No variable may be read.',
    what: (name) => name,
    columns: [{id: 'name', label: 'Name', header: true, cell: code}],
  },
  {
    part: 'files', title: 'Secrets in files', action: 'Allow a file', ask: newFile,
    lead: 'Files that runs may read as ${file:PATH}.',
    empty: 'No file may be read.',
    what: (path) => path,
    columns: [{id: 'path', label: 'Path', header: true, cell: code}],
  },
];

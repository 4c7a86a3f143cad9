// SPDX-License-Identifier: Apache-2.0
// The audit log: who changed what, when, from where, and whether it was allowed.
import {html, nothing, render} from '../module/lit.js';
import * as api from '../module/api.js';
import {time} from '../module/format.js';
import {problemView} from '../module/notice.js';
import {setQuery} from '../module/router.js';
import {table} from '../module/table.js';

const PAGE_ROWS = 100;
const TYPING_MILLIS = 250;

export async function page(root, {query}) {
  const state = {
    wanted: {user: query.get('user') || '', action: query.get('action') || ''},
    entries: null,
    total: 0,
    more: false,
    error: null,
  };
  let typing = null;

  async function read(before = null) {
    try {
      const answer = await api.get('/audit', {...state.wanted, before, limit: PAGE_ROWS});
      state.entries = before === null ? answer.entries : [...state.entries, ...answer.entries];
      state.more = answer.entries.length === PAGE_ROWS;
      state.error = null;
    } catch (error) {
      state.error = error;
    }
    draw();
  }

  function filter(changes) {
    clearTimeout(typing);
    typing = setTimeout(() => {
      Object.assign(state.wanted, changes);
      setQuery(state.wanted);
      read();
    }, TYPING_MILLIS);
  }

  function draw() {
    render(
      html`<div class="wrap">
        <div class="page-head">
          <div>
            <h1>Audit log</h1>
            <p class="lead">Everything that changed something, and every attempt that was refused. Newest first.</p>
          </div>
        </div>
        ${problemView(state.error, () => read())}
        <section class="card" aria-label="Entries">
          <form class="filters" role="search" aria-label="Filter entries" @submit=${(event) => event.preventDefault()}>
            ${field('user', 'User')} ${field('action', 'Action')}
          </form>
          ${table({
            caption: 'Entries of the audit log',
            rows: state.entries,
            key: ({id}) => id,
            columns: COLUMNS,
            empty: html`<p class="table-state">No entry${state.wanted.user || state.wanted.action ? ' matches' : ' yet'}.</p>`,
          })}
          ${state.more
            ? html`<p class="pager">
                <button class="button" @click=${() => read(state.entries.at(-1).id)}>Show earlier entries</button>
              </p>`
            : nothing}
        </section>
        <div class="page-end"></div>
      </div>`,
      root,
    );
  }

  function field(name, label) {
    return html`<div class="field find">
      <label for="audit-${name}">${label}</label>
      <input
        id="audit-${name}"
        type="search"
        .defaultValue=${state.wanted[name]}
        @input=${(event) => filter({[name]: event.target.value.trim()})}
      />
    </div>`;
  }

  draw();
  await read();
  return {
    close() {
      clearTimeout(typing);
    },
  };
}

const COLUMNS = [
  {id: 'at', label: 'When', cell: ({at}) => time(at, {seconds: true})},
  {
    id: 'user', label: 'Who', header: true,
    cell: ({user, role}) => html`${user || '–'} ${role ? html`<span class="small soft">${String(role).toLowerCase()}</span>` : nothing}`,
  },
  {id: 'action', label: 'Action', cell: ({action}) => html`<code>${action}</code>`},
  {id: 'target', label: 'On what', className: 'audit-target', cell: ({target}) => target || '–'},
  {id: 'outcome', label: 'Outcome', cell: ({outcome}) => outcome},
  {id: 'remote', label: 'From', cell: ({remote}) => html`<code>${remote || '–'}</code>`},
];

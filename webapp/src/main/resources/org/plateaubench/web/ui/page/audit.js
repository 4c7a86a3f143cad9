// SPDX-License-Identifier: Apache-2.0
// The audit log: user, change, time and origin of each request, and whether it was allowed.
import {html, nothing, render} from '../module/lit.js';
import * as api from '../module/api.js';
import {badge} from '../module/badge.js';
import {time} from '../module/format.js';
import {frame} from '../module/frame.js';
import {problemView} from '../module/notice.js';
import {setQuery} from '../module/router.js';
import {table} from '../module/table.js';

const PAGE_ROWS = 100;
const TYPING_MILLIS = 250;
/** The name in the log of a user who signed in with the token of the first start. */
const FIRST_TOKEN = 'first-token';

export async function page(root, {query}) {
  const state = {
    wanted: {user: query.get('user') || '', action: query.get('action') || ''},
    entries: null,
    more: false,
    error: null,
    users: [],
  };
  let typing = null;
  let latestRequest = 0;

  async function read(before = null) {
    const request = ++latestRequest;
    try {
      const answer = await api.get('/audit', {...state.wanted, before, limit: PAGE_ROWS});
      if (request !== latestRequest) {
        return;
      }
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
    const lead = 'Every request that changed something, and every request that was refused; newest first.';
    render(
      frame({title: 'Audit log', lead}, html`${problemView(state.error, () => read())}
        <section class="card" aria-label="Entries">
          <form class="filters two" role="search" aria-label="Filter entries" @submit=${(event) => event.preventDefault()}>
            ${who()} ${actionField()}
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
        </section>`),
      root,
    );
  }

  function who() {
    const {user} = state.wanted;
    const names = [...new Set([...state.users, ...(user ? [user] : [])])].sort();
    return html`<div class="field">
      <label for="audit-user">User</label>
      <select id="audit-user" @change=${(event) => filter({user: event.target.value})}>
        <option value="" ?selected=${!user}>Anyone</option>
        ${names.map((name) => html`<option value=${name} ?selected=${name === user}>${name}</option>`)}
      </select>
    </div>`;
  }

  function actionField() {
    return html`<div class="field find">
      <label for="audit-action">Action</label>
      <input
        id="audit-action"
        type="search"
        placeholder="Part of the request, such as queue or DELETE"
        .defaultValue=${state.wanted.action}
        @input=${(event) => filter({action: event.target.value.trim()})}
      />
    </div>`;
  }

  async function readUsers() {
    const {users} = await api.get('/users');
    state.users = [FIRST_TOKEN, ...users.map(({name}) => name)];
    draw();
  }

  draw();
  await Promise.all([read(), readUsers().catch(() => {})]);
  return {
    close() {
      clearTimeout(typing);
    },
  };
}

const COLUMNS = [
  {id: 'at', label: 'Time', header: true, cell: ({at}) => time(at, {seconds: true})},
  {
    id: 'user', label: 'User',
    cell: ({user, role, credential}) => html`${user || '–'} ${role ? html`<span class="small soft">${String(role).toLowerCase()}</span>` : nothing}
      ${credential ? html`<div class="small soft">${credential}</div>` : nothing}`,
  },
  {id: 'action', label: 'Action', cell: ({action}) => html`<code>${action.replace('/api/v1', '')}</code>`},
  {id: 'target', label: 'Target', className: 'words', cell: ({target}) => target || '–'},
  {id: 'outcome', label: 'Outcome', cell: ({outcome}) => outcomeBadge(outcome)},
  {id: 'remote', label: 'From', cell: ({remote}) => html`<code>${remote || '–'}</code>`},
];

/** The answer in words. The log contains the HTTP status and, for a refused request, the reason. */
function outcomeBadge(outcome) {
  const [, code, reason] = /^(\d{3})\W*(.*)$/s.exec(outcome) || [];
  if (!code) {
    return outcome;
  }
  if (code < '400') {
    return badge('good', '✓', 'Done', `status ${code}`);
  }
  const refused = ['401', '403', '429'].includes(code);
  return html`${refused ? badge('bad', '✕', `Refused, ${code}`) : badge('plain', '–', `Failed, ${code}`)}
    ${reason ? html`<div class="small soft">${reason}</div>` : nothing}`;
}

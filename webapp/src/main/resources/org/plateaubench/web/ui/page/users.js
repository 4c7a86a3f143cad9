// SPDX-License-Identifier: Apache-2.0
// The page of the accounts and their roles.
import {html, nothing, render} from '../module/lit.js';
import * as api from '../module/api.js';
import {badge} from '../module/badge.js';
import {confirm, confirmed} from '../module/dialog.js';
import {ago, time} from '../module/format.js';
import {frame} from '../module/frame.js';
import {fetching} from '../module/loader.js';
import {actionRunner, problemView, showMessage} from '../module/notice.js';
import {reload} from '../module/router.js';
import {table} from '../module/table.js';
import {askForAccount, editUser, newUser, ROLES} from './users-forms.js';

export async function page(root, {session}) {
  const state = {users: null, error: null};

  const read = fetching(state, async () => {
    state.users = (await api.get('/users')).users;
  }, draw);

  const act = actionRunner(read);

  async function add() {
    if (session.setup) {
      await askForAccount() && reload();
      return;
    }
    const name = await newUser();
    if (name) {
      showMessage(`${name} may sign in now.`);
      await read();
    }
  }

  async function change(user) {
    if (await editUser(user)) {
      showMessage(`${user.name} is changed.`);
      await read();
    }
  }

  async function remove(user) {
    await confirmed({
      title: `Delete the account of ${user.name}?`,
      message: 'Its sessions and API tokens end at once. Runs and the audit log keep the name.',
      items: [`${user.name}, ${String(user.role).toLowerCase()}`],
      action: 'Delete the account',
      danger: true,
    }, () => act(() => api.remove(api.path`/users/${user.name}`), `The account of ${user.name} is deleted.`));
  }

  async function toggle(user) {
    const disabled = !user.disabled;
    const sure =
      !disabled
      || (await confirm({
        title: `Disable ${user.name}?`,
        message: 'The user is signed out at once and cannot sign in until the account is enabled again.',
        action: 'Disable',
        danger: true,
      }));
    if (sure) {
      await act(
        () => api.patch(api.path`/users/${user.name}`, {disabled}),
        disabled ? `${user.name} is disabled.` : `${user.name} may sign in again.`,
      );
    }
  }

  function draw() {
    const lead = html`Who may sign in, and what they may do. What they did is in the <a href="/audit">audit log</a>.`;
    const buttons = html`<div class="buttons"><button class="button primary" data-test="new-user" @click=${add}>New user</button></div>`;
    render(
      frame({title: 'Users', lead, buttons}, html`${problemView(state.error, read)}
        <section class="card" aria-label="Accounts">
          ${table({caption: 'Accounts', rows: state.users, key: ({name}) => name, columns: columns(), empty: noAccount()})}
        </section>
        <section class="card" aria-labelledby="roles">
          <h2 id="roles">What each role may do</h2>
          <dl class="pairs">${ROLES.map(([name, meaning]) => html`<div><dt>${name}</dt><dd>${meaning}</dd></div>`)}</dl>
        </section>`),
      root,
    );
  }

  function noAccount() {
    return html`<div class="empty">
      <h2>No accounts yet</h2>
      <p>You are signed in with the token of the first start. Create an account, so that you can sign in again.</p>
    </div>`;
  }

  function columns() {
    return [
      {
        id: 'name', label: 'Name', header: true,
        cell: (user) => html`${user.name} ${user.name === session.user.name ? html`<span class="chip">you</span>` : nothing}`,
      },
      {id: 'role', label: 'Role', cell: (user) => String(user.role).toLowerCase()},
      {
        id: 'state', label: 'State',
        cell: (user) => (user.disabled ? badge('doubtful', '■', 'Disabled') : badge('good', '✓', 'Active')),
      },
      {id: 'createdAt', label: 'Since', cell: (user) => time(user.createdAt)},
      {
        id: 'lastSeenAt', label: 'Last seen',
        cell: (user) => (user.lastSeenAt ? html`<span title=${user.lastSeenAt}>${ago(user.lastSeenAt)}</span>` : 'never'),
      },
      {
        id: 'actions', label: 'Actions', actions: true,
        cell: (user) => html`<span class="buttons">
          <button
            class="button compact"
            aria-label="Change ${user.name}"
            data-test="edit-user"
            @click=${() => change(user)}
          >
            Change…
          </button>
          ${user.name === session.user.name
            ? nothing
            : html`<button
                  class="button compact"
                  aria-label="${user.disabled ? 'Enable' : 'Disable'} ${user.name}"
                  @click=${() => toggle(user)}
                >
                  ${user.disabled ? 'Enable' : 'Disable'}
                </button>
                <button
                  class="button compact danger"
                  aria-label="Delete ${user.name}"
                  data-test="delete-user"
                  @click=${() => remove(user)}
                >
                  Delete…
                </button>`}
        </span>`,
      },
    ];
  }

  draw();
  await read();
  return {};
}

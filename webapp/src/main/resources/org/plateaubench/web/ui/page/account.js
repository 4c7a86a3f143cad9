// SPDX-License-Identifier: Apache-2.0
// The page of the user's account: password and API tokens.
import {html, nothing, render} from '../module/lit.js';
import * as api from '../module/api.js';
import {copyButton} from '../module/export.js';
import {ask, confirmed} from '../module/dialog.js';
import {ago, time} from '../module/format.js';
import {frame} from '../module/frame.js';
import {fetching} from '../module/loader.js';
import {actionRunner, problemView, showMessage} from '../module/notice.js';
import {refresh} from '../module/session.js';
import {table} from '../module/table.js';
import {PASSWORD_CHARACTERS, ROLES} from './users-forms.js';

export async function page(root, {session}) {
  const state = {tokens: null, error: null, passwordError: null, mismatch: false, made: null};

  const read = fetching(state, async () => {
    state.tokens = (await api.get('/tokens')).tokens;
  }, draw);
  const act = actionRunner(read);

  async function changePassword(event) {
    event.preventDefault();
    const form = event.target;
    const data = new FormData(form);
    state.mismatch = data.get('new') !== data.get('again');
    state.passwordError = null;
    if (!state.mismatch) {
      try {
        await api.put('/session/password', {old: data.get('old'), new: data.get('new')});
        form.reset();
        await refresh();
        showMessage('The password is changed.');
      } catch (error) {
        state.passwordError = error;
      }
    }
    draw();
  }

  async function add() {
    const made = await newToken(session);
    if (made) {
      state.made = made;
      await read();
      root.querySelector('[data-test="secret"]')?.focus();
    }
  }

  async function revoke(token) {
    await confirmed({
      title: 'Revoke this token?',
      message: 'Programs that use it are refused from then on.',
      items: [token.name],
      action: 'Revoke',
      danger: true,
    }, () => act(() => api.remove(api.path`/tokens/${token.id}`), `The token ${token.name} is revoked.`));
  }

  function draw() {
    const lead = html`Signed in as <strong>${session.user.name}</strong> with the role ${session.user.role}.`;
    render(frame({title: 'Your account', lead},
      [tokens(), session.setup || session.user.byProxy ? nothing : password()]), root);
  }

  function tokens() {
    return html`<section class="card" aria-labelledby="tokens">
      <div class="card-head">
        <h2 id="tokens">API tokens</h2>
        <button class="button" data-test="new-token" @click=${add}>New token</button>
        <p>
          For scripts and builds: <code>Authorization: Bearer TOKEN</code> with any request, or
          <code>./plateau run FILE --console ${location.origin}</code>. All requests are described by
          <a href="/api/v1/openapi.json" target="_blank" rel="noopener">openapi.json</a>.
        </p>
      </div>
      ${problemView(state.error, read)} ${state.made ? secret(state.made) : nothing}
      ${table({
        caption: 'Your API tokens',
        rows: state.tokens,
        key: ({id}) => id,
        columns: columns(),
        empty: html`<p class="table-state">No token yet.</p>`,
      })}
    </section>`;
  }

  function secret(made) {
    return html`<div class="callout tone-good" role="status">
      <p><strong>The token “${made.name}” was created.</strong> Copy it now: it is shown only once.</p>
      <div class="row secret" tabindex="-1" data-test="secret">
        <code>${made.token}</code> ${copyButton(made.token, 'the token')}
        <button
          class="button compact"
          @click=${() => {
            state.made = null;
            draw();
          }}
        >
          I have copied it
        </button>
      </div>
    </div>`;
  }

  function columns() {
    return [
      {id: 'name', label: 'Name', header: true, cell: ({name}) => name},
      {id: 'role', label: 'Role', cell: ({role}) => String(role).toLowerCase()},
      ...(session.may('admin') ? [{id: 'owner', label: 'Owner', cell: ({owner}) => owner}] : []),
      {id: 'createdAt', label: 'Created', cell: ({createdAt}) => time(createdAt)},
      {id: 'expiresAt', label: 'Expires', cell: ({expiresAt}) => (expiresAt ? ago(expiresAt) : 'never')},
      {id: 'lastUsedAt', label: 'Last used', cell: ({lastUsedAt}) => (lastUsedAt ? ago(lastUsedAt) : 'never')},
      {
        id: 'actions', label: 'Actions', actions: true,
        cell: (token) => html`<button
          class="button compact danger"
          aria-label="Revoke ${token.name}"
          data-test="revoke"
          @click=${() => revoke(token)}
        >
          Revoke…
        </button>`,
      },
    ];
  }

  function password() {
    return html`<section class="card" aria-labelledby="password-title">
      <div class="card-head"><h2 id="password-title">Password</h2></div>
      ${problemView(state.passwordError)}
      <form class="stack password-form" @submit=${changePassword} data-test="password-form">
        <input class="visually-hidden" type="text" name="name" autocomplete="username" value=${session.user.name} tabindex="-1" aria-hidden="true" readonly />
        ${passwordField('old', 'Current password', 'current-password')}
        ${passwordField('new', 'New password', 'new-password', `At least ${PASSWORD_CHARACTERS} characters.`)}
        ${passwordField('again', 'Repeat the new password', 'new-password', '', state.mismatch ? 'The passwords differ.' : '')}
        <div class="buttons"><button class="button primary">Change password</button></div>
      </form>
    </section>`;
  }

  draw();
  await read();
  return {};
}

function passwordField(name, label, autocomplete, hint = '', wrong = '') {
  const id = `password-${name}`;
  return html`<div class="field">
    <label for=${id}>${label}</label>
    <input
      id=${id}
      name=${name}
      type="password"
      autocomplete=${autocomplete}
      minlength=${name === 'old' ? nothing : PASSWORD_CHARACTERS}
      required
      aria-describedby=${id + '-hint'}
      aria-invalid=${wrong ? 'true' : nothing}
    />
    <span class="hint" id=${id + '-hint'}>${hint}${wrong ? html`<span class="wrong">${wrong}</span>` : nothing}</span>
  </div>`;
}

const LIVES = [
  [30, '30 days'],
  [90, '90 days'],
  [365, 'one year'],
  ['', 'unlimited time'],
];

/** Asks for the properties of a token and creates it; returns it with its secret, or null. */
function newToken(session) {
  const fields = () => html`<div class="field">
        <label for="token-name">Purpose</label>
        <input id="token-name" name="token-name" required maxlength="100" autocomplete="off" placeholder="nightly build" />
      </div>
      <div class="field">
        <label for="token-role">Role</label>
        <select id="token-role" name="token-role">
          ${ROLES.filter(([name]) => session.may(name)).map(
            ([name]) => html`<option value=${name} ?selected=${name === 'operator'}>${name}</option>`)}
        </select>
        <span class="hint">Choose the lowest role that suffices.</span>
      </div>
      <div class="field">
        <label for="token-life">Valid for</label>
        <select id="token-life" name="token-life">
          ${LIVES.map(([days, words]) => html`<option value=${days} ?selected=${days === 90}>${words}</option>`)}
        </select>
      </div>`;
  return ask({title: 'New API token', fields, action: 'Create the token', mark: 'token-form'}, (data) => {
    const body = {name: data.get('token-name').trim(), role: data.get('token-role')};
    if (data.get('token-life')) {
      body.expiresInDays = Number(data.get('token-life'));
    }
    return api.post('/tokens', body);
  });
}

// SPDX-License-Identifier: Apache-2.0
// Dialogs that create and change accounts.
import {refresh, session} from '../module/session.js';
import {showMessage} from '../module/notice.js';
import {html, nothing, ifDefined} from '../module/lit.js';
import * as api from '../module/api.js';
import {ask} from '../module/dialog.js';

export const PASSWORD_CHARACTERS = 10;

export const ROLES = [
  ['viewer', 'Views runs, results, the queue and the rig; changes nothing.'],
  ['operator', 'Starts, stops, edits and deletes runs; starts and stops systems under test.'],
  ['admin', 'Also creates accounts, reads the audit log and decides what runs may name on this host.'],
];

/** Asks for a new account and creates it; returns its name, or null. */
export function newUser({title = 'New user', lead = '', leave = 'Cancel', action = 'Create', onlyRole = null} = {}) {
  const fields = ({wrong}) => [
    nameField(wrong.name),
    passwordFields(wrong.password, true),
    onlyRole ? nothing : roleField('operator'),
  ];
  return ask({title, lead, leave, action, fields, mark: 'user-form'}, async (data) => {
    const name = data.get('user-name').trim();
    await api.post('/users', {name, password: data.get('new-password'), role: onlyRole || data.get('role')});
    return name;
  });
}

/** Asks for changes of an account and applies them; returns whether it was changed. */
export function editUser(user) {
  const role = String(user.role).toLowerCase();
  const fields = ({wrong}) => [roleField(role), passwordFields(wrong.password, false)];
  return ask({title: `Change ${user.name}`, action: 'Save', fields, mark: 'user-form'}, async (data) => {
    const changes = {};
    if (data.get('role') !== role) {
      changes.role = data.get('role');
    }
    if (data.get('new-password')) {
      changes.password = data.get('new-password');
    }
    if (Object.keys(changes).length > 0) {
      await api.patch(api.path`/users/${user.name}`, changes);
    }
    return true;
  });
}

function nameField(wrong) {
  return html`<div class="field">
    <label for="user-name">Name</label>
    <input
      id="user-name"
      name="user-name"
      required
      maxlength="64"
      autocomplete="off"
      autocapitalize="none"
      spellcheck="false"
      aria-invalid=${ifDefined(wrong ? 'true' : undefined)}
    />
    ${wrong ? html`<span class="wrong">${wrong}</span>` : nothing}
  </div>`;
}

function passwordFields(wrong, required) {
  return html`<div class="field">
    <label for="new-password">${required ? 'Password' : 'New password'}</label>
    <input
      id="new-password"
      name="new-password"
      type="password"
      autocomplete="new-password"
      minlength=${PASSWORD_CHARACTERS}
      ?required=${required}
      aria-describedby="new-password-hint"
      aria-invalid=${ifDefined(wrong ? 'true' : undefined)}
    />
    <span class="hint" id="new-password-hint">
      ${required ? '' : 'Leave empty to keep the password. '}At least ${PASSWORD_CHARACTERS} characters; a phrase of several words is good.
      ${wrong ? html`<span class="wrong">${wrong}</span>` : nothing}
    </span>
  </div>`;
}

function roleField(role) {
  return html`<fieldset class="stack-small">
    <legend>Role</legend>
    ${ROLES.map(
      ([name, meaning]) => html`<label class="choice"
        ><input type="radio" name="role" value=${name} ?checked=${name === role} />
        <span>${name} <span class="hint">${meaning}</span></span></label
      >`,
    )}
  </fieldset>`;
}

/**
 * Asks for the first account, which is an administrator's; returns whether it was created. The session then belongs to
 * that user.
 */
export async function askForAccount() {
  const name = await newUser({
    title: session.hasUsers ? 'Create an account' : 'Create your account',
    lead: 'You are signed in with the token of this start, which works only once. With an account you can sign in '
      + 'again, from any browser. It becomes an administrator and can create accounts for others.',
    leave: 'Later',
    action: 'Create the account',
    onlyRole: 'admin',
  });
  if (name === null) {
    return false;
  }
  await refresh();
  showMessage(`Welcome, ${name}. Next time, sign in with this name and its password.`);
  return true;
}

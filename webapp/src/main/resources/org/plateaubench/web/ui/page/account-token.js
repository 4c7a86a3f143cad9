// SPDX-License-Identifier: Apache-2.0
// The dialog that creates an API token.
import {html} from '../module/lit.js';
import * as api from '../module/api.js';
import {ask} from '../module/form-dialog.js';
import {ROLES} from './users-forms.js';

const LIVES = [
  [30, '30 days'],
  [90, '90 days'],
  [365, 'one year'],
  ['', 'until it is revoked'],
];

/** Asks for the properties of a token and creates it; returns it with its secret, or null. */
export function newToken(session) {
  const fields = () => html`<div class="field">
        <label for="token-name">Purpose</label>
        <input id="token-name" name="token-name" required maxlength="100" autocomplete="off" placeholder="nightly build" />
      </div>
      <div class="field">
        <label for="token-role">Role</label>
        <select id="token-role" name="token-role">
          ${ROLES.filter(([name]) => session.may(name)).map(
            ([name, meaning]) =>
              html`<option value=${name} ?selected=${name === 'operator'}>${name}: ${meaning}</option>`,
          )}
        </select>
        <span class="hint">Choose the lowest role that suffices.</span>
      </div>
      <div class="field">
        <label for="token-life">How long</label>
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

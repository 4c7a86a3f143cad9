// SPDX-License-Identifier: Apache-2.0
// The signed-in user and their rights.
import * as api from './api.js';

const ROLES = ['viewer', 'operator', 'admin'];

/**
 * {user: {name, role, byProxy} | null, setup (signed in by the first token), version, hasUsers}; one object for the life
 * of the page.
 */
export const session = {
  user: null,
  setup: false,
  version: '',
  hasUsers: true,
  /** Whether the user has the rights of a role; actions without the rights are not offered. */
  may(role) {
    return this.user !== null && ROLES.indexOf(this.user.role) >= ROLES.indexOf(role);
  },
};

/** Requests the session from the console. */
export async function refresh() {
  apply(await api.get('/session', {}, {quiet: true}));
}

/** Signs in with {name, password} or {token}. */
export async function signIn(credentials) {
  await api.post('/session', credentials, {quiet: true});
  await refresh();
}

export async function signOut() {
  await api.remove('/session');
  forget();
}

/** Handles the end of the session, for any reason. */
export function forget() {
  session.user = null;
  api.setCsrf(null);
}

function apply(answer) {
  session.user = answer.user
    ? {...answer.user, role: String(answer.user.role).toLowerCase()}
    : null;
  session.setup = answer.setup === true;
  session.version = answer.version || '';
  session.hasUsers = answer.hasUsers !== false;
  api.setCsrf(answer.csrf || null);
}

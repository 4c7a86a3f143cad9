// SPDX-License-Identifier: Apache-2.0
// The signed-in user and their rights.
import * as api from './api.js';

const ROLES = ['viewer', 'operator', 'admin'];

/**
 * {user: {name, role, byProvider} | null, setup (signed in by the first token), version, hasUsers, provider (by whom people
 * may sign in besides, or null), refused (why that was refused, or null)}; one object for the life of the page.
 */
export const session = {
  user: null,
  setup: false,
  version: '',
  hasUsers: true,
  provider: null,
  refused: null,
  /** Whether the user has the rights of a role; actions without the rights are not offered. */
  may(role) {
    return this.user !== null && ROLES.indexOf(this.user.role) >= ROLES.indexOf(role);
  },
};

/** Requests the session from the console. */
export async function refresh() {
  take(await api.get('/session', {}, {quiet: true}));
}

/** Signs in with {name, password} or {token}. */
export async function signIn(credentials) {
  await api.post('/session', credentials, {quiet: true});
  await refresh();
}

/** Opens the provider's sign-in page, which leads back to this one. */
export async function signInByProvider() {
  const {address} = await api.post('/session/provider', {returnTo: location.pathname + location.search}, {quiet: true});
  location.assign(address);
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

function take(answer) {
  session.user = answer.user
    ? {...answer.user, role: String(answer.user.role).toLowerCase()}
    : null;
  session.setup = answer.setup === true;
  session.version = answer.version || '';
  session.hasUsers = answer.hasUsers !== false;
  session.provider = answer.provider || null;
  session.refused = answer.refused || null;
  api.setCsrf(answer.csrf || null);
}

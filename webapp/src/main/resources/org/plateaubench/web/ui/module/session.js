// SPDX-License-Identifier: Apache-2.0
// Who is signed in, and what they may do.
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
  /** Whether the user may do what needs a role; what they may not do is not offered. */
  may(role) {
    return this.user !== null && ROLES.indexOf(this.user.role) >= ROLES.indexOf(role);
  },
};

/** Asks the console who is signed in. */
export async function refresh() {
  take(await api.get('/session', {}, {quiet: true}));
}

/** Signs in with {name, password} or {token}. */
export async function signIn(credentials) {
  await api.post('/session', credentials, {quiet: true});
  await refresh();
}

/** Leaves for the pages of the provider, which lead back to this one. */
export async function signInByProvider() {
  const {address} = await api.post('/session/provider', {returnTo: location.pathname + location.search}, {quiet: true});
  location.assign(address);
}

export async function signOut() {
  await api.remove('/session');
  forget();
}

/** The session has ended, whatever the reason. */
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

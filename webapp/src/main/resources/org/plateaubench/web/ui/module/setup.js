// SPDX-License-Identifier: Apache-2.0
// The form for an account after a sign-in with the token of the first start, so that the next sign-in needs no token.
import {session, refresh} from './session.js';
import {say} from './notice.js';
import {newUser} from '../page/users-forms.js';

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
  say(`Welcome, ${name}. Next time, sign in with this name and its password.`);
  return true;
}

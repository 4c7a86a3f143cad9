// SPDX-License-Identifier: Apache-2.0
// Starts the console's pages: reads the session, and shows the bar at the top and the page of the address.
import * as api from './api.js';
import * as router from './router.js';
import * as stream from './stream.js';
import {count, showPlace, startHeader} from './header.js';
import {forget, refresh, session, signIn} from './session.js';
import {showError, drawNotices} from './notice.js';
import {askForAccount} from '../page/users-forms.js';

drawNotices();
startHeader();

let shownFor = null;
let isSetupShown = false;

function onRoute(path) {
  const name = session.user ? session.user.name : null;
  if (name !== shownFor) {
    shownFor = name;
    if (name === null) {
      stream.stop();
    } else {
      stream.start();
      count();
    }
  }
  showPlace(path);
  if (session.setup && !isSetupShown) {
    isSetupShown = true;
    askForAccount().then((made) => made && router.reload(), showError);
  }
}

// The session has ended: the sign-in page is shown instead of the page, which is shown again afterwards.
api.whenSignedOut(() => {
  if (session.user) {
    forget();
    router.reload();
  }
});

// A broken stream has no reason; perhaps the session has ended.
stream.subscribe('state', async (state) => {
  if (state === 'reconnecting' && session.user) {
    try {
      await refresh();
    } catch {
      return;
    }
    if (!session.user) {
      router.reload();
    }
  }
});

/** The token that the console printed at its first start is in the fragment, which is never sent to a server. */
async function takeToken() {
  const token = new URLSearchParams(location.hash.slice(1)).get('token');
  if (!token) {
    return false;
  }
  history.replaceState(null, '', location.pathname + location.search);
  try {
    await signIn({token});
  } catch (error) {
    showError(error, 'The token was not accepted');
  }
  return true;
}

await takeToken();
// The link of the console, opened in a tab that shows it, changes only the fragment.
addEventListener('hashchange', async () => await takeToken() && router.reload());
try {
  if (!session.user) {
    await refresh();
  }
} catch (error) {
  showError(error);
}
await router.start(onRoute);

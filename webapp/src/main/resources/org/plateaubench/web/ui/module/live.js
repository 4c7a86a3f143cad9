// SPDX-License-Identifier: Apache-2.0
// Events from the server. A broken connection is opened again, after growing delays. The connection of a hidden page is
// closed, since a browser allows few connections per server.
import {html} from './lit.js';
import {address} from './api.js';
import {stateOf} from './states.js';

const FIRST_WAIT_MILLIS = 500;
const LONGEST_WAIT_MILLIS = 15_000;

/**
 * Listens to a stream of the API. `handlers` has a function of (data, name) per name of an event; `onState(state)`
 * receives the state of the connection, one of module/states.js; `end` is the name of the last event of the stream.
 * Returns {close()}.
 */
export function listen(path, {handlers, onState = () => {}, end = null}) {
  let source = null;
  let waitMillis = FIRST_WAIT_MILLIS;
  let timer = null;
  let state = '';

  const become = (next) => {
    if (next !== state) {
      state = next;
      onState(next);
    }
  };
  const drop = () => {
    clearTimeout(timer);
    source?.close();
    source = null;
  };
  const finish = () => {
    drop();
    document.removeEventListener('visibilitychange', onVisibility);
  };
  const connect = () => {
    drop();
    if (document.hidden) {
      become('paused');
      return;
    }
    become(state === '' || state === 'paused' ? 'connecting' : state);
    source = new EventSource(address(path));
    source.onopen = () => {
      waitMillis = FIRST_WAIT_MILLIS;
      become('live');
    };
    source.onerror = () => {
      drop();
      become('reconnecting');
      timer = setTimeout(connect, waitMillis * (0.75 + Math.random() / 2));
      waitMillis = Math.min(LONGEST_WAIT_MILLIS, waitMillis * 2);
    };
    for (const [name, handler] of Object.entries(handlers)) {
      source.addEventListener(name, (message) => {
        handler(JSON.parse(message.data), name);
        if (name === end) {
          finish();
          become('ended');
        }
      });
    }
  };
  const onVisibility = () => {
    if (!document.hidden && source === null) {
      connect();
    } else if (document.hidden) {
      drop();
      become('paused');
    }
  };
  document.addEventListener('visibilitychange', onVisibility);
  connect();
  return {
    close() {
      finish();
      state = 'ended';
    },
  };
}

/** The state of a connection, as a sign and a word. */
export function connection(state) {
  const [tone, sign, word] = stateOf('connection', state || 'connecting');
  return html`<span class="small soft" role="status" data-test="connection" data-state=${state}
    ><span class="tone-${tone}" aria-hidden="true">${sign}</span> ${word}</span
  >`;
}

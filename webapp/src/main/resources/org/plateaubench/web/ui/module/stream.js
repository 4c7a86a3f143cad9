// SPDX-License-Identifier: Apache-2.0
// One connection for the whole window, which reports changes of runs and of the queue. Pages subscribe to it.
import {listen} from './live.js';

const subscribers = {runs: new Set(), queue: new Set(), state: new Set()};
let connection = null;
let wasAway = false;

/** Subscribes to changes of 'runs', the 'queue' or the connection's 'state'; returns a function to unsubscribe. */
export function subscribe(kind, listener) {
  subscribers[kind].add(listener);
  return () => subscribers[kind].delete(listener);
}

export function start() {
  connection ??= listen('/stream', {
    handlers: {
      runs: (data) => notify('runs', data),
      queue: (data) => notify('queue', data),
    },
    onState: (next) => {
      // Changes during the interruption were not reported, so every page loads its data again.
      if (next === 'live' && wasAway) {
        notify('runs', null);
        notify('queue', null);
      }
      wasAway = wasAway ? next !== 'live' : next === 'reconnecting' || next === 'paused';
      notify('state', next);
    },
  });
}

export function stop() {
  connection?.close();
  connection = null;
  wasAway = false;
}

function notify(kind, data) {
  subscribers[kind].forEach((listener) => listener(data));
}

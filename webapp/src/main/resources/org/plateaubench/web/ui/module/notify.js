// SPDX-License-Identifier: Apache-2.0
// Notifications of the browser for runs that end, fail, cannot be trusted or wait: by choice, in this browser alone.
import * as api from './api.js';
import {stateOf} from './states.js';
import * as stream from './stream.js';

const KEY = 'plateau.notify';
const RUNNING = 'running';

/** Sees which runs end and whether more wait; gives sentences, each once. One for a window. */
export class RunEvents {
  constructor() {
    this.running = new Set();
    this.waiting = 0;
  }

  /** The title of what happened to a run; null for nothing new. */
  run({id, status, verdict}) {
    if (status === RUNNING) {
      this.running.add(id);
      return null;
    }
    if (!this.running.delete(id) || status === 'deleted') {
      return null;
    }
    return verdict && status === 'completed' ? stateOf('verdict', verdict)[2] : stateOf('status', status)[2];
  }

  /** The title when more runs wait than before; null for nothing new. */
  queue({paused, items}) {
    const held = paused || items.some(({state}) => ['starting', RUNNING, 'stopping'].includes(state));
    const waiting = held ? items.filter(({state}) => state === 'waiting').length : 0;
    const more = waiting > this.waiting;
    this.waiting = waiting;
    return more ? `${waiting} waiting` : null;
  }
}

export function isOn() {
  return localStorage.getItem(KEY) === 'on' && globalThis.Notification?.permission === 'granted';
}

/** Turns them on, if the person agrees, or off; gives whether they are on. */
export async function choose(on) {
  if (on && await globalThis.Notification?.requestPermission() === 'granted') {
    localStorage.setItem(KEY, 'on');
  } else {
    localStorage.removeItem(KEY);
  }
  return isOn();
}

function show(title, body, tag) {
  if (isOn()) {
    const notification = new Notification(`${title} · Plateau`, {body, tag});
    notification.onclick = () => {
      window.focus();
      notification.close();
    };
  }
}

/** Follows runs and queue from now on. */
export async function start() {
  const events = new RunEvents();
  stream.subscribe('runs', (run) => {
    const title = run && events.run(run);
    if (title) {
      show(title, `Run ${run.id}`, run.id);
    }
  });
  const look = async () => {
    try {
      const title = events.queue(await api.get('/queue', {}, {quiet: true}));
      if (title) {
        show(title, 'A run waits in the queue.', 'queue');
      }
    } catch {
      // The next change of the queue is looked at again.
    }
  };
  stream.subscribe('queue', () => isOn() && look());
}

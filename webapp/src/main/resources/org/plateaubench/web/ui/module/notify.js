// SPDX-License-Identifier: Apache-2.0
// Notifications of the browser for runs that end, fail, are invalid or wait. The user enables them for this browser
// only.
import * as api from './api.js';
import {stateOf} from './states.js';
import * as stream from './stream.js';

const KEY = 'plateau.notify';
const RUNNING = 'running';

/** Detects ended runs and newly waiting ones, and returns each as a sentence once. A window has one instance. */
export class RunEvents {
  constructor() {
    this.running = new Set();
    this.waiting = 0;
  }

  /** The title of a run's new state; null if nothing has changed. */
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

  /** The title if more runs wait than before; null otherwise. */
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

/** Enables notifications, if the user permits them, or disables them; returns whether they are enabled. */
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
      // The next change of the queue is handled again.
    }
  };
  stream.subscribe('queue', () => isOn() && look());
}

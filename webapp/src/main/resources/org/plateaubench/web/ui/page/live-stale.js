// SPDX-License-Identifier: Apache-2.0
// The age of figures that are not updated because the connection is lost, silent, or closed while the page is hidden.
import {duration} from '../module/format.js';
import {html, nothing} from '../module/lit.js';

const LOST = ['reconnecting', 'paused'];
const POLL_MILLIS = 1000;
/** A run reports its state every second or two, but a lost network does not end a connection for minutes. */
const SILENT_MILLIS = 6000;

/** Tracks when figures last arrived. Calls `draw()` each second while they are old, and once they are current again. */
export class Freshness {
  constructor(draw) {
    Object.assign(this, {draw, at: null, eventAt: null, isLost: false, shown: false});
    this.timer = setInterval(() => this.check(), POLL_MILLIS);
  }

  check() {
    const old = this.age() !== null;
    if (old || this.shown) {
      this.draw();
    }
    this.shown = old;
  }

  /** Records an event of the run; `figures` states whether it contained figures. */
  record(figures, now = Date.now()) {
    this.eventAt = now;
    this.at = figures ? now : this.at;
  }

  /** Records the new state of the connection, one of module/states.js. */
  connection(state) {
    // A connection that is being reopened has not delivered anything yet.
    this.isLost = LOST.includes(state) || (this.isLost && state === 'connecting');
    this.isOver = state === 'ended';
  }

  /** Seconds since figures arrived; null while they are updated, if there are none, and after the end. */
  age(now = Date.now()) {
    const isOld = !this.isOver && (this.isLost || now - this.eventAt > SILENT_MILLIS);
    return isOld && this.at !== null ? (now - this.at) / 1000 : null;
  }

  /** The notice that the figures below are old. */
  notice() {
    const age = this.age();
    return age === null ? nothing : html`<p class="callout tone-doubtful" data-test="stale">No data arrives from the console: all
      figures below are ${duration(Math.floor(age))} old. The run itself continues.</p>`;
  }

  close() {
    clearInterval(this.timer);
  }
}

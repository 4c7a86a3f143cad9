// SPDX-License-Identifier: Apache-2.0
// Figures that nothing renews, since the connection is lost, silent, or closed while the page was hidden: how old they are.
import {duration} from '../module/format.js';
import {html, nothing} from '../module/lit.js';

const LOST = ['reconnecting', 'paused'];
const LOOK_MILLIS = 1000;
/** A run says where it stands every second or two; a network that is gone breaks no connection for minutes. */
const SILENT_MILLIS = 6000;

/** Knows when figures came last. `draw()` is called each second while they are old, and once when they are not any more. */
export class Freshness {
  constructor(draw) {
    Object.assign(this, {draw, at: null, heardAt: null, isLost: false, shown: false});
    this.timer = setInterval(() => this.look(), LOOK_MILLIS);
  }

  look() {
    const old = this.age() !== null;
    if (old || this.shown) {
      this.draw();
    }
    this.shown = old;
  }

  /** The run said something; `figures` says whether its figures were among it. */
  heard(figures, now = Date.now()) {
    this.heardAt = now;
    this.at = figures ? now : this.at;
  }

  /** The connection stands otherwise now, in the states of module/states.js. */
  connection(state) {
    // A connection that is being taken up again has brought nothing yet.
    this.isLost = LOST.includes(state) || (this.isLost && state === 'connecting');
    this.isOver = state === 'ended';
  }

  /** Seconds since figures came; null while they are renewed, when there are none, and after the end. */
  age(now = Date.now()) {
    const isOld = !this.isOver && (this.isLost || now - this.heardAt > SILENT_MILLIS);
    return isOld && this.at !== null ? (now - this.at) / 1000 : null;
  }

  /** Says that what stands below is old. */
  notice() {
    const age = this.age();
    return age === null ? nothing : html`<p class="callout tone-doubtful" data-test="stale">Nothing comes from the console: all
      figures below are ${duration(Math.floor(age))} old. The run itself continues.</p>`;
  }

  close() {
    clearInterval(this.timer);
  }
}

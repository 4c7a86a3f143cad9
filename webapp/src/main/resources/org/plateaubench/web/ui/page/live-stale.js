// SPDX-License-Identifier: Apache-2.0
// Figures that nothing renews, since the connection is lost or the page was hidden: how old they are.
import {duration} from '../module/format.js';
import {html, nothing} from '../module/lit.js';

const STALE = ['reconnecting', 'paused'];
const LOOK_MILLIS = 1000;

/** Knows when figures came last. `draw()` is called each second while they are old. */
export class Freshness {
  constructor(draw) {
    Object.assign(this, {draw, at: null, isStale: false, timer: null});
  }

  /** Figures have come. */
  came() {
    this.at = Date.now();
  }

  /** The connection stands otherwise now, in the states of module/states.js. */
  connection(state) {
    // A connection that is being taken up again has brought nothing yet.
    this.isStale = STALE.includes(state) || (this.isStale && state === 'connecting');
    clearInterval(this.timer);
    this.timer = this.isStale ? setInterval(this.draw, LOOK_MILLIS) : null;
  }

  /** Seconds since figures came; null while they are renewed, or when there are none. */
  age(now = Date.now()) {
    return this.isStale && this.at !== null ? (now - this.at) / 1000 : null;
  }

  /** Says that what stands below is old. */
  notice() {
    const age = this.age();
    return age === null ? nothing : html`<p class="callout tone-doubtful" data-test="stale">No connection to the console: all
      figures below are ${duration(Math.floor(age))} old. The run itself goes on.</p>`;
  }

  close() {
    clearInterval(this.timer);
  }
}

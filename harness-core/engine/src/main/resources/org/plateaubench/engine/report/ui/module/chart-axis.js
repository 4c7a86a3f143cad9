// SPDX-License-Identifier: Apache-2.0
/* The time axis that the charts of a page share: the part of the run that is shown, and the instant of the crosshair. */

const RELOAD_DELAY_MILLIS = 120;
const MIN_SECONDS = 2;

/**
 * One range of the run's clock for several charts. Events: navigate (the user chose another part), range (another part is
 * shown), loading and loaded (of the data of the part), point (the crosshair moved).
 */
export class TimeAxis extends EventTarget {
  /**
   * An axis that initially shows all of a run.
   *
   * @param from start of the run, s
   * @param to end of the run, s
   * @param load called with (from, to, isLatest) when another part is shown; returns a promise
   */
  constructor({ from, to, load }) {
    super();
    this.full = { from, to };
    this.from = from;
    this.to = to;
    this.at = null;
    this.load = load ?? (async () => {});
    this.requests = 0;
  }

  /** Whether less than the whole run is shown. */
  get zoomed() {
    return this.from > this.full.from + 1e-6 || this.to < this.full.to - 1e-6;
  }

  /** Shows a part of the run; loads its data if no other part is requested within a short time. */
  show(from, to) {
    const length = Math.min(Math.max(to - from, MIN_SECONDS), this.full.to - this.full.from);
    const start = Math.min(Math.max(from, this.full.from), this.full.to - length);
    this.from = start;
    this.to = start + length;
    // The user has chosen a part: a live view stops following the run before the data is requested.
    this.dispatchEvent(new Event('navigate'));
    this.dispatchEvent(new Event('range'));
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.refresh(), RELOAD_DELAY_MILLIS);
  }

  /** Loads the data of the shown part. `isLatest` is false for an answer after a newer request; it is ignored. */
  async refresh() {
    const ticket = ++this.requests;
    this.dispatchEvent(new Event('loading'));
    try {
      await this.load(this.from, this.to, () => ticket === this.requests);
    } finally {
      if (ticket === this.requests) {
        this.dispatchEvent(new Event('loaded'));
      }
    }
  }

  /** Shows the whole run again. */
  reset() {
    this.show(this.full.from, this.full.to);
  }

  /** Zooms around an instant: in for a factor below 1, out for a factor above 1. */
  zoom(factor, around = (this.from + this.to) / 2) {
    this.show(around - (around - this.from) * factor, around + (this.to - around) * factor);
  }

  /** Moves by a share of the shown part. */
  pan(share) {
    const by = (this.to - this.from) * share;
    this.show(this.from + by, this.to + by);
  }

  /** Moves the range without loading data, as a live view does. */
  follow(from, to) {
    this.full = { from: Math.min(this.full.from, from), to };
    this.from = from;
    this.to = to;
    this.dispatchEvent(new Event('range'));
  }

  /** Moves the crosshair to an instant, or hides it. `isAnnounced` when a key moved it: then the figures are announced. */
  point(seconds, isAnnounced = false) {
    this.at = seconds === null ? null : Math.min(Math.max(seconds, this.from), this.to);
    this.isAnnounced = isAnnounced;
    this.dispatchEvent(new Event('point'));
  }

  /** Stops loading; later answers are ignored. */
  close() {
    clearTimeout(this.timer);
    this.requests++;
  }
}

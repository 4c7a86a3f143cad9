// SPDX-License-Identifier: Apache-2.0
/* The time axis that the charts of a page share: what part of the run is shown, and the instant that is pointed at. */

const SETTLE_MILLIS = 120;
const MIN_SECONDS = 2;

/** One range of the run's clock for several charts. */
export class TimeAxis extends EventTarget {
  /**
   * An axis that shows all of a run at first.
   *
   * @param from start of the run, s
   * @param to end of the run, s
   * @param load called with (from, to) when another part is looked at; its promise is waited for
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

  /** Shows a part of the run; asks for its data when nothing else was requested in the meantime. */
  show(from, to) {
    const length = Math.min(Math.max(to - from, MIN_SECONDS), this.full.to - this.full.from);
    const start = Math.min(Math.max(from, this.full.from), this.full.to - length);
    this.from = start;
    this.to = start + length;
    // The user has chosen a part: what moves by itself stops before the data is requested.
    this.dispatchEvent(new Event('navigate'));
    this.dispatchEvent(new Event('range'));
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.refresh(), SETTLE_MILLIS);
  }

  /** Asks for the data of what is shown. An answer that came too late is dropped by `isLatest`. */
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

  /** Zooms by a factor below 1 in, above 1 out, around an instant. */
  zoom(factor, around = (this.from + this.to) / 2) {
    this.show(around - (around - this.from) * factor, around + (this.to - around) * factor);
  }

  /** Moves by a share of what is shown. */
  pan(share) {
    const by = (this.to - this.from) * share;
    this.show(this.from + by, this.to + by);
  }

  /** Moves the range without asking, as a live view does. */
  follow(from, to) {
    this.full = { from: Math.min(this.full.from, from), to };
    this.from = from;
    this.to = to;
    this.dispatchEvent(new Event('range'));
  }

  /** Points at an instant, or at none. `isAnnounced` says that a keyboard did it, so that the figures are announced. */
  point(seconds, isAnnounced = false) {
    this.at = seconds === null ? null : Math.min(Math.max(seconds, this.from), this.to);
    this.isAnnounced = isAnnounced;
    this.dispatchEvent(new Event('point'));
  }

  /** No more. */
  close() {
    clearTimeout(this.timer);
    this.requests++;
  }
}

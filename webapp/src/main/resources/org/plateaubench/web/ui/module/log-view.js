// SPDX-License-Identifier: Apache-2.0
// A view of the end of a growing text, such as the output of a process, which is read again every second.
import {html} from './lit.js';
import {sentence} from './notice.js';

const PERIOD_MILLIS = 1000;
const NEAR_PIXELS = 24;

/**
 * `read(signal)` returns the text; `draw()` draws the part of the page that contains the view. Returns {view(),
 * start(), close()}. The view shows the last text and scrolls to its end until the user scrolls up.
 */
export function logView({label, read, draw}) {
  const stop = new AbortController();
  let text = null;
  let error = null;
  let timer = null;
  let element = null;

  async function once() {
    clearTimeout(timer);
    try {
      text = await read(stop.signal);
      error = null;
    } catch (problem) {
      if (problem.name === 'AbortError') {
        return;
      }
      error = problem;
    }
    const atEnd = element === null || element.scrollHeight - element.scrollTop - element.clientHeight < NEAR_PIXELS;
    draw();
    if (atEnd && element) {
      element.scrollTop = element.scrollHeight;
    }
    timer = setTimeout(once, PERIOD_MILLIS);
  }

  return {
    view: () => html`<div class="log-view">
      <p class="small soft">${label}</p>
      <pre
        class="log"
        tabindex="0"
        role="log"
        aria-live="off"
        aria-label=${label}
        data-test="log"
        @scroll=${(event) => {
          element = event.target;
        }}
      >${error ? sentence(error) : text === null ? 'Reading…' : text === '' ? 'Nothing yet.' : text}</pre>
    </div>`,
    /** Starts to read; `holder` is an element around the view. */
    start(holder) {
      element = holder.querySelector('.log-view .log');
      return once();
    },
    close() {
      clearTimeout(timer);
      stop.abort();
    },
  };
}

// SPDX-License-Identifier: Apache-2.0
// Loads again after each change, one request at a time. Requests that arrive during a load cause one more after it.

/**
 * Returns a function that loads the data of a page and draws it, unless the load was aborted; `state.error` is the
 * error of the last load, or null.
 */
export function fetching(state, get, draw) {
  return async (signal) => {
    try {
      await get(signal);
      state.error = null;
    } catch (error) {
      if (error.name === 'AbortError') {
        return;
      }
      state.error = error;
    }
    draw();
  };
}

/** Creates a loader; `read(signal)` fetches and draws. Returns {now(), soon(), close()}. */
export function loader(read, {waitMillis = 250} = {}) {
  let timer = null;
  let going = null;
  let again = false;
  let closed = false;
  const stop = new AbortController();

  async function now() {
    clearTimeout(timer);
    timer = null;
    if (going) {
      again = true;
      return going;
    }
    going = (async () => {
      try {
        do {
          again = false;
          await read(stop.signal);
        } while (again && !closed);
      } finally {
        going = null;
      }
    })();
    return going;
  }

  return {
    now,
    /** Loads within a moment: several changes lead to one request. */
    soon() {
      if (timer === null && !closed) {
        timer = setTimeout(now, waitMillis);
      }
    },
    close() {
      closed = true;
      clearTimeout(timer);
      stop.abort();
    },
  };
}

// SPDX-License-Identifier: Apache-2.0
// Whether a run is in progress.
import * as api from '../module/api.js';

const LOOK_MILLIS = 500;
const LOOKS = 8;

/** The state of a run in the list of runs, which shows the start and the end of a run with a short delay. */
export async function ask(id, isTold) {
  for (let left = LOOKS; ; left--) {
    try {
      const run = await api.get(api.path`/runs/${id}`);
      if (left === 0 || isTold(run)) {
        return run;
      }
    } catch (error) {
      if (left === 0 || error.status !== 404) {
        throw error;
      }
    }
    await new Promise((resolve) => { setTimeout(resolve, LOOK_MILLIS); });
  }
}

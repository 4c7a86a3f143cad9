// SPDX-License-Identifier: Apache-2.0
// Whether a run goes on.
import * as api from '../module/api.js';

const LOOK_MILLIS = 500;
const LOOKS = 8;

/** What the list of runs says of a run; it learns of a new run, and of the end of one, a moment later than the run itself. */
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

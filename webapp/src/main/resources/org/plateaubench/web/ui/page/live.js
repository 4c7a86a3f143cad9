// SPDX-License-Identifier: Apache-2.0
// The page of a run in progress. A run that has ended has a result, for which the modules of the live view are not loaded.
import * as api from '../module/api.js';
import {runAddress} from '../module/addresses.js';
import {loadCharts} from '../module/load.js';
import {PageState} from '../module/page-state.js';
import {navigate, setQuery} from '../module/router.js';

/** Shows the page. */
export async function page(root, {parameters, query, session}) {
  const {status} = await awaitRun(parameters.id, () => true);
  if (status !== 'running') {
    await navigate(runAddress(parameters.id) + location.search, {replace: true});
    return {close() {}};
  }
  const [{LivePage}] = await Promise.all([import('./live-run.js'), loadCharts()]);
  return new LivePage(root, parameters.id, session, new PageState(query, setQuery)).open();
}

const POLL_MILLIS = 500;
const MAX_POLLS = 8;

/** The state of a run in the list of runs, which shows the start and the end of a run with a short delay. */
export async function awaitRun(id, isReady) {
  for (let left = MAX_POLLS; ; left--) {
    try {
      const run = await api.get(api.path`/runs/${id}`);
      if (left === 0 || isReady(run)) {
        return run;
      }
    } catch (error) {
      if (left === 0 || error.status !== 404) {
        throw error;
      }
    }
    await new Promise((resolve) => { setTimeout(resolve, POLL_MILLIS); });
  }
}

// SPDX-License-Identifier: Apache-2.0
// The page of a run in progress. A run that has ended has a result, for which the moving parts are not loaded.
import {runAddress} from '../module/addresses.js';
import {loadCharts} from '../module/load.js';
import {Place} from '../module/place.js';
import {navigate, setQuery} from '../module/router.js';
import {ask} from './live-state.js';

/** Shows the page. */
export async function page(root, {parameters, query, session}) {
  const {status} = await ask(parameters.id, () => true);
  if (status !== 'running') {
    await navigate(runAddress(parameters.id) + location.search, {replace: true});
    return {close() {}};
  }
  const [{LivePage}] = await Promise.all([import('./live-run.js'), loadCharts()]);
  return new LivePage(root, parameters.id, session, new Place(query, setQuery)).open();
}

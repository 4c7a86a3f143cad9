// SPDX-License-Identifier: Apache-2.0
// The page of a run that has ended: its result, its actions and its files.
import {liveAddress} from '../module/addresses.js';
import * as api from '../module/api.js';
import {loadCharts, style} from '../module/load.js';
import {Place} from '../module/place.js';
import {navigate, setQuery, setTitle} from '../module/router.js';
import {resultHead} from './result-head.js';
import {filesCard} from './result-files.js';
import {showResult} from './result-view.js';

/** Shows the page. */
export async function page(root, {parameters, query, session}) {
  const end = new AbortController();
  const {id} = parameters;
  const [run] = await Promise.all([api.get(api.path`/runs/${id}`), style('/style/result.css'), loadCharts()]);
  if (run.status === 'running') {
    navigate(liveAddress(id), {replace: true});
    return {close() {}};
  }
  setTitle(run.name);
  showResult(root, {
    run,
    ask: (part, parameters) => (part === 'config' ? api.text : api.get)(api.path`/runs/${id}/${part}`, parameters, {signal: end.signal}),
    head: (data, draw) => resultHead(data, session, draw),
    foot: filesCard,
    place: new Place(query, setQuery),
    parts: [['files', [], (answer) => answer.files]],
    signal: end.signal,
  });
  return {close: () => end.abort()};
}

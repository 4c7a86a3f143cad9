// SPDX-License-Identifier: Apache-2.0
// The page of a run that has ended: its result, its actions and its files.
import {liveAddress} from '../module/addresses.js';
import * as api from '../module/api.js';
import {loadCharts} from '../module/load.js';
import {PageState} from '../module/page-state.js';
import {navigate, setQuery, setTitle} from '../module/router.js';
import {resultHead} from './result-head.js';
import {showResult} from './result-view.js';
import {bytes, count, time} from '../module/format.js';
import {html} from '../module/lit.js';
import {scrolled} from '../module/export.js';
import {fold} from '../module/fold.js';
import {unread} from './result-setup.js';

/** Shows the page. */
export async function page(root, {parameters, query, session}) {
  const end = new AbortController();
  const {id} = parameters;
  const [run] = await Promise.all([api.get(api.path`/runs/${id}`), loadCharts()]);
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
    pageState: new PageState(query, setQuery),
    parts: [['files', [], (answer) => answer.files]],
    signal: end.signal,
  });
  return {close: () => end.abort()};
}

function fileAddress(id, file) {
  return `${api.address(api.path`/runs/${id}/files/`)}${file.split('/').map(encodeURIComponent).join('/')}`;
}

/** The folder of the run, file by file. */
function filesCard({id, files, missing, waiting}) {
  return fold('files', 'Files', `${count(files.length, 'file')}, ${bytes(files.reduce((sum, {sizeBytes}) => sum + sizeBytes, 0))}`, unread('files', {missing, waiting}) ?? html`
    <p><a class="button compact" href=${api.address(api.path`/runs/${id}/zip`)} download>Download all as a ZIP</a></p>
    ${scrolled('Files', html`<table data-test="files">
      <thead><tr><th scope="col">File</th><th scope="col" class="numeric">Size</th><th scope="col">Changed</th></tr></thead>
      <tbody>${files.map((file) => html`<tr><th scope="row"><a href=${fileAddress(id, file.path)} download>${file.path}</a></th>
        <td class="numeric">${bytes(file.sizeBytes)}</td><td>${time(file.modifiedAt)}</td></tr>`)}</tbody></table>`, {className: 'tall'})}`);
}

// SPDX-License-Identifier: Apache-2.0
// The list of a run's files.
import {address, path} from '../module/api.js';
import {bytes, time} from '../module/format.js';
import {html} from '../module/lit.js';
import {scrolled} from '../module/scrolled.js';
import {unread} from './result-setup.js';

function fileAddress(id, file) {
  return `${address(path`/runs/${id}/files/`)}${file.split('/').map(encodeURIComponent).join('/')}`;
}

/** The folder of the run, file by file. */
export function filesCard({id, files, missing, waiting}) {
  return html`<section class="card" id="files" tabindex="-1" aria-labelledby="files-title">
    <div class="card-head"><h2 id="files-title">Files</h2>
      <a class="button compact" href=${address(path`/runs/${id}/zip`)} download>Download all as a ZIP</a></div>
    ${unread('files', {missing, waiting}) ?? html`
    ${scrolled('Files', html`<table data-test="files">
      <thead><tr><th scope="col">File</th><th scope="col" class="numeric">Size</th><th scope="col">Changed</th></tr></thead>
      <tbody>${files.map((file) => html`<tr><th scope="row"><a href=${fileAddress(id, file.path)} download>${file.path}</a></th>
        <td class="numeric">${bytes(file.sizeBytes)}</td><td>${time(file.modifiedAt)}</td></tr>`)}</tbody></table>`, {look: 'tall'})}`}
  </section>`;
}

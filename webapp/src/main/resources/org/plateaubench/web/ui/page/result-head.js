// SPDX-License-Identifier: Apache-2.0
// Name, verdict and facts of a run, its actions, and its note and tags, which can be edited in place.
import {newRunAddress} from '../module/addresses.js';
import * as api from '../module/api.js';
import {commaSeparated} from '../module/format.js';
import {html, nothing} from '../module/lit.js';
import {actionRunner, showError, showMessage} from '../module/notice.js';
import {navigate} from '../module/router.js';
import {resultTitle} from './result-facts.js';
import {archive, pin, remove} from './runs-bulk.js';

/** The head of the page. */
export function resultHead(data, session, draw) {
  const {run} = data;
  const marks = html`${run.archived ? html` <span class="chip">archived</span>` : nothing}${run.pinned
    ? html` <span class="chip" title="It is not deleted until it is unpinned">pinned</span>` : nothing}`;
  return html`<header class="page-head">
    ${resultTitle(data, marks, annotation(data, session, draw))}
    ${actions(data, session, draw)}
  </header>`;
}

function actions(data, session, draw) {
  const {run} = data;
  const may = session.may('operator');
  const act = actionRunner(draw);
  const change = (key, set) => act(async () => {
    run[key] = await set([run.id], !run[key]) ? !run[key] : run[key];
  });
  const leave = () => act(async () => await remove([run.id]) && navigate('/'));
  return html`<div class="buttons" data-test="result-actions">
    ${may ? html`<a class="button compact" href=${newRunAddress({run: run.id})}>Run again</a>` : nothing}
    <a class="button compact" href=${`/compare${api.search({run: run.id})}`}>Compare with…</a>
    ${hasReport(data) ? html`<a class="button compact" href=${api.address(api.path`/runs/${run.id}/report`)} target="_blank" rel="noopener">Printable report</a>` : nothing}
    ${may ? html`<button type="button" class="button compact" @click=${() => change('pinned', pin)}>${run.pinned ? 'Unpin' : 'Pin'}</button>
      <button type="button" class="button compact" @click=${() => change('archived', archive)}>${run.archived
        ? 'Restore from archive' : 'Archive'}</button>
      <button type="button" class="button compact danger" @click=${leave}>Delete…</button>` : nothing}
  </div>`;
}

/** Whether the run has a result; a run that was interrupted has none. Until the files are listed, one is assumed. */
function hasReport({files, missing, waiting}) {
  return waiting.has('files') || Boolean(missing.files) || files.some((file) => file.path === 'report.html');
}

function annotation(data, session, draw) {
  const {run} = data;
  if (data.editing) {
    return form(data, draw);
  }
  const empty = !run.note && (run.tags ?? []).length === 0;
  return html`<div class="annotation" data-test="annotation">
    ${(run.tags ?? []).length ? html`<ul class="chips" aria-label="Tags">${run.tags.map((tag) => html`<li class="chip">
      ${tag}</li>`)}</ul>` : nothing}
    ${run.note ? html`<p class="note">${run.note}</p>` : nothing}
    ${session.may('operator') ? html`<button type="button" class="link-button" data-test="edit-annotation" @click=${() => {
      data.editing = true;
      draw();
      document.getElementById('run-note')?.focus();
    }}>${empty ? 'Add a note or tags' : 'Edit note and tags'}</button>` : nothing}
  </div>`;
}

function form(data, draw) {
  const {run} = data;
  const leave = () => {
    data.editing = false;
    draw();
  };
  const save = async (event) => {
    event.preventDefault();
    const fields = new FormData(event.target);
    const tags = commaSeparated(fields.get('tags'));
    try {
      await api.patch(api.path`/runs/${run.id}`, {note: fields.get('note').trim(), tags});
      Object.assign(run, {note: fields.get('note').trim(), tags});
      leave();
      showMessage('Saved.', 'Not saved');
    } catch (error) {
      showError(error, 'Not saved');
    }
  };
  return html`<form class="stack annotation" data-test="annotation-form" @submit=${save}>
    <div class="field"><label for="run-note">Note</label>
      <textarea id="run-note" name="note" maxlength="4000" rows="3" .value=${run.note ?? ''}></textarea></div>
    <div class="field"><label for="run-tags">Tags</label>
      <input id="run-tags" name="tags" .value=${(run.tags ?? []).join(', ')} aria-describedby="run-tags-hint">
      <span class="hint" id="run-tags-hint">Separate several by commas.</span></div>
    <div class="buttons"><button class="button primary">Save</button>
      <button type="button" class="button" @click=${leave}>Cancel</button></div>
  </form>`;
}

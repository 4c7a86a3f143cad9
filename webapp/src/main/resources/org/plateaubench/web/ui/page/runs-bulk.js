// SPDX-License-Identifier: Apache-2.0
// The actions on the selected runs: compare, tag, pin, archive, delete.
import {html, nothing} from '../module/lit.js';
import * as api from '../module/api.js';
import {ask, confirm} from '../module/dialog.js';
import {commaSeparated, count} from '../module/format.js';
import {actionRunner, showError, showMessage} from '../module/notice.js';
import {navigate} from '../module/router.js';

const MAX_COMPARED = 8;

/** The bar at the lower edge while runs are selected. `onDone(leftList)` is called after a change, with whether the runs leave the list. */
export function bulk({selected, runs, tags, session, archived, onDone, onClear}) {
  if (selected.size === 0) {
    return nothing;
  }
  const ids = [...selected];
  const act = actionRunner(() => {});
  const thenReport = (work, leftList) => () => act(async () => await work() && onDone(leftList));
  const pinned = ids.every((id) => runs.find((run) => run.id === id)?.pinned);
  return html`<section class="card row bulk" aria-label="Selected runs" data-test="bulk">
    <strong role="status">${count(ids.length, 'run')} selected</strong>
    <div class="buttons">
      <button
        class="button primary"
        ?disabled=${ids.length < 2 || ids.length > MAX_COMPARED}
        title=${ids.length < 2 ? 'Select two or more' : ids.length > MAX_COMPARED ? `At most ${MAX_COMPARED}` : ''}
        data-test="compare"
        @click=${() => navigate('/compare' + api.search({run: ids.toSorted()}))}
      >
        Compare
      </button>
      ${session.may('operator')
        ? html`<button class="button" data-test="tag" @click=${thenReport(() => tag(ids, runs, tags), false)}>Tag…</button>
            <button class="button" data-test="pin" @click=${thenReport(() => pin(ids, !pinned), false)}>
              ${pinned ? 'Unpin' : 'Pin'}
            </button>
            <button class="button" data-test="archive" @click=${thenReport(() => archive(ids, !archived), true)}>
              ${archived ? 'Restore from archive' : 'Archive'}
            </button>
            <button class="button danger" data-test="delete" @click=${thenReport(() => remove(ids), true)}>
              Delete…
            </button>`
        : nothing}
      <button class="button bare" @click=${onClear}>Clear selection</button>
    </div>
  </section>`;
}

/** Archives runs or restores them; returns whether any was changed, like the other actions. */
export async function archive(ids, archived) {
  const answer = await api.post('/runs/archive', {ids, archived});
  return report(answer, archived ? 'archived; lists show it only with the filter “Archived”' : 'restored');
}

/** Asks for a confirmation and deletes runs; their ids contain their names. */
export async function remove(ids) {
  const isConfirmed = await confirm({
    title: `Delete ${count(ids.length, 'run')}?`,
    message: 'The run directories are removed with everything in them: results, curves, logs. This cannot be undone.',
    items: ids,
    action: `Delete ${count(ids.length, 'run')}`,
    danger: true,
  });
  return isConfirmed && report(await api.post('/runs/delete', {ids}), 'deleted');
}

function report({done, refused}, what) {
  if (done.length > 0) {
    showMessage(`${count(done.length, 'run')} ${what}.`);
  }
  if (refused.length > 0) {
    showError({
      message: `${count(refused.length, 'run')} not changed:`,
      problems: refused.map(({id, reason}) => ({path: id, message: reason})),
    });
  }
  return done.length > 0;
}

/** Pins runs or unpins them. */
export async function pin(ids, pinned) {
  for (const id of ids) {
    await api.patch(api.path`/runs/${id}`, {pinned});
  }
  showMessage(`${count(ids.length, 'run')} ${pinned ? 'pinned: not deleted until unpinned' : 'no longer pinned'}.`);
  return true;
}

/** Adds and removes tags of all selected runs. */
async function tag(ids, runs, tags) {
  const chosen = runs.filter((run) => ids.includes(run.id));
  const present = [...new Set(chosen.flatMap((run) => run.tags))].sort();
  const answer = await askForTags(ids.length, present, tags);
  if (answer === null) {
    return false;
  }
  for (const id of ids) {
    const run = chosen.find((candidate) => candidate.id === id) || (await api.get(api.path`/runs/${id}`));
    const next = run.tags.filter((name) => !answer.without.includes(name)).concat(answer.added);
    await api.patch(api.path`/runs/${id}`, {tags: [...new Set(next)]});
  }
  showMessage(`Tags of ${count(ids.length, 'run')} changed.`);
  return true;
}

function askForTags(amount, present, tags) {
  const fields = () => html`<div class="field">
      <label for="added">Add</label>
      <input id="added" name="added" list="known-tags" autocomplete="off" maxlength="200" />
      <datalist id="known-tags">${tags.map(({name}) => html`<option value=${name}></option>`)}</datalist>
      <span class="hint">Letters, digits and <code>. _ : / = + -</code>; several are separated by commas.</span>
    </div>
    ${present.length === 0
      ? nothing
      : html`<fieldset class="stack-small">
          <legend>Remove</legend>
          ${present.map(
            (name) => html`<label class="choice"><input type="checkbox" name="without" value=${name} /> ${name}</label>`,
          )}
        </fieldset>`}`;
  return ask({title: `Tags of ${count(amount, 'run')}`, fields, action: 'Change tags'},
    (data) => ({added: commaSeparated(data.get('added')), without: data.getAll('without')}));
}

// SPDX-License-Identifier: Apache-2.0
// Saves a run file, and handles a conflict with a file that was changed or created meanwhile.
import * as api from '../module/api.js';
import {ask, open} from '../module/dialog.js';
import {html, nothing} from '../module/lit.js';
import {showError, showMessage} from '../module/notice.js';

const NAME = '[A-Za-z0-9_][A-Za-z0-9._/-]*\\.ya?ml';

/** Encodes a path except for its slashes. */
export function filePath(path) {
  return `/run-files/${path.split('/').map(encodeURIComponent).join('/')}`;
}

/** The buttons at the top. */
export function saveBar(page) {
  const named = page.path !== null && page.path !== undefined;
  const isBroken = page.errors.length > 0;
  return html`<div class="buttons">
    ${named ? html`<button type="button" class="button" data-test="save" ?disabled=${!page.draft.dirty && !page.draft.fresh}
      @click=${() => save(page)}>Save</button>` : nothing}
    <button type="button" class="button" data-test="save-as" @click=${() => saveAs(page)}>Save as…</button>
    <button type="button" class="button" data-test="schedule" ?disabled=${isBroken} @click=${() => page.starting.later()}>Schedule…</button>
    <button type="button" class="button primary" data-test="start" ?disabled=${isBroken} aria-describedby=${isBroken ? 'why-not' : nothing}
      @click=${() => page.starting.now()}>Start now</button>
  </div>`;
}

async function write(page, path, digest) {
  const text = page.draft.fileText;
  const answer = await api.put(filePath(path), {text, digest});
  page.draft.saved({path, text, digest: answer.digest});
  history.replaceState(null, '', `/new?file=${encodeURIComponent(path)}`);
  showMessage(`${path} is saved.`, 'Not saved');
  page.draw();
}

async function save(page) {
  await attempt(page, page.path, page.draft.digest);
}

async function attempt(page, path, digest) {
  try {
    await write(page, path, digest);
  } catch (error) {
    if (error.status === 409) {
      await conflict(page, path);
    } else {
      showError(error, 'Not saved');
    }
  }
}

async function conflict(page, path) {
  const answer = await open(({close, headingId}) => html`<div class="dialog-body" data-test="conflict">
    <h2 id=${headingId}>${path} has changed</h2>
    <p>Another user changed the file, or it already existed. Replace it, or save yours under another name.</p>
    <div class="buttons"><button type="button" class="button" @click=${() => close(null)}>Cancel</button>
      <button type="button" class="button danger" @click=${() => close('replace')}>Replace it</button>
      <button type="button" class="button primary" @click=${() => close('other')}>Save as…</button></div></div>`);
  if (answer === 'other') {
    await saveAs(page);
  } else if (answer === 'replace') {
    try {
      const other = await api.get(filePath(path)).catch((error) => {
        if (error.status === 404) {
          return {digest: null};
        }
        throw error;
      });
      await write(page, path, other.digest);
    } catch (error) {
      showError(error, 'Not saved');
    }
  }
}

async function saveAs(page) {
  const fields = () => html`<div class="field"><label for="save-path">Name of the file</label>
      <input id="save-path" name="path" required pattern=${NAME} value=${page.path ?? 'my-run.yaml'} aria-describedby="save-path-hint" autocomplete="off" spellcheck="false">
      <span class="hint" id="save-path-hint">Ends in .yaml; a slash makes a folder.</span></div>`;
  const path = await ask({title: 'Save as', fields, action: 'Save', mark: 'save-as-dialog'}, (data) => data.get('path').trim());
  if (path) {
    await attempt(page, path, path === page.path ? page.draft.digest : null);
  }
}

// SPDX-License-Identifier: Apache-2.0
// Dialogs on <dialog>: the browser keeps the focus within, Escape closes, and the focus goes back afterwards.
import {html, nothing, render} from './lit.js';

let nextId = 1;

/**
 * Opens a dialog and gives what it was closed with; null when it was left.
 * `content({close, redraw, headingId})` draws it; `close(value)` ends it.
 */
export function open(content, {wide = false} = {}) {
  const dialog = document.createElement('dialog');
  const headingId = `dialog-${nextId++}`;
  dialog.setAttribute('aria-labelledby', headingId);
  dialog.classList.toggle('wide', wide);
  document.body.append(dialog);
  return new Promise((resolve) => {
    let result = null;
    const close = (value = null) => {
      result = value;
      dialog.close();
    };
    const redraw = () => render(content({close, redraw, headingId, dialog}), dialog);
    dialog.addEventListener('close', () => {
      dialog.remove();
      resolve(result);
    });
    dialog.addEventListener('click', (event) => {
      if (event.target === dialog) {
        close();
      }
    });
    redraw();
    dialog.showModal();
  });
}

/**
 * Asks before something is done; gives whether to do it.
 *
 * title: a question; message: what will happen; items: names of what is affected; action: word of the button;
 * danger: whether something is lost; typed: a word that has to be typed first.
 */
export async function confirm({title, message, items = [], action = 'OK', danger = false, typed = null}) {
  let entered = '';
  const answer = await open(({close, redraw, headingId}) => {
    const ready = typed === null || entered.trim() === typed;
    return html`<form
      class="dialog-body"
      method="dialog"
      data-test="confirm"
      @submit=${(event) => {
        event.preventDefault();
        if (ready) {
          close(true);
        }
      }}
    >
      <h2 id=${headingId}>${title}</h2>
      ${message ? html`<p>${message}</p>` : nothing} ${affected(items)}
      ${typed === null
        ? nothing
        : html`<div class="field">
            <label for=${headingId + '-typed'}>Type <code>${typed}</code> to confirm</label>
            <input
              id=${headingId + '-typed'}
              autocomplete="off"
              spellcheck="false"
              @input=${(event) => {
                entered = event.target.value;
                redraw();
              }}
            />
          </div>`}
      <div class="buttons">
        <button type="button" class="button" @click=${() => close(null)} ?autofocus=${danger && typed === null}>
          Cancel
        </button>
        <button class="button ${danger ? 'danger' : 'primary'}" ?disabled=${!ready} data-test="confirm-yes">
          ${action}
        </button>
      </div>
    </form>`;
  });
  return answer === true;
}

/** Asks, and does `work` where the answer is yes. */
export async function confirmed(question, work) {
  if (await confirm(question)) {
    await work();
  }
}

function affected(items) {
  return items.length === 0
    ? nothing
    : html`<ul class="affected" tabindex="0" aria-label="Affected">
        ${items.map((item) => html`<li>${item}</li>`)}
      </ul>`;
}

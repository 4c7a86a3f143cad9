// SPDX-License-Identifier: Apache-2.0
// Dialogs on <dialog>: the browser keeps the focus within, Escape closes, and the focus returns afterwards.
import {html, nothing, render} from './lit.js';

let nextId = 1;

/**
 * Opens a dialog and returns the value with which it was closed; null if it was cancelled. `content({close, redraw,
 * headingId})` draws it; `close(value)` ends it.
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
 * Asks for a confirmation; returns whether it was given. title: a question; message: the consequences; items: names of
 * the affected objects; action: text of the button; danger: whether something is lost.
 */
export async function confirm({title, message, items = [], action = 'OK', danger = false}) {
  const answer = await open(({close, headingId}) => html`<form
      class="dialog-body"
      method="dialog"
      data-test="confirm"
      @submit=${(event) => {
        event.preventDefault();
        close(true);
      }}
    >
      <h2 id=${headingId}>${title}</h2>
      ${message ? html`<p>${message}</p>` : nothing} ${affected(items)}
      <div class="buttons">
        <button type="button" class="button" @click=${() => close(null)} ?autofocus=${danger}>
          Cancel
        </button>
        <button class="button ${danger ? 'danger' : 'primary'}" data-test="confirm-yes">
          ${action}
        </button>
      </div>
    </form>`);
  return answer === true;
}

/** Asks for a confirmation, and does `work` if it is given. */
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

// SPDX-License-Identifier: Apache-2.0
// Dialogs on <dialog>: the browser keeps the focus within, Escape closes, and the focus returns afterwards.
import {html, ifDefined, nothing, render} from './lit.js';
import {problemView} from './notice.js';

let nextId = 1;

/**
 * Opens a dialog and returns the value with which it was closed; null if it was cancelled. `content({close, redraw,
 * headingId})` draws it; `close(value)` ends it.
 */
export function open(content, {wide = false} = {}) {
  const dialog = document.createElement('dialog');
  const headingId = `dialog-${nextId++}`;
  dialog.setAttribute('aria-labelledby', headingId);
  dialog.setAttribute('closedby', 'any');
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

/**
 * Shows a form and calls `work(data)` with its input; a failure is shown in the form. Returns the result of `work`, or
 * null if the form was cancelled. `fields({wrong, redraw})` draws the fields; `wrong` contains the messages of the
 * failure by field.
 */
export function ask({title, lead = '', fields, action, leave = 'Cancel', mark}, work) {
  let error = null;
  let busy = false;
  return open(({close, redraw, headingId}) => {
    const wrong = Object.fromEntries((error?.problems || []).map(({path, message}) => [path, message]));
    const submit = async (event) => {
      event.preventDefault();
      const data = new FormData(event.target);
      busy = true;
      error = null;
      redraw();
      try {
        close(await work(data));
      } catch (problem) {
        error = problem;
        busy = false;
        redraw();
      }
    };
    return html`<form class="dialog-body" data-test=${ifDefined(mark)} aria-invalid=${ifDefined(error ? 'true' : undefined)} @submit=${submit}>
      <h2 id=${headingId}>${title}</h2>
      ${lead ? html`<p>${lead}</p>` : nothing} ${problemView(error)} ${fields({wrong, redraw})}
      <div class="buttons">
        <button type="button" class="button" @click=${() => close(null)}>${leave}</button>
        <button class="button primary" ?disabled=${busy}>${busy ? 'Please wait…' : action}</button>
      </div>
    </form>`;
  });
}

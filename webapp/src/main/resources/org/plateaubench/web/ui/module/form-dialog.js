// SPDX-License-Identifier: Apache-2.0
// Dialogs with a form.
import {html, ifDefined, nothing} from './lit.js';
import {open} from './dialog.js';
import {problemView} from './notice.js';

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
        <button class="button primary" ?disabled=${busy}>${busy ? 'One moment…' : action}</button>
      </div>
    </form>`;
  });
}

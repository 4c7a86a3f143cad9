// SPDX-License-Identifier: Apache-2.0
// Dialogs with the output of a run's process and with its run file.
import {html} from '../module/lit.js';
import * as api from '../module/api.js';
import {open} from '../module/dialog.js';
import {logView} from '../module/log-view.js';

const TAIL_LINES = 500;

/** Shows the output of an item of the queue and updates it. */
export async function showOutput(item) {
  let log = null;
  await open(
    ({close, redraw, headingId, dialog}) => {
      if (log === null) {
        log = logView({
          label: `Output of ${item.name}, its last ${TAIL_LINES} lines`,
          read: (signal) => api.text(api.path`/queue/${item.id}/output`, {tail: TAIL_LINES}, {signal}),
          draw: redraw,
        });
        queueMicrotask(() => log.start(dialog));
      }
      return html`<div class="dialog-body">
        <h2 id=${headingId}>Output of ${item.name}</h2>
        ${log.view()}
        <div class="buttons"><button class="button primary" @click=${() => close()}>Close</button></div>
      </div>`;
    },
    {wide: true},
  );
  log.close();
}

/** Shows the run file that was requested. */
export async function showFile(item) {
  const text = await api.text(api.path`/queue/${item.id}/config`);
  await open(
    ({close, headingId}) => html`<div class="dialog-body">
      <h2 id=${headingId}>Run file of ${item.name}</h2>
      <pre class="log" tabindex="0" aria-label="Run file">${text}</pre>
      <div class="buttons"><button class="button primary" @click=${() => close()}>Close</button></div>
    </div>`,
    {wide: true},
  );
}

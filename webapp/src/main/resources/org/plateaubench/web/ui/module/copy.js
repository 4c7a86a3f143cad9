// SPDX-License-Identifier: Apache-2.0
// A button that copies a text and confirms it.
import {html} from './lit.js';
import {announce, say} from './notice.js';

/** Copies `text`; `what` is its displayed name. */
export function copyButton(text, what) {
  return html`<button type="button" class="button compact" aria-label="Copy ${what}" data-test="copy" @click=${() => copy(text, what)}>
    Copy
  </button>`;
}

async function copy(text, what) {
  try {
    await navigator.clipboard.writeText(text);
    say(`Copied: ${what}.`);
  } catch {
    // A page without TLS from another host must not copy; the user then selects the text by hand.
    announce('Copying is not allowed here; select the text and copy it yourself.');
    say('This browser does not allow the page to copy; select the text and copy it yourself.');
  }
}

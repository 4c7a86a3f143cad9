// SPDX-License-Identifier: Apache-2.0
// A button that copies a text, and says that it did.
import {html} from './lit.js';
import {announce, say} from './notice.js';

/** Copies `text`; `what` is its name for people. */
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
    // A page without TLS on another host than loopback may not: the text is selected by hand then.
    announce('Copying is not allowed here; select the text and copy it by hand.');
    say('This browser does not let the page copy; select the text by hand.');
  }
}

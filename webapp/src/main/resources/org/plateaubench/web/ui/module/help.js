// SPDX-License-Identifier: Apache-2.0
// A question mark that explains a word. The text is a popover: it opens with a click, closes with Escape.
import {html} from './lit.js';

/** Explains `word` with `text`; `where` distinguishes several explanations of one word on a page. */
export function tip(word, text, where = '') {
  const id = `tip-${word}-${where}`.replace(/\W+/g, '-');
  return html`<button type="button" class="tip" popovertarget=${id} aria-label=${`What is ${word}?`}>?</button
    ><span popover id=${id} class="tip-text" @beforetoggle=${place}>${text}</span>`;
}

function place(event) {
  if (event.newState !== 'open') {
    return;
  }
  const text = event.target;
  const button = text.previousElementSibling.getBoundingClientRect();
  const width = Math.min(352, window.innerWidth - 32);
  const left = Math.max(16, Math.min(button.left, window.innerWidth - width - 16));
  text.style.left = `${left}px`;
  if (button.bottom > window.innerHeight * 0.65) {
    text.style.top = 'auto';
    text.style.bottom = `${window.innerHeight - button.top + 6}px`;
  } else {
    text.style.bottom = 'auto';
    text.style.top = `${button.bottom + 6}px`;
  }
}

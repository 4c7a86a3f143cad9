// SPDX-License-Identifier: Apache-2.0
// Parts of a page that can be folded to one line.
import {html, nothing} from './lit.js';

/**
 * A part with its title and summary, which can be unfolded.
 *
 * @param id its address within the page
 * @param summary its content in one line
 * @param content shown when it is unfolded; `nothing` for a part that has only the line
 */
export function fold(id, title, summary, content) {
  const line = html`<h2 id="${id}-title">${title}</h2><span class="summary">${summary}</span>`;
  return html`<section class="fold" id=${id} tabindex="-1" aria-labelledby="${id}-title" data-test="fold-${id}">${content === nothing
    ? html`<div class="line">${line}</div>` : folded('', line, html`<div class="folded">${content}</div>`)}</section>`;
}

/** Content that can be unfolded below its summary, with a CSS class. */
export function folded(className, summary, content) {
  return html`<details class=${className}><summary>${summary}</summary>${content}</details>`;
}

/** Scrolls to a part, and unfolds it. */
export function showPart(event, id) {
  const part = document.getElementById(id);
  if (part) {
    event.preventDefault();
    for (let folded = part.querySelector('details') ?? part.closest('details'); folded; folded = folded.parentElement.closest('details')) {
      folded.open = true;
    }
    part.scrollIntoView();
    part.focus({preventScroll: true});
  }
}

/** Unfolds all parts of a page, or folds them again. */
export function foldAll(root, open) {
  root.querySelectorAll('details:not(.chart-data, .chart-hint)').forEach((details) => { details.open = open; });
}

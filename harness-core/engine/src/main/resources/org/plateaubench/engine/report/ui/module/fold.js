// SPDX-License-Identifier: Apache-2.0
// The parts of a page that are folded to a line each.
import {html, nothing} from './lit.js';

/**
 * A part under its title, with its summary beside it.
 *
 * @param id its address within the page
 * @param summary what it says in a line
 * @param content what it has besides; `nothing` for no more than the line
 */
export function fold(id, title, summary, content) {
  const line = html`<h2 id="${id}-title">${title}</h2><span class="summary">${summary}</span>`;
  return html`<section class="fold" id=${id} tabindex="-1" aria-labelledby="${id}-title" data-test="fold-${id}">${content === nothing
    ? html`<div class="line">${line}</div>` : folded('', line, html`<div class="folded">${content}</div>`)}</section>`;
}

/** What unfolds below its summary; `className` is its class. */
export function folded(className, summary, content) {
  return html`<details class=${className}><summary>${summary}</summary>${content}</details>`;
}

/** Goes to a part; one that is folded is unfolded. */
export function go(event, id) {
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

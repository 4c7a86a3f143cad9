// SPDX-License-Identifier: Apache-2.0
// The frame of a page.
import {html, nothing} from './lit.js';

/**
 * A page with its name, what it is for, the buttons beside these, and its content.
 *
 * title: text or template; lead: a sentence; buttons: template; look: a further class.
 */
export function frame({title, lead, buttons = nothing, look = ''}, content) {
  return html`<div class="wrap ${look}">
    <div class="page-head"><div><h1>${title}</h1><p class="lead">${lead}</p></div>${buttons}</div>
    ${content}
    <div class="page-end"></div>
  </div>`;
}

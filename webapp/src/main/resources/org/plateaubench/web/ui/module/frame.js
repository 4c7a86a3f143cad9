// SPDX-License-Identifier: Apache-2.0
// The common layout of pages.
import {html, nothing} from './lit.js';

/**
 * A page with its title, its purpose, its buttons and its content. title: text or template; lead: one
 * sentence; buttons: template; className: an additional CSS class.
 */
export function frame({title, lead, buttons = nothing, className = ''}, content) {
  return html`<div class="wrap ${className}">
    <div class="page-head"><div><h1>${title}</h1><p class="lead">${lead}</p></div>${buttons}</div>
    ${content}
  </div>`;
}

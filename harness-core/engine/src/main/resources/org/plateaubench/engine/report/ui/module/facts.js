// SPDX-License-Identifier: Apache-2.0
// Names with their values, and tiles with a large figure above its name.
import {number} from './format.js';
import {html, nothing} from './lit.js';

/** A name with its value within <dl class="facts">; nothing without a value. */
export function fact(name, value) {
  return value === null || value === undefined || value === '' ? nothing : html`<div><dt>${name}</dt><dd>${value}</dd></div>`;
}

/** A figure with its unit and its name; `bound` if it is a lower bound, `className` a further class, `more` further lines. */
export function tile(value, unit, label, {bound = false, className = '', more = nothing} = {}) {
  return html`<div class="tile ${className}"><span class="value">${bound ? '≥ ' : ''}${number(value ?? null)}<span class="unit">${unit}</span></span>
    <span class="label">${label}</span>${more}</div>`;
}

// SPDX-License-Identifier: Apache-2.0
// Tables that scroll where they are wider than the page, with the keyboard too, and can be taken along.
import {tableExport} from './export.js';
import {html} from './lit.js';

/** A table under `label`, with buttons that save it as `title`; `look` is a further class, such as tall. */
export function scrolled(label, table, {title = label.charAt(0).toLowerCase() + label.slice(1), look = ''} = {}) {
  return html`<div class="table-scroll ${look}" tabindex="0" role="region" aria-label=${label}>${table}${tableExport(title)}</div>`;
}

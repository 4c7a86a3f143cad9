// SPDX-License-Identifier: Apache-2.0
// A table: caption, headers that sort, rows selected with mouse or keyboard, and texts for loading and for no rows.
import {tableExport} from './export.js';
import {html, nothing, repeat, ifDefined, live} from './lit.js';

let lastPicked = null;

/**
 * caption: text (or template), for ears only unless captionShown; columns: [{id, label, cell(row), numeric, sortable, header (a row's header),
 * full (whole width when narrow), actions, title, className}]; rows; key(row); sort, order ('asc' | 'desc'),
 * onSort(id, order); selected: Set of keys, onSelect(Set), nameOf(row) (with them rows can be chosen);
 * busy; empty: template; cards: whether rows become cards where it is narrow.
 */
export function table(options) {
  const {caption, columns, rows, key, busy = false, empty = nothing, cards = true, selected} = options;
  if (rows === null) {
    return html`<p class="table-state" role="status">Loading…</p>`;
  }
  if (rows.length === 0) {
    return empty === nothing ? html`<p class="table-state">Nothing here.</p>` : empty;
  }
  return html`<div class="table-scroll">
    <table class=${cards ? 'cards' : ''} role="table" aria-busy=${busy ? 'true' : 'false'}>
      <caption class=${options.captionShown ? '' : 'visually-hidden'}>${caption}</caption>
      <thead role="rowgroup">
        <tr role="row">
          ${selected ? pickAll(options) : nothing} ${columns.map((column) => headerCell(column, options))}
        </tr>
      </thead>
      <tbody role="rowgroup">
        ${repeat(rows, key, (row) => bodyRow(row, options))}
      </tbody>
    </table>
    ${tableExport(typeof caption === 'string' ? caption.split(/[,.]/)[0].toLowerCase() : 'table')}
  </div>`;
}

function headerCell(column, {sort, order, onSort}) {
  const sorted = column.sortable && sort === column.id;
  const direction = order === 'desc' ? 'descending' : 'ascending';
  const next = sorted ? (order === 'desc' ? 'asc' : 'desc') : column.first || (column.numeric ? 'desc' : 'asc');
  return html`<th
    role="columnheader"
    scope="col"
    class=${column.numeric ? 'numeric' : column.actions ? 'actions' : ''}
    title=${ifDefined(column.title)}
    aria-sort=${ifDefined(column.sortable ? (sorted ? direction : 'none') : undefined)}
  >
    ${column.sortable
      ? html`<button class="sort" data-test="sort-${column.id}" @click=${() => onSort(column.id, next)}>
          ${column.label}${sorted ? html`<span aria-hidden="true">${order === 'desc' ? '▼' : '▲'}</span>` : nothing}
        </button>`
      : column.actions
        ? html`<span class="visually-hidden">${column.label}</span>`
        : column.label}
  </th>`;
}

function bodyRow(row, options) {
  const {columns, key, selected, rowClass} = options;
  const chosen = selected ? selected.has(key(row)) : undefined;
  return html`<tr
    role="row"
    class=${(rowClass ? rowClass(row) : '') + (chosen ? ' chosen' : '')}
    data-key=${key(row)}
  >
    ${selected ? pickOne(row, options) : nothing} ${columns.map((column) => bodyCell(column, row))}
  </tr>`;
}

function bodyCell(column, row) {
  const classes = [column.numeric && 'numeric', column.full && 'full', column.actions && 'actions', column.className]
    .filter(Boolean)
    .join(' ');
  return column.header
    ? html`<th role="rowheader" scope="row" class=${classes}>${column.cell(row)}</th>`
    : html`<td
        role="cell"
        class=${classes}
        data-label=${ifDefined(column.actions || column.bare ? undefined : column.label)}
      >${column.cell(row)}</td>`;
}

function pickAll({rows, key, selected, onSelect}) {
  const chosen = rows.filter((row) => selected.has(key(row))).length;
  return html`<th role="columnheader" scope="col" class="pick">
    <input
      type="checkbox"
      aria-label="Choose all rows of this page"
      .checked=${live(chosen === rows.length)}
      .indeterminate=${chosen > 0 && chosen < rows.length}
      @change=${(event) => {
        const next = new Set(selected);
        rows.forEach((row) => (event.target.checked ? next.add(key(row)) : next.delete(key(row))));
        onSelect(next);
      }}
    />
  </th>`;
}

function pickOne(row, options) {
  const {key, selected, nameOf} = options;
  return html`<td role="cell" class="pick">
    <input
      type="checkbox"
      aria-label=${'Choose ' + (nameOf ? nameOf(row) : key(row))}
      .checked=${live(selected.has(key(row)))}
      @click=${(event) => pick(event, row, options)}
    />
  </td>`;
}

/** A click selects one row; with Shift, all rows from the last selected one. */
function pick(event, row, {rows, key, selected, onSelect}) {
  const next = new Set(selected);
  const keys = rows.map(key);
  const [from, to] = [keys.indexOf(lastPicked), keys.indexOf(key(row))];
  const range = event.shiftKey && from >= 0 ? keys.slice(Math.min(from, to), Math.max(from, to) + 1) : [key(row)];
  range.forEach((rowKey) => (event.target.checked ? next.add(rowKey) : next.delete(rowKey)));
  lastPicked = key(row);
  onSelect(next);
}

/** The navigation between the pages of a list, with the range of the shown rows. */
export function pager({total, offset, limit, what, onPage}) {
  const last = Math.min(total, offset + limit);
  return html`<nav class="pager" aria-label="Pages of the list">
    <span role="status">${total === 0 ? `No ${what}` : `${offset + 1}–${last} of ${total} ${what}`}</span>
    ${total > limit
      ? html`<span class="buttons">
          <button class="button compact" ?disabled=${offset === 0} @click=${() => onPage(Math.max(0, offset - limit))}>
            ‹ Earlier rows
          </button>
          <button class="button compact" ?disabled=${last >= total} @click=${() => onPage(offset + limit)}>
            Later rows ›
          </button>
        </span>`
      : nothing}
  </nav>`;
}

// SPDX-License-Identifier: Apache-2.0
/* Figures to take along, as CSV or Markdown. */
import { html, ref } from './lit.js';
import { showMessage } from './notice.js';

/** A text that a spreadsheet would take for a formula; some take characters of full width for plain ones. */
const FORMULA = /^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/;
const NUMBER = /^-?[0-9]+(\.[0-9]+)?(e[+-]?[0-9]+)?$/i;

/** A table as CSV (RFC 4180): `rows` of cells, the first of them the heads. No cell becomes a formula. */
export function csv(rows) {
  return rows.map((cells) => cells.map((cell) => {
    const text = String(cell ?? '');
    const safe = FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text;
    return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
  }).join(',')).join('\r\n') + '\r\n';
}

/** A table as Markdown. */
export function markdown(rows) {
  const line = (cells) => `| ${cells.map((cell) => String(cell ?? '').replace(/\s+/g, ' ').trim().replaceAll('|', '\\|')).join(' | ')} |`;
  const [heads, ...rest] = rows;
  return [line(heads), `|${heads.map(() => '---|').join('')}`, ...rest.map(line)].join('\n') + '\n';
}

/** The name of a file: what of a title every file system takes. */
export function fileName(title, ending) {
  return `${title.trim().toLowerCase().replace(/[^a-z0-9]+/g, '-').replace(/^-|-$/g, '') || 'figures'}.${ending}`;
}

/** The figures of a chart, unrounded, a row for each place that any line has; lines are called as in files. */
export function chartRows(chart) {
  const places = [...new Set(chart.series.flatMap((line) => line.points.map(({ x }) => x)))].sort((a, b) => a - b);
  const at = chart.series.map((line) => new Map(line.points.map(({ x, y }) => [x, y])));
  const unit = chart.unit ? ` (${chart.unit})` : '';
  return [[chart.exportedKey.name, ...chart.series.map((line) => (line.key ?? line.name) + unit)],
    ...places.map((x) => [chart.exportedKey.value(x), ...at.map((known) => known.get(x) ?? '')])];
}

function tableRows(table) {
  return [...table.querySelectorAll('tr')].map((row) => [...row.querySelectorAll(':is(th, td):not(.pick, .actions)')].flatMap((cell) => [
    cell.innerText.replace(/[\u00ad\u202f]/g, '').replace(/\s+/g, ' ').trim(), ...new Array(Math.max(0, cell.colSpan - 1)).fill('')]));
}

function save(name, blob) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  // The download has begun when the next task runs.
  setTimeout(() => URL.revokeObjectURL(link.href));
}

function saveCsv(title, rows) {
  save(fileName(title, 'csv'), new Blob([csv(rows)], { type: 'text/csv' }));
}

/** Copies a text, and says that `what` is copied. A page without TLS from another host must not copy. */
async function copy(text, what) {
  try {
    await navigator.clipboard.writeText(text);
    showMessage(`Copied: ${what}.`);
  } catch {
    showMessage('This browser does not allow the page to copy; select the text and copy it yourself.');
  }
}

/** A button that copies a text; `what` is its displayed name. */
export function copyButton(text, what) {
  return html`<button type="button" class="button compact" aria-label="Copy ${what}" data-test="copy" @click=${() => copy(text, what)}>
    Copy
  </button>`;
}

/** Buttons for a chart. */
export function chartExport(chart) {
  const { title } = chart.spec;
  return html`<p class="export">
    <button type="button" class="button compact" aria-label="CSV of ${title}" data-test="csv" @click=${() => saveCsv(title, chartRows(chart))}>CSV</button>
    <button type="button" class="button compact" aria-label="Copy ${title} as Markdown" data-test="markdown"
      @click=${() => copy(markdown(chartRows(chart)), 'the figures as Markdown')}>Copy as Markdown</button></p>`;
}

/** Buttons for the table that stands in the same element as they do. */
export function tableExport(title) {
  const rows = (event) => tableRows(event.target.closest('.export').parentElement.querySelector('table'));
  return html`<p class="export">
    <button type="button" class="button compact" aria-label="CSV of ${title}" data-test="csv" @click=${(event) => saveCsv(title, rows(event))}>CSV</button>
    <button type="button" class="button compact" aria-label="Copy ${title} as Markdown" data-test="markdown"
      @click=${(event) => copy(markdown(rows(event)), 'the table as Markdown')}>Copy as Markdown</button></p>`;
}

const NARROW = 'screen and (max-width: 760px)';

/** Where it is narrow, the rows of a table become cards, whose cells have the heads of their columns; tables of figures have fewer columns instead. */
function narrowed(table) {
  if (table && matchMedia(NARROW).matches && !table.matches('.figures, .heat, .matrix')) {
    const heads = [...table.querySelectorAll('thead th, thead td')].map((cell) => cell.textContent.trim());
    table.classList.add('cards');
    table.querySelectorAll('tbody tr:not(.group)').forEach((row) => [...row.cells].forEach((cell, index) => { cell.dataset.label ??= heads[index] ?? ''; }));
  }
}

/** A table under `label`, with buttons that save it as `title`; `className` is a further class, such as tall. */
export function scrolled(label, table, {title = label.charAt(0).toLowerCase() + label.slice(1), className = ''} = {}) {
  return html`<div class="table-scroll ${className}" tabindex="0" role="region" aria-label=${label}>${table}${tableExport(title)}<span hidden ${ref((after) => narrowed(after?.parentElement?.querySelector('table')))}></span></div>`;
}

// SPDX-License-Identifier: Apache-2.0
/* The export of figures as CSV or Markdown. */
import { html, ref } from './lit.js';
import { showMessage } from './notice.js';

/** A text that a spreadsheet would evaluate as a formula; some treat full-width characters like plain ones. */
const FORMULA = /^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/;
const NUMBER = /^-?[0-9]+(\.[0-9]+)?(e[+-]?[0-9]+)?$/i;

/** A table as CSV (RFC 4180): `rows` of cells; the first row has the column headers. No cell becomes a formula. */
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

/** The name of a file: the characters of a title that every file system allows. */
export function fileName(title, ending) {
  return `${title.trim().toLowerCase().replace(/[^a-z0-9]+/g, '-').replace(/^-|-$/g, '') || 'figures'}.${ending}`;
}

/** The figures of a chart, unrounded, with a row for each x of any line; lines have their names in files. */
export function chartRows(chart) {
  const positions = [...new Set(chart.series.flatMap((line) => line.points.map(({ x }) => x)))].sort((a, b) => a - b);
  const values = chart.series.map((line) => new Map(line.points.map(({ x, y }) => [x, y])));
  const unit = chart.unit ? ` (${chart.unit})` : '';
  return [[chart.exportedKey.name, ...chart.series.map((line) => (line.key ?? line.name) + unit)],
    ...positions.map((x) => [chart.exportedKey.value(x), ...values.map((valueAt) => valueAt.get(x) ?? '')])];
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

/** Copies a text, and reports it under its displayed name. Browsers forbid this to a page without TLS from another host. */
async function copy(text, name) {
  try {
    await navigator.clipboard.writeText(text);
    showMessage(`Copied: ${name}.`);
  } catch {
    showMessage('This browser does not allow the page to copy; select the text and copy it yourself.');
  }
}

/** A button that copies a text with a displayed name. */
export function copyButton(text, name) {
  return html`<button type="button" class="button compact" aria-label="Copy ${name}" data-test="copy" @click=${() => copy(text, name)}>
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

/** Buttons for the table in the same parent element. */
export function tableExport(title) {
  const rows = (event) => tableRows(event.target.closest('.export').parentElement.querySelector('table'));
  return html`<p class="export">
    <button type="button" class="button compact" aria-label="CSV of ${title}" data-test="csv" @click=${(event) => saveCsv(title, rows(event))}>CSV</button>
    <button type="button" class="button compact" aria-label="Copy ${title} as Markdown" data-test="markdown"
      @click=${(event) => copy(markdown(rows(event)), 'the table as Markdown')}>Copy as Markdown</button></p>`;
}

const NARROW = 'screen and (max-width: 760px)';

/** On a narrow screen, shows the rows of a table as cards, with the heads of the columns in the cells; tables of figures have fewer columns instead. */
function adaptToWidth(table) {
  if (table && matchMedia(NARROW).matches && !table.matches('.figures, .heat, .matrix')) {
    const heads = [...table.querySelectorAll('thead th, thead td')].map((cell) => cell.textContent.trim());
    table.classList.add('cards');
    table.querySelectorAll('tbody tr:not(.group)').forEach((row) => [...row.cells].forEach((cell, index) => { cell.dataset.label ??= heads[index] ?? ''; }));
  }
}

/** A table under `label`, with buttons that save it as `title`; `className` is a further class, such as tall. */
export function scrolled(label, table, {title = label.charAt(0).toLowerCase() + label.slice(1), className = ''} = {}) {
  return html`<div class="table-scroll ${className}" tabindex="0" role="region" aria-label=${label}>${table}${tableExport(title)}<span hidden ${ref((after) => adaptToWidth(after?.parentElement?.querySelector('table')))}></span></div>`;
}

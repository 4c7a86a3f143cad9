// SPDX-License-Identifier: Apache-2.0
/* The text of a chart: a legend of buttons that hide and show lines, with the figures at the crosshair, and a table of all
   figures. */
import { chartExport } from './export.js';
import { folded } from './fold.js';
import { html, nothing, svg } from './lit.js';
import { number, withUnit } from './format.js';
import { styleOf, valueNear } from './chart-theme.js';

const MAX_ROWS = 400;

const SHAPES = {
  circle: svg`<circle cx="14" cy="6" r="3"></circle>`,
  triangle: svg`<path d="M14 2.5l3.5 6h-7z"></path>`,
  rect: svg`<path d="M11.5 3.5h5v5h-5z"></path>`,
  rectRot: svg`<path d="M14 2l4 4-4 4-4-4z"></path>`,
  cross: svg`<path d="M14 2.5v7M10.5 6h7"></path>`,
  star: svg`<path d="M14 2.5v7M10.5 6h7M11.5 3.5l5 5M16.5 3.5l-5 5"></path>`,
  crossRot: svg`<path d="M11.5 3.5l5 5M16.5 3.5l-5 5"></path>`,
  line: svg`<path d="M10.5 6h7"></path>`,
};

/** The symbol of a line: its colour, dash and marker. */
export function swatch(index) {
  const style = styleOf(index);
  return html`<svg class="swatch s${style.number}" viewBox="0 0 28 12" width="28" height="12" aria-hidden="true">
    <line x1="0" y1="6" x2="28" y2="6" stroke-dasharray="${style.dash.join(' ')}"></line>${SHAPES[style.marker]}</svg>`;
}

const MAX_KINDS = 6;

/** The kinds of the shaded events, at most MAX_KINDS of them; empty for none. */
export function kindsOf(events) {
  const kinds = [...new Set(events.map(({ kind }) => kind))];
  return kinds.length === 0 ? '' : `${kinds.slice(0, MAX_KINDS).join(', ')}${kinds.length > MAX_KINDS ? ' and others' : ''}`;
}

/** The symbol of events with their kinds, because most events are too short on the axis to be labelled there. */
export function shadedKinds(events) {
  const kinds = kindsOf(events);
  return kinds ? html`<p class="chart-shaded" data-test="shaded"><span class="swatch-event" aria-hidden="true"></span>shaded: ${kinds}</p>` : nothing;
}

/** One button per line, with the figures at the crosshair. */
export function legend(chart, pointed) {
  if (chart.series.length === 0) {
    return nothing;
  }
  const button = ({ name }, index) => html`<li><button type="button" data-test="legend-${name}"
      aria-pressed="${chart.hidden.has(name) ? 'false' : 'true'}" title="Show or hide ${name}"
      @click=${() => chart.toggle(name)}>${swatch(index)}<span class="name">${name}</span
      ><span class="value">${pointed ? withUnit(pointed.values[index], chart.unit) : nothing}</span></button></li>`;
  const lines = chart.series.map((line, index) => [line, index]);
  const more = lines.filter(([{ name }]) => chart.offered?.has(name));
  return html`<ul class="chart-legend" aria-label="Lines of ${chart.spec.title}">
    ${lines.filter((entry) => !more.includes(entry)).map((entry) => button(...entry))}
    ${pointed ? html`<li class="chart-instant">at ${pointed.label}${pointed.during ? `, ${pointed.during}` : ''}</li>` : nothing}
  </ul>${more.length ? folded('more-lines', `${more.length} more`, html`<ul class="chart-legend">${more.map((entry) => button(...entry))}</ul>`) : nothing}`;
}

function rows(chart) {
  const first = chart.series.reduce(
    (longest, line) => (line.points.length > longest.length ? line.points : longest), []);
  const step = Math.max(1, Math.ceil(first.length / MAX_ROWS));
  return first.filter((point, index) => index % step === 0).map((point) => html`<tr>
    <th scope="row">${chart.key(point)}</th>${chart.series.map((line) => html`<td class="numeric">${number(valueNear(line.points, point.x, chart.tolerance(point.x)))}</td>`)}</tr>`);
}

/** The table of the shown figures, rendered when it is opened. */
export function dataTable(chart) {
  const opened = (event) => {
    chart.tableOpen = event.target.open;
    chart.paint();
  };
  return html`<details class="chart-data" @toggle=${opened}><summary>Figures as a table or CSV</summary>
    ${chart.tableOpen ? html`${chartExport(chart)}<div class="table-scroll" tabindex="0" role="region" aria-label="Figures of ${chart.spec.title}">
      <table><caption class="visually-hidden">${chart.spec.title}${chart.unit ? `, ${chart.unit}` : ''}</caption>
        <thead><tr><th scope="col">${chart.keyName}</th>
          ${chart.series.map((line) => html`<th scope="col" class="numeric">${line.name}</th>`)}</tr></thead>
        <tbody>${rows(chart)}</tbody></table></div>` : nothing}
  </details>`;
}

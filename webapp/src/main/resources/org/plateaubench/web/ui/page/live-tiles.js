// SPDX-License-Identifier: Apache-2.0
// An overview of all workloads of all tiles: the worst margin of each to its limits, and its rate.
import {number, words} from '../module/format.js';
import {html, nothing} from '../module/lit.js';
import {scrolled} from '../module/export.js';
import {keyOf} from './chart-specs.js';
import {latest} from './live-data.js';
import {limitRows, marginText} from './live-limits.js';

/** Number of workloads up to which all are shown in full, without the overview. */
export const SHOWN_AT_ONCE = 2;
/** Less margin than this, in percent, is near the bound. */
const NEAR = 25;

/** The tone of a cell by the worst of its limits. */
export function toneOf(worst) {
  if (!worst || worst.limit.met === null) {
    return 'plain';
  }
  return worst.limit.met === false ? 'bad' : worst.marginPercent !== null && worst.marginPercent < NEAR ? 'doubtful' : 'good';
}

/** The worst limit of each workload by its key. */
export function worstByKey(board) {
  const worst = new Map();
  for (const row of board ? limitRows(board) : []) {
    if (!worst.has(row.key)) {
      worst.set(row.key, row);
    }
  }
  return worst;
}

/** Tiles in their order, or sorted by their worst cell. */
export function tilesInOrder(workloads, worst, worstFirst) {
  const tiles = [...new Set(workloads.map(({tile}) => tile))];
  const severity = {bad: 0, doubtful: 1, plain: 2, good: 3};
  const least = (tile) => {
    const cells = workloads.filter((workload) => workload.tile === tile).map((workload) => worst.get(keyOf(workload)));
    return Math.min(...cells.map((cell) => 1e6 * severity[toneOf(cell)] + Math.min(1e5, Math.max(-1e5, cell?.marginPercent ?? 0))));
  };
  return worstFirst ? tiles.sort((first, second) => least(first) - least(second) || first - second) : tiles;
}

function cell(workload, worst, chosen, onChoose) {
  if (!workload) {
    return html`<td></td>`;
  }
  const key = keyOf(workload);
  const rate = latest(workload.series.throughput);
  const failed = latest(workload.series.failed);
  const margin = worst ? `${marginText(worst.marginPercent, worst.limit.bound, worst.limit.value)}` : 'no limit yet';
  const description = worst ? `${words(worst.operation)} ${worst.limit.metric}: ${margin}` : margin;
  return html`<td><button type="button" class="tone-${toneOf(worst)}" aria-pressed=${chosen === key ? 'true' : 'false'} title=${description}
    aria-label="${key}: ${description}; ${number(rate)} per second${failed > 0 ? `, ${number(failed)} failed per second` : ''}" @click=${() => onChoose(key)}>
    <span>${margin}</span><span class="rate">${number(rate)}/s</span>${failed > 0 ? html`<span class="rate">✕ ${number(failed)}/s</span>` : nothing}</button></td>`;
}

function sums(workloads, names) {
  return html`<tr class="total"><th scope="row">all</th>${names.map((name) => {
    const rates = workloads.filter((workload) => workload.name === name).map((workload) => latest(workload.series.throughput)).filter((rate) => rate !== null);
    return html`<td class="numeric">${rates.length ? `${number(rates.reduce((sum, rate) => sum + rate, 0))}/s` : '–'}</td>`;
  })}</tr>`;
}

/** The card; nothing where there are few workloads. */
export function tileOverview(series, board, {chosen, worstFirst, onChoose, onOrder}) {
  const {workloads} = series;
  if (workloads.length <= SHOWN_AT_ONCE) {
    return nothing;
  }
  const worst = worstByKey(board);
  const names = [...new Set(workloads.map(({name}) => name))];
  const at = new Map(workloads.map((workload) => [keyOf(workload), workload]));
  return html`<section class="card" aria-labelledby="tiles-title" data-test="tiles">
    <div class="card-head"><h2 id="tiles-title">Tiles</h2><label class="choice"><input type="checkbox" .checked=${worstFirst} data-test="tiles-order"
      @change=${(event) => onOrder(event.target.checked)}> Worst first</label></div>
    <p class="soft">The limit of each workload that is nearest to its bound, over the steady state so far, and its successes (and ✕ failures) per second now. Choose one for its charts.</p>
    ${scrolled('Tiles', html`<table class="heat">
      <thead><tr><th scope="col">Tile</th>${names.map((name) => html`<th scope="col">${name}</th>`)}</tr></thead>
      <tbody>${sums(workloads, names)}${tilesInOrder(workloads, worst, worstFirst).map((tile) => html`<tr><th scope="row">${tile}</th>
        ${names.map((name) => cell(at.get(`${tile}/${name}`), worst.get(`${tile}/${name}`), chosen, onChoose))}</tr>`)}</tbody>
    </table>`, {className: 'tall'})}</section>`;
}

// SPDX-License-Identifier: Apache-2.0
// A small curve without axes, with a description in words for screen readers.
import {html, svg} from './lit.js';
import {number} from './format.js';

const WIDTH = 120;
const HEIGHT = 28;

/** Draws up to a few dozen numbers, none negative; `what` is their name, such as "throughput". */
export function sparkline(values, what = 'throughput') {
  const known = (values || []).filter((value) => Number.isFinite(value));
  if (known.length < 2) {
    return html`<span class="soft" title="Too little to draw">–</span>`;
  }
  const top = Math.max(...known, Number.MIN_VALUE);
  const points = values
    .map((value, index) => [(index / (values.length - 1)) * WIDTH, HEIGHT - (value / top) * (HEIGHT - 2) - 1])
    .filter(([, y]) => Number.isFinite(y))
    .map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`);
  const line = 'M' + points.join('L');
  const first = points[0].split(' ')[0];
  const last = points.at(-1).split(' ')[0];
  return html`<svg
    class="sparkline"
    viewBox="0 0 ${WIDTH} ${HEIGHT}"
    preserveAspectRatio="none"
    role="img"
    aria-label=${inWords(known, what)}
  >
    ${svg`<path class="area" d="${line}L${last} ${HEIGHT}L${first} ${HEIGHT}Z"></path><path d=${line}></path>`}
  </svg>`;
}

function inWords(values, what) {
  const middle = values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
  return `${what} over time: lowest ${number(Math.min(...values))}, middle ${number(middle)}, `
    + `highest ${number(Math.max(...values))}, last ${number(values.at(-1))}`;
}

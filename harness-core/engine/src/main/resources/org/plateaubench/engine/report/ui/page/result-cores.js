// SPDX-License-Identifier: Apache-2.0
/* What each core of a host did: one row of colour for each, since hundreds of lines in a chart cannot be distinguished. The figures of each
   core are in the table of the host. */
import {clock, colour} from '../module/chart-theme.js';
import {count, number} from '../module/format.js';

const SERIES = /^cpu core (\d+)$/;
const HOST = 'host/';
/** Heights of a row in pixels, by the most cores that have it. */
const HEIGHTS = [[16, 12], [64, 6], [128, 3]];
const LEAST_HEIGHT = 2;

/** The number of the core that a series is of; null for any other series. */
export function coreOf({series, name = series}) {
  const found = SERIES.exec(name);
  return found ? Number(found[1]) : null;
}

/** Whether a series of telemetry is of a core of a host. */
export const isCore = (one) => one.source.startsWith(HOST) && coreOf(one) !== null;

/** The grid of each host: its cores by number, the middles of all bins that are shown, and a row of shares for each core, null where a bin has no sample. */
export function coreGrids({from, to, binSeconds, telemetry}) {
  const ofCores = (telemetry ?? []).filter((one) => isCore(one) && one.time.length > 0);
  const times = Array.from({length: Math.max(1, Math.round((to - from) / binSeconds))}, (_, column) => from + (column + 0.5) * binSeconds);
  return [...new Set(ofCores.map((one) => one.source))].map((source) => {
    const list = ofCores.filter((one) => one.source === source);
    const cores = list.map((one) => {
      const shares = new Array(times.length).fill(null);
      one.time.forEach((time, index) => {
        const column = Math.floor((time - from) / binSeconds);
        if (column >= 0 && column < shares.length) {
          shares[column] = one.values[index];
        }
      });
      return {core: coreOf(one), shares, mean: one.values.reduce((sum, value) => sum + value, 0) / one.values.length};
    }).sort((a, b) => a.core - b.core);
    return {host: source.slice(HOST.length), times, cores};
  });
}

function draw(canvas, {times, cores}, height) {
  canvas.width = times.length;
  canvas.height = cores.length;
  canvas.style.height = `${height * cores.length}px`;
  const [red, green, blue] = (colour('series-1').match(/[\d.]+/g) ?? []).map(Number);
  const context = canvas.getContext('2d');
  const image = context.createImageData(times.length, cores.length);
  cores.forEach(({shares}, row) => shares.forEach((share, column) => {
    if (share !== null) {
      image.data.set([red, green, blue, Math.round(255 * Math.min(1, Math.max(0, share)))], 4 * (row * times.length + column));
    }
  }));
  context.putImageData(image, 0, 0);
}

function element(name, properties, ...children) {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
}

/** One picture, an element and what draws it in the colours of now: the cores from above to below, time from left to right. */
export function coreMap(grid) {
  const {host, times, cores} = grid;
  const busiest = cores.reduce((most, one) => (one.mean > most.mean ? one : most));
  const summary = `${count(cores.length, 'core')} of ${host} from ${clock(times[0])} to ${clock(times.at(-1))}; busiest on average: core ${busiest.core}, ${number(100 * busiest.mean)} %`;
  const canvas = element('canvas', {role: 'img', ariaLabel: summary});
  const said = element('p', {textContent: summary});
  const again = () => draw(canvas, grid, HEIGHTS.find(([most]) => cores.length <= most)?.[1] ?? LEAST_HEIGHT);
  again();
  canvas.addEventListener('pointermove', (event) => {
    const box = canvas.getBoundingClientRect();
    const place = (at, size, all) => Math.min(all - 1, Math.max(0, Math.floor(at / size * all)));
    const column = place(event.clientX - box.left, box.width, times.length);
    const {core, shares} = cores[place(event.clientY - box.top, box.height, cores.length)];
    said.textContent = `Core ${core} at ${clock(times[column])}: ${shares[column] === null ? 'no sample' : `${number(100 * shares[column])} %`}`;
  });
  canvas.addEventListener('pointerleave', () => { said.textContent = summary; });
  const figure = element('figure', {className: 'cores'},
    element('figcaption', {textContent: `CPU of each core of ${host} `},
      element('span', {textContent: `core ${cores[0].core} above; the fuller the colour the busier; no colour: idle, or not known`})), canvas, said);
  figure.dataset.test = 'cores';
  return {element: figure, draw: again, restyle: again};
}

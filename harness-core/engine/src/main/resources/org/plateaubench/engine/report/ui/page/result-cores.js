// SPDX-License-Identifier: Apache-2.0
/* What each core of a host did: one row of colour for each, since hundreds of lines in a chart tell nobody anything. The figures of each
   core are in the table of the host. */
import {clock, colour} from '../module/chart-theme.js';
import {count, number} from '../module/format.js';

const SERIES = /^cpu core (\d+)$/;
const HOST = 'host/';
/** Heights of a row in pixels, by the most cores that have it. */
const HEIGHTS = [[16, 12], [64, 6], [128, 3]];
const LEAST_HEIGHT = 2;
/** Samples in which each of the most cores is told of once. */
const MOST_TURNS = 4;

/** The number of the core that a series is of; null for any other series. */
export function coreOf({series, name = series}) {
  const found = SERIES.exec(name);
  return found ? Number(found[1]) : null;
}

/** Whether a series of telemetry is of a core of a host. */
export const isCore = (one) => one.source.startsWith(HOST) && coreOf(one) !== null;

/** By host: its cores by number, the instants of samples, and a row of shares for each core, null where there is no sample. */
export function coreGrids(telemetry) {
  const ofCores = (telemetry ?? []).filter(isCore);
  return [...new Set(ofCores.map((one) => one.source))].map((source) => {
    const list = ofCores.filter((one) => one.source === source);
    const times = [...new Set(list.flatMap((one) => one.time))].sort((a, b) => a - b);
    const columns = new Map(times.map((time, index) => [time, index]));
    const cores = list.map((one) => {
      const shares = new Array(times.length).fill(null);
      one.time.forEach((time, index) => { shares[columns.get(time)] = one.values[index]; });
      return {core: coreOf(one), shares: filled(shares), mean: one.values.reduce((sum, value) => sum + value, 0) / Math.max(1, one.values.length)};
    }).sort((a, b) => a.core - b.core);
    return {host: source.slice(HOST.length), times, cores};
  }).filter(({times}) => times.length > 0);
}

/** The cores of a large host are told of in turn: what one did since its last sample belongs to the columns between, as many as are usual. */
function filled(shares) {
  const known = shares.flatMap((share, column) => (share === null ? [] : [column]));
  const steps = known.slice(1).map((column, index) => column - known[index]).sort((a, b) => a - b);
  const usual = Math.min(MOST_TURNS, steps[(steps.length - 1) >> 1] ?? 1);
  const all = [...shares];
  known.forEach((column) => {
    for (let before = column - 1; before > column - usual && before >= 0 && shares[before] === null; before--) {
      all[before] = shares[column];
    }
  });
  return all;
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

/** One picture: the cores from above to below, time from left to right. */
export function coreMap(grid) {
  const {host, times, cores} = grid;
  const busiest = cores.reduce((most, one) => (one.mean > most.mean ? one : most));
  const summary = `${count(cores.length, 'core')} of ${host} from ${clock(times[0])} to ${clock(times.at(-1))}; busiest on average: core ${busiest.core}, ${number(100 * busiest.mean)} %`;
  const canvas = element('canvas', {role: 'img', ariaLabel: summary});
  const said = element('p', {className: 'chart-hint', textContent: summary});
  draw(canvas, grid, HEIGHTS.find(([most]) => cores.length <= most)?.[1] ?? LEAST_HEIGHT);
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
      element('span', {textContent: `core ${cores[0].core} above; the fuller the colour the busier, none is idle or not known`})), canvas, said);
  figure.dataset.test = 'cores';
  return figure;
}

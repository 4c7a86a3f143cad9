// SPDX-License-Identifier: Apache-2.0
/* The style of series, and the format of figures on charts. Series differ not only in colour: each has its own pair of
   dash and marker. */

const COLOURS = 8;
const DASHES = [[], [7, 4], [2, 3], [10, 3, 2, 3], [4, 2], [12, 4], [1, 2], [6, 2, 1, 2, 1, 2]];
const MARKERS = ['circle', 'triangle', 'rect', 'rectRot', 'cross', 'star', 'crossRot', 'line'];

let probe = null;

/** The value of a custom property of the page as a colour for a canvas, in the current theme. */
export function colour(name) {
  if (!probe) {
    probe = document.createElement('span');
    probe.hidden = true;
    document.body.append(probe);
  }
  probe.style.color = `var(--${name}, gray)`;
  return getComputedStyle(probe).color;
}

/** The style of the series with an index in its chart. The second eight have the same colours with other dashes. */
export function styleOf(index) {
  const round = Math.floor(index / COLOURS);
  return {
    number: (index % COLOURS) + 1,
    dash: DASHES[(index + 3 * round) % DASHES.length],
    marker: MARKERS[(index + 5 * round) % MARKERS.length],
  };
}

/** Seconds on the run's clock as h:mm:ss or m:ss, with a fraction where a step is shorter than a second. */
export function clock(seconds, fine = false) {
  const tenths = Math.round(Math.abs(seconds) * 10);
  const whole = fine ? Math.floor(tenths / 10) : Math.round(Math.abs(seconds));
  const rest = whole % 3600;
  const hours = Math.floor(whole / 3600);
  const minutes = String(Math.floor(rest / 60)).padStart(hours ? 2 : 1, '0');
  const text = `${hours ? `${hours}:` : ''}${minutes}:${String(rest % 60).padStart(2, '0')}`;
  const fraction = fine && tenths % 10 ? `.${tenths % 10}` : '';
  return (seconds < 0 && whole > 0 ? '-' : '') + text + fraction;
}

/** The shortest text of a tick of an axis. */
export function tick(value) {
  return String(Number(value.toPrecision(6))).replace(/^-?\d{4,}/, (whole) => whole.replace(/\B(?=(\d{3})+$)/g, '\u202f'));
}

/** The percentile p with the tail 1/(1-p). */
export function percentileOfTail(tail) {
  return `p${Number((100 * (1 - 1 / tail)).toFixed(4))}`;
}

/** Distances of ticks of a time axis, in seconds. */
const STEPS = [0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14400, 28800, 86400];

/** Ticks of a time axis between two instants, at most `maximum`. */
export function timeTicks(from, to, maximum) {
  const step = STEPS.find((candidate) => (to - from) / candidate <= maximum) ?? STEPS.at(-1);
  const ticks = [];
  for (let at = Math.ceil(from / step - 1e-9) * step; at <= to + 1e-9; at += step) {
    ticks.push({ value: Number(at.toFixed(3)) });
  }
  return ticks;
}

const BINARY = ['bytes', 'KiB', 'MiB', 'GiB', 'TiB'];

/** The unit for values of a series, with its factor: bytes in the binary unit of the highest value, shares in percent. */
export function scaled(unit, values) {
  const [quantity, ...rest] = (unit ?? '').split('/');
  const per = rest.length ? `/${rest.join('/')}` : '';
  if (quantity === 'share') {
    return { factor: 100, unit: `%${per}` };
  }
  if (quantity !== 'bytes') {
    return { factor: 1, unit: unit ?? '' };
  }
  let power = 0;
  const highest = values.reduce((maximum, value) => Math.max(maximum, Math.abs(value ?? 0)), 0);
  while (power < BINARY.length - 1 && highest >= 1024 ** (power + 1)) {
    power++;
  }
  return { factor: 1 / 1024 ** power, unit: BINARY[power] + per };
}

/** The index of the point of an ordered list that is nearest to x. */
export function nearest(points, x) {
  let low = 0;
  let high = points.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (points[middle].x < x) { low = middle + 1; } else { high = middle; }
  }
  return low > 0 && x - points[low - 1].x < points[low].x - x ? low - 1 : low;
}

/** The value of the point nearest to x; null if it is farther away than the tolerance, or has no value. */
export function valueNear(points, x, tolerance) {
  const point = points[nearest(points, x)];
  return point && Math.abs(point.x - x) <= tolerance ? point.y : null;
}

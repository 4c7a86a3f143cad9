// SPDX-License-Identifier: Apache-2.0
// The format of numbers, times and sizes on all pages: three significant digits, a thin space between thousands, a decimal
// point, the unit after the number. Times are local, with UTC in the title.
import {clock as exactClock} from './chart-theme.js';
import {html, nothing} from './lit.js';

/** Shown in place of a missing value. */
export const NONE = '–';
const THIN = '\u202f';

/** A number as text; NONE without one. */
export function number(value) {
  if (value === null || value === undefined || !Number.isFinite(Number(value))) {
    return NONE;
  }
  const size = Math.abs(value);
  if (Number.isInteger(value) && size < 1e15) {
    return grouped(value);
  }
  // From these bounds on, rounding would give one digit more.
  if (size >= 99.95) {
    return grouped(Math.round(value));
  }
  if (size >= 9.995) {
    return value.toFixed(1);
  }
  if (size >= 0.9995) {
    return value.toFixed(2);
  }
  return size >= 0.001 || size === 0 ? value.toFixed(3) : value.toPrecision(2);
}

function grouped(value) {
  return String(value).replace(/\B(?=(\d{3})+$)/g, THIN);
}

/** A number with its unit as text. */
export function withUnit(value, unit) {
  return united(number(value), unit);
}

function united(text, unit) {
  if (text === NONE || !unit) {
    return text;
  }
  return text + (unit === '%' || unit.startsWith('/') ? unit : ' ' + unit);
}

/** A bound with its unit as text, with all its digits if it has more than three. */
export function boundWithUnit(bound, unit) {
  const text = number(bound);
  return united(text === NONE || plain(text) === bound ? text : exact(bound), unit);
}

function plain(text) {
  return Number(text.replaceAll(THIN, ''));
}

/** A value that is compared with a bound, with its unit as text: with enough digits to remain on its side of the bound. */
export function comparedWithUnit(value, bound, unit) {
  let text = number(value);
  if (text !== NONE && Number.isFinite(bound)) {
    const side = Math.sign(value - bound);
    for (let digits = 4; digits <= 17 && Math.sign(plain(text) - bound) !== side; digits++) {
      text = exact(Number(value.toPrecision(digits)));
    }
  }
  return united(text, unit);
}

function exact(value) {
  const size = Math.abs(value ?? NaN);
  if (!(size >= 1e-6 && size < 1e15)) {
    return number(value);
  }
  const [whole, decimals] = String(value).split('.');
  return decimals ? `${grouped(whole)}.${decimals}` : grouped(whole);
}

/** A number with its unit in a softer colour. */
export function figure(value, unit) {
  return value === null || value === undefined
    ? html`<span class="soft">${NONE}</span>`
    : html`<span class="figure">${number(value)}${unit ? html`<span class="unit">${unit}</span>` : nothing}</span>`;
}

/** Where a word begins within a name: a capital after a lowercase letter or digit, or the last of several capitals. */
const WORD_START = /(?<=[a-z0-9])[A-Z]|(?<=[A-Z])[A-Z](?=[a-z])/g;
const ABBREVIATION = /\b(?:sut|url|cpu|tls|jdbc)\b/g;

/** A name of a file in words: `newCustomer` becomes `new customer`. Abbreviations of capitals, and names that begin with a capital, are not changed. The engine has the same rule. */
export function words(name) {
  return /^[A-Z]/.test(name) ? name : name.replace(WORD_START, (capital, at) => ` ${/[A-Z]/.test(name[at + 1] ?? '') ? capital : capital.toLowerCase()}`);
}

/** A name of a key or a parameter as the label of its field: `newCustomerPercent` becomes `New customer percent`. */
export function labelOf(name) {
  const text = words(name).replace(ABBREVIATION, (abbreviation) => abbreviation.toUpperCase());
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** A share from 0 to 1 as percent. */
export function share(part) {
  return part === null || part === undefined ? NONE : withUnit(part * 100, '%');
}

/** Seconds as `1 h 02 min`, `3 min 20 s` or `42 s`. */
export function duration(seconds) {
  if (seconds === null || seconds === undefined || !Number.isFinite(seconds)) {
    return NONE;
  }
  if (seconds < 10 && !Number.isInteger(seconds)) {
    return withUnit(seconds, 's');
  }
  const whole = Math.round(seconds);
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  if (hours >= 48) {
    return `${Math.floor(hours / 24)} d ${hours % 24} h`;
  }
  if (hours > 0) {
    return minutes ? `${hours} h ${String(minutes).padStart(2, '0')} min` : `${hours} h`;
  }
  return minutes > 0 ? `${minutes} min${rest ? ` ${String(rest).padStart(2, '0')} s` : ''}` : `${rest} s`;
}

/** Whole seconds that have passed on a run's clock, as `4:05` or `1:04:05`. */
export function clock(seconds) {
  return exactClock(Math.max(0, Math.floor(seconds)));
}

/** A size in powers of 1024. */
export function bytes(count) {
  if (count === null || count === undefined) {
    return NONE;
  }
  const units = ['B', 'KiB', 'MiB', 'GiB', 'TiB'];
  let size = count;
  let index = 0;
  while (Math.abs(size) >= 1024 && index < units.length - 1) {
    size /= 1024;
    index++;
  }
  return withUnit(index === 0 ? size : Number(size.toPrecision(3)), units[index]);
}

const DAY = new Intl.DateTimeFormat(undefined, {year: 'numeric', month: 'short', day: 'numeric'});
const TIME = new Intl.DateTimeFormat(undefined, {hour: '2-digit', minute: '2-digit', hourCycle: 'h23'});
const EXACT = new Intl.DateTimeFormat(undefined, {
  hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23',
});

/** An instant as a <time> element: today without the day. */
export function time(instant, {seconds = false} = {}) {
  // The time of a folder that cannot be read is the epoch.
  if (!instant || Date.parse(instant) === 0) {
    return html`<span class="soft">${NONE}</span>`;
  }
  return html`<time class="nowrap" datetime=${instant} title=${utc(instant)}>${timeText(instant, seconds)}</time>`;
}

/** An instant as local text. */
export function timeText(instant, seconds = false) {
  const date = new Date(instant);
  const clock = (seconds ? EXACT : TIME).format(date);
  return date.toDateString() === new Date().toDateString() ? `today ${clock}` : `${DAY.format(date)}, ${clock}`;
}

/** An instant as UTC text. */
export function utc(instant) {
  return new Date(instant).toISOString().replace('T', ' ').replace(/\.\d+Z$/, ' UTC').replace(/Z$/, ' UTC');
}

/** The time since an instant, or until it. */
export function ago(instant) {
  if (!instant) {
    return NONE;
  }
  const seconds = (Date.now() - Date.parse(instant)) / 1000;
  const size = Math.abs(seconds);
  if (size < 45) {
    return seconds < 0 ? 'in a moment' : 'just now';
  }
  const [count, unit] = size < 5400 ? [size / 60, 'min'] : size < 129600 ? [size / 3600, 'h'] : [size / 86400, 'd'];
  return seconds < 0 ? `in ${Math.round(count)} ${unit}` : `${Math.round(count)} ${unit} ago`;
}

/** Local time in the format of an input of the type datetime-local. */
export function localInput(date) {
  return new Date(date.getTime() - 60_000 * date.getTimezoneOffset()).toISOString().slice(0, 16);
}

/** The parts of a text that are separated by commas. */
export function commaSeparated(text) {
  return text.split(',').map((word) => word.trim()).filter(Boolean);
}

/** `1 run`, `3 runs`. */
export function count(amount, singular, plural = singular + 's') {
  return `${number(amount)} ${amount === 1 ? singular : plural}`;
}

// SPDX-License-Identifier: Apache-2.0
// Which times the charts of a page show: from the intended start of an operation, from its actual start, or both.
import {html} from '../module/lit.js';

const CHOICES = {response: 'response time', service: 'service time', both: 'response and service time'};

/** The parts of each choice, with what their lines are called and the names of their series. */
const SHOWN = {response: ['response'], service: ['service'], both: ['response', 'service']};

/** The choice that an address says. */
export function timesOf(place) {
  const said = place.get('times');
  return Object.hasOwn(CHOICES, said ?? '') ? said : 'response';
}

/** What is asked of the console for a choice: service times take as long to read as response times, and are read when they are shown. */
export function timesAsked(place) {
  return timesOf(place) === 'response' ? {} : {times: 'all'};
}

/** What the charts of a choice are called. */
export function timesTitle(times) {
  return CHOICES[times].charAt(0).toUpperCase() + CHOICES[times].slice(1);
}

/** Whether response times are among those that are shown, for which limits are set. */
export function hasResponse(times) {
  return SHOWN[times].includes('response');
}

/** The series of some percentiles in a choice: {series, name}. Of service times there is no greatest over time. */
export function timeSeries(times, names) {
  return SHOWN[times].flatMap((part) => names.filter((name) => part === 'response' || name !== 'max').map((name) => (part === 'response'
    ? {series: name, name} : {series: `service${name.toUpperCase()}`, name: times === 'both' ? `service ${name}` : name})));
}

/** The lines of one operation in a choice: the ending of the name, the series of a percentile over time, and the curve. */
export function timeLines(times, percentile) {
  return SHOWN[times].map((part) => (part === 'response' ? {ending: '', series: percentile, curve: 'curve'}
    : {ending: times === 'both' ? ', service time' : '', series: `service${percentile.toUpperCase()}`, curve: 'serviceCurve'}));
}

/** Lets a person choose. */
export function timesChooser(place, onChange) {
  const chosen = timesOf(place);
  return html`<label class="with-unit">Times <select data-test="times" @change=${(event) => {
    place.keep({times: event.target.value === 'response' ? null : event.target.value});
    onChange();
  }}>${Object.entries(CHOICES).map(([name, said]) => html`<option value=${name} ?selected=${chosen === name}>${said}</option>`)}</select></label>`;
}

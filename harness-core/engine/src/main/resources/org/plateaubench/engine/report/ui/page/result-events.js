// SPDX-License-Identifier: Apache-2.0
// Events on the time axis, and the response times of operations that were due during and outside of events of each kind.
import {fold} from '../module/fold.js';
import {number, withUnit, words} from '../module/format.js';
import {html, nothing} from '../module/lit.js';
import {scrolled} from '../module/export.js';

/** Spans with their kinds in words, for the shading of charts: {kind, from, to}. */
export const shownSpans = (spans) => spans.map((span) => ({...span, kind: words(span.kind)}));

/** The spans of all events of a result for charts: {kind, from, to}. */
export function spansOf(result) {
  return (result?.events ?? []).flatMap(({kind, spans}) => spans.map((span) => ({kind: words(kind), from: span.fromSeconds, to: span.toSeconds})));
}

function facts(event) {
  const shown = event.count > event.spans.length ? [`charts show the first ${event.spans.length}`] : [];
  return [`${event.count === 1 ? 'once' : `${number(event.count)} times`}, at most ${withUnit(event.meanSeconds, 's')} on average`,
    `reported by ${event.sources.join(', ')}`, event.errorSeconds === 0 ? '' : `start and end within ${withUnit(event.errorSeconds, 's')}`,
    `${withUnit(event.insideSeconds, 's')} within, ${withUnit(event.outsideSeconds, 's')} outside`, ...shown].filter(Boolean).join('; ');
}

function side({ms, lowerBound, lowerMs, upperMs}) {
  return html`${lowerBound ? '≥ ' : ''}${number(ms)}${lowerMs === undefined ? nothing
    : html` <span class="soft small">${number(lowerMs)} to ${number(upperMs)}</span>`}`;
}

function row({workload, operation, percentile, inside, outside}) {
  return html`<tr><th scope="row">${workload}</th><td>${operation}</td><td>${percentile}</td>
    <td class="numeric">${side(inside)}</td><td class="numeric">${side(outside)}</td>
    <td class="numeric">${number(inside.count)}</td><td class="numeric">${number(outside.count)}</td></tr>`;
}

function table(event) {
  return scrolled(`Within and outside of ${words(event.kind)}`, html`<table data-test="event-effects">
    <thead><tr><th scope="col">Workload</th><th scope="col">Operation</th><th scope="col">Percentile</th>
      ${['Within, ms', 'Outside, ms', 'Due within', 'Due outside'].map((title) => html`<th scope="col" class="numeric">${title}</th>`)}</tr></thead>
    <tbody>${event.effects.map(row)}</tbody></table>`);
}

/** Response times within and outside of the events of a result; nothing when there were none. */
export function eventEffectsFold({events}) {
  return (events ?? []).length === 0 ? nothing : fold('effects', 'Within events', events.map(({kind, count}) => `${words(kind)} ${number(count)}×`).join(', '), html`
    <p class="soft">Response times of operations that were due in the intervals that events touch, and outside, over all tiles. Intervals are of 95 %
      and not adjusted for several comparisons.</p>
    ${events.map((event) => html`<details ?open=${events.length === 1}><summary>${words(event.kind)}: ${facts(event)}</summary>
      ${table(event)}</details>`)}`);
}

// SPDX-License-Identifier: Apache-2.0
// Events on the time axis, and the response times of what was due within and outside of those of each kind.
import {badge} from '../module/badge.js';
import {number, withUnit, words} from '../module/format.js';
import {html, nothing} from '../module/lit.js';
import {scrolled} from '../module/scrolled.js';

const FINDINGS = {
  longer: () => badge('doubtful', '▲', 'longer within'),
  shorter: () => badge('plain', '▼', 'shorter within'),
  'no-difference-shown': () => badge('plain', '–', 'no difference shown'),
  'not-compared': () => badge('plain', '–', 'not compared'),
};
/** Share of their time from which on what comes with events may be what made the difference. */
const MOSTLY = 0.5;

/** Spans with the words for their kinds, as charts shade them: {kind, from, to}. */
export const shownSpans = (spans) => spans.map((span) => ({...span, kind: words(span.kind)}));

/** The spans of all events of a result for charts: {kind, from, to}. */
export function spansOf(result) {
  return (result?.events ?? []).flatMap(({kind, spans}) => spans.map((span) => ({kind: words(kind), from: span.fromSeconds, to: span.toSeconds})));
}

function isShown({finding}) {
  return finding === 'longer' || finding === 'shorter';
}

function facts(event) {
  const some = event.count > event.spans.length ? [`charts show the first ${event.spans.length}`] : [];
  return [`${event.count === 1 ? 'once' : `${number(event.count)} times`}, at most ${withUnit(event.meanSeconds, 's')} on average`,
    `reported by ${event.sources.join(', ')}`, event.errorSeconds === 0 ? '' : `start and end within ${withUnit(event.errorSeconds, 's')}`,
    `${withUnit(event.insideSeconds, 's')} within, ${withUnit(event.outsideSeconds, 's')} outside`, ...some].filter(Boolean).join('; ');
}

function row(effect) {
  const difference = effect.differenceMs === undefined ? html`<span title=${effect.why ?? ''}>–</span>`
    : html`${number(effect.differenceMs)} <span class="soft small">${number(effect.lowerMs)} to ${number(effect.upperMs)}</span>`;
  return html`<tr><th scope="row">${effect.workload}</th><td>${effect.operation}</td><td>${effect.percentile}</td>
    <td class="numeric">${number(effect.insideMs)}</td><td class="numeric">${number(effect.outsideMs)}</td>
    <td class="numeric">${difference}</td><td>${FINDINGS[effect.finding]?.() ?? effect.finding}</td>
    <td class="numeric">${number(effect.insideCount)}</td><td class="numeric">${number(effect.outsideCount)}</td></tr>`;
}

function table(event) {
  return scrolled(`Within and outside of ${words(event.kind)}`, html`<table data-test="event-effects">
    <thead><tr><th scope="col">Workload</th><th scope="col">Operation</th><th scope="col">Percentile</th>
      ${['Within, ms', 'Outside, ms', 'Difference, ms'].map((title) => html`<th scope="col" class="numeric">${title}</th>`)}<th scope="col">Finding</th>
      <th scope="col" class="numeric">Due within</th><th scope="col" class="numeric">Due outside</th></tr></thead>
    <tbody>${event.effects.map(row)}</tbody></table>`);
}

function together(event) {
  return event.together.filter(({share}) => share >= MOSTLY).map(({kind, share}) =>
    html`<p>For ${number(Math.round(100 * share))} % of that time there was ${words(kind)} too, which may be the reason of a difference.</p>`);
}

/** What the events of a result changed; nothing when there were none. */
export function eventEffectsCard({events}) {
  return (events ?? []).length === 0 ? nothing : html`<section class="card" id="effects" tabindex="-1" aria-labelledby="effects-title">
    <div class="card-head"><h2 id="effects-title">What events changed</h2>
      <p>Response times of what was due in the intervals that events touch, and of what was due outside, over all tiles; differences with
        intervals of 95 %. A difference is shown where its interval does not contain 0 and so many comparisons make it no chance.</p></div>
    ${events.map((event) => html`<details ?open=${events.length === 1 || event.effects.some(isShown)}><summary>${words(event.kind)}: ${facts(event)}</summary>
      ${event.untold ? html`<p>Not compared. ${event.untold}</p>` : html`${together(event)}${table(event)}`}</details>`)}</section>`;
}

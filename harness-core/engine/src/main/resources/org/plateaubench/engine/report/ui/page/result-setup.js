// SPDX-License-Identifier: Apache-2.0
// Errors, events, the run file, the plan and the environment.
import {fold} from '../module/fold.js';
import {bytes, clock, count, number, time, words} from '../module/format.js';
import {html, nothing} from '../module/lit.js';
import {sentence} from '../module/notice.js';
import {scrolled} from '../module/export.js';

/** Each distinct error once. */
export function errorsFold({errors, missing, waiting}) {
  const placeholder = unread('errors', {missing, waiting});
  return fold('errors', 'Errors', placeholder ? '' : errors.length === 0 ? 'none in any phase'
    : `${count(errors.reduce((sum, error) => sum + error.count, 0), 'error')} of ${count(errors.length, 'kind')}, over all phases`,
  placeholder ?? (errors.length === 0 ? nothing : errorTable(errors)));
}

/** The placeholder of a part that is not yet loaded, or could not be read; null once it is loaded. */
export function unread(name, {missing, waiting}) {
  return missing[name] ? html`<p class="soft">${missing[name].status === 404 ? 'It is not in the run folder.'
    : `Could not be read: ${sentence(missing[name])}`}</p>`
    : waiting.has(name) ? html`<p class="soft">Loading…</p>` : null;
}

/** The table of errors, also for a run in progress. */
export function errorTable(errors) {
  if (errors.length === 0) {
    return html`<p class="soft">None was recorded.</p>`;
  }
  return scrolled('Errors', html`<table data-test="errors">
    <thead><tr><th scope="col">Operation</th><th scope="col">Class</th><th scope="col">Message of the first</th>
      <th scope="col" class="numeric">Count</th><th scope="col" class="numeric">First</th><th scope="col" class="numeric">Last</th></tr></thead>
    <tbody>${errors.map((error) => html`<tr><th scope="row">${[error.scope, words(error.operation ?? '')].filter(Boolean).join('/')}</th>
      <td>${error.errorClass}</td><td class="words">${error.message}</td><td class="numeric">${number(error.count)}</td>
      <td class="numeric">${instant(error.firstNanos / 1e9)}</td>
      <td class="numeric">${instant(error.lastNanos / 1e9)}</td></tr>`)}</tbody></table>`);
}

function instant(seconds) {
  return seconds === null || seconds === undefined ? '–' : clock(seconds);
}

/** A larger tree of values is folded. */
const MAX_UNFOLDED = 24;

function isPlain(value) {
  return value === null || typeof value !== 'object';
}

function text(value) {
  return value === null || value === '' ? '–' : typeof value === 'number' ? number(value) : String(value);
}

/** A tree of values as nested lists of pairs; `labelled` returns the displayed name and value of an entry. */
function tree(value, labelled = (name, child) => [name, child]) {
  if (isPlain(value)) {
    return text(value);
  }
  if (Array.isArray(value) && value.every(isPlain)) {
    return value.map(text).join(', ') || '–';
  }
  const entries = Array.isArray(value) ? value.map((item, index) => [item?.name ?? item?.id ?? String(index + 1), item])
    : Object.entries(value).map(([name, child]) => labelled(name, child));
  return html`<dl class="pairs">${entries.map(([name, child]) => html`<div><dt>${name}</dt><dd>${nested(child, labelled)}</dd></div>`)}</dl>`;
}

function leaves(value) {
  return isPlain(value) ? 1 : Object.values(value).reduce((sum, child) => sum + leaves(child), 0);
}

function nested(value, labelled) {
  if (isPlain(value) || (Array.isArray(value) && value.every(isPlain))) {
    return tree(value, labelled);
  }
  const parts = Array.isArray(value) ? value.length : Object.keys(value).length;
  return parts === 0 ? '–' : leaves(value) <= MAX_UNFOLDED ? tree(value, labelled)
    : html`<details><summary>${count(parts, 'entry', 'entries')}</summary>${tree(value, labelled)}</details>`;
}

/** A key of the environment as words, `cpuModel` as `cpu model`, and sizes in the unit that fits. */
function environmentWords(name, value) {
  const text = words(name);
  return text.endsWith(' bytes') && typeof value === 'number' ? [text.replace(/ bytes$/, ''), bytes(value)]
    : [text, typeof value === 'boolean' ? (value ? 'yes' : 'no') : value];
}

/** The run file, the plan and the environment. */
export function setupFold({run, plan, environment, config, missing, waiting}) {
  return fold('setup', 'Plan and environment', [run.id, ...(environment?.hosts ?? []).slice(0, 2).map((host) => [host.name, host.cpuModel].filter(Boolean).join(', '))].join(' · '), html`
    <h3>Run file as submitted</h3>${unread('config', {missing, waiting})
      ?? html`<pre class="log" tabindex="0" role="region" aria-label="Run file" data-test="config">${config}</pre>`}
    <h3>Environment</h3>${unread('environment', {missing, waiting})
      ?? (Object.keys(environment ?? {}).length ? tree(environment, environmentWords) : html`<p class="soft">Not recorded.</p>`)}
    ${plan ? html`<details><summary>The plan with every default resolved</summary>${tree(plan, (name, value) => [words(name), value])}</details>` : nothing}`);
}

/** The events of the run in their order. */
export function eventsFold({events: {total, events}, missing, waiting}) {
  return fold('events', 'Events', count(total, 'event'), html`${total > events.length
    ? html`<p class="soft">The first ${number(events.length)}; all of them are in <code>events.ndjson</code>.</p>` : nothing}
    ${unread('events', {missing, waiting}) ?? eventTable(events)}`);
}

/** A log of events. */
export function eventTable(events) {
  if (events.length === 0) {
    return html`<p class="soft">None was recorded.</p>`;
  }
  return scrolled('Events', html`<table class="cards" data-test="events">
    <thead><tr><th scope="col" class="numeric">In the run</th><th scope="col">Event</th><th scope="col">Scope</th>
      <th scope="col">In words</th></tr></thead>
    <tbody>${events.map((event) => html`<tr><td class="numeric" data-label="In the run">${event.runNanos === undefined
        ? time(event.at, {seconds: true}) : clock(event.runNanos / 1e9)}</td>
      <th scope="row" class="nowrap">${event.type}</th><td class="nowrap" data-label="Scope">${event.scope}</td><td class="words full">${event.message}</td></tr>`)}
    </tbody></table>`, {className: 'tall'});
}

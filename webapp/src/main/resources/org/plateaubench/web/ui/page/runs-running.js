// SPDX-License-Identifier: Apache-2.0
// What is going on now, above the list.
import {html, nothing} from '../module/lit.js';
import {statusBadge} from '../module/badge.js';
import {duration, figure} from '../module/format.js';
import {sparkline} from '../module/sparkline.js';
import {placeOf} from './runs-columns.js';

/** Runs that go on, each with the way to its live view. */
export function running(runs) {
  return runs.length === 0
    ? nothing
    : html`<section aria-label="Running now" class="running" data-test="running">${runs.map(one)}</section>`;
}

function one(run) {
  const elapsed = Math.max(0, (Date.now() - Date.parse(run.startedAt)) / 1000);
  const planned = run.plannedSeconds || null;
  return html`<article class="card running-run">
    <div class="running-head">
      ${statusBadge('running')} <a href=${placeOf(run)}><strong>${run.name}</strong></a>
      <span class="soft small">${run.startedBy ? `started by ${run.startedBy}` : 'started from the shell'}</span>
    </div>
    <dl class="facts">
      <div><dt>Elapsed</dt><dd class="figure">${duration(Math.round(elapsed))}${planned
        ? html`<span class="unit">of ${duration(planned)}</span>`
        : nothing}</dd></div>
      ${run.headline
        ? html`<div><dt>${run.headline.name}</dt><dd>${figure(run.headline.value, run.headline.unit)}</dd></div>`
        : nothing}
    </dl>
    ${sparkline(run.sparkline)}
    <a class="button compact" href=${placeOf(run)}>Watch live</a>
    ${planned
      ? html`<progress max="1" value=${Math.min(1, elapsed / planned)} aria-label="Progress of ${run.name}"></progress>`
      : nothing}
  </article>`;
}

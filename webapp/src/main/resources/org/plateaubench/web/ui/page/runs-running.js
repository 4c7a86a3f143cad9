// SPDX-License-Identifier: Apache-2.0
// The runs in progress, above the list.
import {html, nothing} from '../module/lit.js';
import {stateBadge} from '../module/badge.js';
import {fact} from '../module/facts.js';
import {duration, figure, words} from '../module/format.js';
import {sparkline} from '../module/sparkline.js';
import {placeOf} from './runs-columns.js';

/** The runs in progress, each with a link to its live view. */
export function running(runs) {
  return runs.length === 0
    ? nothing
    : html`<section aria-label="Running now" class="running" data-test="running">${runs.map(one)}</section>`;
}

function one(run) {
  const {phase, startedAt, plannedSeconds} = run.progress || {};
  const since = (instant) => Math.max(0, (Date.now() - Date.parse(instant)) / 1000);
  const elapsed = since(run.startedAt);
  const done = startedAt && plannedSeconds ? Math.min(1, since(startedAt) / plannedSeconds) : null;
  const left = done === null ? null : Math.max(0, plannedSeconds - since(startedAt));
  return html`<article class="card running-run">
    <div class="running-head">
      ${stateBadge('status', 'running')} <a href=${placeOf(run)}><strong>${run.name}</strong></a>
      <span class="soft small">${run.startedBy ? `started by ${run.startedBy}` : 'started from the shell'}</span>
    </div>
    <dl class="facts">
      ${fact('Elapsed', html`<span class="figure">${duration(Math.round(elapsed))}</span>`)}
      ${fact('Phase', phase)}
      ${left === null
        ? nothing
        : fact('Left', left > 0 ? html`<span class="figure">${duration(Math.round(left))}</span>` : 'draining')}
      ${run.headline ? fact(words(run.headline.name), figure(run.headline.value, run.headline.unit)) : nothing}
    </dl>
    ${sparkline(run.sparkline)}
    <a class="button compact" href=${placeOf(run)}>Watch live</a>
    ${done === null ? nothing : html`<progress max="1" value=${done} aria-label="Progress of ${run.name}"></progress>`}
  </article>`;
}

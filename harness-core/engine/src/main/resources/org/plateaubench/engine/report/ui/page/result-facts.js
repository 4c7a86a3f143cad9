// SPDX-License-Identifier: Apache-2.0
// Name, verdict and facts of a run.
import {classBadge, runBadge} from '../module/badge.js';
import {fact} from '../module/facts.js';
import {duration, number, time, utc} from '../module/format.js';
import {html, nothing} from '../module/lit.js';

/** The heading of a result; `more` stands beside the name. */
export function resultTitle({run, plan}, eyebrow, more = nothing) {
  return html`<div>
    <p class="eyebrow">${eyebrow}</p>
    <h1 tabindex="-1">${run.name} ${runBadge(run)} ${classBadge(run.class)}${more}</h1>
    ${plan?.description ? html`<p class="lead">${plan.description}</p>` : nothing}
  </div>`;
}

/** When, how long, what. */
export function resultFacts({run, result}) {
  const window = result?.window;
  return html`<dl class="facts">
    ${fact('Started', time(run.startedAt, {seconds: true}))}
    ${fact('Took', duration(run.durationSeconds))}
    ${fact('Status', run.status)}
    ${window ? fact('Steady state', `${number(window.seconds)} s from ${utc(window.start)}`) : nothing}
    ${run.startedBy ? fact('Started by', run.startedBy) : nothing}
    ${fact('Workloads', (run.plugins ?? []).join(', '))}
    ${fact('Run', html`<span class="id">${run.id}</span>`)}
    ${result ? fact('Plan', html`<span class="id">${result.planId}</span>`) : nothing}
  </dl>`;
}

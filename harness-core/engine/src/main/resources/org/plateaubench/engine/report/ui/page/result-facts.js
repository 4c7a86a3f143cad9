// SPDX-License-Identifier: Apache-2.0
// Name and facts of a run.
import {classBadge} from '../module/badge.js';
import {duration, number, time} from '../module/format.js';
import {html, nothing} from '../module/lit.js';

/** The heading of a result with the facts of the run; `more` is shown after the name, `below` below the facts. */
export function resultTitle({run, plan, result}, more = nothing, below = nothing) {
  const users = (result?.workloads ?? []).reduce((sum, workload) => sum + (workload.users?.configured ?? 0), 0);
  const facts = [plan?.description, time(run.startedAt, {seconds: true}), `took ${duration(run.durationSeconds)}`,
    result?.window ? `${number(result.window.seconds)} s measured` : '', users ? `${number(users)} users` : '', (run.plugins ?? []).join(', '),
    run.startedBy ? `started by ${run.startedBy}` : ''].filter(Boolean);
  return html`<div>
    <h1 tabindex="-1">${run.name} ${classBadge(run.class)}${more}</h1>
    <p class="soft small" data-test="facts">${facts.map((fact, index) => html`${index ? ' · ' : ''}${fact}`)}</p>${below}
  </div>`;
}

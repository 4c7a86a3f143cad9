// SPDX-License-Identifier: Apache-2.0
// A summary of the plan: duration, load and class.
import {classBadge} from '../module/badge.js';
import {count, duration, number, withUnit} from '../module/format.js';
import {html, nothing} from '../module/lit.js';

function load(workload) {
  const users = workload.users ? `up to ${count(workload.users, 'user')}` : '';
  const rate = workload.ratePerSecond === null ? '' : `up to ${withUnit(workload.ratePerSecond, '/s')} arrivals`;
  const operations = workload.operationsPerSecond === null ? 'as fast as they are answered'
    : `expected: ${workload.isBound ? 'at most ' : ''}${number(workload.operationsPerSecond)}${workload.spreadPerSecond > 0
      ? ` ± ${number(workload.spreadPerSecond)}` : ''} operations/s`;
  return [users, rate, operations].filter(Boolean).join(', ');
}

/** The card above form and text. */
export function planView(plan, problems) {
  if (!plan) {
    return html`<section class="card plan-card" data-test="plan" aria-label="Plan"><p class="soft">${problems
      ? `The plan is shown here once ${problems === 1 ? 'the problem is' : `the ${problems} problems are`} solved.` : 'Computing the plan…'}</p></section>`;
  }
  return html`<section class="card plan-card" data-test="plan" aria-label="Plan">
    <p class="plan-time"><strong>${duration(plan.seconds)}</strong> <span class="soft">of load: ${plan.phases
      .map((phase) => `${phase.name} ${duration(phase.seconds)}`).join(', ')}; after the data is set up</span> ${classBadge(plan.class)}</p>
    <ul class="plan-loads">${plan.workloads.map((workload) => html`<li><strong>${workload.name}</strong> <span class="chip">${workload.plugin}</span> ${load(workload)}</li>`)}</ul>
    ${plan.tiles > 1 ? html`<p>${number(plan.tiles)} tiles: all of it ${number(plan.tiles)} times.</p>` : nothing}
    ${plan.notes.length ? html`<ul class="plain-list">${plan.notes.map((note) => html`<li>${note}</li>`)}</ul>` : nothing}
    <details><summary>The complete plan${plan.classReasons.length ? `, and why its class is ${plan.class}` : ''}</summary>
      ${plan.classReasons.length ? html`<ul class="plain-list">${plan.classReasons.map((reason) => html`<li>${reason}</li>`)}</ul>` : nothing}
      <pre class="log" tabindex="0" role="region" aria-label="Plan">${plan.text.join('\n')}</pre></details>
  </section>`;
}

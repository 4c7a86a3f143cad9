// SPDX-License-Identifier: Apache-2.0
// The hosts that drive load: their properties, their suitability, and advice to improve it.
import {html, nothing} from '../module/lit.js';
import * as api from '../module/api.js';
import {badge, stateBadge} from '../module/badge.js';
import {copyButton} from '../module/copy.js';
import {fact} from '../module/facts.js';
import {bytes, number, time} from '../module/format.js';

export function agents({agents, mayChange, act}) {
  return html`<section class="card" aria-labelledby="agents">
    <div class="card-head">
      <h2 id="agents">Agents</h2>
      <p>
        An agent drives load. It should have its host to itself: other programs on the host disturb the measurement.
        A calibration measures its clock, wake-ups and stalls for five seconds, and shows what to change on the host.
      </p>
    </div>
    ${agents.length === 0 ? html`<p class="table-state">No agent.</p>` : agents.map((one) => agent(one, mayChange, act))}
  </section>`;
}

function agent(one, mayChange, act) {
  const busy = one.state === 'calibrating';
  return html`<article class="rig-item" data-test="agent">
    <div class="rig-head">
      <h3>${one.name}</h3>
      ${stateBadge('agent', one.state)}
      ${mayChange
        ? html`<button
            class="button compact"
            data-test="calibrate"
            ?disabled=${busy}
            @click=${() => act(() => api.post(api.path`/rig/agents/${one.name}/calibration`))}
          >
            ${one.calibration ? 'Calibrate again' : 'Calibrate'}
          </button>`
        : nothing}
    </div>
    <dl class="facts">
      ${fact('Host', one.host)} ${fact('Processors', `${number(one.cpus)}${one.cpuModel ? ` × ${one.cpuModel}` : ''}`)}
      ${fact('Memory', bytes(one.memoryBytes))}
      ${fact('System', [one.os, one.kernel, one.architecture].filter(Boolean).join(', '))} ${fact('Java', one.java)}
    </dl>
    ${one.message ? html`<p class="wrong">${one.message}</p>` : nothing}
    ${one.calibration ? calibration(one.calibration) : nothing} ${advice(one.advice || [])}
  </article>`;
}

function calibration({measuredAt, figures, expectation}) {
  return html`<div class="rig-block">
    <h4>Calibration <span class="small soft">of ${time(measuredAt)}</span></h4>
    <p>
      ${fit(expectation.fitForStandard, 'standard runs')} ${fit(expectation.fitForDev, 'development runs')}
      <span class="soft small">
        About ${number(expectation.operationsPerSecond)} operations/s, ${number(expectation.users)} users
        (${number(expectation.threadUsers)} with a thread each).
      </span>
    </p>
    <dl class="facts">${figures.map(({name, value}) => fact(name, value))}</dl>
  </div>`;
}

function fit(yes, what) {
  return yes ? badge('good', '✓', `Fit for ${what}`) : badge('doubtful', '!', `Not fit for ${what}`);
}

const ADVICE = {
  ok: ['good', '✓', 'Good'],
  note: ['plain', 'i', 'Note'],
  change: ['doubtful', '!', 'Change'],
  'not known': ['plain', '–', 'Not known'],
};

function advice(list) {
  const worth = list.filter(({state}) => state !== 'ok');
  const good = list.length - worth.length;
  return list.length === 0
    ? nothing
    : html`<div class="rig-block">
        <h4>Advice</h4>
        ${worth.length === 0 ? nothing : html`<ul class="advice">${worth.map(oneAdvice)}</ul>`}
        ${good === 0
          ? nothing
          : html`<details>
              <summary class="small">${good === 1 ? '1 setting is as it should be' : `${good} settings are as they should be`}</summary>
              <ul class="advice">${list.filter(({state}) => state === 'ok').map(oneAdvice)}</ul>
            </details>`}
      </div>`;
}

function oneAdvice({topic, state, found, why, command}) {
  return html`<li>
    ${badge(...(ADVICE[state] || ADVICE.note))}
    <div>
      <strong>${topic}</strong> <span class="soft">${found}</span>
      ${why ? html`<p class="small">${why}</p>` : nothing}
      ${command
        ? html`<p class="command"><code>${command}</code> ${copyButton(command, 'the command')}</p>`
        : nothing}
    </div>
  </li>`;
}

// SPDX-License-Identifier: Apache-2.0
// The systems under test that the console keeps running: state, address, log, and actions to stop and clear them.
import {html, nothing, repeat} from '../module/lit.js';
import {newRunAddress} from '../module/addresses.js';
import * as api from '../module/api.js';
import {stateBadge} from '../module/badge.js';
import {confirmed} from '../module/dialog.js';
import {fact} from '../module/facts.js';
import {ago, time} from '../module/format.js';
import {logView} from '../module/log-view.js';

const MEANINGS = {stopped: 'Its data is kept until it is cleared.', dead: 'Its process has ended by itself.'};
const DOWN = ['stopped', 'dead', 'failed'];
const TAIL_LINES = 300;

export function suts(options) {
  return html`<section class="card" aria-labelledby="suts" data-test="suts">
    <div class="card-head">
      <h2 id="suts">Systems under test</h2>
      <p>
        These SUTs keep running when the console ends. A run uses one with
        <code>mode: external</code> and its address.
      </p>
    </div>
    ${options.suts.length === 0
      ? html`<p class="table-state">There is none. Start one from the services below.</p>`
      : repeat(
          options.suts,
          (sut) => sut.name,
          (sut) => sutItem(sut, options),
        )}
  </section>`;
}

function sutItem(sut, {mayChange, act, startAgain, logs, draw}) {
  const log = logs.get(sut.name);
  return html`<article class="rig-item" data-test="sut" data-key=${sut.name}>
    <div class="row rig-head">
      <h3>${sut.name}</h3>
      ${stateBadge('SUT', sut.state, MEANINGS[sut.state])}
      <span class="soft small">service ${sut.service}</span>
      ${sut.activity ? html`<span class="small" role="status">${sut.activity}</span>` : nothing}
      <div class="buttons">
        <button
          class="button compact"
          aria-expanded=${log ? 'true' : 'false'}
          data-test="sut-log"
          @click=${(event) => toggleLog(sut, logs, draw, event.target.closest('article'))}
        >
          ${log ? 'Hide log' : 'Log'}
        </button>
        ${mayChange ? actions(sut, act, startAgain) : nothing}
      </div>
    </div>
    ${sut.message ? html`<p class="wrong">${sut.message}</p>` : nothing}
    <dl class="facts">
      ${fact('Address', sut.address ? html`<code>${sut.address}</code>` : null)}
      ${fact('Started', sut.startedAt ? html`${time(sut.startedAt)} <span class="soft">(${ago(sut.startedAt)})</span>` : null)}
      ${fact('Process', sut.processId)}
      ${fact('Uses', sut.uses?.length ? sut.uses.join(', ') : null)}
      ${Object.entries(sut.properties || {}).map(([name, value]) => fact(name, html`<code>${value}</code>`))}
    </dl>
    ${sut.access?.length
      ? html`<details>
          <summary class="small">Access</summary>
          <pre class="log access" tabindex="0">${sut.access.join('\n')}</pre>
        </details>`
      : nothing}
    ${log ? html`<div class="rig-block">${log.view()}</div>` : nothing}
  </article>`;
}

function actions(sut, act, startAgain) {
  const isUp = sut.state === 'running';
  const up = ['running', 'starting', 'failed', 'dead'].includes(sut.state);
  return html`${isUp ? html`<a class="button compact" data-test="sut-run" href=${newRunAddress({against: sut.name})}>Run against it</a>`
    : html`<button class="button compact" data-test="sut-again" ?disabled=${!DOWN.includes(sut.state)} @click=${() => startAgain(sut)}>Start again…</button>`}
    ${up
      ? html`<button class="button compact" data-test="sut-stop" @click=${() => stop(sut, act)}>Stop…</button>`
      : nothing}
    ${DOWN.includes(sut.state)
      ? html`<button class="button compact danger" data-test="sut-clear" @click=${() => clear(sut, act)}>Clear…</button>`
      : nothing}`;
}

async function stop(sut, act) {
  await confirmed({
    title: `Stop ${sut.name}?`,
    message:
      'Runs that use it now will fail. Data in its files is kept until it is cleared; data in memory is lost.',
    action: 'Stop it',
    danger: true,
  }, () => act(() => api.post(api.path`/rig/suts/${sut.name}/stop`), `${sut.name} is being stopped.`));
}

async function clear(sut, act) {
  await confirmed({
    title: `Clear ${sut.name}?`,
    message: `Everything that ${sut.name} has stored is removed: its data, its configuration and its logs. It is removed from the `
      + 'rig, and loading the data again may take long. This cannot be undone.',
    items: [`${sut.name} (service ${sut.service})`],
    action: 'Remove its data',
    danger: true,
  }, () => act(() => api.post(api.path`/rig/suts/${sut.name}/clear`), `${sut.name} is being cleared.`));
}

function toggleLog(sut, logs, draw, article) {
  const open = logs.get(sut.name);
  if (open) {
    open.close();
    logs.delete(sut.name);
    draw();
    return;
  }
  const log = logView({
    label: `Log of ${sut.name}, its last ${TAIL_LINES} lines`,
    read: (signal) => api.text(api.path`/rig/suts/${sut.name}/log`, {tail: TAIL_LINES}, {signal}),
    draw,
  });
  logs.set(sut.name, log);
  draw();
  log.start(article);
}

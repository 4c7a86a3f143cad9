// SPDX-License-Identifier: Apache-2.0
// The rig: hosts that drive load, and systems under test that are kept running for several runs.
import {html, ifDefined, nothing, render} from '../module/lit.js';
import * as api from '../module/api.js';
import * as stream from '../module/stream.js';
import {frame} from '../module/frame.js';
import {fetching, loader} from '../module/loader.js';
import {actionRunner, problemView, showMessage} from '../module/notice.js';
import {suts} from './rig-suts.js';
import {badge, stateBadge} from '../module/badge.js';
import {bytes, number, time} from '../module/format.js';
import {table} from '../module/table.js';
import {pluginAddress} from '../module/addresses.js';
import {ask} from '../module/dialog.js';
import {filledIn, parameterFields} from './parameters.js';
import {copyButton} from '../module/export.js';
import {fact} from '../module/facts.js';

/** Interval of updates, short enough that the end of a process is shown without a noticeable delay. */
const POLL_MILLIS = 1000;

export async function page(root, {session}) {
  const state = {rig: null, error: null, logs: new Map()};
  const mayChange = session.may('operator');
  let timer = null;
  let closed = false;

  const reading = loader(fetching(state, async (signal) => {
    state.rig = await api.get('/rig', {}, {signal});
    const names = new Set(state.rig.suts.map(({name}) => name));
    state.logs.forEach((log, name) => {
      if (!names.has(name)) {
        log.close();
        state.logs.delete(name);
      }
    });
  }, () => {
    draw();
    clearTimeout(timer);
    if (!closed) {
      timer = setTimeout(() => !document.hidden && reading.now(), POLL_MILLIS);
    }
  }));

  /** Executes an action, reports it, and loads the page again; returns whether the action succeeded. */
  const act = actionRunner(() => reading.now());

  /** Starts a SUT that no longer runs again, under its name and with the parameters of its last start. */
  function startAgain(sut) {
    const service = state.rig.services.find(({name}) => name === sut.service);
    return start(service, {name: sut.name, values: state.rig.startedWith[sut.name] ?? {}, reread: () => reading.now()});
  }

  function draw() {
    const lead = 'The hosts that drive load, and systems under test that stay up between runs. A run file may also start and stop its own.';
    render(
      frame({title: 'Rig', lead}, html`${problemView(state.error, () => reading.now())}
        ${state.rig
          ? html`${suts({suts: state.rig.suts, mayChange, act, startAgain, logs: state.logs, draw})}
            ${services({services: state.rig.services, suts: state.rig.suts, mayChange, reread: () => reading.now()})}
            ${agents({agents: state.rig.agents, mayChange, act})} ${broker(state.rig.broker)}`
          : state.error
            ? nothing
            : html`<p class="table-state" role="status">Loading the rig…</p>`}`),
      root,
    );
  }

  const onVisible = () => !document.hidden && reading.soon();
  document.addEventListener('visibilitychange', onVisible);
  const unsubscribe = stream.subscribe('queue', () => reading.soon());
  draw();
  await reading.now();
  return {
    close() {
      closed = true;
      unsubscribe();
      document.removeEventListener('visibilitychange', onVisible);
      clearTimeout(timer);
      state.logs.forEach((log) => log.close());
      reading.close();
    },
  };
}

function broker(found) {
  return html`<section class="card" aria-labelledby="broker" data-test="broker">
    <div class="card-head">
      <h2 id="broker">Agents of other hosts</h2>
      <p>
        ${found
          ? html`The agents of the broker ${found.address ? html`<code>${found.address}</code>` : nothing}. A run file names them in
              its <code>rig</code>.`
          : html`None: an administrator of this host puts the credentials of a broker into the console’s folder, with
              <code>./plateau broker add-controller console --to .plateau/console/rig.credentials</code>.`}
      </p>
    </div>
    ${found?.message ? html`<p class="table-state" role="status">${found.message}</p>` : nothing}
    ${found ? brokerAgents(found.agents) : nothing}
  </section>`;
}

function brokerAgents(rows) {
  return table({
    caption: 'Agents of the broker',
    rows,
    key: ({name}) => name,
    empty: html`<p class="table-state">No agent has reported yet; each one reports every five seconds.</p>`,
    columns: [
      {id: 'name', label: 'Agent', header: true, cell: ({name}) => name},
      {
        id: 'state', label: 'State',
        cell: ({state, problem}) => html`${stateBadge('agent', state)}
          ${problem ? html`<p class="small wrong">${problem}</p>` : nothing}`,
      },
      {id: 'host', label: 'Host', cell: ({host}) => host},
      {id: 'version', label: 'Version', cell: ({version}) => version},
      {id: 'labels', label: 'Labels', cell: ({labels}) => Object.entries(labels).map(([key, value]) => `${key}=${value}`).join(', ')},
      {id: 'use', label: 'In use', full: true, cell: ({inUseBy, run}) => (inUseBy || run ? html`${inUseBy} <span class="soft">${run}</span>` : 'free')},
      {id: 'clock', label: 'Clock offset, at most', cell: ({clockBoundMs: bound}) => (Number.isFinite(bound) ? `${bound.toFixed(2)} ms` : '–')},
      {
        id: 'calibration', label: 'Timer lateness (p99)', full: true,
        cell: ({calibration}) =>
          calibration
            ? html`${calibration.threadLateMs.toFixed(2)} ms <span class="soft small">of ${time(calibration.at)}</span>`
            : html`<span class="soft">not calibrated</span>`,
      },
      {id: 'heard', label: 'Last report', cell: ({heardSecondsAgo}) => (heardSecondsAgo === null ? '–' : `${Math.round(heardSecondsAgo)} s ago`)},
    ],
  });
}

function services({services, suts, mayChange, reread}) {
  return html`<section class="card" aria-labelledby="services">
    <div class="card-head">
      <h2 id="services">Available services</h2>
      <p>Each comes from a plugin and runs on this machine, on loopback, in a process of its own.</p>
    </div>
    ${table({
      caption: 'Services that can be started',
      rows: services,
      key: ({name}) => name,
      empty: html`<p class="table-state">No plugin offers a service.</p>`,
      columns: [
        {id: 'service', label: 'Service', header: true, cell: ({name}) => name},
        {id: 'description', label: 'What it is', full: true, cell: ({description}) => description},
        {
          id: 'plugin', label: 'Plugin',
          cell: ({plugin}) => html`<a href=${pluginAddress(plugin)}>${plugin}</a>`,
        },
        {
          id: 'actions', label: 'Actions', actions: true,
          cell: (service) =>
            mayChange
              ? html`<button
                  class="button compact"
                  data-test="start-${service.name}"
                  aria-label="Start ${service.name}"
                  @click=${() => start(service, {name: freeName(service.name, suts), reread})}
                >
                  Start…
                </button>`
              : nothing,
        },
      ],
    })}
  </section>`;
}

function freeName(service, suts) {
  const taken = new Set(suts.map(({name}) => name));
  let name = service;
  for (let number = 2; taken.has(name); number++) {
    name = `${service}-${number}`;
  }
  return name;
}

/**
 * Asks for name and parameters of a SUT, and starts it.
 *
 * @param values initial values of the parameters
 */
async function start(service, {name: proposed, values = {}, reread}) {
  const fields = ({wrong}) => html`<div class="field">
      <label for="sut-name">Name</label>
      <input
        id="sut-name"
        name="sut-name"
        .defaultValue=${proposed}
        pattern="[a-z][A-Za-z0-9\\-]*"
        maxlength="64"
        autocomplete="off"
        aria-describedby="sut-name-hint"
        aria-invalid=${ifDefined(wrong.name ? 'true' : undefined)}
      />
      <span class="hint" id="sut-name-hint">
        Lowercase letters, digits and hyphens: the name on this page and in the log.
        ${wrong.name ? html`<span class="wrong">${wrong.name}</span>` : nothing}
      </span>
    </div>
    ${service.parameters.length === 0
      ? nothing
      : html`<fieldset class="stack">
          <legend class="visually-hidden">Parameters</legend>
          ${parameterFields(service.parameters, (name) => wrong[`parameters.${name}`], values)}
        </fieldset>`}`;
  const started = await ask(
    {title: `Start ${service.name}`, lead: service.description, fields, action: 'Start', mark: 'start-form'},
    async (data) => {
      const name = data.get('sut-name').trim();
      await api.post('/rig/suts', {service: service.name, name: name || null, parameters: filledIn(data, service.parameters)});
      return name || service.name;
    },
  );
  if (started) {
    showMessage(`${started} is being started.`);
    await reread();
  }
}

function agents({agents, mayChange, act}) {
  return html`<section class="card" aria-labelledby="agents">
    <div class="card-head">
      <h2 id="agents">Agents</h2>
      <p>
        An agent drives load. It should have its host to itself: other programs on the host disturb the measurement.
        A calibration measures its clock, wake-ups and stalls for five seconds, and shows what to change on the host.
      </p>
    </div>
    ${agents.length === 0 ? html`<p class="table-state">No agent.</p>` : agents.map((agent) => agentCard(agent, mayChange, act))}
  </section>`;
}

function agentCard(agent, mayChange, act) {
  const {host} = agent;
  const busy = agent.state === 'calibrating';
  return html`<article class="rig-item" data-test="agent">
    <div class="row rig-head">
      <h3>${agent.name}</h3>
      ${stateBadge('agent', agent.state)}
      ${mayChange
        ? html`<button
            class="button compact"
            data-test="calibrate"
            ?disabled=${busy}
            @click=${() => act(() => api.post(api.path`/rig/agents/${agent.name}/calibration`))}
          >
            ${agent.calibration ? 'Calibrate again' : 'Calibrate'}
          </button>`
        : nothing}
    </div>
    <dl class="facts">
      ${fact('Host', host.name)} ${fact('Processors', `${number(host.cores)} × ${host.cpuModel}`)}
      ${fact('Memory', bytes(host.memoryBytes))}
      ${fact('System', [host.operatingSystem, host.kernel, host.architecture].join(', '))} ${fact('Java', agent.java)}
    </dl>
    ${agent.message ? html`<p class="wrong">${agent.message}</p>` : nothing}
    ${agent.calibration ? [calibration(agent.calibration), advice(agent.calibration.advice)] : nothing}
  </article>`;
}

function calibration({measuredAt, figures, fit: suited}) {
  return html`<div class="rig-block">
    <h4>Calibration <span class="small soft">of ${time(measuredAt)}</span></h4>
    <p>
      ${fit(suited.fitForStandard, 'standard runs')} ${fit(suited.fitForDev, 'development runs')}
      <span class="soft small">
        About ${number(suited.operationsPerSecond)} operations/s on threads,
        ${number(suited.loopOperationsPerSecond)} on event loops.
      </span>
    </p>
    <dl class="facts">${figures.map(({name, value}) => fact(name, value))}</dl>
  </div>`;
}

function fit(isFit, what) {
  return isFit ? badge('good', '✓', `Fit for ${what}`) : badge('doubtful', '!', `Not fit for ${what}`);
}

const ADVICE = {
  ok: ['good', '✓', 'Good'],
  change: ['doubtful', '!', 'Change'],
  'not known': ['plain', '–', 'Not known'],
};

function advice(list) {
  const changes = list.filter(({state}) => state !== 'ok');
  const good = list.length - changes.length;
  return list.length === 0
    ? nothing
    : html`<div class="rig-block">
        <h4>Advice</h4>
        ${changes.length === 0 ? nothing : html`<ul class="reasons">${changes.map(adviceItem)}</ul>`}
        ${good === 0
          ? nothing
          : html`<details>
              <summary class="small">${good === 1 ? '1 setting is as it should be' : `${good} settings are as they should be`}</summary>
              <ul class="reasons">${list.filter(({state}) => state === 'ok').map(adviceItem)}</ul>
            </details>`}
      </div>`;
}

function adviceItem({topic, state, found, why, command}) {
  const appearance = ADVICE[state];
  return html`<li class="tone-${appearance[0]}">
    ${badge(...appearance)}
    <div>
      <strong>${topic}</strong> <span class="soft">${found}</span>
      ${why ? html`<p class="small">${why}</p>` : nothing}
      ${command
        ? html`<p class="row"><code>${command}</code> ${copyButton(command, 'the command')}</p>`
        : nothing}
    </div>
  </li>`;
}

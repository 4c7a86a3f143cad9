// SPDX-License-Identifier: Apache-2.0
// The rig: hosts that drive load, and systems under test that are kept running for several runs.
import {html, nothing, render} from '../module/lit.js';
import * as api from '../module/api.js';
import * as stream from '../module/stream.js';
import {frame} from '../module/frame.js';
import {fetching, loader} from '../module/loader.js';
import {acting, problemView} from '../module/notice.js';
import {agents} from './rig-agents.js';
import {broker} from './rig-broker.js';
import {suts} from './rig-suts.js';
import {services, start} from './rig-services.js';

/** Interval of updates, short enough that the end of a process is shown without a noticeable delay. */
const LOOK_MILLIS = 1000;

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
      timer = setTimeout(() => !document.hidden && reading.now(), LOOK_MILLIS);
    }
  }));

  /** Executes an action, reports it, and loads the page again; returns whether the action succeeded. */
  const act = acting(() => reading.now());

  /** Starts a SUT that no longer runs again, under its name and with the parameters of its last start. */
  function startAgain(sut) {
    const service = state.rig.services.find((one) => one.service === sut.service);
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

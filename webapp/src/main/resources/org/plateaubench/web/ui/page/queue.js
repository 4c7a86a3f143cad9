// SPDX-License-Identifier: Apache-2.0
// The page of the queue: active, waiting and recently ended items.
import {html, nothing, render, repeat} from '../module/lit.js';
import * as api from '../module/api.js';
import * as stream from '../module/stream.js';
import {frame} from '../module/frame.js';
import {fetching, loader} from '../module/loader.js';
import {actionRunner, announce, showError, problemView} from '../module/notice.js';
import {itemAddress, liveAddress, runAddress} from '../module/addresses.js';
import {runBadge, stateBadge} from '../module/badge.js';
import {ago, duration, localInput, time, timeText} from '../module/format.js';
import {table} from '../module/table.js';
import {showFile, showOutput} from './queue-output.js';
import {ask, confirmed} from '../module/dialog.js';
import {stopStudy} from './study-start.js';

const ACTIVE_STATES = ['starting', 'running', 'stopping'];

export async function page(root, {session}) {
  const state = {queue: null, error: null};
  const mayChange = session.may('operator');

  const reading = loader(fetching(state, async (signal) => {
    state.queue = await api.get('/queue', {}, {signal});
  }, draw));

  /** Executes an action, reports it, and loads the queue again. */
  const act = actionRunner(() => reading.now());

  const waitingItems = () => state.queue.items.filter((item) => !ACTIVE_STATES.includes(item.state));

  let moved = Promise.resolve();

  /** Moves an item by one place, from where earlier presses have brought it. */
  function move(item, step, focus) {
    moved = moved.then(async () => {
      const indexIn = (items) => items.findIndex(({id}) => id === item.id);
      const before = waitingItems();
      const index = indexIn(before);
      const neighbour = before[index + step];
      if (index >= 0 && neighbour) {
        await act(() => api.patch(api.path`/queue/${item.id}`, {position: neighbour.position ?? index + 1 + step}));
        announce(`${item.name} is now number ${indexIn(waitingItems()) + 1} of ${waitingItems().length}`);
        const row = root.querySelector(`[data-key="${CSS.escape(item.id)}"]`);
        (row?.querySelector(`[data-test="${focus}"]:not(:disabled)`) || row?.querySelector('button:not(:disabled)'))?.focus();
      }
    });
  }

  function draw() {
    render(frame({
      title: 'Queue',
      lead: 'A queued run has this host to itself: no other run of the same folder starts while it runs. Waiting runs start from the top.',
      buttons: mayChange && state.queue ? headButtons() : nothing,
    }, [problemView(state.error, () => reading.now()), state.queue ? body() : nothing]), root);
  }

  function headButtons() {
    const {paused} = state.queue;
    return html`<div class="buttons">
      <button
        class="button"
        data-test="pause"
        @click=${() =>
          act(
            () => api.post(paused ? '/queue/resume' : '/queue/pause'),
            paused ? 'The queue is resumed.' : 'The queue is paused.',
          )}
      >
        ${paused ? 'Resume the queue' : 'Pause the queue'}
      </button>
      <a class="button primary" href="/new">New run</a>
    </div>`;
  }

  function body() {
    const {paused, items} = state.queue;
    const active = items.filter((item) => ACTIVE_STATES.includes(item.state));
    const rest = waitingItems();
    return html`${paused
      ? html`<div class="callout tone-doubtful" role="status" data-test="paused">
          <p><strong>The queue is paused.</strong> ${active.length > 0 ? 'The run in progress continues to its end; no other' : 'No'} run is started.</p>
        </div>`
      : nothing}
    ${items.length === 0
      ? html`<section class="card empty">
          <h2>The queue is empty</h2>
          <p>A run that you start is queued first, and starts as soon as the rig is free.</p>
        </section>`
      : nothing}
    ${activeCard({items: active, mayChange, act})} ${waitingCard({items: rest, mayChange, act, move})}
    ${recentCard({items: state.queue.recent})}`;
  }

  const unsubscribe = [
    stream.subscribe('queue', () => reading.soon()),
    stream.subscribe('runs', () => reading.soon()),
  ];
  const ticking = setInterval(() => state.queue?.items.some((item) => item.startedAt) && draw(), 1000);
  draw();
  await reading.now();
  return {
    close() {
      unsubscribe.forEach((stop) => stop());
      clearInterval(ticking);
      reading.close();
    },
  };
}

function recentCard({items}) {
  return items.length === 0
    ? nothing
    : html`<section class="card" aria-labelledby="recent" data-test="queue-recent">
        <div class="card-head"><h2 id="recent">Recent</h2></div>
        ${table({caption: 'Runs of the queue that ended recently', rows: items, key: (item) => item.id, columns: COLUMNS})}
      </section>`;
}

/** The conclusion of an item's run or study, or its state if it has none. The end of a run does not mean success. */
function outcome({state, exitCode, conclusion}) {
  return conclusion ? runBadge({conclusion}) : stateBadge('queue', state, exitCode === null ? '' : `exit code ${exitCode}`);
}

/** The address of an item's result; empty if it has none. */
function resultOf(item) {
  return itemAddress(item, runAddress);
}

const COLUMNS = [
  {
    id: 'name', label: 'Run', header: true,
    cell: (item) =>
      resultOf(item) ? html`<a href=${resultOf(item)}>${item.name}</a>` : item.name,
  },
  {
    id: 'state', label: 'Outcome', className: 'queue-outcome',
    cell: (item) => html`${outcome(item)}
      <div class="small soft">${item.conclusion?.detail ?? item.message}</div>`,
  },
  {id: 'requestedBy', label: 'Requested by', cell: (item) => item.requestedBy},
  {id: 'endedAt', label: 'Ended', cell: (item) => time(item.endedAt)},
  {
    id: 'took', label: 'Took', numeric: true,
    cell: (item) =>
      item.startedAt && item.endedAt
        ? duration((Date.parse(item.endedAt) - Date.parse(item.startedAt)) / 1000)
        : '–',
  },
  {
    id: 'actions', label: 'Actions', actions: true,
    cell: (item) => html`${resultOf(item)
        ? html`<a class="button compact" href=${resultOf(item)}>Result</a> `
        : nothing}
      ${item.startedAt ? html`<button class="button compact" @click=${() => showOutput(item)}>Output</button>` : nothing}`,
  },
];

function activeCard({items, mayChange, act}) {
  return items.length === 0
    ? nothing
    : html`<section class="card" aria-labelledby="now" data-test="queue-now">
        <div class="card-head"><h2 id="now">Now</h2></div>
        ${repeat(
          items,
          (item) => item.id,
          (item) => activeItem(item, mayChange, act),
        )}
      </section>`;
}

function activeItem(item, mayChange, act) {
  const seconds = item.startedAt ? (Date.now() - Date.parse(item.startedAt)) / 1000 : null;
  const followed = itemAddress(item, liveAddress);
  return html`<article class="stack-small" data-key=${item.id}>
    <div class="row">
      ${stateBadge('queue', item.state)}
      <h3>${followed ? html`<a href=${followed}>${item.name}</a>` : item.name}</h3>
      <span class="small soft">requested by ${item.requestedBy}, ${time(item.requestedAt)}${seconds === null
          ? nothing
          : `; started ${duration(Math.max(0, Math.round(seconds)))} ago`}</span>
    </div>
    ${item.note ? html`<p class="small">${item.note}</p>` : nothing}
    ${item.message ? html`<p class="small">${item.message}</p>` : nothing}
    <div class="buttons">
      ${followed ? html`<a class="button compact primary" href=${followed}>Watch live</a>` : nothing}
      <button class="button compact" @click=${() => showOutput(item)}>Output</button>
      ${mayChange
        ? html`<button
            class="button compact danger"
            ?disabled=${item.state === 'stopping'}
            data-test="stop"
            @click=${() => (item.study ? stopStudy(item, act) : stop(item, act))}
          >
            ${item.state === 'stopping' ? 'Stopping…' : 'Stop…'}
          </button>`
        : nothing}
    </div>
  </article>`;
}

async function stop(item, act) {
  await confirmed({
    title: `Stop ${item.name}?`,
    message:
      'The load ramps down and the run ends as interrupted: what was measured so far is kept, but it cannot pass. '
      + 'The next run of the queue follows.',
    action: 'Stop the run',
    danger: true,
  }, () => act(() => api.remove(api.path`/queue/${item.id}`), `${item.name} is being stopped.`));
}

function waitingCard(options) {
  const {items} = options;
  return items.length === 0
    ? nothing
    : html`<section class="card" aria-labelledby="waiting" data-test="queue-waiting">
        <div class="card-head">
          <h2 id="waiting">Waiting</h2>
        </div>
        <ol class="queue-list">
          ${repeat(
            items,
            (item) => item.id,
            (item, index) => row(item, index, options),
          )}
        </ol>
      </section>`;
}

function row(item, index, {items, mayChange, act, move}) {
  return html`<li class="row queue-row" data-key=${item.id} data-test="queue-item">
    <span class="queue-place" aria-hidden="true">${index + 1}</span>
    <div class="queue-what">
      <div class="row"><h3>${item.name}</h3>${stateBadge('queue', item.state)}
        ${item.tags.map((tag) => html`<span class="chip"><span aria-hidden="true">#</span>${tag}</span>`)}
      </div>
      <p class="small soft">
        requested by ${item.requestedBy}, ${time(item.requestedAt)}${item.notBefore
          ? html`; not before ${time(item.notBefore)} (${ago(item.notBefore)})`
          : nothing}
      </p>
      ${item.note ? html`<p class="small">${item.note}</p>` : nothing}
      ${item.message ? html`<p class="small">${item.message}</p>` : nothing}
    </div>
    <div class="buttons">
      ${mayChange && items.length > 1 ? arrows(item, index, items, move) : nothing}
      <button class="button compact" @click=${() => showFile(item).catch(showError)}>Run file</button>
      ${mayChange
        ? html`<button class="button compact" data-test="schedule" @click=${() => schedule(item, act)}>Schedule…</button>
            <button class="button compact danger" data-test="cancel" @click=${() => cancel(item, act)}>Cancel</button>`
        : nothing}
    </div>
  </li>`;
}

function arrows(item, index, items, move) {
  return [['up', -1, '↑'], ['down', 1, '↓']].map(([name, step, sign]) => html`<button
      class="button compact square"
      aria-label="Move ${item.name} ${name}"
      data-test=${name}
      ?disabled=${!items[index + step]}
      @click=${() => move(item, step, name)}
    >${sign}</button>`);
}

async function cancel(item, act) {
  await confirmed({
    title: `Cancel ${item.name}?`,
    message: `It was requested by ${item.requestedBy} and has not started. Its run file is kept.`,
    action: 'Cancel the run',
    danger: true,
  }, () => act(() => api.remove(api.path`/queue/${item.id}`), `${item.name} is cancelled.`));
}

async function schedule(item, act) {
  const local = item.notBefore ? localInput(new Date(item.notBefore)) : '';
  const fields = () => html`<div class="field">
    <label for="at">Not before</label>
    <input id="at" name="at" type="datetime-local" .value=${local} min=${localInput(new Date())} />
    <span class="hint">In the time of this browser. Empty: as soon as the rig is free and it is its turn.</span>
  </div>`;
  const chosen = await ask({title: `When may ${item.name} start?`, fields, leave: 'Leave as it is', action: 'Schedule'},
    (data) => ({notBefore: data.get('at') ? new Date(data.get('at')).toISOString() : null}));
  if (chosen) {
    await act(
      () => api.patch(api.path`/queue/${item.id}`, chosen),
      chosen.notBefore
        ? `${item.name} starts ${timeText(chosen.notBefore)} or later.`
        : `${item.name} starts when it is its turn.`,
    );
  }
}

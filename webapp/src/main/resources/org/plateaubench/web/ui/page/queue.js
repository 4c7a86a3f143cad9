// SPDX-License-Identifier: Apache-2.0
// The page of the queue: active, waiting and recently ended items.
import {html, nothing, render} from '../module/lit.js';
import * as api from '../module/api.js';
import * as stream from '../module/stream.js';
import {frame} from '../module/frame.js';
import {fetching, loader} from '../module/loader.js';
import {acting, announce, problemView} from '../module/notice.js';
import {current} from './queue-current.js';
import {waiting} from './queue-waiting.js';
import {recent} from './queue-recent.js';

const GOING = ['starting', 'running', 'stopping'];

export async function page(root, {session}) {
  const state = {queue: null, error: null};
  const mayChange = session.may('operator');

  const reading = loader(fetching(state, async (signal) => {
    state.queue = await api.get('/queue', {}, {signal});
  }, draw));

  /** Executes an action, reports it, and loads the queue again. */
  const act = acting(() => reading.now());

  async function move(item, position, focus) {
    await act(() => api.patch(api.path`/queue/${item.id}`, {position}));
    const items = state.queue.items.filter(({state: one}) => !GOING.includes(one));
    const index = items.findIndex(({id}) => id === item.id);
    announce(`${item.name} is now number ${index + 1} of ${items.length}`);
    const row = root.querySelector(`[data-key="${CSS.escape(item.id)}"]`);
    (row?.querySelector(`[data-test="${focus}"]:not(:disabled)`) || row?.querySelector('button:not(:disabled)'))?.focus();
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
    const going = items.filter((item) => GOING.includes(item.state));
    const rest = items.filter((item) => !GOING.includes(item.state));
    return html`${paused
      ? html`<div class="callout tone-doubtful" role="status" data-test="paused">
          <p><strong>The queue is paused.</strong> The run in progress continues to its end; no other run is started.</p>
        </div>`
      : nothing}
    ${items.length === 0
      ? html`<section class="card empty">
          <h2>The queue is empty</h2>
          <p>A run that you start is queued first, and starts as soon as the rig is free.</p>
          ${mayChange
            ? html`<div class="buttons">
                <a class="button primary" href="/new?file=runs/quickstart.yaml">Start the quickstart</a>
              </div>`
            : nothing}
        </section>`
      : nothing}
    ${current({items: going, mayChange, act})} ${waiting({items: rest, mayChange, act, move, onChange: draw})}
    ${recent({items: state.queue.recent})}`;
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

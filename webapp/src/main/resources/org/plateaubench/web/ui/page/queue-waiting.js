// SPDX-License-Identifier: Apache-2.0
// The waiting items in their order, which the user changes with buttons.
import {html, nothing, repeat} from '../module/lit.js';
import * as api from '../module/api.js';
import {stateBadge} from '../module/badge.js';
import {confirmed} from '../module/dialog.js';
import {ask} from '../module/form-dialog.js';
import {ago, localInput, time, timeText} from '../module/format.js';
import {complain} from '../module/notice.js';
import {showFile} from './queue-output.js';

export function waiting(options) {
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
  return html`<li class="queue-row" data-key=${item.id} data-test="queue-item">
    <span class="queue-place" aria-hidden="true">${index + 1}</span>
    <div class="queue-what">
      <div class="queue-title"><h3>${item.name}</h3>${stateBadge('queue', item.state)}
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
      <button class="button compact" @click=${() => showFile(item).catch(complain)}>Run file</button>
      ${mayChange
        ? html`<button class="button compact" data-test="schedule" @click=${() => schedule(item, act)}>Schedule…</button>
            <button class="button compact danger" data-test="cancel" @click=${() => cancel(item, act)}>Cancel</button>`
        : nothing}
    </div>
  </li>`;
}

function arrows(item, index, items, move) {
  const to = (step, name) => () => move(item, items[index + step].position ?? index + 1 + step, name);
  return html`<button
      class="button compact square"
      aria-label="Move ${item.name} up"
      data-test="up"
      ?disabled=${index === 0}
      @click=${to(-1, 'up')}
    >
      ↑</button
    ><button
      class="button compact square"
      aria-label="Move ${item.name} down"
      data-test="down"
      ?disabled=${index === items.length - 1}
      @click=${to(1, 'down')}
    >
      ↓
    </button>`;
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

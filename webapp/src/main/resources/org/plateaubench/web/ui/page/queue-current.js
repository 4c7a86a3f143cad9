// SPDX-License-Identifier: Apache-2.0
// What the rig is doing now.
import {html, nothing, repeat} from '../module/lit.js';
import * as api from '../module/api.js';
import {stateBadge} from '../module/badge.js';
import {confirm} from '../module/dialog.js';
import {duration, time} from '../module/format.js';
import {showOutput} from './queue-output.js';

export function current({items, mayChange, act}) {
  return items.length === 0
    ? nothing
    : html`<section class="card" aria-labelledby="now" data-test="queue-now">
        <div class="card-head"><h2 id="now">Now</h2></div>
        ${repeat(
          items,
          (item) => item.id,
          (item) => one(item, mayChange, act),
        )}
      </section>`;
}

function one(item, mayChange, act) {
  const seconds = item.startedAt ? (Date.now() - Date.parse(item.startedAt)) / 1000 : null;
  return html`<article class="queue-now" data-key=${item.id}>
    <div class="queue-title">
      ${stateBadge('queue', item.state)}
      <h3>${item.runId ? html`<a href=${live(item)}>${item.name}</a>` : item.name}</h3>
      <span class="small soft">requested by ${item.requestedBy}, ${time(item.requestedAt)}${seconds === null
          ? nothing
          : `; started ${duration(Math.max(0, Math.round(seconds)))} ago`}</span>
    </div>
    ${item.note ? html`<p class="small">${item.note}</p>` : nothing}
    ${item.message ? html`<p class="small">${item.message}</p>` : nothing}
    <div class="buttons">
      ${item.runId ? html`<a class="button compact primary" href=${live(item)}>Watch live</a>` : nothing}
      <button class="button compact" @click=${() => showOutput(item)}>Output</button>
      ${mayChange
        ? html`<button
            class="button compact danger"
            ?disabled=${item.state === 'stopping'}
            data-test="stop"
            @click=${() => stop(item, act)}
          >
            ${item.state === 'stopping' ? 'Stopping…' : 'Stop…'}
          </button>`
        : nothing}
    </div>
  </article>`;
}

function live(item) {
  return `/runs/${encodeURIComponent(item.runId)}/live`;
}

async function stop(item, act) {
  const sure = await confirm({
    title: `Stop ${item.name}?`,
    message:
      'The load ramps down and the run ends as interrupted: what was measured so far is kept, but it cannot pass. '
      + 'The next run of the queue follows.',
    action: 'Stop the run',
    danger: true,
  });
  if (sure) {
    await act(() => api.remove(api.path`/queue/${item.id}`), `${item.name} is being stopped.`);
  }
}

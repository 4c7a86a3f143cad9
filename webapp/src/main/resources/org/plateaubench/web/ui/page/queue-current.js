// SPDX-License-Identifier: Apache-2.0
// The active items of the queue.
import {html, nothing, repeat} from '../module/lit.js';
import {itemAddress, liveAddress} from '../module/addresses.js';
import * as api from '../module/api.js';
import {stateBadge} from '../module/badge.js';
import {confirmed} from '../module/dialog.js';
import {duration, time} from '../module/format.js';
import {showOutput} from './queue-output.js';
import {stopStudy} from './study-start.js';

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
  const followed = itemAddress(item, liveAddress);
  return html`<article class="queue-now" data-key=${item.id}>
    <div class="queue-title">
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

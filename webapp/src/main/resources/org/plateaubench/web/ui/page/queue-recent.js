// SPDX-License-Identifier: Apache-2.0
// What the queue has done lately.
import {html, nothing} from '../module/lit.js';
import {stateBadge} from '../module/badge.js';
import {duration, time} from '../module/format.js';
import {table} from '../module/table.js';
import {showOutput} from './queue-output.js';

export function recent({items}) {
  return items.length === 0
    ? nothing
    : html`<section class="card" aria-labelledby="recent" data-test="queue-recent">
        <div class="card-head"><h2 id="recent">Recent</h2></div>
        ${table({caption: 'Runs that the queue has ended lately', rows: items, key: (item) => item.id, columns: COLUMNS})}
      </section>`;
}

const COLUMNS = [
  {
    id: 'name', label: 'Run', header: true,
    cell: (item) =>
      item.runId ? html`<a href="/runs/${encodeURIComponent(item.runId)}">${item.name}</a>` : item.name,
  },
  {
    id: 'state', label: 'Came out', className: 'queue-outcome',
    cell: (item) => html`${stateBadge(item.state, item.exitCode === null ? '' : `exit code ${item.exitCode}`)}
      ${item.message ? html`<div class="small soft">${item.message}</div>` : nothing}`,
  },
  {id: 'requestedBy', label: 'Asked for by', cell: (item) => item.requestedBy},
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
    cell: (item) => html`${item.runId
        ? html`<a class="button compact" href="/runs/${encodeURIComponent(item.runId)}">Result</a> `
        : nothing}
      ${item.startedAt ? html`<button class="button compact" @click=${() => showOutput(item)}>Output</button>` : nothing}`,
  },
];

// SPDX-License-Identifier: Apache-2.0
// The recently ended items of the queue.
import {html, nothing} from '../module/lit.js';
import {itemAddress, runAddress} from '../module/addresses.js';
import {badge, stateBadge, verdictBadge} from '../module/badge.js';
import {duration, time} from '../module/format.js';
import {table} from '../module/table.js';
import {showOutput} from './queue-output.js';

export function recent({items}) {
  return items.length === 0
    ? nothing
    : html`<section class="card" aria-labelledby="recent" data-test="queue-recent">
        <div class="card-head"><h2 id="recent">Recent</h2></div>
        ${table({caption: 'Runs of the queue that ended recently', rows: items, key: (item) => item.id, columns: COLUMNS})}
      </section>`;
}

/** Verdicts by the exit code of an executed run. */
const VERDICTS = ['pass', 'fail', 'invalid'];

/** The verdict of an item, or its state if it has none; the end of a run alone does not mean success. */
function outcome({state, exitCode, conclusion}) {
  if (conclusion) {
    return badge(conclusion.tone, conclusion.sign, conclusion.word);
  }
  return state === 'done' && VERDICTS[exitCode] ? html`${stateBadge('queue', state)} ${verdictBadge(VERDICTS[exitCode])}`
    : stateBadge('queue', state, exitCode === null ? '' : `exit code ${exitCode}`);
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
      ${item.message ? html`<div class="small soft">${item.message}</div>` : nothing}`,
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

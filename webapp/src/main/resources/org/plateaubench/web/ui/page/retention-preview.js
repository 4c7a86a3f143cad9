// SPDX-License-Identifier: Apache-2.0
// The runs that a policy removes, and the spared runs.
import {html, nothing} from '../module/lit.js';
import {runAddress} from '../module/addresses.js';
import {bytes, count, time} from '../module/format.js';
import {table} from '../module/table.js';

const WHY = {
  pinned: 'pinned',
  tagged: 'tagged',
  noted: 'has a note',
  running: 'is running',
  recent: 'changed less than a day ago',
  misdated: 'its date is implausible',
  foreign: 'not a folder that Plateau created',
  unreadable: 'cannot be read',
};

/** Nothing until the user requests it. */
export function preview(foretold) {
  if (!foretold) {
    return nothing;
  }
  const {at, all, goes, going, sparedRuns, spared} = foretold;
  return html`<section class="card" aria-labelledby="going" data-test="going">
      <div class="card-head">
        <h2 id="going">Runs to be deleted</h2>
        <p>
          ${count(goes.runs, 'run')} with ${bytes(goes.bytes)} of ${count(all.runs, 'run')} with ${bytes(all.bytes)}, at
          ${time(at, {seconds: true})}. ${all.runs - goes.runs} with ${bytes(all.bytes - goes.bytes)} would be left.
        </p>
      </div>
      ${table({
        caption: 'Runs to be deleted',
        rows: going,
        key: ({id}) => id,
        columns: [...COLUMNS, {id: 'reason', label: 'Why', full: true, cell: ({reason}) => reason}],
        empty: html`<p class="table-state">No run would be deleted.</p>`,
      })}
      ${more(goes.runs - going.length)}
    </section>
    ${spared.length === 0
      ? nothing
      : html`<section class="card" aria-labelledby="spared" data-test="spared">
          <div class="card-head">
            <h2 id="spared">Exempt runs</h2>
            <p>${count(sparedRuns, 'run')} would be deleted too, if they were not exempt.</p>
          </div>
          ${table({
            caption: 'Exempt runs',
            rows: spared,
            key: ({id}) => id,
            columns: [
              ...COLUMNS,
              {id: 'why', label: 'Exempt because', full: true, cell: ({why}) => why.map((word) => WHY[word] ?? word).join(', ')},
            ],
          })}
          ${more(sparedRuns - spared.length)}
        </section>`}`;
}

/** The number of rows of a long list that are not shown. */
function more(runs) {
  return runs > 0 ? html`<p>And ${count(runs, 'run')} more.</p>` : nothing;
}

const COLUMNS = [
  {id: 'id', label: 'Run', header: true, cell: ({id}) => html`<a class="id" href=${runAddress(id)}>${id}</a>`},
  {id: 'datedAt', label: 'Ended', cell: ({datedAt}) => time(datedAt)},
  {id: 'sizeBytes', label: 'Size', numeric: true, cell: ({sizeBytes}) => bytes(sizeBytes)},
];

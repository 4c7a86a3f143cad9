// SPDX-License-Identifier: Apache-2.0
// The agents on other hosts, which use the broker that an administrator has configured for this console.
import {html, nothing} from '../module/lit.js';
import {stateBadge} from '../module/badge.js';
import {time} from '../module/format.js';
import {table} from '../module/table.js';

export function broker(found) {
  return html`<section class="card" aria-labelledby="broker" data-test="broker">
    <div class="card-head">
      <h2 id="broker">Agents of other hosts</h2>
      <p>
        ${found
          ? html`Those of the broker ${found.address ? html`<code>${found.address}</code>` : nothing}. A run file names them in
              its <code>rig</code>.`
          : html`None: an administrator of this host puts the credentials of a broker into the console’s folder, with
              <code>./plateau broker add-controller console --to .plateau/console/rig.credentials</code>.`}
      </p>
    </div>
    ${found?.message ? html`<p class="table-state" role="status">${found.message}</p>` : nothing}
    ${found ? agents(found.agents) : nothing}
  </section>`;
}

function agents(rows) {
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
      {id: 'clock', label: 'Clock known within', cell: ({clock}) => (clock ? `${clock.boundMs.toFixed(2)} ms` : '–')},
      {
        id: 'calibration', label: 'Waits late by (p99)', full: true,
        cell: ({calibration}) =>
          calibration
            ? html`${calibration.threadLateMs.toFixed(2)} ms <span class="soft small">of ${time(calibration.at)}</span>`
            : html`<span class="soft">not calibrated</span>`,
      },
      {id: 'heard', label: 'Last report', cell: ({heardSecondsAgo}) => (heardSecondsAgo === null ? '–' : `${Math.round(heardSecondsAgo)} s ago`)},
    ],
  });
}

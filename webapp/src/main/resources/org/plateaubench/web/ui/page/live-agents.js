// SPDX-License-Identifier: Apache-2.0
// The agents of a run with several agents, each separately; the charts above them show the sums.
import {stateBadge} from '../module/badge.js';
import {count, number} from '../module/format.js';
import {html, nothing} from '../module/lit.js';
import {table} from '../module/table.js';

/** Names of the agents of a plan. */
function agentNames(plan) {
  return (plan?.workloads?.[0]?.shares ?? []).map((share) => share.agent);
}

/** The number of recent intervals that an agent has not sent; all of them if it has sent none. */
function missedIntervals(series, columns) {
  const values = columns?.longestStallMs ?? [];
  for (let back = 0; back < series.time.length; back++) {
    const value = values[series.time.length - 1 - back];
    if (value !== null && value !== undefined) {
      return back;
    }
  }
  return series.time.length;
}

/** The state and the latest figures of each agent. */
export function rows(series, plan, events) {
  const lost = new Set(events.filter((event) => event.type === 'agent-lost').map((event) => event.scope));
  return agentNames(plan).map((agent) => {
    const columns = series.harness.find((entry) => entry.agent === agent)?.series;
    const missed = missedIntervals(series, columns);
    const last = (name) => columns?.[name]?.[series.time.length - 1] ?? null;
    const state = lost.has(`agent/${agent}`) ? 'lost' : series.time.length === 0 ? 'waiting' : missed > 0 ? 'missing' : 'connected';
    return {agent, state, missed, ok: last('okPerSecond'), failed: last('failedPerSecond'), users: last('liveUsers'),
      cpu: last('processCpuShare'), stall: last('longestStallMs')};
  });
}

function stateCell({state, missed}) {
  return html`${stateBadge('agent', state)}${state === 'missing' ? html` <span class="soft small">for ${count(missed, 'interval')}</span>` : nothing}`;
}

/** The card; nothing for a run with one agent. */
export function agentsCard(series, plan, events) {
  if (agentNames(plan).length < 2) {
    return nothing;
  }
  return html`<section class="card" aria-labelledby="agents-title" data-test="agents">
    <div class="card-head"><h2 id="agents-title">Agents</h2><p>Each agent in the latest interval.</p></div>
    ${table({
      caption: 'Agents of the run',
      rows: rows(series, plan, events),
      key: ({agent}) => agent,
      columns: [
        {id: 'agent', label: 'Agent', header: true, cell: ({agent}) => agent},
        {id: 'state', label: 'State', cell: stateCell},
        {id: 'ok', label: 'Operations/s', numeric: true, cell: ({ok}) => number(ok)},
        {id: 'failed', label: 'Errors/s', numeric: true, cell: ({failed}) => number(failed)},
        {id: 'users', label: 'Users', numeric: true, cell: ({users}) => number(users)},
        {id: 'cpu', label: 'CPU', numeric: true, cell: ({cpu}) => (cpu === null ? '–' : `${number(100 * cpu)}%`)},
        {id: 'stall', label: 'Longest stall, ms', numeric: true, cell: ({stall}) => number(stall)},
      ],
    })}
  </section>`;
}

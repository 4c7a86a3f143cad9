// SPDX-License-Identifier: Apache-2.0
// The progress of runs: the phases that have begun, compared with the phases of the plan.
import * as api from '../module/api.js';

const PLANNED = ['rampUp', 'steady', 'rampDown'];
const UNITS = {ms: 0.001, s: 1, m: 60, min: 60, h: 3600, d: 86400};
const planned = new Map();

/** Adds {progress: {phase, startedAt, plannedSeconds}} to runs in progress, if it is known. */
export async function withProgress(runs, signal) {
  return Promise.all(
    runs.map(async (run) => {
      try {
        const [phases, seconds] = await Promise.all([begun(run.id, signal), plannedSeconds(run.id, signal)]);
        const first = phases.find(({runSeconds}) => runSeconds !== null);
        return {
          ...run,
          progress: {
            phase: phases.at(-1)?.details.name,
            startedAt: first && new Date(Date.parse(first.at) - 1000 * first.runSeconds).toISOString(),
            plannedSeconds: seconds,
          },
        };
      } catch {
        return run;
      }
    }),
  );
}

/** The events that report a phase, which are the only source for a run in progress. */
async function begun(id, signal) {
  const all = [];
  for (let total = 1; all.length < total; ) {
    const answer = await api.get(api.path`/runs/${id}/events`, {after: all.length}, {signal});
    all.push(...answer.events);
    total = answer.events.length === 0 ? 0 : answer.total;
  }
  return all.filter(({type}) => type === 'phase');
}

async function plannedSeconds(id, signal) {
  if (!planned.has(id)) {
    const {phases = {}} = await api.get(api.path`/runs/${id}/plan`, {}, {signal});
    const seconds = PLANNED.reduce((sum, name) => sum + secondsOf(phases[name]), 0);
    planned.set(id, seconds > 0 ? seconds : null);
  }
  return planned.get(id);
}

/** `90s`, `5m` or `1h30m` in seconds. */
function secondsOf(text) {
  return [...String(text ?? '').matchAll(/([\d.]+)\s*(ms|min|s|m|h|d)/g)].reduce(
    (sum, [, amount, unit]) => sum + Number(amount) * UNITS[unit],
    0,
  );
}

// SPDX-License-Identifier: Apache-2.0
// How far runs have come: the phases that began, against those that the plan has.
import * as api from '../module/api.js';

const PLANNED = ['rampUp', 'steady', 'rampDown'];
const UNITS = {ms: 0.001, s: 1, m: 60, min: 60, h: 3600, d: 86400};
const planned = new Map();

/** Adds {progress: {phase, startedAt, plannedSeconds}} to runs that go on, as far as it is known. */
export async function withProgress(runs, signal) {
  return Promise.all(
    runs.map(async (run) => {
      try {
        const [detail, seconds] = await Promise.all([
          api.get(api.path`/runs/${run.id}`, {}, {signal}),
          plannedSeconds(run.id, signal),
        ]);
        const phases = detail.phases || [];
        const begun = phases.filter(({start}) => start);
        return {
          ...run,
          progress: {phase: begun.at(-1)?.name || 'prepare', startedAt: begun[0]?.start, plannedSeconds: seconds},
        };
      } catch {
        return run;
      }
    }),
  );
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

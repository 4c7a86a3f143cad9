// SPDX-License-Identifier: Apache-2.0
// The moving figures of a run in progress, to which the data of the stream is appended.
import {keyOf, telemetryKey} from './chart-specs.js';

/** The length of the part of the run that is shown. */
export const WINDOW_SECONDS = 600;

const RECENT_POINTS = 3;

const EMPTY = {from: 0, to: 0, binSeconds: 1, figures: [], phases: [], time: [], workloads: [], telemetry: [], harness: []};

/** Appends lists to lists; a series that is missing in one of them is filled with gaps. */
function extend(target, addition, before, count) {
  for (const name of new Set([...Object.keys(target), ...Object.keys(addition ?? {})])) {
    const old = target[name] ?? new Array(before).fill(null);
    target[name] = old.concat(addition?.[name] ?? new Array(count).fill(null));
  }
}

function extendNamed(targets, additions, nameOf, parts, before, count, make) {
  for (const addition of additions ?? []) {
    if (!targets.some((target) => nameOf(target) === nameOf(addition))) {
      targets.push(make(addition));
    }
  }
  for (const target of targets) {
    const addition = (additions ?? []).find((candidate) => nameOf(candidate) === nameOf(target));
    parts.forEach((part) => extend(target[part] ??= {}, addition?.[part], before, count));
    if (target.operations) {
      extendNamed(target.operations, addition?.operations, ({name}) => name, ['series'], before, count,
        ({name, kind}) => ({name, kind, series: {}}));
    }
  }
}

/** The figures, in the form of /runs/{id}/series. */
export class LiveData {
  constructor(series) {
    this.replace(series ?? EMPTY);
  }

  /** Replaces all figures. */
  replace(series) {
    this.series = structuredClone(series);
  }

  get last() {
    return this.series.time.at(-1) ?? null;
  }

  /** Appends an interval, or replaces the one with the same time; returns false if it is older than all. */
  append(interval) {
    const {series} = this;
    const count = interval.time.length;
    if (count === 0) {
      return false;
    }
    if (this.last !== null && interval.time[0] <= this.last) {
      return this.replacePoint(interval);
    }
    const before = series.time.length;
    series.time = series.time.concat(interval.time);
    series.phases = interval.phases ?? series.phases;
    extend(series.arrivals ??= {missing: series.missing ?? []}, {missing: interval.missing}, before, count);
    Object.assign(series, series.arrivals);
    series.to = Math.max(series.to, interval.to ?? 0, series.time.at(-1));
    extendNamed(series.workloads, interval.workloads, keyOf, ['series', 'counters', 'gauges'], before, count,
      ({tile, name, plugin}) => ({tile, name, plugin, series: {}, operations: []}));
    extendNamed(series.harness, interval.harness, ({agent}) => agent, ['series'], before, count,
      ({agent}) => ({agent, series: {}}));
    const lines = new Map(series.telemetry.map((line) => [telemetryKey(line), line]));
    for (const addition of interval.telemetry ?? []) {
      const line = lines.get(telemetryKey(addition));
      if (line) {
        line.time = line.time.concat(addition.time);
        line.values = line.values.concat(addition.values);
      } else {
        series.telemetry.push(structuredClone(addition));
      }
    }
    return true;
  }

  /** An interval that is sent again because of a late agent replaces the earlier one. Telemetry is not sent twice. */
  replacePoint(interval) {
    const {series} = this;
    const at = series.time.indexOf(interval.time[0]);
    if (at < 0) {
      return false;
    }
    const put = (target, source) => Object.entries(source ?? {}).forEach(([name, [value]]) => {
      (target[name] ??= new Array(series.time.length).fill(null))[at] = value;
    });
    put(series, {missing: interval.missing});
    for (const workload of interval.workloads) {
      const target = series.workloads.find((candidate) => keyOf(candidate) === keyOf(workload));
      ['series', 'counters', 'gauges'].forEach((part) => target && put(target[part] ??= {}, workload[part]));
      workload.operations.forEach((operation) => put(
        target?.operations.find(({name}) => name === operation.name)?.series ?? {}, operation.series));
    }
    interval.harness.forEach((agent) => put(series.harness.find((target) => target.agent === agent.agent)?.series ?? {}, agent.series));
    return true;
  }

  /** Removes the data that is no longer shown. */
  trim(seconds) {
    const {series} = this;
    const drop = series.time.findIndex((at) => at >= this.last - seconds);
    if (drop <= 30) {
      return;
    }
    const cut = (lists) => Object.keys(lists ?? {}).forEach((name) => { lists[name] = lists[name].slice(drop); });
    cut(series.arrivals);
    Object.assign(series, series.arrivals);
    series.time = series.time.slice(drop);
    series.workloads.forEach((workload) => {
      [workload.series, workload.counters, workload.gauges, ...workload.operations.map((operation) => operation.series)].forEach(cut);
    });
    series.harness.forEach((agent) => cut(agent.series));
    series.telemetry.forEach((line) => {
      const keep = line.time.findIndex((at) => at >= series.time[0]);
      line.time = keep < 0 ? [] : line.time.slice(keep);
      line.values = keep < 0 ? [] : line.values.slice(keep);
    });
  }
}

/** The value of the last interval, or of a complete one shortly before it; older values are not current. */
export function latest(values) {
  return (values ?? []).slice(-RECENT_POINTS).findLast((value) => value !== null) ?? null;
}

// SPDX-License-Identifier: Apache-2.0
// Which charts a run has, out of the answer of /runs/{id}/series; shared by the live page, the result and comparisons.

import {count, words} from '../module/format.js';
import {hasResponse, timeLines, timeSeries, timesTitle} from './result-times.js';

/** Names of the series of a workload as people say them. */
export const NAMES = {
  throughput: 'successes', declined: 'declined', failed: 'failed', users: 'users', inFlight: 'in flight', queued: 'queued', backlog: 'due and not ended',
  dispatchLagP99: 'dispatch lag p99', longestStallMs: 'longest stall',
};

const GAP_STEPS = 3;
const SHOWN_COUNTERS = 6;

/** Finds a workload in an answer. */
function workloadOf(data, key) {
  return data.workloads.find((workload) => keyOf(workload) === key);
}

/** `1/store`. */
export function keyOf(workload) {
  return `${workload.tile}/${workload.name}`;
}

function known(series, names) {
  return names.filter((name) => series?.[name]?.some((value) => value !== null))
    .map((name) => ({name: NAMES[name] ?? name, values: series[name]}));
}

function pickFrom(key, names) {
  return (data) => ({time: data.time, series: known(workloadOf(data, key)?.series, names)});
}

/** A unit is a sequence of operations, and says so. */
function lineName({name, kind}) {
  return kind && kind !== 'operation' ? `${words(name)} (${kind})` : words(name);
}

function perOperation(key, ...parts) {
  return (data) => ({
    time: data.time,
    series: (workloadOf(data, key)?.operations ?? []).flatMap((operation) => parts
      .filter(({series}) => operation.series[series]?.some((value) => value !== null))
      .map(({series, ending = ''}) => ({name: lineName(operation) + ending, key: operation.name + ending, values: operation.series[series]}))),
  });
}

function timesOfAll(key, times) {
  return (data) => {
    const series = workloadOf(data, key)?.series;
    return {time: data.time, series: timeSeries(times, ['p50', 'p95', 'p99', 'max']).filter((one) => series?.[one.series]?.some((value) => value !== null))
      .map((one) => ({name: one.name, values: series[one.series]}))};
  };
}

/** Limits on a percentile of response time, out of a result: {value, label}. */
export function limitsOf(result, key, percentiles, operations) {
  const workload = result?.workloads.find((one) => keyOf(one) === key);
  const blocks = workload ? [{name: '', ...workload.all}, ...(operations ? workload.operations : [])] : [];
  const lines = new Map();
  for (const block of blocks) {
    for (const limit of block.qos ?? []) {
      if (limit.unit === 'ms' && percentiles.includes(limit.metric)) {
        const said = `${limit.metric} ${limit.operator} ${limit.bound} ms`;
        const names = lines.get(said)?.names ?? [];
        lines.set(said, {value: limit.bound, names: [...names, words(block.name)].filter(Boolean)});
      }
    }
  }
  return [...lines].map(([said, {value, names}]) => ({
    value, label: names.length === 0 || names.length > 2 ? said : `${names.join(', ')}: ${said}`}));
}

/** The charts of one workload. */
export function workloadCharts(key, {result, phases, first, steps = () => [], times = 'response'}) {
  const title = (text) => (first ? `${key}: ${text}` : text);
  return [
    {id: `throughput-${key}`, title: title('Throughput'), subtitle: 'operations that ended', unit: '/s', phases, steps: () => steps(key),
      pick: pickFrom(key, ['throughput', 'declined', 'failed'])},
    {id: `response-${key}`, title: title(timesTitle(times)), unit: 'ms', phases, steps: () => steps(key), logarithmic: true,
      subtitle: `all operations${hasResponse(times) ? ', at least that where some were cut short' : ', from their actual start'}; logarithmic`,
      limits: () => (hasResponse(times) ? limitsOf(result(), key, ['p50', 'p90', 'p95', 'p99'], false) : []), hidden: ['max'], pick: timesOfAll(key, times)},
    {id: `users-${key}`, title: title('Users and load'), subtitle: 'means over time', phases, steps: () => steps(key),
      pick: pickFrom(key, ['users', 'inFlight', 'queued', 'backlog'])},
    {id: `lag-${key}`, title: title('Dispatch lag'), subtitle: 'how late the harness was, p99', unit: 'ms', phases, steps: () => steps(key),
      pick: pickFrom(key, ['dispatchLagP99'])},
  ];
}

/** What workloads of the same name do together over all tiles: sums, of which percentiles have none. */
function summed(name) {
  const sumAt = (tiles, index) => {
    const values = tiles.map((tile) => tile.series[name]?.[index]).filter((value) => value !== null && value !== undefined);
    return values.length ? values.reduce((sum, value) => sum + value, 0) : null;
  };
  return (data) => ({time: data.time, series: [...new Set(data.workloads.map((workload) => workload.name))].map((workload) => {
    const tiles = data.workloads.filter((one) => one.name === workload);
    return {name: `${workload}, ${count(tiles.length, 'tile')}`, values: data.time.map((at, index) => sumAt(tiles, index))};
  })});
}

/** The charts of all tiles together, a line for each workload. */
export function summedCharts({phases}) {
  return [
    {id: 'summed-throughput', title: 'Throughput of all tiles', subtitle: 'successes, added up', unit: '/s', phases, pick: summed('throughput')},
    {id: 'summed-failed', title: 'Failures of all tiles', subtitle: 'added up', unit: '/s', phases, pick: summed('failed')},
  ];
}

/** The charts of the operations of one workload. */
export function operationCharts(key, {result, phases, times = 'response'}) {
  return [
    {id: `operations-throughput-${key}`, title: 'Throughput of each operation', unit: '/s', phases, pick: perOperation(key, {series: 'throughput'})},
    {id: `operations-p95-${key}`, title: `${timesTitle(times)} of each operation`, subtitle: 'p95, logarithmic', unit: 'ms',
      logarithmic: true, phases, limits: () => (hasResponse(times) ? limitsOf(result(), key, ['p95'], true) : []),
      pick: perOperation(key, ...timeLines(times, 'p95'))},
  ];
}

/** A chart of the errors of each operation, where there were any. */
export function errorChart(key, {phases}) {
  return {id: `errors-${key}`, title: 'Errors of each operation', unit: '/s', phases, empty: 'No failed operation was recorded here.',
    pick: (data) => {
      const {time, series} = perOperation(key, {series: 'failed'})(data);
      return {time, series: series.filter((one) => one.values.some((value) => value > 0))};
    }};
}

/** Charts of what the plugin counts, one per unit. Of many, the first are shown and the others wait in the legend. */
export function counterCharts(key, {plan, phases}) {
  const measures = (plan?.workloads ?? []).find((one) => keyOf(one) === key)?.measures ?? [];
  const groups = Map.groupBy(measures.filter((one) => one.kind !== 'series'),
    (one) => (one.kind === 'counter' ? `${one.unit || 'count'}/s` : one.unit || 'level'));
  return [...groups].map(([unit, list]) => ({
    id: `counters-${key}-${unit}`, title: 'What the plugin counts', unit, phases, hidden: list.slice(SHOWN_COUNTERS).map((one) => words(one.name)),
    pick: (data) => {
      const workload = workloadOf(data, key);
      const all = {...(workload?.counters ?? {}), ...(workload?.gauges ?? {})};
      return {time: data.time, series: list.filter((one) => all[one.name]).map((one) => ({name: words(one.name), key: one.name, values: all[one.name]}))};
    }}));
}

/** Names of a telemetry series. */
export function telemetryKey(one) {
  return `${one.source} ${one.series}`;
}

/** A source that said nothing for a while leaves a gap in its line. */
function withGaps(time, values) {
  const steps = time.slice(1).map((at, index) => at - time[index]).sort((a, b) => a - b);
  const usual = steps[steps.length >> 1] ?? 1;
  const all = {time: [], values: []};
  time.forEach((at, index) => {
    if (index > 0 && at - time[index - 1] > GAP_STEPS * usual) {
      all.time.push((at + time[index - 1]) / 2);
      all.values.push(null);
    }
    all.time.push(at);
    all.values.push(values[index]);
  });
  return all;
}

const PARTS_OF_HOST_CPU = ['others', 'steal'];
const MOST_LINES = 8;

/** Whether a series is CPU as a share of its host's cores: that of a host, also what other programs or the hypervisor took, of an agent or a SUT. */
export function isCpu({source, series, unit}) {
  return (unit === 'share' || unit === '%') && (series === 'cpu' || (source === 'host' && PARTS_OF_HOST_CPU.includes(series)));
}

/** One chart of some series; `lineOf` gives a line's name and values. */
function telemetryChart(list, lineOf, spec) {
  const keys = new Set(list.map(telemetryKey));
  return {...spec,
    pick: (data) => ({time: [], series: (data.telemetry ?? []).filter((one) => keys.has(telemetryKey(one))).map((one) => {
      const {values, ...line} = lineOf(one);
      return {...line, ...withGaps(one.time ?? data.time, values)};
    })})};
}

/** The CPU of all in one chart; of what is chosen besides, one chart per source and unit, with as many lines as can be distinguished. */
export function telemetryCharts(series, chosen, {phases}) {
  const shown = series.filter((one) => chosen.has(telemetryKey(one)));
  const cpu = shown.filter(isCpu);
  const asShare = (one) => ({name: telemetryKey(one), values: one.unit === '%' ? one.values.map((value) => value / 100) : one.values});
  const asItIs = (one) => ({name: words(one.series), key: one.series, values: one.values});
  const others = Map.groupBy(shown.filter((one) => !isCpu(one)), (one) => `${one.source} ${one.unit}`);
  return [
    ...(cpu.length === 0 ? [] : [telemetryChart(cpu, asShare,
      {id: 'telemetry-cpu', title: 'CPU of hosts, agents and SUTs', subtitle: 'of the cores of the host', unit: 'share', wide: true, phases})]),
    ...[...others].flatMap(([key, list]) => chunks(list).map((some, index) => telemetryChart(some, asItIs,
      {id: `telemetry-${key}-${index}`, title: `Telemetry of ${list[0].source}`, unit: list[0].unit, phases}))),
  ];
}

function chunks(list) {
  return Array.from({length: Math.ceil(list.length / MOST_LINES)}, (none, index) => list.slice(index * MOST_LINES, (index + 1) * MOST_LINES));
}

/** Where meters measure, in words. */
export const placeOf = (at) => (at === 'wall' ? 'at the wall' : 'in components');

/** A chart of power for each place of meters, one line for each meter; `detailOf` gives what the caption says of them. */
export function meterCharts(meters, {phases, detailOf = () => ''}) {
  const readings = (telemetry, {name, sut, series}) => (telemetry ?? [])
    .filter((one) => [`sut/${sut}`, `sut/1/${sut}`].includes(one.source) && one.series === series)
    .map((one) => ({name, ...withGaps(one.time, one.values)}));
  const placed = (place) => meters.filter(({at}) => at === place);
  return [...new Set(meters.map(({at}) => at))].map((at) => ({
    id: `power-${at}`, title: `Power ${placeOf(at)}`, detail: detailOf(placed(at)), unit: 'W', wide: true, phases,
    pick: (data) => ({time: [], series: placed(at).flatMap((meter) => readings(data.telemetry, meter))})}));
}

/** Charts of the harness itself, one line per agent. */
export function harnessCharts({phases}) {
  const of = (name) => (data) => ({time: data.time, series: (data.harness ?? [])
    .map((agent) => ({name: agent.agent, values: agent.series[name] ?? []}))});
  return [
    {id: 'harness-stall', title: 'Longest stall of each agent', unit: 'ms', phases, pick: of('longestStallMs')},
    {id: 'harness-cpu', title: 'CPU of each agent', subtitle: 'of all cores', unit: 'share', phases, pick: of('processCpuShare')},
  ];
}

/** The steps of a workload's schedule on the run's clock, which begins where its first phase does. */
export function stepsOf(result, data, key) {
  const first = data?.phases?.[0];
  const began = result?.phases?.find((phase) => phase.name === first?.name);
  const workload = result?.workloads.find((one) => keyOf(one) === key);
  if (!began || !workload) {
    return [];
  }
  const clock = (instant) => (Date.parse(instant) - Date.parse(began.start)) / 1000 + first.startSeconds;
  return (workload.steps ?? []).filter((step) => step.window)
    .map((step) => ({number: step.step, from: clock(step.window.start), to: clock(step.window.end)}));
}

/** Phases of an answer as charts shade them. */
export function phasesOf(data) {
  return (data?.phases ?? []).map((phase) => ({name: phase.name, from: phase.startSeconds, to: phase.endSeconds ?? data.to}));
}

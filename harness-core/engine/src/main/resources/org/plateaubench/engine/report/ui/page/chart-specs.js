// SPDX-License-Identifier: Apache-2.0
// The charts of a run, from the answer of /runs/{id}/series; shared by the live page, the result and comparisons.

import {count, words} from '../module/format.js';

/** Displayed names of the series of a workload. */
export const NAMES = {
  throughput: 'successes', declined: 'declined', failed: 'failed', users: 'users', inFlight: 'in flight', queued: 'queued', backlog: 'due and not ended',
  dispatchLagP99: 'dispatch lag p99', longestStallMs: 'longest stall',
};

/** A line has a gap after a pause of more than so many usual intervals. */
const GAP_STEPS = 3;

/** Finds a workload in an answer. */
function workloadOf(data, key) {
  return data.workloads.find((workload) => keyOf(workload) === key);
}

/** `1/store`. */
export function keyOf(workload) {
  return `${workload.tile}/${workload.name}`;
}

/** The series that have values. */
function recorded(series, names) {
  return names.filter((name) => series?.[name]?.some((value) => value !== null))
    .map((name) => ({name: NAMES[name] ?? name, values: series[name]}));
}

function pickFrom(key, names) {
  return (data) => ({time: data.time, series: recorded(workloadOf(data, key)?.series, names)});
}

/** The name of a line; of a unit, which is a sequence of operations, with its kind. */
function lineName({name, kind}) {
  return kind && kind !== 'operation' ? `${words(name)} (${kind})` : words(name);
}

function perOperation(key, series) {
  return (data) => ({
    time: data.time,
    series: (workloadOf(data, key)?.operations ?? []).filter((operation) => operation.series[series]?.some((value) => value !== null))
      .map((operation) => ({name: lineName(operation), key: operation.name, values: operation.series[series]})),
  });
}

/** Limits on a percentile of response time, from a result: {value, label}. */
export function limitsOf(result, key, percentiles, operations) {
  const workload = result?.workloads.find((workload) => keyOf(workload) === key);
  const blocks = workload ? [{name: '', ...workload.all}, ...(operations ? workload.operations : [])] : [];
  const lines = new Map();
  for (const block of blocks) {
    for (const limit of block.qos ?? []) {
      if (limit.unit === 'ms' && percentiles.includes(limit.metric)) {
        const label = `${limit.metric} ${limit.operator} ${limit.bound} ms`;
        const names = lines.get(label)?.names ?? [];
        lines.set(label, {value: limit.bound, names: [...names, words(block.name)].filter(Boolean)});
      }
    }
  }
  return [...lines].map(([label, {value, names}]) => ({
    value, label: names.length === 0 || names.length > 2 ? label : `${names.join(', ')}: ${label}`}));
}

const TIMES = ['p50', 'p95', 'p99', 'max'];

/** Throughput and response time of a workload. */
export function mainCharts(key, {result, phases, title = '', steps = () => []}) {
  return [
    {id: `throughput-${key}`, title: `${title}Throughput`, subtitle: 'operations that ended', unit: '/s', phases, steps: () => steps(key),
      pick: pickFrom(key, ['throughput', 'declined', 'failed'])},
    {id: `response-${key}`, title: `${title}Response time`, unit: 'ms', phases, steps: () => steps(key), logarithmic: true,
      subtitle: 'all operations, logarithmic', limits: () => limitsOf(result(), key, ['p50', 'p90', 'p95', 'p99'], false), hidden: ['max'],
      pick: pickFrom(key, TIMES)},
  ];
}

/** The load of a workload, and the dispatch lag of the harness. */
export function loadCharts(key, {phases, title = '', steps = () => []}) {
  return [
    {id: `users-${key}`, title: `${title}Users and load`, subtitle: 'means over time', phases, steps: () => steps(key),
      pick: pickFrom(key, ['users', 'inFlight', 'queued', 'backlog'])},
    {id: `lag-${key}`, title: `${title}Dispatch lag`, subtitle: 'how late the harness was, p99', unit: 'ms', phases, steps: () => steps(key),
      pick: pickFrom(key, ['dispatchLagP99'])},
  ];
}

/** The throughput of each workload over all tiles. */
export function summedChart({phases}) {
  const sumAt = (tiles, index) => {
    const values = tiles.map((tile) => tile.series.throughput?.[index]).filter((value) => value !== null && value !== undefined);
    return values.length ? values.reduce((sum, value) => sum + value, 0) : null;
  };
  return {id: 'summed-throughput', title: 'Throughput of all', subtitle: 'successes of each workload, over its tiles', unit: '/s', wide: true, phases,
    pick: (data) => ({time: data.time, series: [...new Set(data.workloads.map(({name}) => name))].map((name) => {
      const tiles = data.workloads.filter((workload) => workload.name === name);
      return {name: tiles.length > 1 ? `${name}, ${count(tiles.length, 'tile')}` : name, values: data.time.map((at, index) => sumAt(tiles, index))};
    })})};
}

/** The response times of the operations of one workload. */
export function operationChart(key, {result, phases}) {
  return {id: `operations-p95-${key}`, title: 'Response time of each operation', subtitle: 'p95, logarithmic', unit: 'ms',
    logarithmic: true, phases, limits: () => limitsOf(result(), key, ['p95'], true), pick: perOperation(key, 'p95')};
}

/** Response times of a workload over percentiles. */
export function curveOf(workload, {result, title = ''}) {
  const key = keyOf(workload);
  return {id: `curve-${key}`, title: `${title}Percentiles`, wide: true, subtitle: 'response time in the steady state, both axes logarithmic',
    limits: () => limitsOf(result(), key, ['p95', 'p99'], true),
    curves: workload.operations.map((operation) => ({name: words(operation.name), key: operation.name, curve: operation.curve}))};
}

/** The charts of one operation, `1/store/browse`: throughput, response time, service time, and the distribution of both. */
export function oneOperationCharts(operation, percentiles, {phases}) {
  const [tile, workload, ...rest] = operation.split('/');
  const name = rest.join('/');
  const lineOf = (data) => {
    const found = workloadOf(data, `${tile}/${workload}`);
    return name === 'all' ? found : found?.operations.find((line) => line.name === name);
  };
  const times = TIMES.slice(0, 3).flatMap((figure) => [[figure, `response ${figure}`], [`service${figure.toUpperCase()}`, `service ${figure}`]]);
  const curve = percentiles.find((block) => keyOf(block) === `${tile}/${workload}`)?.operations.find((line) => line.name === name);
  return [
    {id: 'operation-throughput', title: 'Throughput and errors', unit: '/s', phases, pick: (data) => ({time: data.time, series: recorded(lineOf(data)?.series, ['throughput', 'declined', 'failed'])})},
    {id: 'operation-times', title: 'Response and service time', subtitle: 'logarithmic', unit: 'ms', logarithmic: true, phases,
      pick: (data) => ({time: data.time, series: times.filter(([series]) => lineOf(data)?.series[series]?.some((value) => value !== null))
        .map(([series, label]) => ({name: label, values: lineOf(data).series[series]}))})},
    ...(curve ? [{id: 'operation-curve', title: 'Distribution', subtitle: 'in the steady state, both axes logarithmic', wide: true,
      curves: [{name: 'response time', curve: curve.curve}, {name: 'service time', curve: curve.serviceCurve ?? []}]}] : []),
  ];
}

/** A chart of the errors of the operations that had errors. */
export function errorChart(key, {phases}) {
  return {id: `errors-${key}`, title: 'Errors of each operation', unit: '/s', phases, empty: 'No failed operation was recorded here.',
    pick: (data) => {
      const {time, series} = perOperation(key, 'failed')(data);
      return {time, series: series.filter((line) => line.values.some((value) => value > 0))};
    }};
}

/** Charts of the plugin's own measures, one per unit. */
export function counterCharts(key, {plan, phases}) {
  const measures = (plan?.workloads ?? []).find((workload) => keyOf(workload) === key)?.measures ?? [];
  const groups = Map.groupBy(measures.filter((measure) => measure.kind !== 'series'),
    (measure) => (measure.kind === 'counter' ? `${measure.unit || 'count'}/s` : measure.unit || 'level'));
  return [...groups].map(([unit, list]) => ({
    id: `counters-${key}-${unit}`, title: 'What the plugin counts', unit, phases,
    pick: (data) => {
      const workload = workloadOf(data, key);
      const all = {...(workload?.counters ?? {}), ...(workload?.gauges ?? {})};
      return {time: data.time, series: list.filter((measure) => all[measure.name]).map((measure) => ({name: words(measure.name), key: measure.name, values: all[measure.name]}))};
    }}));
}

/** The key of a telemetry series. */
export function telemetryKey(entry) {
  return `${entry.source} ${entry.series}`;
}

/** The samples of a source, with a gap where it sent none for a while. */
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

/** The CPU of one core of a host, which has a chart apart from the others, because a host has many cores. */
export const CORE = /^cpu core \d+$/;
const PARTS_OF_HOST_CPU = ['others', 'steal'];

/** Whether a series is CPU as a share of its host's cores: of a host (also of other programs and the hypervisor), an agent or a SUT. */
function isCpu({source, series, unit}) {
  return (unit === 'share' || unit === '%') && (series === 'cpu' || (source === 'host' && PARTS_OF_HOST_CPU.includes(series)));
}

/** One chart of some series; `lineOf` gives a line's name and values. */
function telemetryChart(list, lineOf, spec) {
  const keys = new Set(list.map(telemetryKey));
  return {...spec,
    pick: (data) => ({time: [], series: (data.telemetry ?? []).filter((entry) => keys.has(telemetryKey(entry))).map((entry) => {
      const {values, ...line} = lineOf(entry);
      return {...line, ...withGaps(entry.time ?? data.time, values)};
    })})};
}

/** All CPU series in one chart; one chart per source and unit for the others. */
export function telemetryCharts(series, {phases}) {
  const cpu = series.filter(isCpu);
  const asShare = (entry) => ({name: telemetryKey(entry), values: entry.unit === '%' ? entry.values.map((value) => value / 100) : entry.values});
  const unchanged = (entry) => ({name: words(entry.series), key: entry.series, values: entry.values});
  const others = Map.groupBy(series.filter((entry) => !isCpu(entry)), (entry) => `${entry.source} ${CORE.test(entry.series) ? 'cores' : entry.unit}`);
  return [
    ...(cpu.length === 0 ? [] : [telemetryChart(cpu, asShare,
      {id: 'telemetry-cpu', title: 'CPU of hosts, agents and SUTs', subtitle: 'of the cores of the host', unit: 'share', wide: true, phases})]),
    ...[...others].map(([key, list]) => telemetryChart(list, unchanged,
      {id: `telemetry-${key}`, title: `Telemetry of ${list[0].source}`, unit: list[0].unit, phases})),
  ];
}

/** The position at which meters measure, in words. */
export const positionWords = (at) => (at === 'wall' ? 'at the wall' : 'in components');

/** A chart of power for each position of meters, with one line per meter; `detailOf` returns the end of the caption. */
export function meterCharts(meters, {phases, detailOf = () => ''}) {
  const readings = (telemetry, {name, sut, series}) => (telemetry ?? [])
    .filter((entry) => [`sut/${sut}`, `sut/1/${sut}`].includes(entry.source) && entry.series === series)
    .map((entry) => ({name, ...withGaps(entry.time, entry.values)}));
  const metersAt = (position) => meters.filter(({at}) => at === position);
  return [...new Set(meters.map(({at}) => at))].map((at) => ({
    id: `power-${at}`, title: `Power ${positionWords(at)}`, detail: detailOf(metersAt(at)), unit: 'W', wide: true, phases,
    pick: (data) => ({time: [], series: metersAt(at).flatMap((meter) => readings(data.telemetry, meter))})}));
}

/** Charts of the harness itself, one line per agent. */
export function harnessCharts({phases}) {
  const pickSeries = (name) => (data) => ({time: data.time, series: (data.harness ?? [])
    .map((agent) => ({name: agent.agent, values: agent.series[name] ?? []}))});
  return [
    {id: 'harness-stall', title: 'Longest stall of each agent', unit: 'ms', phases, pick: pickSeries('longestStallMs')},
    {id: 'harness-cpu', title: 'CPU of each agent', subtitle: 'of all cores', unit: 'share', phases, pick: pickSeries('processCpuShare')},
  ];
}

/** The steps of a workload's schedule on the run's clock, which starts with the first phase. */
export function stepsOf(result, data, key) {
  const first = data?.phases?.[0];
  const firstPhase = result?.phases?.find((phase) => phase.name === first?.name);
  const workload = result?.workloads.find((workload) => keyOf(workload) === key);
  if (!firstPhase || !workload) {
    return [];
  }
  const clock = (instant) => (Date.parse(instant) - Date.parse(firstPhase.start)) / 1000 + first.startSeconds;
  return (workload.steps ?? []).filter((step) => step.window)
    .map((step) => ({number: step.step, from: clock(step.window.start), to: clock(step.window.end)}));
}

/** The phases of an answer, for the shading of charts. */
export function phasesOf(data) {
  return (data?.phases ?? []).map((phase) => ({name: phase.name, from: phase.startSeconds, to: phase.endSeconds ?? data.to}));
}

// SPDX-License-Identifier: Apache-2.0
// Telemetry of the hosts during the run, sampled by agents, and of other sources.
import {fold} from '../module/fold.js';
import {bytes, count, number} from '../module/format.js';
import {html, nothing} from '../module/lit.js';
import {scrolled} from '../module/export.js';
import {CORE} from './chart-specs.js';

const STEADY_STATE = 'steady state';

function valueText(value, unit) {
  return unit === 'share' ? `${number(100 * value)} %` : unit.startsWith('bytes') ? bytes(value) + unit.slice('bytes'.length)
    : `${number(value)} ${unit}`;
}

function facts(host) {
  return [
    host.agent ? `sampled by agent ${host.agent}, which ${host.drivesLoad ? 'drives load there' : 'drives no load'}` : '',
    host.costCores === null ? '' : `telemetry took ${number(100 * host.costCores)} % of a core`,
    host.clockErrorMs === null ? 'clock error not known' : `instants within ${number(host.clockErrorMs)} ms`,
    ...host.holes.map((hole) => `no sample from ${number(hole.fromSeconds)} to ${number(hole.toSeconds)} s`),
  ].filter(Boolean).join('; ');
}

function table(source, stretch) {
  const name = stretch.name ?? STEADY_STATE;
  if (stretch.series.length === 0) {
    return html`<p class="soft">No sample in the ${name}.</p>`;
  }
  return html`${scrolled(`${source}, ${name}`, html`<table data-test="host">
    <thead><tr><th scope="col">Series</th><th scope="col" class="numeric">Mean</th><th scope="col" class="numeric">p95</th>
      <th scope="col" class="numeric">Most</th><th scope="col" class="numeric">Samples</th></tr></thead>
    <tbody>${stretch.series.filter((series) => !CORE.test(series.name)).map((series) => html`<tr><th scope="row">${series.name}</th>
      ${[series.mean, series.p95, series.max].map((value) => html`<td class="numeric">${valueText(value, series.unit)}</td>`)}
      <td class="numeric">${number(series.count)}</td></tr>`)}</tbody></table>`)}`;
}

function factsOfSource(source) {
  return [
    source.kind,
    source.firstSampleSeconds === null ? 'no sample arrived'
      : `samples from ${number(source.firstSampleSeconds)} to ${number(source.lastSampleSeconds)} s`,
    source.intervalSeconds === null ? '' : `usually every ${number(source.intervalSeconds)} s`,
    ...source.holes.map((hole) => `no sample from ${number(hole.fromSeconds)} to ${number(hole.toSeconds)} s`),
  ].filter(Boolean).join('; ');
}

/** Hosts and other sources of telemetry, in the same form. */
function sampled({hosts, sources}) {
  return [
    ...(hosts ?? []).map((host) => ({name: host.host, facts: facts(host), stretches: host.stretches})),
    ...(sources ?? []).map((source) => ({name: source.source, facts: factsOfSource(source), stretches: source.stretches})),
  ];
}

/** What limited the throughput, with the hosts and other sources that were observed. */
export function limitedFold(result) {
  const all = sampled(result);
  const limited = result.limitedBy?.words;
  return !limited && all.length === 0 ? nothing : fold('hosts', 'Limited by', limited ?? html`<span class="soft">not known; ${count(all.length, 'source')} of telemetry</span>`,
    all.length === 0 ? nothing : html`<p class="soft">What hosts and other sources of telemetry reported of the steady state.</p>
    ${all.map((source) => html`<details ?open=${all.length === 1}><summary>${source.name}: ${source.facts}</summary>
      ${source.stretches.map((stretch) => html`${stretch.kind === 'steady' ? nothing
        : html`<h4>${stretch.kind === 'period' ? 'Period' : 'Step'} ${stretch.name}</h4>`}${table(source.name, stretch)}`)}</details>`)}`);
}

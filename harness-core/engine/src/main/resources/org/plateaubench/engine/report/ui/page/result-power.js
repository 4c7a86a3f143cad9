// SPDX-License-Identifier: Apache-2.0
// Power and energy by the meters of the run file, with operations per joule and the score per kilowatt.
import {fold} from '../module/fold.js';
import {number} from '../module/format.js';
import {html, nothing} from '../module/lit.js';
import {scrolled} from '../module/export.js';
import {meterCharts, positionWords} from './chart-specs.js';

const TITLES = ['Mean power, W', 'Energy, J', 'Error of energy, J', 'Error, %', 'Operations', 'Operations per joule', 'Score per kW'];

const nameOf = (part) => (part.kind === 'steady' ? 'Steady state' : `Period ${part.name}`);

function row(part) {
  const {figures} = part;
  return html`<tr><th scope="row">${nameOf(part)}</th>${figures
    ? [figures.meanWatts, figures.joules, figures.uncertaintyJoules, figures.uncertaintyPercent, figures.operations,
      figures.operationsPerJoule, figures.scorePerKilowatt].map((value) => html`<td class="numeric">${number(value)}</td>`)
    : html`<td colspan=${TITLES.length}>Void. ${part.voidedBy}</td>`}</tr>`;
}

function total(result) {
  const title = `power ${positionWords(result.at)}`;
  return html`<h3>Drawn ${positionWords(result.at)}: ${result.measures.join(', ')}</h3>
    ${scrolled(title, html`<table data-test="power">
    <thead><tr><th scope="col">Part</th>${TITLES.map((head) => html`<th scope="col" class="numeric">${head}</th>`)}</tr></thead>
    <tbody>${result.stretches.map(row)}</tbody></table>`)}`;
}

function facts({meter, clockErrorMs, firstSampleSeconds, lastSampleSeconds}) {
  return [
    `measures ${meter.measures.join(', ')} ${positionWords(meter.at)}`,
    `accuracy ${number(meter.accuracyPercent)} %${meter.accuracyWatts ? ` and ${number(meter.accuracyWatts)} W` : ''}`,
    `range ${number(meter.fromWatts)} to ${number(meter.toWatts)} W`,
    firstSampleSeconds === null ? 'no reading'
      : `readings from ${number(firstSampleSeconds)} to ${number(lastSampleSeconds)} s, instants within ${number(clockErrorMs)} ms`,
  ].join('; ');
}

function meterRow(part) {
  const {energy} = part;
  return html`<tr><th scope="row">${nameOf(part)}</th>${energy
    ? [energy.meanWatts, energy.leastWatts, energy.mostWatts, energy.joules, energy.uncertaintyJoules, energy.meterJoules,
      energy.samplingJoules, energy.clockJoules, energy.readings].map((value) => html`<td class="numeric">${number(value)}</td>`)
    : html`<td colspan="9">Void. ${part.voidedBy}</td>`}</tr>`;
}

function meterTable(result) {
  const title = `meter ${result.meter.name}`;
  return html`<details><summary>Meter ${result.meter.name}: ${facts(result)}</summary>
    ${scrolled(title, html`<table data-test="meter">
    <thead><tr><th scope="col">Part</th>${['Mean, W', 'Least, W', 'Most, W', 'Energy, J', 'Error, J', 'by the meter, J', 'by sampling, J',
    'by the clock, J', 'Readings'].map((head) => html`<th scope="col" class="numeric">${head}</th>`)}</tr></thead>
    <tbody>${result.stretches.map(meterRow)}</tbody></table>`)}</details>`;
}

/** A meter with its energy over the steady state; `void` without a valid measurement. */
function energyOf({meter, stretches}) {
  const steady = stretches.find(({kind}) => kind === 'steady');
  return steady?.energy ? `${meter.name} ${number(steady.energy.joules)} J ± ${number(steady.energy.uncertaintyJoules)} J` : `${meter.name} void`;
}

/** The chart of power for each position of meters with readings; its caption has the energy. */
export function powerCharts(result, telemetry, {phases}) {
  const all = result?.power?.meters ?? [];
  const energies = (list) => `energy of the steady state: ${all.filter(({meter}) => list.includes(meter)).map(energyOf).join(', ')}`;
  return meterCharts(all.map(({meter}) => meter), {phases, detailOf: energies}).filter(({pick}) => pick({telemetry}).series.length > 0);
}

/** The meters of a result; nothing when the run file has none. */
export function powerFold({power}) {
  if ((power?.meters ?? []).length === 0) {
    return nothing;
  }
  return fold('power', 'Power', power.meters.map(energyOf).join(', '), html`<p class="soft">What was drawn while the load ran, and what was done with it;
    charts of it are under <em>More over time</em>. Errors of energy have the coverage factor 2, those by the meter, sampling and clock are standard uncertainties.</p>
    ${power.totals.map(total)}${power.meters.map(meterTable)}`);
}

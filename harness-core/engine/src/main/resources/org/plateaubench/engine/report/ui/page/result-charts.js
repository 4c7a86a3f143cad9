// SPDX-License-Identifier: Apache-2.0
// Everything over the run's clock, on one axis. The server thins out what is requested, so that a zoom shows more.
import {TimeAxis} from '../module/chart-axis.js';
import {chartHint, chartTools} from '../module/chart-tools.js';
import {keepStyled, leaveStyled} from '../module/chart-base.js';
import {TimeChart} from '../module/chart-time.js';
import {words} from '../module/format.js';
import {html, nothing, render} from '../module/lit.js';
import {complain, problemView, settle} from '../module/notice.js';
import {counterCharts, errorChart, harnessCharts, isCpu, keyOf, operationCharts, phasesOf, stepsOf, summedCharts, telemetryCharts, telemetryKey,
  workloadCharts} from './chart-specs.js';
import {coreGrids, coreMap, isCore} from './result-cores.js';
import {spansOf} from './result-events.js';
import {powerCharts} from './result-power.js';
import {timesAsked, timesChooser, timesOf} from './result-times.js';

const POINTS = 600;
const SHOWN_AT_ONCE = 2;
const SHOWN_ON_PAPER = 6;
/** In an address: no series of telemetry is shown, not even the usual ones. */
const NO_SERIES = 'none';
const NOT_LOADED = 'These figures could not be loaded';

/** The card with the charts. */
export class ResultCharts {
  /**
   * Charts of the data of a run.
   *
   * @param whole whether as much is shown at once as can be
   * @param place the Place that keeps what is shown
   * @param onTimes called when other times were chosen
   */
  constructor(run, {whole, place, onTimes}) {
    Object.assign(this, {run, whole, place, onTimes});
    this.atOnce = whole ? SHOWN_ON_PAPER : SHOWN_AT_ONCE;
    this.groups = new Map();
    this.coreMaps = [];
    this.chosen = new Set();
    this.scope = null;
    this.element = document.createElement('section');
    Object.assign(this.element, {className: 'card', id: 'time', tabIndex: -1});
    this.element.setAttribute('aria-labelledby', 'time-title');
    render(html`<h2 id="time-title">Over time</h2><p class="soft">Loading…</p>`, this.element);
  }

  ask(from, to) {
    return this.run.ask('series', {from, to, points: POINTS, ...timesAsked(this.place)});
  }

  /** Loads the whole run and draws it. */
  async open() {
    try {
      this.data = await this.ask();
    } catch (error) {
      if (error.name !== 'AbortError') {
        render(html`<h2 id="time-title">Over time</h2>${problemView(error)}`, this.element);
      }
      return;
    }
    this.phases = phasesOf(this.data);
    this.axis = new TimeAxis({from: this.data.from, to: this.data.to, ask: (from, to, latest) => this.load(from, to, latest)});
    // What is looked at is in the address before its data has come.
    this.axis.addEventListener('asking', () => this.keep());
    for (const event of ['range', 'asking', 'answered']) {
      this.axis.addEventListener(event, () => this.paint(event));
    }
    this.workloads = this.data.workloads.map(keyOf);
    this.scopes = this.workloads.length > this.atOnce ? this.workloads.slice(0, 1) : this.workloads;
    this.lines().filter((one) => this.whole || isCpu(one))
      .forEach((one) => this.chosen.add(telemetryKey(one)));
    this.usual = new Set(this.chosen);
    this.build();
    this.restore();
  }

  /** What the address says was looked at. */
  restore() {
    const scope = this.place.get('workload');
    const series = this.place.all('series');
    if (series.length) {
      const known = new Set(this.lines().map(telemetryKey));
      this.chosen = new Set(series.filter((key) => known.has(key)));
    }
    if (this.workloads.length > this.atOnce && this.workloads.includes(scope)) {
      this.scopes = [scope];
    }
    this.build();
    const part = this.place.part();
    if (part) {
      this.axis.show(part.from, part.to);
    }
  }

  /** The address of the page says what is looked at, so that a link shows the same. */
  keep() {
    this.place.keepPart(this.axis, {workload: this.workloads.length > this.atOnce ? this.scopes[0] : null,
      series: this.chosen.symmetricDifference(this.usual).size === 0 ? [] : this.chosen.size === 0 ? NO_SERIES : [...this.chosen]});
  }

  async load(from, to, latest) {
    try {
      const data = this.axis.zoomed ? await this.ask(from, to) : await this.ask();
      if (latest()) {
        settle(NOT_LOADED);
        this.data = data;
        this.charts().forEach((chart) => chart.show(data));
      }
    } catch (error) {
      complain(error, NOT_LOADED);
    }
  }

  charts() {
    return [...this.groups.values()].flat();
  }

  /** Makes the charts of a group, if they are others than before. */
  group(name, specs) {
    this.groups.get(name)?.forEach((chart) => chart.close());
    const events = () => spansOf(this.run.result);
    const charts = specs.map((spec) => new TimeChart(this.place.lines({...spec, events}), this.axis));
    charts.forEach((chart) => chart.show(this.data));
    this.groups.set(name, charts);
  }

  /** All charts again: after another workload was chosen. */
  build() {
    const context = {result: () => this.run.result, plan: this.run.plan, phases: () => this.phases, first: this.scopes.length > 1, times: timesOf(this.place),
      steps: (key) => stepsOf(this.run.result, this.data, key)};
    this.charts().forEach((chart) => chart.close());
    this.groups.clear();
    this.group('summed', this.workloads.length > this.atOnce ? summedCharts(context) : []);
    for (const key of this.scopes) {
      this.group(`workload ${key}`, workloadCharts(key, context));
      this.group(`more ${key}`, [...operationCharts(key, context), errorChart(key, context)]);
      this.group(`counters ${key}`, counterCharts(key, context));
    }
    this.group('telemetry', telemetryCharts(this.lines(), this.chosen, context));
    this.group('power', powerCharts(this.run.result, this.data.telemetry, context));
    this.group('harness', harnessCharts(context));
    this.paint();
  }

  /** Other times were chosen, here or elsewhere. */
  timed() {
    if (this.data) {
      this.build();
      this.axis.refresh();
    }
  }

  /** The plan has come, with the units of what the plugin counts. */
  planned() {
    if (this.data) {
      this.build();
    }
  }

  /** Draws again: the result with its limits has come. */
  restyle() {
    this.charts().forEach((chart) => chart.restyle());
    if (this.data && this.run.result?.power) {
      this.group('power', powerCharts(this.run.result, this.data.telemetry, {phases: () => this.phases}));
      this.paint();
    }
  }

  choose(key, on) {
    this.chosen[on ? 'add' : 'delete'](key);
    this.group('telemetry', telemetryCharts(this.lines(), this.chosen, {phases: () => this.phases}));
    this.keep();
    this.paint();
  }

  paint(event) {
    this.busy = event === 'asking' || (event === 'range' && this.busy);
    render(html`
      <div class="card-head"><h2 id="time-title">Over time</h2>${this.chooser()}${timesChooser(this.place, this.onTimes)}</div>
      ${chartTools(this.axis, this.phases, {busy: this.busy})}
      ${chartHint}
      <div class="charts">${this.elements('summed')}</div>
      ${this.scopes.map((key) => html`${this.scopes.length > 1 ? html`<h3>${key}</h3>` : nothing}
        <div class="charts">${this.elements(`workload ${key}`)}${this.elements(`more ${key}`)}</div>
        ${this.counters(key)}`)}
      ${this.groups.get('power')?.length ? html`<h3>Power</h3><div class="charts">${this.elements('power')}</div>` : nothing}
      <h3>Telemetry</h3>${this.telemetryChooser()}
      <div class="charts">${this.elements('telemetry')}${this.cores()}</div>
      <h3>Harness</h3><div class="charts">${this.elements('harness')}</div>`, this.element);
    this.element.dataset.state = this.busy ? 'loading' : 'ready';
    this.element.dataset.binSeconds = String(this.data.binSeconds);
  }

  counters(key) {
    const elements = this.elements(`counters ${key}`);
    return elements.length === 0 ? nothing : html`<details class="choose"><summary>What the plugin counts</summary>
      <div class="charts">${elements}</div></details>`;
  }

  elements(group) {
    return (this.groups.get(group) ?? []).map((chart) => chart.element);
  }

  chooser() {
    if (this.workloads.length <= this.atOnce) {
      return nothing;
    }
    return html`<label class="with-unit">Workload <select data-test="scope" @change=${(event) => {
      this.scopes = [event.target.value];
      this.build();
      this.keep();
    }}>${this.workloads.map((key) => html`<option value=${key} ?selected=${this.scopes[0] === key}>${key}</option>`)}</select></label>`;
  }

  /** The series of telemetry that are lines: those of cores are drawn together. */
  lines() {
    return (this.data.telemetry ?? []).filter((one) => !isCore(one));
  }

  /** A picture for each host; drawn again when the part of the run that is shown is another. */
  cores() {
    if (this.coresOf !== this.data) {
      this.coresOf = this.data;
      this.coreMaps.forEach(leaveStyled);
      this.coreMaps = coreGrids(this.data).map(coreMap);
      this.coreMaps.forEach(keepStyled);
    }
    return this.coreMaps.map((map) => map.element);
  }

  telemetryChooser() {
    const series = this.lines();
    if (series.length === 0) {
      return html`<p class="soft">None was recorded.</p>`;
    }
    const sources = [...new Set(series.map((one) => one.source))];
    return html`<details class="choose" data-test="choose-telemetry"><summary>Choose series (${this.chosen.size} of ${series.length} shown)</summary>
      ${sources.map((source) => html`<fieldset><legend>${source}</legend>${series.filter((one) => one.source === source)
        .map((one) => html`<label class="choice"><input type="checkbox" .checked=${this.chosen.has(telemetryKey(one))}
          @change=${(event) => this.choose(telemetryKey(one), event.target.checked)}>${words(one.series)}
          <span class="soft">${one.unit}</span></label>`)}</fieldset>`)}</details>`;
  }

  close() {
    this.axis?.close();
    this.charts().forEach((chart) => chart.close());
    this.coreMaps.forEach(leaveStyled);
  }
}

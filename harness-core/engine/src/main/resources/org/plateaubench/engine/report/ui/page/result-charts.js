// SPDX-License-Identifier: Apache-2.0
// The charts of a result: throughput, response time and percentiles, a folded part with all other charts, and the charts of
// one operation. The server reduces the points of the requested range, so that a zoom shows more details.
import {TimeAxis} from '../module/chart-axis.js';
import {CurveChart} from '../module/chart-curve.js';
import {TimeChart} from '../module/chart-time.js';
import {chartTools} from '../module/chart-tools.js';
import {fold} from '../module/fold.js';
import {count, number, words} from '../module/format.js';
import {html, nothing, render} from '../module/lit.js';
import {showError, problemView, closeError} from '../module/notice.js';
import {counterCharts, curveOf, errorChart, harnessCharts, keyOf, loadCharts, mainCharts, oneOperationCharts, operationChart, phasesOf,
  stepsOf, summedChart, telemetryCharts} from './chart-specs.js';
import {spansOf} from './result-events.js';
import {powerCharts} from './result-power.js';

const POINTS = 600;
const NOT_LOADED = 'These figures could not be loaded';

/** The charts of a run. */
export class ResultCharts {
  /**
   * Charts of the data of a run.
   *
   * @param pageState the PageState of the page
   */
  constructor(run, pageState) {
    Object.assign(this, {run, pageState, groups: new Map()});
    this.element = document.createElement('section');
    Object.assign(this.element, {className: 'card', id: 'time', tabIndex: -1});
    this.element.setAttribute('aria-label', 'Over time');
    this.more = document.createElement('div');
    this.operation = document.createElement('div');
    this.operation.className = 'charts';
    render(html`<p class="soft">Loading…</p>`, this.element);
  }

  ask(from, to) {
    return this.run.ask('series', {from, to, points: POINTS, ...this.run.times});
  }

  /** Loads the whole run and draws it. */
  async open() {
    try {
      this.data = await this.ask();
    } catch (error) {
      if (error.name !== 'AbortError') {
        render(problemView(error), this.element);
      }
      return;
    }
    this.phases = phasesOf(this.data);
    this.axis = new TimeAxis({from: this.data.from, to: this.data.to, load: (from, to, latest) => this.load(from, to, latest)});
    // The address is updated before the data is loaded.
    this.axis.addEventListener('loading', () => this.keep());
    for (const event of ['range', 'loading', 'loaded']) {
      this.axis.addEventListener(event, () => this.paint(event));
    }
    this.workloads = this.data.workloads.map(keyOf);
    const scope = this.pageState.get('workload');
    this.scope = this.workloads.includes(scope) ? scope : this.workloads[0];
    this.build();
    const part = this.pageState.part();
    if (part) {
      this.axis.show(part.from, part.to);
    }
  }

  /** Stores the shown part and workload in the address of the page. */
  keep() {
    this.pageState.keepPart(this.axis, {workload: this.scope === this.workloads[0] ? null : this.scope});
  }

  async load(from, to, latest) {
    try {
      const data = this.axis.zoomed ? await this.ask(from, to) : await this.ask();
      if (latest()) {
        closeError(NOT_LOADED);
        this.data = data;
        this.charts().filter((chart) => chart instanceof TimeChart).forEach((chart) => chart.show(data));
      }
    } catch (error) {
      showError(error, NOT_LOADED);
    }
  }

  charts() {
    return [...this.groups.values()].flat();
  }

  /** Replaces the charts of a group. */
  group(name, specs) {
    this.groups.get(name)?.forEach((chart) => chart.close());
    const events = () => spansOf(this.run.result);
    this.groups.set(name, specs.map((spec) => {
      if (spec.curves) {
        return new CurveChart(this.pageState.lines(spec));
      }
      const chart = new TimeChart(this.pageState.lines({...spec, events}), this.axis);
      chart.show(this.data);
      return chart;
    }));
  }

  get context() {
    return {result: () => this.run.result, plan: this.run.plan, phases: () => this.phases, steps: (key) => stepsOf(this.run.result, this.data, key),
      title: this.workloads.length > 1 ? `${this.scope}: ` : ''};
  }

  /** Creates all charts again, after the plan with the units of the plugin's measures was loaded or another workload chosen. */
  build() {
    if (!this.data) {
      return;
    }
    const {context, scope} = this;
    this.charts().forEach((chart) => chart.close());
    this.groups.clear();
    if (this.workloads.length > 0) {
      this.group('main', [...(this.workloads.length > 1 ? [summedChart(context)] : []), ...mainCharts(scope, context)]);
      this.group('more', [...loadCharts(scope, context), operationChart(scope, context), errorChart(scope, context), ...counterCharts(scope, context)]);
    }
    this.group('telemetry', telemetryCharts(this.data.telemetry ?? [], context));
    this.group('power', powerCharts(this.run.result, this.data.telemetry, context));
    this.group('harness', harnessCharts(context));
    this.curves();
  }

  /** Creates the charts over percentiles, after the percentiles were loaded. */
  curves() {
    if (this.data) {
      const workload = this.run.percentiles.find((workload) => keyOf(workload) === this.scope);
      this.group('curve', workload ? [curveOf(workload, this.context)] : []);
      this.group('operation', this.run.operation ? oneOperationCharts(this.run.operation, this.run.percentiles, this.context) : []);
      this.paint();
    }
  }

  /** Shows the chosen operation, also its service times. */
  choose() {
    this.curves();
    this.axis?.refresh();
  }

  /** Draws the limits and the power, after the result was loaded. */
  showResult() {
    if (this.data) {
      this.charts().forEach((chart) => chart.restyle());
      this.group('power', powerCharts(this.run.result, this.data.telemetry, this.context));
      this.paint();
    }
  }

  paint(event) {
    this.busy = event === 'loading' || (event === 'range' && this.busy);
    render(html`${chartTools(this.axis, this.phases, {busy: this.busy, more: this.chooser()})}
      <div class="charts">${this.elements('main')}${this.elements('curve')}</div>${this.cutShort()}`, this.element);
    render(html`<div class="charts">${['more', 'power', 'telemetry', 'harness'].map((name) => this.elements(name))}</div>`, this.more);
    render(this.elements('operation'), this.operation);
    this.element.dataset.state = this.busy ? 'loading' : 'ready';
    this.element.dataset.binSeconds = String(this.data.binSeconds);
  }

  /** The part with all other charts. */
  fold() {
    const series = this.data?.telemetry?.length ?? 0;
    return fold('more', 'More over time', `users, lag, each operation, errors, counters; ${series === 0 ? 'no telemetry' : `${count(series, 'series', 'series')} of telemetry`}`, this.more);
  }

  elements(group) {
    return (this.groups.get(group) ?? []).map((chart) => chart.element);
  }

  chooser() {
    return this.workloads.length < 2 ? nothing : html`<label class="with-unit">Workload <select data-test="scope" @change=${(event) => {
      this.scope = event.target.value;
      this.build();
      this.keep();
    }}>${this.workloads.map((key) => html`<option value=${key} ?selected=${this.scope === key}>${key}</option>`)}</select></label>`;
  }

  /** A note about operations that were cut short, after which their curves end. */
  cutShort() {
    const operations = this.run.percentiles.filter((workload) => keyOf(workload) === this.scope)
      .flatMap((workload) => workload.operations).filter(({censored}) => censored > 0)
      .map((operation) => `${words(operation.name)} (${number(operation.censored)} of ${number(operation.count)})`);
    return operations.length === 0 ? nothing : html`<p class="soft small" data-test="cut-short">A curve ends where operations were cut short, which took longer than all
      that it shows: ${operations.join(', ')}.</p>`;
  }

  close() {
    this.axis?.close();
    this.charts().forEach((chart) => chart.close());
  }
}

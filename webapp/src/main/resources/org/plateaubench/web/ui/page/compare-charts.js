// SPDX-License-Identifier: Apache-2.0
// Curves of several runs in one chart: over time, aligned at the start of the steady state, and over percentiles.
import * as api from '../module/api.js';
import {TimeAxis} from '../module/chart-axis.js';
import {chartTools} from '../module/chart-tools.js';
import {CurveChart} from '../module/chart-curve.js';
import {TimeChart} from '../module/chart-time.js';
import {words} from '../module/format.js';
import {html, nothing, render} from '../module/lit.js';
import {showError} from '../module/notice.js';
import {keyOf} from './chart-specs.js';

const POINTS = 600;
const ALL = 'all';

function steadyOf(series) {
  return series.phases.find((phase) => phase.name === 'steady')?.startSeconds ?? 0;
}

/** The card with the curves. */
export class CompareCharts {
  constructor({runs}, signal, pageState) {
    this.runs = runs;
    this.pageState = pageState;
    this.signal = signal;
    this.charts = [];
    this.operation = ALL;
    this.element = document.createElement('section');
    this.element.className = 'card';
    this.element.setAttribute('aria-labelledby', 'curves-title');
    render(html`<h2 id="curves-title">Curves</h2><p class="soft">Loading…</p>`, this.element);
  }

  get(run, what, parameters) {
    return api.get(`${api.path`/runs/${run.id}/`}${what}`, parameters, {signal: this.signal}).catch((error) => {
      if (error.name !== 'AbortError') {
        showError(error, `Run ${run.label}`);
      }
      return null;
    });
  }

  /** Loads every run and draws. */
  async open() {
    const [series, percentiles] = await Promise.all([
      Promise.all(this.runs.map((run) => this.seriesOf(run))), this.percentilesOf()]);
    if (this.signal.aborted) {
      return;
    }
    this.series = series;
    this.percentiles = percentiles;
    this.starts = series.map((runSeries) => (runSeries ? steadyOf(runSeries) : 0));
    const loaded = series.map((runSeries, index) => [runSeries, this.starts[index]]).filter(([runSeries]) => runSeries);
    this.axis = new TimeAxis({from: Math.min(0, ...loaded.map(([runSeries, start]) => runSeries.from - start)),
      to: Math.max(1, ...loaded.map(([runSeries, start]) => runSeries.to - start)), load: (from, to, latest) => this.load(from, to, latest)});
    this.axis.addEventListener('range', () => this.paint());
    this.axis.addEventListener('loading', () => this.pageState.keepPart(this.axis));
    this.keys = [...new Set(loaded.flatMap(([runSeries]) => runSeries.workloads.map(keyOf)))];
    const existing = (all, chosen, fallback) => (all.includes(chosen) ? chosen : fallback);
    this.key = existing(this.keys, this.pageState.get('workload'), this.keys[0]);
    this.operation = existing(this.operations(), this.pageState.get('operation'), ALL);
    this.build();
    const part = this.pageState.part();
    if (part) {
      this.axis.show(part.from, part.to);
    }
  }

  seriesOf(run, part = {}) {
    return this.get(run, 'series', {...part, points: POINTS});
  }

  percentilesOf() {
    return Promise.all(this.runs.map((run) => this.get(run, 'percentiles', {})));
  }

  async load(from, to, latest) {
    const series = await Promise.all(this.runs.map((run, index) => this.seriesOf(run, this.axis.zoomed
      ? {from: Math.max(0, from + this.starts[index]), to: Math.max(1, to + this.starts[index])} : {})));
    if (latest()) {
      this.series = series;
      this.show();
    }
  }

  /** One line per run. */
  lines(name) {
    return () => ({time: [], series: this.runs.map((run, index) => {
      const series = this.series[index];
      const workload = series?.workloads.find((candidate) => keyOf(candidate) === this.key);
      const line = this.operation === ALL ? workload : workload?.operations.find(({name: operation}) => operation === this.operation);
      const time = (series?.time ?? []).map((at) => at - this.starts[index]);
      return {name: `${run.label} ${run.name}`, time, values: line?.series[name] ?? []};
    })});
  }

  phases() {
    const lengths = this.series.flatMap((runSeries) => (runSeries?.phases ?? []).filter((phase) => phase.name === 'steady')
      .map((phase) => (phase.endSeconds ?? runSeries.to) - phase.startSeconds));
    return lengths.length ? [{name: 'steady', from: 0, to: Math.min(...lengths)}] : [];
  }

  build() {
    this.charts.forEach((chart) => chart.close());
    const phases = () => this.phases();
    const over = [
      {id: 'compare-throughput', title: 'Throughput', unit: '/s', phases, pick: this.lines('throughput')},
      {id: 'compare-p95', title: 'Response time', subtitle: 'p95, logarithmic', unit: 'ms', logarithmic: true, phases, pick: this.lines('p95')},
    ].map((spec) => new TimeChart(this.pageState.lines(spec), this.axis));
    // There are curves only for single operations.
    const curved = this.operation === ALL ? this.operations()[0] : this.operation;
    const curves = this.runs.map((run, index) => {
      const operation = this.percentiles[index]?.workloads.find((workload) => keyOf(workload) === this.key)
        ?.operations.find(({name}) => name === curved);
      return {name: `${run.label} ${run.name}`, curve: operation?.curve ?? []};
    });
    const curve = new CurveChart(this.pageState.lines({id: 'compare-curve', title: curved ? `Percentiles of ${words(curved)}` : 'Percentiles', wide: true, curves,
      subtitle: `response time in the steady state${this.operation === ALL ? '; there is no curve of all operations together' : ''}`}));
    this.charts = [...over, curve];
    this.show();
    this.paint();
  }

  show() {
    this.charts.filter((chart) => chart instanceof TimeChart)
      .forEach((chart) => chart.show({binSeconds: Math.max(1, ...this.series.map((runSeries) => runSeries?.binSeconds ?? 1))}));
  }

  operations() {
    return [...new Set(this.percentiles.flatMap((runPercentiles) => (runPercentiles?.workloads.find((workload) => keyOf(workload) === this.key)?.operations ?? [])
      .map((operation) => operation.name)))];
  }

  choose(what, value) {
    this[what] = value;
    if (what === 'key' && !this.operations().includes(this.operation)) {
      this.operation = ALL;
    }
    this.pageState.keep({workload: this.key === this.keys[0] ? null : this.key, operation: this.operation === ALL ? null : this.operation});
    this.build();
  }

  select(what, label, values) {
    return values.length < 2 ? nothing : html`<label class="with-unit">${label} <select data-test="choose-${what}"
      @change=${(event) => this.choose(what, event.target.value)}>${values.map((value) => html`<option value=${value}
        ?selected=${this[what] === value}>${value === ALL ? 'all operations' : what === 'operation' ? words(value) : value}</option>`)}</select></label>`;
  }

  paint() {
    render(html`<div class="card-head"><h2 id="curves-title">Curves</h2>${this.select('key', 'Workload', this.keys)}
        ${this.select('operation', 'Operation', [ALL, ...this.operations()])}
        <p>Over time, 0:00 is the start of the steady state of each run.</p></div>
      ${chartTools(this.axis, this.phases())}
      <div class="charts">${this.charts.map((chart) => chart.element)}</div>`, this.element);
  }

  close() {
    this.axis?.close();
    this.charts.forEach((chart) => chart.close());
  }
}

// SPDX-License-Identifier: Apache-2.0
// The moving charts of a run: the last ten minutes, the whole run, or a part that the user has zoomed to.
import * as api from '../module/api.js';
import {TimeAxis} from '../module/chart-axis.js';
import {chartTools} from '../module/chart-tools.js';
import {TimeChart} from '../module/chart-time.js';
import {html, nothing, render} from '../module/lit.js';
import {showError, closeError} from '../module/notice.js';
import {harnessCharts, keyOf, loadCharts, mainCharts, meterCharts, operationChart, phasesOf, summedChart} from './chart-specs.js';
import {LiveData, WINDOW_SECONDS} from './live-data.js';
import {shownSpans} from './result-events.js';

const POINTS = 600;
const WHOLE_MILLIS = 20_000;
const LEAST_SECONDS = 60;
const MAX_SPANS = 500;
const NOT_LOADED = 'These figures could not be loaded';

/** The card with the charts. Modes: follow (last ten minutes), whole, part. */
export class LiveCharts {
  constructor(id, pageState) {
    this.id = id;
    this.pageState = pageState;
    this.scope = pageState.get('workload');
    this.restoring = true;
    this.data = new LiveData();
    this.spans = [];
    this.mode = 'follow';
    this.charts = [];
    this.axis = new TimeAxis({from: 0, to: LEAST_SECONDS, load: (from, to, isLatest) => this.load(from, to, isLatest)});
    this.result = null;
    this.meters = [];
    this.element = document.createElement('section');
    this.element.className = 'card';
    this.element.setAttribute('aria-labelledby', 'time-title');
    this.axis.addEventListener('navigate', () => { this.mode = 'part'; });
    this.axis.addEventListener('loading', () => this.keep());
    this.axis.addEventListener('range', () => this.paint());
    this.paint();
  }

  /** The last ten minutes. */
  get series() {
    return this.data.series;
  }

  get end() {
    return Math.max(LEAST_SECONDS, this.series.to, this.data.last ?? 0);
  }

  snapshot(series, spans) {
    this.data.replace(series ?? this.series);
    this.spans = spans ?? [];
    if (this.shown === undefined || this.mode === 'follow') {
      this.shown = this.data;
    }
    this.build();
    this.move();
    if (this.mode === 'whole') {
      this.axis.refresh();
    } else if (this.restoring && this.series.time.length > 0) {
      this.restore();
    }
  }

  /** Shows the part of the run that the address names, as soon as there is data. */
  restore() {
    this.restoring = false;
    const part = this.pageState.part();
    if (part) {
      this.axis.show(part.from, part.to);
    } else if (this.pageState.get('show') === 'whole') {
      this.whole();
    }
  }

  /** Stores the shown part in the address of the page, so that a link shows the same part. */
  keep() {
    const isPart = this.mode === 'part';
    this.pageState.keepPart({zoomed: isPart, from: this.axis.from, to: this.axis.to}, {show: this.mode === 'whole' ? 'whole' : null});
  }

  interval(interval) {
    const countBefore = this.series.workloads.length;
    if (!this.data.append(interval)) {
      return;
    }
    this.data.trim(WINDOW_SECONDS);
    if (this.mode === 'whole' && this.shown !== this.data) {
      this.shown.append(interval);
    }
    if (this.series.workloads.length !== countBefore) {
      this.build();
    }
    this.move();
  }

  /** Adds events on the time axis, which the charts shade like those of a result. */
  happened(spans) {
    this.spans = [...this.spans, ...spans].slice(-MAX_SPANS);
    this.charts.forEach((chart) => chart.restyle());
  }

  /** Sets the plan with its limits. */
  plan(plan) {
    this.result = limitsOfPlan(plan);
    this.meters = plan.meters ?? [];
    this.build();
  }

  phases(phases) {
    this.series.phases = phases ?? this.series.phases;
  }

  build() {
    this.charts.forEach((chart) => chart.close());
    const keys = this.series.workloads.map(keyOf);
    this.shownScope = keys.includes(this.scope) ? this.scope : keys[0];
    const context = {result: () => this.result, phases: () => phasesOf(this.series), title: keys.length > 1 ? `${this.shownScope}: ` : ''};
    const key = this.shownScope;
    this.charts = [...(keys.length > 1 ? [summedChart(context)] : []), ...(key ? [...mainCharts(key, context), ...loadCharts(key, context), operationChart(key, context)] : []),
      ...meterCharts(this.meters, context), ...harnessCharts(context)].map((spec) => new TimeChart(this.pageState.lines({...spec, events: () => shownSpans(this.spans), empty: 'Nothing was measured yet.'}), this.axis));
    if (this.shown) {
      this.charts.forEach((chart) => chart.show(this.shown.series));
    }
    this.paint();
  }

  /** The axis moves with the run, unless the user has zoomed to a part. */
  move() {
    if (this.mode === 'follow') {
      this.axis.follow(Math.max(0, this.end - WINDOW_SECONDS), this.end);
      this.axis.full = {from: 0, to: this.end};
    } else if (this.mode === 'whole') {
      this.axis.follow(0, this.end);
    } else {
      this.axis.full = {from: 0, to: this.end};
      return;
    }
    this.charts.forEach((chart) => chart.show(this.shown.series));
  }

  async load(from, to, isLatest) {
    this.mode = from <= 0.5 && to >= this.end - 1.5 ? 'whole' : 'part';
    clearInterval(this.timer);
    if (this.mode === 'whole') {
      this.timer = setInterval(() => this.mode === 'whole' && !document.hidden && this.axis.refresh(), WHOLE_MILLIS);
    }
    this.paint();
    try {
      const series = await api.get(api.path`/runs/${this.id}/series`,
        {...(this.mode === 'whole' ? {} : {from, to}), points: POINTS});
      if (isLatest()) {
        this.failed = false;
        closeError(NOT_LOADED);
        this.shown = new LiveData(series);
        this.charts.forEach((chart) => chart.show(this.shown.series));
      }
    } catch (error) {
      // The error is reported once, since the whole run is requested repeatedly.
      if (isLatest() && !this.failed) {
        this.failed = true;
        showError(error, NOT_LOADED);
      }
    }
  }

  /** Shows the last ten minutes again. */
  follow() {
    clearInterval(this.timer);
    this.axis.close();
    this.mode = 'follow';
    this.shown = this.data;
    this.keep();
    this.move();
    this.paint();
  }

  /** Shows the whole run. It is loaded again at times, so that its points stay evenly spaced. */
  whole() {
    this.mode = 'whole';
    this.axis.follow(0, this.end);
    this.axis.refresh();
  }

  /** Shows the charts of one workload of many. */
  choose(key) {
    this.scope = key;
    this.pageState.keep({workload: key});
    this.build();
  }

  chooser() {
    const keys = this.series.workloads.map(keyOf);
    return keys.length < 2 ? nothing : html`<label class="with-unit">Workload <select data-test="scope" @change=${(event) => this.choose(event.target.value)}>${keys.map((key) => html`<option value=${key} ?selected=${this.shownScope === key}>${key}</option>`)}</select></label>`;
  }

  paint() {
    const pressed = (mode) => (this.mode === mode ? 'true' : 'false');
    const more = html`<button type="button" class="button compact" aria-pressed=${pressed('follow')} data-test="follow"
        @click=${() => this.follow()}>Last 10 minutes</button>
      <button type="button" class="button compact" aria-pressed=${pressed('whole')} @click=${() => this.whole()}>Whole run so far</button>`;
    render(html`<div class="card-head"><h2 id="time-title">Over time</h2>${this.chooser()}</div>
      ${chartTools(this.axis, [], {more, whole: false, moving: this.mode !== 'part'})}
      <div class="charts">${this.charts.map((chart) => chart.element)}</div>`, this.element);
  }

  close() {
    clearInterval(this.timer);
    this.axis.close();
    this.charts.forEach((chart) => chart.close());
  }
}

const LIMIT = /^(p[0-9.]+) (<=?) ([0-9.]+)(ms|s|us)$/;
const MILLIS = {ms: 1, s: 1000, us: 0.001};

/** The limits of a plan in the form of a result, since there is no result yet. */
function limitsOfPlan(plan) {
  const parse = (limits) => (limits ?? []).map((limit) => LIMIT.exec(limit)).filter(Boolean)
    .map(([, metric, operator, value, unit]) => ({metric, operator, bound: Number(value) * MILLIS[unit], unit: 'ms'}));
  return {workloads: plan.workloads.map((workload) => ({
    tile: workload.tile, name: workload.name, all: {qos: []},
    operations: [...(workload.operations ?? []), ...(workload.measures ?? [])].map((operation) => ({name: operation.name, qos: parse(operation.limits)})),
  }))};
}

// SPDX-License-Identifier: Apache-2.0
// Throughput and response time of each step of a schedule over the load that it requested.
import {LoadChart} from '../module/chart-load.js';
import {html, nothing, render} from '../module/lit.js';
import {keyOf, limitsOf} from './chart-specs.js';

/** The charts of a workload. Steps that were cut off are left out, because they did not request all of their load. Points are joined only if the load of each step was constant. */
function chartsOf(workload, result, pageState) {
  const key = keyOf(workload);
  const steps = workload.steps.filter((step) => step.complete).sort((a, b) => a.load.mean - b.load.mean);
  const shared = {
    load: `${workload.load.kind === 'closed' ? 'users' : 'arrivals per second'} on average`,
    joined: steps.every((step) => step.load.mean === step.load.highest),
  };
  const points = (pick) => steps.map((step) => ({x: step.load.mean, y: pick(step.all) ?? null}));
  const times = ['p50', 'p95', 'p99'];
  return [
    new LoadChart(pageState.lines({...shared, id: `load-throughput-${key}`, title: `${key}: throughput`, subtitle: 'of each step over its load', unit: '/s',
      lines: [{name: 'successes', points: points((all) => all.figures.throughput)}]})),
    new LoadChart(pageState.lines({...shared, id: `load-response-${key}`, title: `${key}: response time`, subtitle: 'of each step over its load', unit: 'ms',
      limits: () => limitsOf(result, key, times, false),
      lines: times.map((name) => ({name, points: points((all) => all.figures[name])}))})),
  ];
}

/** The card with the load curves, for workloads with a schedule. */
export class LoadCurves {
  /** @param pageState stores the hidden lines */
  constructor(pageState) {
    this.pageState = pageState;
    this.charts = [];
    this.element = document.createElement('div');
  }

  /** Draws the load curves of a result; none for null. */
  show(result) {
    this.close();
    this.charts = (result?.workloads ?? []).filter((workload) => workload.steps?.length)
      .flatMap((workload) => chartsOf(workload, result, this.pageState));
    render(this.charts.length === 0 ? nothing : html`<h3>Load curve, a point for each step</h3>
      <div class="charts">${this.charts.map((chart) => chart.element)}</div>`, this.element);
  }

  close() {
    this.charts.forEach((chart) => chart.close());
  }
}

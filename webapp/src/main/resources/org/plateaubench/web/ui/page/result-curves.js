// SPDX-License-Identifier: Apache-2.0
// Percentile curves of each workload: all operations together and each by itself.
import {CurveChart} from '../module/chart.js';
import {html, render} from '../module/lit.js';
import {keyOf, limitsOf} from './chart-specs.js';

/** The card with the curves. */
export class CurveCards {
  constructor() {
    this.charts = [];
    this.element = document.createElement('section');
    Object.assign(this.element, {className: 'card', id: 'curves', tabIndex: -1});
    this.element.setAttribute('aria-labelledby', 'curves-title');
    this.paint(html`<p class="soft">Loading…</p>`);
  }

  /** Draws them; `run` has the result with its limits, maybe later. */
  show(percentiles, run) {
    this.charts = percentiles.map((workload) => new CurveChart({
      id: `curve-${keyOf(workload)}`, title: keyOf(workload), wide: percentiles.length === 1,
      subtitle: 'response time in the steady state, both axes logarithmic',
      limits: () => limitsOf(run.result, keyOf(workload), ['p95', 'p99'], true), curves: workload.operations,
    }));
    this.paint(this.charts.length === 0 ? html`<p class="soft">No operation ended in the steady state.</p>`
      : html`<div class="charts">${this.charts.map((chart) => chart.element)}</div>`);
  }

  /** They could not be read. */
  fail(problem) {
    this.paint(problem);
  }

  paint(content) {
    render(html`<div class="card-head"><h2 id="curves-title">Percentile curves</h2>
        <p>How long the slowest of many operations took: at p99, one in a hundred took longer.</p></div>${content}`, this.element);
  }

  close() {
    this.charts.forEach((chart) => chart.close());
  }
}

// SPDX-License-Identifier: Apache-2.0
// Percentile curves of each workload: all operations together and each by itself.
import {CurveChart} from '../module/chart.js';
import {html, nothing, render} from '../module/lit.js';
import {keyOf, limitsOf} from './chart-specs.js';

/** The card with the curves. */
export class CurveCards {
  constructor({percentiles, result}) {
    this.charts = percentiles.map((workload) => new CurveChart({
      id: `curve-${keyOf(workload)}`, title: keyOf(workload), wide: percentiles.length === 1,
      subtitle: 'response time in the steady state, both axes logarithmic',
      limits: limitsOf(result, keyOf(workload), ['p95', 'p99'], true), curves: workload.operations,
    }));
    this.element = document.createElement('section');
    Object.assign(this.element, {className: 'card', id: 'curves', tabIndex: -1});
    this.element.setAttribute('aria-labelledby', 'curves-title');
    render(html`<div class="card-head"><h2 id="curves-title">Percentile curves</h2>
        <p>How long the slowest of many operations took: at p99, one in a hundred took longer.</p></div>
      ${this.charts.length === 0 ? html`<p class="soft">No operation ended in the steady state.</p>` : nothing}
      <div class="charts">${this.charts.map((chart) => chart.element)}</div>`, this.element);
  }

  close() {
    this.charts.forEach((chart) => chart.close());
  }
}

// SPDX-License-Identifier: Apache-2.0
// Percentile curves of each workload, operation by operation.
import {CurveChart} from '../module/chart-curve.js';
import {number, words} from '../module/format.js';
import {html, nothing, render} from '../module/lit.js';
import {keyOf, limitsOf} from './chart-specs.js';
import {hasResponse, timeLines, timesChooser, timesOf, timesTitle} from './result-times.js';

/** The card with the curves. */
export class CurveCards {
  /**
   * A card without curves.
   *
   * @param place the Place that keeps what is shown
   * @param onTimes called when other times were chosen
   */
  constructor(place, onTimes) {
    Object.assign(this, {place, onTimes, charts: []});
    this.element = document.createElement('section');
    Object.assign(this.element, {className: 'card', id: 'curves', tabIndex: -1});
    this.element.setAttribute('aria-labelledby', 'curves-title');
    this.paint(html`<p class="soft">Loading…</p>`);
  }

  /** Draws them; `run` has the result with its limits, maybe later. */
  show(percentiles, run) {
    this.close();
    const times = timesOf(this.place);
    const curvesOf = (operation) => timeLines(times, 'p95').map(({ending, curve}) => ({name: words(operation.name) + ending, key: operation.name + ending, curve: operation[curve]}));
    this.charts = percentiles.map((workload) => new CurveChart(this.place.lines({
      id: `curve-${keyOf(workload)}`, title: keyOf(workload), wide: percentiles.length === 1,
      subtitle: `${timesTitle(times).toLowerCase()} in the steady state, both axes logarithmic`,
      limits: () => (hasResponse(times) ? limitsOf(run.result, keyOf(workload), ['p95', 'p99'], true) : []), curves: workload.operations.flatMap(curvesOf),
    })));
    const cut = percentiles.flatMap((workload) => workload.operations.filter((one) => one.censored > 0)
      .map((one) => `${keyOf(workload)} ${words(one.name)} (${number(one.censored)} of ${number(one.count)})`));
    this.paint(this.charts.length === 0 ? html`<p class="soft">No operation ended in the steady state.</p>`
      : html`<div class="charts">${this.charts.map((chart) => chart.element)}</div>${cut.length === 0 ? nothing
        : html`<p class="soft small" data-test="cut-short">A curve ends where operations were cut short, which took longer than all
          that it shows: ${cut.join(', ')}.</p>`}`);
  }

  /** They could not be read. */
  fail(problem) {
    this.paint(problem);
  }

  paint(content) {
    render(html`<div class="card-head"><h2 id="curves-title">Percentile curves</h2>${timesChooser(this.place, this.onTimes)}
        <p>How long the slowest of many operations took: at p99, one in a hundred took longer.</p></div>${content}`, this.element);
  }

  close() {
    this.charts.forEach((chart) => chart.close());
  }
}

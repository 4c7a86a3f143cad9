// SPDX-License-Identifier: Apache-2.0
/* Lines over the load that the steps of a schedule requested. */
import { LineChart } from './chart-base.js';
import { limitLines, markers } from './chart-draw.js';
import { colour } from './chart-theme.js';
import { number } from './format.js';

/** A figure of each step over its load. */
export class LoadChart extends LineChart {
  /**
   * A chart.
   *
   * @param spec {id, title, subtitle?, unit?, load (unit of the load), joined (whether lines join the points),
   *     limits? () => [{value, label}], lines: [{name, points: [{x, y}]}]}
   */
  constructor(spec) {
    super(spec, [limitLines(() => this.limits()), markers]);
    this.set(spec.lines);
  }

  datasets() {
    return super.datasets().map((set) => ({ ...set, showLine: this.spec.joined, pointRadius: 4 }));
  }

  horizontal() {
    return this.line({ type: 'linear', beginAtZero: true, grace: '3%', title: { display: true, text: this.spec.load, color: colour('soft') } });
  }

  /** The greatest distance from a load at which a figure is shown for it. */
  tolerance() {
    return 1e-9;
  }

  key(point) {
    return number(point.x);
  }

  get keyName() {
    return `Load, ${this.spec.load}`;
  }

  /** The first column of figures that are taken along. */
  get exportedKey() {
    return { name: this.keyName, value: (x) => x };
  }
}

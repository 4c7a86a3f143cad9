// SPDX-License-Identifier: Apache-2.0
/* Lines over percentiles. */
import { LineChart } from './chart-base.js';
import { limitLines, markers } from './chart-draw.js';
import { percentileOfTail } from './chart-theme.js';

const TAILS = [1, 2, 4, 10, 20, 100, 1000, 10000, 100000, 1000000];

/** Response times over percentiles: x is 1/(1-p), logarithmic, so that the tail has enough room. */
export class CurveChart extends LineChart {
  /**
   * A chart.
   *
   * @param spec {id, title, subtitle?, limits? () => [{value, label}], wide?, hidden?, curves: [{name, curve: [[percentile 0..100, ms]]}]}
   */
  constructor(spec) {
    super({ logarithmic: true, unit: 'ms', ...spec }, [limitLines(() => this.limits()), markers]);
    this.set(spec.curves.map(({ name, key, curve }) => ({
      name, key,
      points: curve.filter(([percentile]) => percentile < 100)
        .map(([percentile, y]) => ({ x: 100 / (100 - percentile), y })),
    })));
  }

  horizontal() {
    const longestTail = Math.max(10, ...this.series.flatMap((line) => line.points.map(({ x }) => x)));
    return this.line({
      type: 'logarithmic', min: 1, max: longestTail,
      afterBuildTicks: (scale) => {
        scale.ticks = TAILS.filter((tail) => tail <= longestTail * 1.001).map((value) => ({ value }));
      },
      ticks: { autoSkip: false, callback: percentileOfTail },
    });
  }

  /** The greatest distance from a percentile at which a figure is shown for it. */
  tolerance(tail) {
    return 0.05 * tail;
  }

  key(point) {
    return percentileOfTail(point.x);
  }

  get keyName() {
    return 'Percentile';
  }

  /** The first column of figures that are taken along. */
  get exportedKey() {
    return { name: 'Percentile', value: (x) => Number((100 * (1 - 1 / x)).toFixed(6)) };
  }
}

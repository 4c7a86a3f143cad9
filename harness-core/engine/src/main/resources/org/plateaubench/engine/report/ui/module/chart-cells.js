// SPDX-License-Identifier: Apache-2.0
/* Charts of several runs with the range of each figure: horizontal bars, and lines over the levels of a factor. */
import { LineChart } from './chart-base.js';
import { ranges } from './chart-draw.js';
import { colour, tick } from './chart-theme.js';
import { number } from './format.js';

const BAR_PIXELS = 24;
/** Room for a label above its bar, on a narrow screen. */
const ABOVE_PIXELS = 16;
const AXIS_PIXELS = 46;

/** Bars with their range and limit: {label, colour 1..8, mean, least, greatest, limit|null, lowerBound}. */
export class BarChart extends LineChart {
  constructor(spec) {
    super({ wide: true, ...spec }, [ranges]);
  }

  show({ bars }) {
    this.bars = bars;
    this.isNarrow = matchMedia('(max-width: 700px)').matches;
    const column = (name) => ({ name, points: bars.map((bar, x) => ({ x, y: bar[name] })) });
    this.area.style.height = `${AXIS_PIXELS + (BAR_PIXELS + (this.isNarrow ? ABOVE_PIXELS : 0)) * bars.length}px`;
    this.set(['mean', 'least', 'greatest', 'limit'].filter((name) => bars.some((bar) => bar[name] !== null)).map(column));
  }

  get type() {
    return 'bar';
  }

  get hasLegend() {
    return false;
  }

  describe() {
    return `${this.spec.title}: ${(this.bars ?? []).map((bar) => `${bar.label} ${this.valueText(bar)}`).join(', ')}`;
  }

  valueText({ lowerBound, mean }) {
    return `${lowerBound ? '≥ ' : ''}${number(mean)}`;
  }

  datasets() {
    return [{
      data: this.bars.map((bar, y) => ({ ...bar, x: bar.mean, y, valueText: this.valueText(bar) })),
      backgroundColor: this.bars.map((bar) => colour(`series-${bar.colour}`)), barThickness: BAR_PIXELS - 10,
    }];
  }

  horizontal() {
    const highest = Math.max(...this.bars.map(({ greatest, limit }) => Math.max(greatest, limit ?? 0)));
    return this.line({ beginAtZero: true, suggestedMax: highest, ticks: { callback: tick, maxTicksLimit: 6 } });
  }

  vertical() {
    const above = this.isNarrow ? { mirror: true, labelOffset: -ABOVE_PIXELS, padding: 0, z: 1 } : {};
    return { type: 'category', labels: this.bars.map((_, at) => at), grid: { display: false }, border: { color: colour('line') },
      ticks: { color: colour('ink'), autoSkip: false, callback: (at) => this.bars[at].label, ...above } };
  }

  options() {
    return { ...super.options(), indexAxis: 'y', layout: { padding: { right: 52 } } };
  }

  tolerance() {
    return 0.5;
  }

  key({ x }) {
    return this.bars[x].label;
  }

  get keyName() {
    return 'Bar';
  }

  /** The first column of figures that are taken along. */
  get exportedKey() {
    return { name: 'bar', value: (x) => this.bars[x].label };
  }
}

/** Lines over the levels of a factor: {name, isIdeal?, points: [{x, y, least?, greatest?}]}. */
export class LevelChart extends LineChart {
  constructor(spec) {
    super({ wide: true, ...spec }, [ranges]);
  }

  show({ lines }) {
    this.set(lines);
  }

  datasets() {
    return super.datasets().map((set, index) => ({ ...set, pointRadius: this.series[index].isIdeal ? 0 : 4, backgroundColor: set.borderColor }));
  }

  horizontal() {
    const places = [...new Set(this.series.flatMap(({ points }) => points.map(({ x }) => x)))];
    return this.line({ type: 'linear', beginAtZero: true, ticks: { callback: tick },
      afterBuildTicks: (scale) => { scale.ticks = places.map((value) => ({ value })); } });
  }

  tolerance() {
    return 0;
  }

  key({ x }) {
    return number(x);
  }

  get keyName() {
    return this.spec.factor;
  }

  /** The first column of figures that are taken along. */
  get exportedKey() {
    return { name: this.spec.factor, value: (x) => x };
  }
}

// SPDX-License-Identifier: Apache-2.0
/* Lines over the run's clock; all charts of the same axis show the same part. */
import { LineChart } from './chart-base.js';
import { eventBands, limitLines, markers, missingMarks, phaseShading, stepMarks } from './chart-draw.js';
import { kindsOf } from './chart-legend.js';
import { listen } from './chart-pointer.js';
import { clock, nearest, timeTicks, valueNear } from './chart-theme.js';
import { number } from './format.js';

const TICK_PIXELS = 90;

/** The spans of missing intervals, with neighbours joined: [{from, to}]. */
function gapsOf({ missing, time, binSeconds }) {
  const gaps = [];
  (missing ?? []).forEach((count, index) => {
    const from = time[index] - binSeconds / 2;
    if (count > 0 && gaps.length > 0 && from <= gaps.at(-1).to + 1e-6) {
      gaps.at(-1).to = from + binSeconds;
    } else if (count > 0) {
      gaps.push({ from, to: from + binSeconds });
    }
  });
  return gaps;
}

/** Lines over the run's clock; all charts of the same axis show the same part. */
export class TimeChart extends LineChart {
  /**
   * A chart.
   *
   * @param spec {id, title, subtitle?, unit?, detail?, logarithmic?, limits? () => [{value, label}], phases? () => [{name, from, to}],
   *     steps? () => [{number, from, to}], events? () => [{kind, from, to}],
   *     wide?, hidden? [names], empty?, pick: (data) => {time: [s], series: [{name, key?, values: [number|null], time?: [s]}]}}
   *     (key: the name of the line in files)
   * @param axis the TimeAxis of the chart
   */
  constructor(spec, axis) {
    super(spec, [phaseShading(spec.phases ?? (() => [])), stepMarks(spec.steps ?? (() => [])),
      eventBands(spec.events ?? (() => [])), missingMarks(() => this.gaps ?? []), limitLines(() => this.limits()), markers]);
    this.axis = axis;
    this.onRange = () => this.move();
    this.onPoint = () => this.pointAt();
    axis.addEventListener('range', this.onRange);
    axis.addEventListener('point', this.onPoint);
    this.unlisten = listen(this);
  }

  /** Shows the part of the data that the spec picks. */
  show(data) {
    const { time, series } = this.spec.pick(data);
    this.binSeconds = data.binSeconds;
    this.gaps = gapsOf(data);
    this.set(series.map((line) => ({
      name: line.name, key: line.key, points: (line.time ?? time).map((x, index) => ({ x, y: line.values[index] ?? null })) })));
  }

  horizontal() {
    const { from, to } = this.axis;
    return this.line({
      type: 'linear', min: from, max: to,
      afterBuildTicks: (scale) => {
        scale.ticks = timeTicks(scale.min, scale.max, Math.max(2, Math.floor(scale.chart.width / TICK_PIXELS)));
      },
      ticks: { autoSkip: false, callback: (value) => clock(value, to - from < 10) },
    });
  }

  move() {
    if (this.chart && this.near) {
      this.chart.options.scales.x.min = this.axis.from;
      this.chart.options.scales.x.max = this.axis.to;
      this.chart.update('none');
    } else {
      this.stale = true;
    }
    this.pointAt();
  }

  /** The figures at the crosshair: {label, values, during: kinds of events}; null while it is hidden. */
  pointed() {
    const at = this.axis?.at ?? null;
    const first = this.series.find((line) => line.points.length > 0);
    if (at === null || !first) {
      return null;
    }
    const { x } = first.points[nearest(first.points, at)];
    const half = this.tolerance() / 2;
    const events = (this.spec.events?.() ?? []).filter(({ from, to }) => from <= x + half && to >= x - half);
    return { label: this.key({ x }), values: this.series.map((line) => valueNear(line.points, x, this.tolerance())), during: kindsOf(events) };
  }

  pointAt() {
    const line = this.element.querySelector('.chart-crosshair');
    const pointed = this.chart ? this.pointed() : null;
    line.hidden = !pointed || !this.near;
    if (!this.near) {
      return;
    }
    if (pointed) {
      line.style.transform = `translateX(${Math.round(this.chart.scales.x.getPixelForValue(this.axis.at))}px)`;
      line.style.top = `${this.chart.chartArea.top}px`;
      line.style.height = `${this.chart.chartArea.height}px`;
    }
    this.sentence = pointed && this.axis.isAnnounced && document.activeElement === this.area
      ? `${[pointed.label, pointed.during].filter(Boolean).join(', ')}: ${this.series.map((line, index) => `${line.name} ${number(pointed.values[index])}`).join(', ')}`
      : '';
    this.paint();
  }

  /** The greatest distance from an instant at which a figure is shown for it, s. */
  tolerance() {
    return Math.max(this.binSeconds ?? 1, 1);
  }

  key(point) {
    return clock(point.x, this.binSeconds < 1);
  }

  get keyName() {
    return 'Time in the run';
  }

  /** The first column of figures that are taken along. */
  get exportedKey() {
    return { name: 'Time in the run (s)', value: (x) => x };
  }

  close() {
    this.unlisten();
    this.axis.removeEventListener('range', this.onRange);
    this.axis.removeEventListener('point', this.onPoint);
    super.close();
  }
}

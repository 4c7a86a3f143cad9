// SPDX-License-Identifier: Apache-2.0
/* Charts: lines over the run's clock or over percentiles, each with a legend of buttons and its figures as a table.
   Chart.js draws the lines; it is loaded once as the global Chart. */
import { html, nothing, render } from './lit.js';
import { number } from './format.js';
import { limitLines, markers, phaseShading } from './chart-draw.js';
import { dataTable, legend } from './chart-legend.js';
import { script, style } from './load.js';
import { listen } from './chart-pointer.js';
import { clock, colour, lookOf, nearest, percentileOfTail, scaled, tick,
  timeTicks, valueNear } from './chart-theme.js';

const AXIS_WIDTH_PIXELS = 58;
const TICK_PIXELS = 90;
const NEAR = { rootMargin: '400px' };
const LIMIT_REACH = { linear: 2.5, logarithmic: 30 };
const LIBRARY = '/library/chart.js/chart.umd.js';

let loading;
let count = 0;
const open = new Set();

/** Loads the library that draws, and its style sheet; to be waited for before the first chart. */
export function loadCharts() {
  loading ??= Promise.all([style('/style/chart.css'), script(LIBRARY)]);
  return loading;
}

function redrawAll() {
  open.forEach((chart) => chart.restyle());
}
for (const query of ['(prefers-color-scheme: dark)', '(forced-colors: active)', 'print']) {
  matchMedia(query).addEventListener('change', redrawAll);
}
addEventListener('beforeprint', () => open.forEach((chart) => chart.draw()));
new MutationObserver(redrawAll).observe(document.documentElement, { attributeFilter: ['data-theme'] });

/** What every chart has: a figure with canvas, legend and table. Draws only while it is near the screen. */
class LineChart {
  constructor(spec, plugins) {
    this.spec = spec;
    this.plugins = plugins;
    this.id = `chart-${++count}`;
    this.series = [];
    this.hidden = new Set(spec.hidden ?? []);
    this.element = document.createElement('figure');
    this.element.className = `chart${spec.wide ? ' wide' : ''}`;
    this.element.dataset.test = spec.id;
    this.element.setAttribute('aria-labelledby', `${this.id}-title`);
    this.paint();
    this.canvas = this.element.querySelector('canvas');
    this.area = this.element.querySelector('.chart-area');
    this.near = false;
    this.watcher = new IntersectionObserver((entries) => {
      this.near = entries.at(-1).isIntersecting;
      if (this.near && this.stale) {
        this.draw();
      }
    }, NEAR);
    this.watcher.observe(this.element);
    open.add(this);
  }

  /** The text around the lines. */
  paint() {
    const { title, subtitle } = this.spec;
    const known = this.series.some((one) => one.points.length > 0);
    this.element.classList.toggle('nothing', !known);
    render(html`
      <figcaption id="${this.id}-title">${title} <span>${[subtitle, this.unit].filter(Boolean).join(', ')}</span></figcaption>
      <div class="chart-area" tabindex="0" role="application" aria-roledescription="chart"
          aria-label="${this.describe()}" aria-keyshortcuts="ArrowLeft ArrowRight + - 0">
        <canvas aria-hidden="true"></canvas>
        <div class="chart-selection" hidden></div><div class="chart-crosshair" hidden></div>
        ${known ? nothing : html`<p class="chart-empty">${this.spec.empty ?? 'Nothing was recorded.'}</p>`}
      </div>
      ${legend(this, this.pointed?.())}
      <p class="away" aria-live="polite">${this.sentence ?? ''}</p>
      ${known ? dataTable(this) : nothing}`, this.element);
  }

  describe() {
    return `${this.spec.title}: ${this.series.map((one) => one.name).join(', ') || 'no data'}`;
  }

  toggle(name) {
    if (!this.hidden.delete(name)) {
      this.hidden.add(name);
    }
    this.draw();
    this.paint();
  }

  /** New lines: [{name, points: [{x, y|null}]}]. */
  set(series) {
    const scale = scaled(this.spec.unit, series.flatMap((one) => one.points.map((point) => point.y)));
    this.unit = scale.unit;
    this.series = scale.factor === 1 ? series : series.map((one) => ({
      ...one, points: one.points.map(({ x, y }) => ({ x, y: y === null ? null : y * scale.factor })) }));
    if (this.near) {
      this.draw();
    } else {
      this.stale = true;
    }
    this.paint();
  }

  datasets() {
    return this.series.map((one, index) => {
      const look = lookOf(index);
      return {
        label: one.name, data: one.points, hidden: this.hidden.has(one.name),
        borderColor: colour(`series-${look.number}`), borderDash: look.dash, borderWidth: 1.8,
        pointStyle: look.marker, pointRadius: 0, pointHitRadius: 0, tension: 0, spanGaps: false,
      };
    });
  }

  draw() {
    this.stale = false;
    if (!this.chart) {
      this.chart = new globalThis.Chart(this.canvas, {
        type: 'line', data: { datasets: this.datasets() }, plugins: this.plugins, options: this.options() });
    } else {
      this.chart.data.datasets = this.datasets();
      this.chart.options = this.options();
      this.chart.update('none');
    }
    this.element.dataset.drawn = 'true';
  }

  restyle() {
    if (this.chart) {
      this.draw();
    }
  }

  options() {
    const font = getComputedStyle(this.element).fontFamily;
    globalThis.Chart.defaults.font.family = font;
    return {
      animation: false, responsive: true, maintainAspectRatio: false, parsing: false, normalized: true, events: [],
      layout: { padding: { top: 20, right: 8 } },
      plugins: { legend: { display: false }, tooltip: { enabled: false } },
      scales: { x: this.horizontal(), y: this.vertical() },
    };
  }

  line(more) {
    return {
      grid: { color: colour('grid') }, border: { color: colour('line') },
      ...more, ticks: { color: colour('soft'), maxRotation: 0, ...more.ticks },
    };
  }

  limits() {
    return this.spec.limits ?? [];
  }

  vertical() {
    const logarithmic = this.spec.logarithmic;
    const values = this.series.flatMap((one) => (this.hidden.has(one.name) ? [] : one.points.map((point) => point.y)));
    const most = values.reduce((greatest, value) => Math.max(greatest, value ?? 0), 0);
    const reach = most * LIMIT_REACH[logarithmic ? 'logarithmic' : 'linear'];
    const near = this.limits().map((limit) => limit.value).filter((value) => value <= reach);
    const suggestedMax = Math.max(most * 1.08, ...near.map((value) => value * 1.1)) || undefined;
    const wide = (scale) => { scale.width = AXIS_WIDTH_PIXELS; };
    if (!logarithmic) {
      return this.line({ beginAtZero: true, suggestedMax, afterFit: wide, ticks: { callback: tick, maxTicksLimit: 6 } });
    }
    return this.line({
      type: 'logarithmic', suggestedMax, afterFit: wide,
      ticks: { callback: (value) => ('125'.includes(value.toExponential()[0]) ? tick(value) : '') } });
  }

  close() {
    open.delete(this);
    this.watcher.disconnect();
    this.chart?.destroy();
  }
}

/** Lines over the run's clock, in step with all charts of the same axis. */
export class TimeChart extends LineChart {
  /**
   * A chart.
   *
   * @param spec {id, title, subtitle?, unit?, logarithmic?, limits? [{value, label}], phases? () => [{name, from, to}],
   *     wide?, hidden? [names], empty?, pick: (data) => {time: [s], series: [{name, values: [number|null], time?: [s]}]}}
   * @param axis the TimeAxis that it shows
   */
  constructor(spec, axis) {
    super(spec, [phaseShading(spec.phases ?? (() => [])), limitLines(() => this.limits()), markers]);
    this.axis = axis;
    this.onRange = () => this.move();
    this.onPoint = () => this.pointAt();
    axis.addEventListener('range', this.onRange);
    axis.addEventListener('point', this.onPoint);
    this.unlisten = listen(this);
  }

  /** Shows data, of which the spec picks its part. */
  show(data) {
    const { time, series } = this.spec.pick(data);
    this.binSeconds = data.binSeconds;
    this.set(series.map((one) => ({
      name: one.name, points: (one.time ?? time).map((x, index) => ({ x, y: one.values[index] ?? null })) })));
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

  /** The figures at the instant that is pointed at: {label, values}; null for none. */
  pointed() {
    const at = this.axis?.at ?? null;
    const first = this.series.find((one) => one.points.length > 0);
    if (at === null || !first) {
      return null;
    }
    const { x } = first.points[nearest(first.points, at)];
    return { label: this.key({ x }), values: this.series.map((one) => valueNear(one.points, x, this.reach())) };
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
    this.sentence = pointed && this.axis.spoken && document.activeElement === this.area
      ? `${pointed.label}: ${this.series.map((one, index) => `${one.name} ${number(pointed.values[index])}`).join(', ')}`
      : '';
    this.paint();
  }

  /** How far from an instant a figure still belongs to it, s. */
  reach() {
    return Math.max(this.binSeconds ?? 1, 1);
  }

  key(point) {
    return clock(point.x, this.binSeconds < 1);
  }

  get keyName() {
    return 'Time in the run';
  }

  close() {
    this.unlisten();
    this.axis.removeEventListener('range', this.onRange);
    this.axis.removeEventListener('point', this.onPoint);
    super.close();
  }
}

const TAILS = [1, 2, 4, 10, 20, 100, 1000, 10000, 100000, 1000000];

/** Response times over percentiles: x is 1/(1-p), logarithmic, so that the tail has the room that it needs. */
export class CurveChart extends LineChart {
  /**
   * A chart.
   *
   * @param spec {id, title, subtitle?, limits?, wide?, hidden?, curves: [{name, curve: [[percentile 0..100, ms]]}]}
   */
  constructor(spec) {
    super({ logarithmic: true, unit: 'ms', ...spec }, [limitLines(() => this.limits()), markers]);
    this.set(spec.curves.map((one) => ({
      name: one.name,
      points: one.curve.filter(([percentile]) => percentile < 100)
        .map(([percentile, y]) => ({ x: 100 / (100 - percentile), y })),
    })));
  }

  horizontal() {
    const most = this.series.reduce(
      (greatest, one) => one.points.reduce((far, point) => Math.max(far, point.x), greatest), 10);
    return this.line({
      type: 'logarithmic', min: 1, max: most,
      afterBuildTicks: (scale) => {
        scale.ticks = TAILS.filter((tail) => tail <= most * 1.001).map((value) => ({ value }));
      },
      ticks: { autoSkip: false, callback: percentileOfTail },
    });
  }

  /** How far from a percentile a figure still belongs to it. */
  reach(tail) {
    return 0.05 * tail;
  }

  key(point) {
    return percentileOfTail(point.x);
  }

  get keyName() {
    return 'Percentile';
  }
}

// SPDX-License-Identifier: Apache-2.0
/* The base of all charts: a figure element with a canvas, a legend of buttons and a table of its figures. */
import { html, nothing, render } from './lit.js';
import { dataTable, legend, shadedKinds } from './chart-legend.js';
import { clock, colour, styleOf, scaled, tick } from './chart-theme.js';

const AXIS_WIDTH_PIXELS = 58;
const FEW_DECADES = 3.5;
/** Large, because a page has few charts, and should show no empty chart when it is printed or scrolled fast. */
const NEAR_SCREEN = { rootMargin: '6000px' };
/** More lines cannot be distinguished: the lines with the highest values are shown, and the legend offers the others. */
const MAX_SHOWN = 6;
/** Sizes of charts on A4, in pixels. */
const PAPER = { wide: 670, width: 310, height: 170 };
/** A limit is shown up to so many times the highest value. */
const LIMIT_RANGE = { linear: 2.5, logarithmic: 30 };

let count = 0;
const open = new Set();

function redrawAll() {
  open.forEach((chart) => chart.restyle());
}
for (const query of ['(prefers-color-scheme: dark)', '(forced-colors: active)', 'print']) {
  matchMedia(query).addEventListener('change', redrawAll);
}
addEventListener('beforeprint', () => open.forEach((chart) => chart.drawForPaper()));
addEventListener('afterprint', () => open.forEach((chart) => chart.chart?.resize()));

/** A chart with canvas, legend and table. It is drawn only while it is near the screen. */
export class LineChart {
  constructor(spec, plugins) {
    this.spec = spec;
    this.plugins = plugins;
    this.id = `chart-${++count}`;
    this.series = [];
    this.hiddenByDefault = new Set(spec.hidden ?? []);
    this.hidden = new Set(spec.keptHidden ?? this.hiddenByDefault);
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
      if (this.near) {
        if (this.stale) {
          this.draw();
        }
        // The crosshair may have moved meanwhile.
        this.pointAt?.();
      }
    }, NEAR_SCREEN);
    this.watcher.observe(this.element);
    open.add(this);
  }

  /** Renders the text around the canvas. */
  paint() {
    const { title, subtitle, detail } = this.spec;
    const hasData = this.series.some((line) => line.points.length > 0);
    this.element.classList.toggle('nothing', !hasData);
    render(html`
      <figcaption id="${this.id}-title">${title} <span>${[[subtitle, this.unit].filter(Boolean).join(', '), detail].filter(Boolean).join('; ')}</span></figcaption>
      <div class="chart-area" tabindex="0" role="application" aria-roledescription="chart"
          aria-label="${this.describe()}" aria-keyshortcuts="ArrowLeft ArrowRight + - 0">
        <canvas aria-hidden="true"></canvas>
        <div class="chart-selection" hidden></div><div class="chart-crosshair" hidden></div>
        ${hasData ? nothing : html`<p class="chart-empty">${this.spec.empty ?? 'Nothing was recorded.'}</p>`}
      </div>
      ${this.hasLegend ? legend(this, this.pointed?.()) : nothing}
      ${hasData ? shadedKinds(this.spec.events?.() ?? []) : nothing}
      ${this.gaps?.length ? html`<p class="chart-note" data-test="missing">Intervals are missing at ${this.gaps.slice(0, 5)
        .map((gap) => clock(gap.from)).join(', ')}${this.gaps.length > 5 ? ' and later' : ''} (marked at the foot).</p>` : nothing}
      <p class="visually-hidden" aria-live="polite">${this.sentence ?? ''}</p>
      ${hasData ? dataTable(this) : nothing}`, this.element);
  }

  /** The type of the chart in Chart.js. */
  get type() {
    return 'line';
  }

  /** Whether its lines have names in a legend. */
  get hasLegend() {
    return true;
  }

  describe() {
    return `${this.spec.title}: ${this.series.map((line) => line.name).join(', ') || 'no data'}`;
  }

  toggle(name) {
    if (!this.hidden.delete(name)) {
      this.hidden.add(name);
    }
    this.spec.onHiddenChange?.(this.hidden, this.hiddenByDefault);
    this.draw();
    this.paint();
  }

  /** Sets the lines: [{name, points: [{x, y|null}]}]. */
  set(series) {
    const scale = scaled(this.spec.unit, series.flatMap((line) => line.points.map((point) => point.y)));
    this.unit = scale.unit;
    this.series = scale.factor === 1 ? series : series.map((line) => ({
      ...line, points: line.points.map(({ x, y }) => ({ x, y: y === null ? null : y * scale.factor })) }));
    this.showWorst();
    if (this.near) {
      this.draw();
    } else {
      this.stale = true;
    }
    this.paint();
  }

  /** If there are too many lines, shows only those with the highest mean values. */
  showWorst() {
    if (this.hasLegend && this.hiddenByDefault.size === 0 && this.series.length > MAX_SHOWN) {
      const mean = ({ points }) => points.reduce((sum, { y }) => sum + (y ?? 0), 0) / Math.max(1, points.filter(({ y }) => y !== null).length);
      const lowest = this.series.toSorted((a, b) => mean(b) - mean(a)).slice(MAX_SHOWN).map(({ name }) => name);
      this.hiddenByDefault = new Set(lowest);
      this.offered = this.hiddenByDefault;
      this.hidden = new Set(this.spec.keptHidden ?? lowest);
    }
  }

  datasets() {
    return this.series.map((line, index) => {
      const style = styleOf(index);
      return {
        label: line.name, data: line.points, hidden: this.hidden.has(line.name),
        borderColor: colour(`series-${style.number}`), borderDash: style.dash, borderWidth: 1.8,
        pointStyle: style.marker, pointRadius: 0, pointHitRadius: 0, tension: 0, spanGaps: false,
      };
    });
  }

  draw() {
    this.stale = false;
    if (!this.chart) {
      this.chart = new globalThis.Chart(this.canvas, {
        type: this.type, data: { datasets: this.datasets() }, plugins: this.plugins, options: this.options() });
    } else {
      this.chart.data.datasets = this.datasets();
      this.chart.options = this.options();
      this.chart.update('none');
    }
    this.element.dataset.drawn = 'true';
  }

  /** Resizes the canvas for paper: it would keep its width, and a canvas that is too wide makes the whole page smaller. */
  drawForPaper() {
    this.draw();
    this.chart.resize(this.spec.wide ? PAPER.wide : PAPER.width, PAPER.height);
  }

  restyle() {
    if (this.chart) {
      this.draw();
    }
    this.paint();
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
    return this.spec.limits?.() ?? [];
  }

  vertical() {
    const logarithmic = this.spec.logarithmic;
    const values = this.series.flatMap((line) => (this.hidden.has(line.name) ? [] : line.points.map((point) => point.y)));
    const highest = values.reduce((maximum, value) => Math.max(maximum, value ?? 0), 0);
    const highestLimit = highest * LIMIT_RANGE[logarithmic ? 'logarithmic' : 'linear'];
    const near = this.limits().map((limit) => limit.value).filter((value) => value <= highestLimit);
    const suggestedMax = Math.max(highest * 1.08, ...near.map((value) => value * 1.1)) || undefined;
    const wide = (scale) => { scale.width = AXIS_WIDTH_PIXELS; };
    if (!logarithmic) {
      return this.line({ beginAtZero: true, suggestedMax, afterFit: wide, ticks: { callback: tick, maxTicksLimit: 6 } });
    }
    return this.line({
      type: 'logarithmic', suggestedMax, afterFit: wide,
      afterBuildTicks: (scale) => {
        const firsts = Math.log10(scale.max / scale.min) > FEW_DECADES ? '1' : '125';
        scale.ticks = scale.ticks.filter((mark) => firsts.includes(mark.value.toExponential()[0]) && Number(mark.value.toPrecision(1)) === mark.value);
      },
      ticks: { autoSkip: false, callback: tick } });
  }

  close() {
    open.delete(this);
    this.watcher.disconnect();
    this.chart?.destroy();
  }
}

// SPDX-License-Identifier: Apache-2.0
/* Plugins of Chart.js that draw phases, events, limits and markers on a chart. */
import { colour } from './chart-theme.js';

const MARKER_GAP_PIXELS = 90;
const MARKER_RADIUS = 3.5;
const MISSING_PIXELS = 6;
const EVENT_PIXELS = 3;

function vertical(context, x, area) {
  context.beginPath();
  context.moveTo(Math.round(x) + 0.5, area.top);
  context.lineTo(Math.round(x) + 0.5, area.bottom);
  context.stroke();
}

/** A plugin of Chart.js that draws at a moment of a chart, and restores the state of the canvas. */
function layer(id, moment, draw) {
  return {
    id,
    [moment](chart) {
      const { ctx: context, chartArea: area, scales } = chart;
      context.save();
      context.font = `11px ${globalThis.Chart.defaults.font.family}`;
      context.lineWidth = 1;
      draw(context, area, scales, chart);
      context.restore();
    },
  };
}

/** The edges of a span within the chart, in pixels; null if the span is not shown. */
function edges(span, area, scales, least = 0) {
  const left = Math.max(area.left, scales.x.getPixelForValue(span.from));
  const right = Math.min(area.right, Math.max(scales.x.getPixelForValue(span.to), left + least));
  return right > left ? { left, right, width: right - left } : null;
}

/** Shades the phases behind the lines and names them above. `phases()` gives {name, from, to, label?}. */
export function phaseShading(phases) {
  return layer('phases', 'beforeDatasetsDraw', (context, area, scales) => {
    context.textAlign = 'center';
    for (const phase of phases()) {
      const shown = edges(phase, area, scales);
      if (!shown) {
        continue;
      }
      context.fillStyle = colour(phase.name === 'steady' ? 'steady' : 'phase');
      context.fillRect(shown.left, area.top, shown.width, area.height);
      context.strokeStyle = context.fillStyle = colour('soft');
      if (phase.from > scales.x.min) {
        context.setLineDash([2, 3]);
        vertical(context, shown.left, area);
      }
      if (context.measureText(phase.name).width + 6 < shown.width) {
        context.fillText(phase.name, shown.left + shown.width / 2, area.top - 6);
      }
    }
  });
}

/** Marks where the steps of a schedule begin, with their numbers. `steps()` gives {number, from, to}. */
export function stepMarks(steps) {
  return layer('steps', 'afterDatasetsDraw', (context, area, scales) => {
    context.strokeStyle = context.fillStyle = colour('soft');
    for (const step of steps()) {
      const left = scales.x.getPixelForValue(step.from);
      if (left < area.left || left > area.right) {
        continue;
      }
      vertical(context, left, area);
      if (context.measureText(String(step.number)).width + 8 < scales.x.getPixelForValue(step.to) - left) {
        context.fillText(String(step.number), left + 4, area.top + 11);
      }
    }
  });
}

/** Shades events behind the lines, with a bar and their kind at the foot of the chart. `events()` gives {kind, from, to}. */
export function eventBands(events) {
  return layer('events', 'beforeDatasetsDraw', (context, area, scales) => {
    for (const event of events()) {
      const shown = edges(event, area, scales, 1);
      if (!shown) {
        continue;
      }
      context.fillStyle = colour('event');
      context.fillRect(shown.left, area.top, shown.width, area.height);
      context.fillStyle = colour('soft');
      context.fillRect(shown.left, area.bottom - EVENT_PIXELS, shown.width, EVENT_PIXELS);
      if (context.measureText(event.kind).width + 4 < shown.width) {
        context.fillText(event.kind, shown.left + 2, area.bottom - EVENT_PIXELS - 3);
      }
    }
  });
}

/** Marks at the foot of the chart where intervals are missing. `gaps()` gives {from, to}. */
export function missingMarks(gaps) {
  return layer('missing', 'afterDatasetsDraw', (context, area, scales) => {
    context.fillStyle = colour('doubtful');
    for (const gap of gaps()) {
      const shown = edges(gap, area, scales, 2);
      if (shown) {
        context.fillRect(shown.left, area.bottom - MISSING_PIXELS, shown.width, MISSING_PIXELS);
      }
    }
  });
}

/** Draws limits as lines with their names. `limits()` gives {value, label}. */
export function limitLines(limits) {
  return layer('limits', 'afterDatasetsDraw', (context, area, scales) => {
    context.textAlign = 'right';
    context.strokeStyle = context.fillStyle = colour('bad');
    context.lineWidth = 1.5;
    context.setLineDash([8, 3, 2, 3]);
    for (const limit of limits()) {
      const y = scales.y.getPixelForValue(limit.value);
      if (!(y >= area.top && y <= area.bottom)) {
        continue;
      }
      context.beginPath();
      context.moveTo(area.left, y);
      context.lineTo(area.right, y);
      context.stroke();
      context.fillText(limit.label, area.right - 4, y - area.top > 16 ? y - 4 : y + 12);
    }
  });
}

/** Draws the range of each point, its limit, and on bars its value. Points have {least?, greatest?, limit?, valueText?}. */
export const ranges = layer('ranges', 'afterDatasetsDraw', (context, area, scales, chart) => {
  const isBar = chart.options.indexAxis === 'y';
  const along = isBar ? scales.x : scales.y;
  const line = (from, to, across, reach) => {
    const ends = [[from, across - reach], [from, across + reach], [from, across], [to, across], [to, across - reach], [to, across + reach]];
    context.beginPath();
    ends.forEach(([x, y], index) => context[index % 6 === 0 ? 'moveTo' : 'lineTo'](...(isBar ? [x, y] : [y, x])));
    context.stroke();
  };
  context.textBaseline = 'middle';
  chart.data.datasets.forEach((set, index) => set.hidden || chart.getDatasetMeta(index).data.forEach((point, at) => {
    const { least, greatest, limit, valueText } = set.data[at];
    const across = isBar ? point.y : point.x;
    context.lineWidth = 1.5;
    context.strokeStyle = context.fillStyle = colour('ink');
    if (least < greatest) {
      line(along.getPixelForValue(least), along.getPixelForValue(greatest), across, 4);
    }
    if (valueText) {
      context.fillText(valueText, Math.max(point.x, along.getPixelForValue(greatest)) + 6, across);
    }
    if (limit !== null && limit !== undefined) {
      context.lineWidth = 2;
      context.strokeStyle = colour('bad');
      line(along.getPixelForValue(limit), along.getPixelForValue(limit), across, 9);
    }
  }));
});

/** Whether a point has no neighbour, so that no line shows it. */
function isIsolated(points, at) {
  return (at === 0 || points[at - 1].skip) && (at === points.length - 1 || points[at + 1].skip);
}

/** Draws the marker of each line at regular distances, and at every point without neighbours. */
export const markers = layer('markers', 'afterDatasetsDraw', (context, area, scales, chart) => {
  const sets = chart.data.datasets;
  context.beginPath();
  context.rect(area.left - 4, area.top - 4, area.width + 8, area.height + 8);
  context.clip();
  context.lineWidth = 1.5;
  sets.forEach((set, index) => {
    const meta = chart.getDatasetMeta(index);
    if (meta.hidden || set.hidden) {
      return;
    }
    context.strokeStyle = context.fillStyle = set.borderColor;
    const points = meta.data;
    let next = area.left + (MARKER_GAP_PIXELS * ((index % 8) + 0.5)) / 8;
    points.forEach((point, at) => {
      if (point.skip || Number.isNaN(point.y)) {
        return;
      }
      const marked = sets.length > 1 && point.x >= next;
      if (marked || isIsolated(points, at)) {
        globalThis.Chart.helpers.drawPoint(
          context, { pointStyle: set.pointStyle, radius: MARKER_RADIUS }, point.x, point.y);
      }
      while (marked && next <= point.x) {
        next += MARKER_GAP_PIXELS;
      }
    });
  });
});

// SPDX-License-Identifier: Apache-2.0
/* What is drawn on a chart beside its lines: phases, events, limits, markers. */
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

/** Shades the phases behind the lines and names them above. `phases()` gives {name, from, to, label?}. */
export function phaseShading(phases) {
  return {
    id: 'phases',
    beforeDatasetsDraw(chart) {
      const { ctx: context, chartArea: area, scales } = chart;
      context.save();
      context.font = `11px ${globalThis.Chart.defaults.font.family}`;
      context.textAlign = 'center';
      context.lineWidth = 1;
      for (const phase of phases()) {
        const left = Math.max(area.left, scales.x.getPixelForValue(phase.from));
        const right = Math.min(area.right, scales.x.getPixelForValue(phase.to));
        if (right <= left) {
          continue;
        }
        context.fillStyle = colour(phase.name === 'steady' ? 'steady' : 'phase');
        context.fillRect(left, area.top, right - left, area.height);
        if (phase.from > scales.x.min) {
          context.strokeStyle = colour('soft');
          context.setLineDash([2, 3]);
          vertical(context, left, area);
        }
        context.fillStyle = colour('soft');
        if (context.measureText(phase.name).width + 6 < right - left) {
          context.fillText(phase.name, (left + right) / 2, area.top - 6);
        }
      }
      context.restore();
    },
  };
}

/** Marks where the steps of a schedule begin, with their numbers. `steps()` gives {number, from, to}. */
export function stepMarks(steps) {
  return {
    id: 'steps',
    afterDatasetsDraw(chart) {
      const { ctx: context, chartArea: area, scales } = chart;
      context.save();
      context.font = `11px ${globalThis.Chart.defaults.font.family}`;
      context.fillStyle = colour('soft');
      context.strokeStyle = colour('soft');
      for (const step of steps()) {
        const left = scales.x.getPixelForValue(step.from);
        const right = scales.x.getPixelForValue(step.to);
        if (left < area.left || left > area.right) {
          continue;
        }
        vertical(context, left, area);
        if (context.measureText(String(step.number)).width + 8 < right - left) {
          context.fillText(String(step.number), left + 4, area.top + 11);
        }
      }
      context.restore();
    },
  };
}

/** Shades events behind the lines, with a bar and their kind at the foot of the chart. `events()` gives {kind, from, to}. */
export function eventBands(events) {
  return {
    id: 'events',
    beforeDatasetsDraw(chart) {
      const { ctx: context, chartArea: area, scales } = chart;
      context.save();
      context.font = `10px ${globalThis.Chart.defaults.font.family}`;
      for (const event of events()) {
        const left = Math.max(area.left, scales.x.getPixelForValue(event.from));
        const right = Math.min(area.right, Math.max(scales.x.getPixelForValue(event.to), left + 1));
        if (right <= left) {
          continue;
        }
        context.fillStyle = colour('event');
        context.fillRect(left, area.top, right - left, area.height);
        context.fillStyle = colour('soft');
        context.fillRect(left, area.bottom - EVENT_PIXELS, right - left, EVENT_PIXELS);
        if (context.measureText(event.kind).width + 4 < right - left) {
          context.fillText(event.kind, left + 2, area.bottom - EVENT_PIXELS - 3);
        }
      }
      context.restore();
    },
  };
}

/** Marks at the foot of the chart where intervals are missing. `gaps()` gives {from, to}. */
export function missingMarks(gaps) {
  return {
    id: 'missing',
    afterDatasetsDraw(chart) {
      const { ctx: context, chartArea: area, scales } = chart;
      context.save();
      context.fillStyle = colour('doubtful');
      for (const gap of gaps()) {
        const left = Math.max(area.left, scales.x.getPixelForValue(gap.from));
        const right = Math.min(area.right, scales.x.getPixelForValue(gap.to));
        if (right >= area.left && left <= area.right) {
          context.fillRect(left, area.bottom - MISSING_PIXELS, Math.max(2, right - left), MISSING_PIXELS);
        }
      }
      context.restore();
    },
  };
}

/** Draws limits as lines with their names. `limits()` gives {value, label}. */
export function limitLines(limits) {
  return {
    id: 'limits',
    afterDatasetsDraw(chart) {
      const { ctx: context, chartArea: area, scales } = chart;
      context.save();
      context.font = `11px ${globalThis.Chart.defaults.font.family}`;
      context.textAlign = 'right';
      for (const limit of limits()) {
        const y = scales.y.getPixelForValue(limit.value);
        if (!(y >= area.top && y <= area.bottom)) {
          continue;
        }
        context.strokeStyle = colour('bad');
        context.fillStyle = colour('bad');
        context.lineWidth = 1.5;
        context.setLineDash([8, 3, 2, 3]);
        context.beginPath();
        context.moveTo(area.left, y);
        context.lineTo(area.right, y);
        context.stroke();
        context.fillText(limit.label, area.right - 4, y - area.top > 16 ? y - 4 : y + 12);
      }
      context.restore();
    },
  };
}

/** Whether a point has no neighbour that a line could join it to. */
function alone(points, at) {
  return (at === 0 || points[at - 1].skip) && (at === points.length - 1 || points[at + 1].skip);
}

/** Marks each line with its own sign now and then, and points that stand alone always. */
export const markers = {
  id: 'markers',
  afterDatasetsDraw(chart) {
    const { ctx: context, chartArea: area } = chart;
    const sets = chart.data.datasets;
    context.save();
    context.beginPath();
    context.rect(area.left - 4, area.top - 4, area.width + 8, area.height + 8);
    context.clip();
    sets.forEach((set, index) => {
      const meta = chart.getDatasetMeta(index);
      if (meta.hidden || set.hidden) {
        return;
      }
      context.strokeStyle = set.borderColor;
      context.fillStyle = set.borderColor;
      context.lineWidth = 1.5;
      const points = meta.data;
      let next = area.left + (MARKER_GAP_PIXELS * ((index % 8) + 0.5)) / 8;
      points.forEach((point, at) => {
        if (point.skip || Number.isNaN(point.y)) {
          return;
        }
        const marked = sets.length > 1 && point.x >= next;
        if (marked || alone(points, at)) {
          globalThis.Chart.helpers.drawPoint(
            context, { pointStyle: set.pointStyle, radius: MARKER_RADIUS }, point.x, point.y);
        }
        while (marked && next <= point.x) {
          next += MARKER_GAP_PIXELS;
        }
      });
    });
    context.restore();
  },
};

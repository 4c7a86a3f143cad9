// SPDX-License-Identifier: Apache-2.0
/* Mouse, touch, wheel and keys on a chart over time. */

const DRAG_PIXELS = 6;
const STEP_SHARE = 0.02;
const PAN_SHARE = 0.25;
const ZOOM = 0.5;
const WHEEL_ZOOM = 1.25;

/** Does the action of a key; false for a key without an action. */
function handleKey(chart, event) {
  const { axis } = chart;
  const step = Math.max(chart.binSeconds ?? 0, (axis.to - axis.from) * STEP_SHARE);
  const from = axis.at ?? (axis.from + axis.to) / 2;
  switch (event.key) {
    case 'ArrowLeft': return event.shiftKey ? axis.pan(-PAN_SHARE) : axis.point(from - step, true);
    case 'ArrowRight': return event.shiftKey ? axis.pan(PAN_SHARE) : axis.point(from + step, true);
    case 'Home': return axis.point(axis.from, true);
    case 'End': return axis.point(axis.to, true);
    case '+': case '=': return axis.zoom(ZOOM, from);
    case '-': case '_': return axis.zoom(1 / ZOOM, from);
    case '0': return axis.reset();
    case 'Escape': return axis.point(null);
    default: return false;
  }
}

/** Adds the listeners of a chart; returns a function that removes them. */
export function listen(chart) {
  const { area, axis } = chart;
  const selection = chart.element.querySelector('.chart-selection');
  const end = new AbortController();
  const options = { signal: end.signal };
  let dragStart = null;

  const pixelOf = (event) => event.clientX - area.getBoundingClientRect().left;
  const instant = (x) => {
    const { left, right } = chart.chart.chartArea;
    return chart.chart.scales.x.getValueForPixel(Math.min(Math.max(x, left), right));
  };
  const select = (x) => {
    const { top, height, left, right } = chart.chart.chartArea;
    const to = Math.min(Math.max(x, left), right);
    selection.hidden = Math.abs(to - dragStart) < DRAG_PIXELS;
    selection.style.left = `${Math.min(dragStart, to)}px`;
    selection.style.width = `${Math.abs(to - dragStart)}px`;
    selection.style.top = `${top}px`;
    selection.style.height = `${height}px`;
  };

  area.addEventListener('pointerdown', (event) => {
    if (event.button === 0 && chart.chart) {
      dragStart = Math.min(Math.max(pixelOf(event), chart.chart.chartArea.left), chart.chart.chartArea.right);
      area.setPointerCapture(event.pointerId);
    }
  }, options);
  area.addEventListener('pointermove', (event) => {
    if (!chart.chart) {
      return;
    }
    if (dragStart !== null) {
      select(pixelOf(event));
    }
    axis.point(instant(pixelOf(event)));
  }, options);
  area.addEventListener('pointerup', (event) => {
    if (dragStart !== null && !selection.hidden) {
      const ends = [instant(dragStart), instant(pixelOf(event))].sort((a, b) => a - b);
      axis.show(ends[0], ends[1]);
    }
    dragStart = null;
    selection.hidden = true;
  }, options);
  area.addEventListener('pointercancel', () => { dragStart = null; selection.hidden = true; }, options);
  area.addEventListener('pointerleave', () => { if (dragStart === null) { axis.point(null); } }, options);
  area.addEventListener('dblclick', () => axis.reset(), options);
  // The wheel scrolls the page, unless the user holds Ctrl or the chart has the focus.
  area.addEventListener('wheel', (event) => {
    if (chart.chart && (event.ctrlKey || document.activeElement === area)) {
      event.preventDefault();
      axis.zoom(event.deltaY > 0 ? WHEEL_ZOOM : 1 / WHEEL_ZOOM, instant(pixelOf(event)));
    }
  }, { ...options, passive: false });
  area.addEventListener('keydown', (event) => {
    if (!event.ctrlKey && !event.metaKey && !event.altKey && handleKey(chart, event) !== false) {
      event.preventDefault();
    }
  }, options);
  return () => end.abort();
}

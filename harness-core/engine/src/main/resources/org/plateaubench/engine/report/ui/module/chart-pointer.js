// SPDX-License-Identifier: Apache-2.0
/* Mouse, finger, wheel and keys on a chart over time. */

const DRAG_PIXELS = 6;
const STEP_SHARE = 0.02;
const PAN_SHARE = 0.25;
const ZOOM = 0.5;
const WHEEL_ZOOM = 1.25;

/** What each key does. */
function press(chart, event) {
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

/** Listens to a chart; gives what ends it. */
export function listen(chart) {
  const { area, axis } = chart;
  const selection = chart.element.querySelector('.chart-selection');
  const end = new AbortController();
  const options = { signal: end.signal };
  let begun = null;

  const place = (event) => event.clientX - area.getBoundingClientRect().left;
  const instant = (x) => {
    const { left, right } = chart.chart.chartArea;
    return chart.chart.scales.x.getValueForPixel(Math.min(Math.max(x, left), right));
  };
  const select = (x) => {
    const { top, height, left, right } = chart.chart.chartArea;
    const to = Math.min(Math.max(x, left), right);
    selection.hidden = Math.abs(to - begun) < DRAG_PIXELS;
    selection.style.left = `${Math.min(begun, to)}px`;
    selection.style.width = `${Math.abs(to - begun)}px`;
    selection.style.top = `${top}px`;
    selection.style.height = `${height}px`;
  };

  area.addEventListener('pointerdown', (event) => {
    if (event.button === 0 && chart.chart) {
      begun = Math.min(Math.max(place(event), chart.chart.chartArea.left), chart.chart.chartArea.right);
      area.setPointerCapture(event.pointerId);
    }
  }, options);
  area.addEventListener('pointermove', (event) => {
    if (!chart.chart) {
      return;
    }
    if (begun !== null) {
      select(place(event));
    }
    axis.point(instant(place(event)));
  }, options);
  area.addEventListener('pointerup', (event) => {
    if (begun !== null && !selection.hidden) {
      const ends = [instant(begun), instant(place(event))].sort((a, b) => a - b);
      axis.show(ends[0], ends[1]);
    }
    begun = null;
    selection.hidden = true;
  }, options);
  area.addEventListener('pointercancel', () => { begun = null; selection.hidden = true; }, options);
  area.addEventListener('pointerleave', () => { if (begun === null) { axis.point(null); } }, options);
  area.addEventListener('dblclick', () => axis.reset(), options);
  // The wheel scrolls the page, unless the user holds Ctrl or went to the chart with a click or Tab.
  area.addEventListener('wheel', (event) => {
    if (chart.chart && (event.ctrlKey || document.activeElement === area)) {
      event.preventDefault();
      axis.zoom(event.deltaY > 0 ? WHEEL_ZOOM : 1 / WHEEL_ZOOM, instant(place(event)));
    }
  }, { ...options, passive: false });
  area.addEventListener('keydown', (event) => {
    if (!event.ctrlKey && !event.metaKey && !event.altKey && press(chart, event) !== false) {
      event.preventDefault();
    }
  }, options);
  return () => end.abort();
}

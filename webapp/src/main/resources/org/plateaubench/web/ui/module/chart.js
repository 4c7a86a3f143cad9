// SPDX-License-Identifier: Apache-2.0
/* Charts: lines over the run's clock or over percentiles. Chart.js draws them; it is loaded once as the global Chart. */
import { script, style } from './load.js';
export { CurveChart } from './chart-curve.js';
export { TimeChart } from './chart-time.js';

const LIBRARY = '/library/chart.js/dist/chart.umd.js';

let loading;

/** Loads the library that draws, and its style sheet; to be waited for before the first chart. */
export function loadCharts() {
  loading ??= Promise.all([style('/style/chart.css'), script(LIBRARY)]);
  return loading;
}

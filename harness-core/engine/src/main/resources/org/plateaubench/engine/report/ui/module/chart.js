// SPDX-License-Identifier: Apache-2.0
/* Charts: lines over the run's clock, over percentiles or over a load. Chart.js draws them, as the global Chart, which is
   to be there before the first of them is drawn. */
export { keepStyled, leaveStyled } from './chart-base.js';
export { CurveChart } from './chart-curve.js';
export { LoadChart } from './chart-load.js';
export { TimeChart } from './chart-time.js';

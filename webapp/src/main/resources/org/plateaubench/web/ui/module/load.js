// SPDX-License-Identifier: Apache-2.0
// The library that draws charts, which only some pages need.

/** Loads it; must be awaited before the first chart. */
export function loadCharts() {
  return import('/library/chart.js/dist/chart.umd.js');
}

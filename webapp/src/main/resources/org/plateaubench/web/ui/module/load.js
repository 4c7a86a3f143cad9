// SPDX-License-Identifier: Apache-2.0
// Classic scripts and style sheets that only some pages need; each is loaded once.

const loaded = new Map();

function once(key, make) {
  if (!loaded.has(key)) {
    loaded.set(key, new Promise((resolve, reject) => {
      const element = make();
      element.onload = () => resolve();
      element.onerror = () => {
        loaded.delete(key);
        element.remove();
        reject(new Error(`A part of the console could not be loaded: ${key}`));
      };
      document.head.append(element);
    }));
  }
  return loaded.get(key);
}

/** Loads a classic script. */
export function script(source) {
  return once(source, () => Object.assign(document.createElement('script'), { src: source, async: false }));
}

const CHARTS = '/library/chart.js/dist/chart.umd.js';

/** Loads the library that draws charts, and their style sheet; must be awaited before the first chart. */
export function loadCharts() {
  return Promise.all([style('/style/chart.css'), script(CHARTS)]);
}

/** Loads a style sheet. */
export function style(source) {
  return once(source, () => Object.assign(document.createElement('link'), { rel: 'stylesheet', href: source }));
}

// SPDX-License-Identifier: Apache-2.0
// Light, dark, or what the system says: kept in this browser.

const KEY = 'plateau-theme';
const KNOWN = ['light', 'dark'];

/** light, dark, or '' for what the system says. */
export function theme() {
  try {
    const kept = localStorage.getItem(KEY);
    return KNOWN.includes(kept) ? kept : '';
  } catch {
    // A browser may keep nothing for a page.
    return '';
  }
}

/** Shows the pages in a theme, from now on and when they are opened again. */
export function choose(name) {
  try {
    localStorage.setItem(KEY, name);
  } catch {
    // Then it is for this window alone.
  }
  show(name);
}

function show(name) {
  if (KNOWN.includes(name)) {
    document.documentElement.dataset.theme = name;
  } else {
    delete document.documentElement.dataset.theme;
  }
}

show(theme());

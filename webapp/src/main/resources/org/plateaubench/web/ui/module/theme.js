// SPDX-License-Identifier: Apache-2.0
// The theme: light, dark, or that of the system. It is stored in this browser.

const KEY = 'plateau-theme';
const KNOWN = ['light', 'dark'];

/** light, dark, or '' for the theme of the system. */
export function theme() {
  try {
    const kept = localStorage.getItem(KEY);
    return KNOWN.includes(kept) ? kept : '';
  } catch {
    // A browser may have no storage for a page.
    return '';
  }
}

/** Sets the theme and stores it. */
export function choose(name) {
  try {
    localStorage.setItem(KEY, name);
  } catch {
    // The theme then applies only to this window.
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

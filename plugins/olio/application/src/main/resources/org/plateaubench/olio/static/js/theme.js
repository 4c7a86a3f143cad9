// SPDX-License-Identifier: Apache-2.0
// Applies the chosen theme before the page is drawn, and marks that scripts are enabled.
(function () {
  'use strict';
  const root = document.documentElement;
  root.classList.add('scripted');
  let chosen = null;
  try {
    chosen = localStorage.getItem('theme');
  } catch (denied) {
    // Without storage the theme follows the system.
  }
  if (chosen === 'light' || chosen === 'dark') {
    root.dataset.theme = chosen;
  }
  document.addEventListener('click', function (event) {
    if (!event.target.closest('.theme-button')) {
      return;
    }
    const now = root.dataset.theme || (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light');
    root.dataset.theme = now === 'dark' ? 'light' : 'dark';
    try {
      localStorage.setItem('theme', root.dataset.theme);
    } catch (denied) {
      // Without storage the choice is for this page only.
    }
  });
})();

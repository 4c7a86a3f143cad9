// SPDX-License-Identifier: Apache-2.0
// The menu of narrow screens.
(function () {
  'use strict';
  const button = document.querySelector('.menu-button');
  const menu = document.getElementById('menu');
  function show(open) {
    menu.classList.toggle('open', open);
    button.setAttribute('aria-expanded', String(open));
  }
  button.addEventListener('click', function () {
    show(!menu.classList.contains('open'));
  });
  document.addEventListener('keydown', function (event) {
    if (event.key === 'Escape' && menu.classList.contains('open')) {
      show(false);
      button.focus();
    }
  });
})();

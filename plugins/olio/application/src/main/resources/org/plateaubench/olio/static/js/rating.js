// SPDX-License-Identifier: Apache-2.0
// Shows stars instead of numbers, and the number of characters left for the comment.
(function () {
  'use strict';
  for (const label of document.querySelectorAll('.rating label')) {
    const stars = Number(label.querySelector('input').value);
    label.querySelector('span').textContent = '★'.repeat(stars);
    label.querySelector('input').setAttribute('aria-label', stars + ' of 5 stars');
  }
  const text = document.getElementById('text');
  if (text) {
    const left = document.createElement('p');
    left.className = 'fine';
    text.after(left);
    const count = function () {
      left.textContent = text.maxLength - text.value.length + ' characters left';
    };
    text.addEventListener('input', count);
    count();
  }
})();

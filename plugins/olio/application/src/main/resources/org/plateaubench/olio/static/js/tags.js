// SPDX-License-Identifier: Apache-2.0
// Shows the entered tags below the field.
(function () {
  'use strict';
  const field = document.getElementById('tags');
  const chips = document.createElement('ul');
  chips.className = 'chips';
  field.after(chips);
  const most = 7;
  const show = function () {
    const words = Array.from(new Set(field.value.toLowerCase().split(/[\s,]+/).filter(Boolean)));
    chips.replaceChildren(...words.slice(0, most).map(function (word) {
      const chip = document.createElement('li');
      chip.className = 'chip';
      chip.textContent = word;
      return chip;
    }));
    field.setCustomValidity(words.length > most ? 'At most 7 tags, please.' : '');
  };
  field.addEventListener('input', show);
  show();
  const begins = document.getElementById('startsAt');
  if (!begins.value) {
    const evening = new Date(Date.now() + 14 * 24 * 60 * 60 * 1000);
    begins.value = evening.toISOString().slice(0, 10) + 'T19:30';
  }
})();

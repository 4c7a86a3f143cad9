// SPDX-License-Identifier: Apache-2.0
// Long forms: counts characters, shows a preview of the picture, refuses large files, and prevents a second submission.
(function () {
  'use strict';
  const maxBytes = 2 * 1024 * 1024;
  const form = document.querySelector('form.long');
  for (const area of form.querySelectorAll('textarea')) {
    const left = document.createElement('p');
    left.className = 'count';
    area.after(left);
    const count = function () {
      left.textContent = area.value.length + ' of ' + area.maxLength;
    };
    area.addEventListener('input', count);
    count();
  }
  for (const input of form.querySelectorAll('input[type="file"]')) {
    input.addEventListener('change', function () {
      const file = input.files[0];
      input.setCustomValidity(file && file.size > maxBytes ? 'This file is larger than 2 MB.' : '');
      input.reportValidity();
      let preview = input.parentElement.querySelector('.preview');
      if (preview) {
        URL.revokeObjectURL(preview.src);
        preview.remove();
      }
      if (file && file.type.startsWith('image/')) {
        preview = document.createElement('img');
        preview.className = 'preview';
        preview.alt = 'The chosen picture';
        preview.src = URL.createObjectURL(file);
        input.after(preview);
      }
    });
  }
  form.addEventListener('submit', function (event) {
    if (form.dataset.sent) {
      event.preventDefault();
    }
    form.dataset.sent = 'yes';
  });
  window.addEventListener('pageshow', function () {
    delete form.dataset.sent;
  });
  const wrong = form.querySelector('[aria-invalid]');
  if (wrong) {
    wrong.focus();
  }
})();

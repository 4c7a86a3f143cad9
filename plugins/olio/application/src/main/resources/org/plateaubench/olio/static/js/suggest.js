// SPDX-License-Identifier: Apache-2.0
// Suggests the tags of earlier searches.
(function () {
  'use strict';
  const field = document.getElementById('tag');
  const key = 'searched';
  let searched = [];
  try {
    searched = JSON.parse(localStorage.getItem(key) || '[]').filter(function (tag) { return typeof tag === 'string'; });
  } catch (broken) {
    searched = [];
  }
  const list = document.createElement('datalist');
  list.id = 'suggestions';
  for (const tag of searched) {
    const option = document.createElement('option');
    option.value = tag;
    list.append(option);
  }
  field.after(list);
  field.setAttribute('list', list.id);
  field.form.addEventListener('submit', function () {
    const tag = field.value.trim();
    try {
      localStorage.setItem(key, JSON.stringify([tag].concat(searched.filter(function (other) { return other !== tag; })).slice(0, 12)));
    } catch (denied) {
      // Without storage the tag is not suggested later.
    }
  });
})();

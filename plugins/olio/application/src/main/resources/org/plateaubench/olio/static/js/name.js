// SPDX-License-Identifier: Apache-2.0
// Whether the wanted user name is free, and whether the two passwords are the same, said while one types.
(function () {
  'use strict';
  const name = document.getElementById('userName');
  const said = document.createElement('p');
  said.setAttribute('role', 'status');
  name.after(said);
  let asked = '';
  name.addEventListener('change', function () {
    const wanted = name.value.trim();
    asked = wanted;
    said.textContent = '';
    if (!wanted) {
      return;
    }
    fetch('/people/check?name=' + encodeURIComponent(wanted))
      .then(function (response) { return response.json(); })
      .then(function (answer) {
        if (asked === wanted) {
          said.className = answer.free ? 'free' : 'problem';
          said.textContent = answer.free ? wanted + ' is free.' : answer.reason;
        }
      })
      .catch(function () {
        // The server says it again when the form is sent.
      });
  });
  const password = document.getElementById('password');
  const again = document.getElementById('passwordAgain');
  const compare = function () {
    again.setCustomValidity(again.value && again.value !== password.value ? 'The two passwords are not the same.' : '');
  };
  password.addEventListener('input', compare);
  again.addEventListener('input', compare);
})();

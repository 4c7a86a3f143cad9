// SPDX-License-Identifier: Apache-2.0
// Reports whether the user name is free and the two passwords are the same.
(function () {
  'use strict';
  const name = document.getElementById('userName');
  const message = document.createElement('p');
  message.setAttribute('role', 'status');
  name.after(message);
  let asked = '';
  name.addEventListener('change', function () {
    const wanted = name.value.trim();
    asked = wanted;
    message.textContent = '';
    if (!wanted) {
      return;
    }
    fetch('/people/check?name=' + encodeURIComponent(wanted))
      .then(function (response) { return response.json(); })
      .then(function (answer) {
        if (asked === wanted) {
          message.className = answer.free ? 'free' : 'problem';
          message.textContent = answer.free ? wanted + ' is free.' : answer.reason;
        }
      })
      .catch(function () {
        // The server checks the name again when the form is sent.
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

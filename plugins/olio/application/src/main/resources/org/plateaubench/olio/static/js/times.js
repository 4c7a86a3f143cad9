// SPDX-License-Identifier: Apache-2.0
// Shows the days from today to each date as a tooltip.
(function () {
  'use strict';
  const words = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });
  const now = Date.now();
  const day = 24 * 60 * 60 * 1000;
  for (const time of document.querySelectorAll('time[datetime]')) {
    const days = Math.round((Date.parse(time.dateTime) - now) / day);
    if (Number.isFinite(days)) {
      time.title = Math.abs(days) < 60 ? words.format(days, 'day') : words.format(Math.round(days / 30), 'month');
    }
  }
})();

// SPDX-License-Identifier: Apache-2.0
// The forecasts of a run in progress, at the top of its page: only a few, so that the rest stays visible.
import {html, nothing} from '../module/lit.js';

const MOST = 4;

/** The most serious items of a list, and the number of the others. */
export function few(list, most = MOST) {
  return {shown: list.slice(0, most), more: Math.max(0, list.length - most)};
}

/** The forecasts that the run will not pass; nothing without such forecasts. */
export function forecastBanner(forecasts) {
  const {shown, more} = few(forecasts);
  return forecasts.length === 0 ? nothing : html`<section class="callout ${forecasts[0].certainty === 'certain' ? 'tone-bad' : 'tone-doubtful'}"
    role="status" data-test="forecast"><ul>${shown.map((one) => html`<li><strong>${one.certainty === 'certain'
      ? 'Certain' : 'Likely'} to ${one.verdict === 'invalid' ? 'be invalid' : 'fail'}.</strong> ${one.message}</li>`)}</ul>${
      more ? html`<p>And ${more} more.</p>` : nothing}</section>`;
}

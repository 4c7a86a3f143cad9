// SPDX-License-Identifier: Apache-2.0
// What is foreseen of a run that goes on, above everything else on its page: a few, so that the rest stays in sight.
import {html, nothing} from '../module/lit.js';

const MOST = 4;

/** The first few of a list, the gravest first, and how many more there are. */
export function few(list, most = MOST) {
  return {shown: list.slice(0, most), more: Math.max(0, list.length - most)};
}

/** What will keep the run from passing; nothing when nothing is foreseen. */
export function forecastBanner(forecasts) {
  const {shown, more} = few(forecasts);
  return forecasts.length === 0 ? nothing : html`<section class="callout ${forecasts[0].certainty === 'certain' ? 'tone-bad' : 'tone-doubtful'}"
    role="status" data-test="forecast"><ul>${shown.map((one) => html`<li><strong>${one.certainty === 'certain'
      ? 'Certain' : 'Likely'} to ${one.verdict === 'invalid' ? 'be invalid' : 'fail'}.</strong> ${one.message}</li>`)}</ul>${
      more ? html`<p>And ${more} more of what is foreseen.</p>` : nothing}</section>`;
}

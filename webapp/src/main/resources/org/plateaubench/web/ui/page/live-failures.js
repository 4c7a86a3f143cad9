// SPDX-License-Identifier: Apache-2.0
// Why a run in progress can no longer pass, at the top of its page: only a few reasons, so that the rest stays visible.
import {html, nothing} from '../module/lit.js';

const MOST = 4;

/** The first items of a list, and the number of the others. */
export function few(list, most = MOST) {
  return {shown: list.slice(0, most), more: Math.max(0, list.length - most)};
}

/** The reasons why the run can no longer pass; nothing while it can. */
export function failureBanner(failures) {
  const {shown, more} = few(failures);
  return failures.length === 0 ? nothing : html`<section class="callout tone-bad" role="status" data-test="failures">
    <ul>${shown.map((one) => html`<li>${one}</li>`)}</ul>${more ? html`<p>And ${more} more.</p>` : nothing}</section>`;
}

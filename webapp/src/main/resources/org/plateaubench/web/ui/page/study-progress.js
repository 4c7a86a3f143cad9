// SPDX-License-Identifier: Apache-2.0
// The progress of trials, a search or a study in words.
import {html, nothing} from '../module/lit.js';
import {liveAddress} from '../module/addresses.js';
import {count, duration} from '../module/format.js';

/** The ended runs, the run in progress, and the longest time of the rest. */
export function progressOf({progress, state}) {
  const {ended, remaining, current, secondsLeft} = progress;
  const most = ended + remaining;
  return html`<span data-test="progress">${remaining > 0 ? `${ended} of ${most} at most` : count(ended, 'run')}</span>
    ${remaining > 0 && state === 'running'
      ? html`<progress max=${most} value=${ended} aria-label="Runs that have ended"></progress>`
      : nothing}
    ${current
      ? html`<div class="small" data-test="current">now ${current.cell ? html`<strong>${current.cell}</strong>, ` : nothing}trial
          ${current.runId ? html`<a href=${liveAddress(current.runId)}>${current.trial}</a>` : current.trial}</div>`
      : nothing}
    ${secondsLeft === null || secondsLeft === undefined
      ? nothing
      : html`<div class="small soft" data-test="left">at most ${duration(Math.round(secondsLeft))} left</div>`}`;
}

// SPDX-License-Identifier: Apache-2.0
// The progress of a run within its plan, as a bar of its phases and in words.
import {clock, duration, timeText} from '../module/format.js';
import {html, nothing, ref} from '../module/lit.js';

const WORDS = {
  prepare: 'SUTs start and data is prepared', 'ramp-up': 'Users start one by one', steady: 'The measured window',
  'ramp-down': 'The load stays on while the last operations end', drain: 'Waiting for outstanding operations',
  finish: 'The result is computed',
};
const LEAST_SHARE = 0.13;

/** The end of the last phase of known length. The drain has none; it ends as soon as no operation is outstanding. */
function expectedEnd(phases) {
  return phases.filter((phase) => phase.name !== 'drain').at(-1)?.endSeconds ?? null;
}

function segment(phase, elapsed, whole) {
  const length = phase.endSeconds - phase.startSeconds;
  const done = Math.min(1, Math.max(0, (elapsed - phase.startSeconds) / length));
  const state = done >= 1 ? 'done' : done > 0 ? 'now' : 'ahead';
  return html`<li class="${state} phase-${phase.name}" ${ref((element) => {
    element?.style.setProperty('flex-grow', String(phase.name === 'drain' ? LEAST_SHARE : Math.max(length / whole, LEAST_SHARE)));
    element?.style.setProperty('--done', `${100 * done}%`);
  })} aria-current=${state === 'now' ? 'step' : nothing}><span class="fill" aria-hidden="true"></span>
    <span class="name">${phase.name}</span> <span class="length">${phase.name === 'drain' ? '≤ ' : ''}${duration(length)}</span></li>`;
}

function prepareProgress(progress) {
  return html`<div class="prepare" data-test="progress"><span>${progress?.message ?? 'The run begins.'}</span>
    <progress aria-label="Data set-up"></progress></div>`;
}

function clockLine(name, elapsed, end, left) {
  if (elapsed === null || elapsed === undefined || name === 'prepare') {
    return nothing;
  }
  const more = [
    end === null ? '' : `of ${clock(end)}`,
    left !== null && left > 0 ? `${duration(Math.ceil(left))} of this phase left` : '',
    end !== null && end > elapsed ? `ends about ${timeText(new Date(Date.now() + 1000 * (end - elapsed)).toISOString())}` : '',
  ].filter(Boolean);
  return html`<p class="figure"><strong>${clock(elapsed)}</strong> <span class="soft">${more.join(', ')}</span></p>`;
}

/** `state` = {phase: {name, startedSeconds, expectedEndSeconds}|null, phases, elapsedSeconds, progress}. */
export function phaseBar({phase, phases, elapsedSeconds, progress}) {
  const elapsed = elapsedSeconds ?? 0;
  const planned = (phases ?? []).filter((one) => one.endSeconds !== null && one.endSeconds > one.startSeconds && one.startSeconds >= 0);
  const end = expectedEnd(planned);
  const name = phase?.name ?? 'prepare';
  const left = phase?.expectedEndSeconds !== null && phase?.expectedEndSeconds !== undefined ? phase.expectedEndSeconds - elapsed : null;
  const whole = planned.reduce((sum, one) => sum + (one.name === 'drain' ? 0 : one.endSeconds - one.startSeconds), 0) || 1;
  return html`<section class="card" aria-labelledby="phase-title">
    <div class="phase-line"><h2 id="phase-title" data-test="phase">${name}</h2>
      <p class="soft">${WORDS[name] ?? ''}</p>
      ${clockLine(name, elapsedSeconds, end, left)}</div>
    <ol class="phases" aria-label="Phases of the run">${planned.map((one) => segment(one, elapsed, whole))}</ol>
    ${name === 'prepare' ? prepareProgress(progress) : nothing}
  </section>`;
}

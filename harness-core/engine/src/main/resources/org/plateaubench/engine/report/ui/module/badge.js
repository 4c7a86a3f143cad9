// SPDX-License-Identifier: Apache-2.0
// Verdict and status as a sign, a word and a colour.
import {html, nothing} from './lit.js';

const VERDICTS = {
  pass: ['good', '✓', 'Pass', 'Every limit was met and the measurement is sound.'],
  fail: ['bad', '✕', 'Fail', 'The measurement is sound; the system under test missed a limit.'],
  invalid: ['doubtful', '!', 'Invalid', 'The measurement cannot be trusted, so its figures do not count.'],
};

const STATUSES = {
  running: ['busy', '●', 'Running'],
  completed: ['plain', '✓', 'Completed'],
  interrupted: ['doubtful', '■', 'Interrupted'],
  'not-started': ['bad', '✕', 'Could not start'],
  crashed: ['bad', '✕', 'Crashed'],
};

const STATES = {
  waiting: ['plain', '…', 'Waiting'],
  scheduled: ['plain', '◷', 'Scheduled'],
  starting: ['busy', '●', 'Starting'],
  running: ['busy', '●', 'Running'],
  stopping: ['busy', '●', 'Stopping'],
  done: ['plain', '✓', 'Done'],
  cancelled: ['plain', '–', 'Cancelled'],
  'not-started': ['bad', '✕', 'Could not start'],
  failed: ['bad', '✕', 'Failed'],
  stopped: ['plain', '■', 'Stopped'],
  ready: ['good', '✓', 'Ready'],
  connected: ['good', '✓', 'Connected'],
  lost: ['bad', '✕', 'Lost'],
};

/** A badge of any kind. Tones: good, bad, doubtful, busy, plain. */
export function badge(tone, sign, word, title) {
  const busy = tone === 'busy' ? 'pulse' : '';
  return html`<span class="badge tone-${tone}" title=${title || nothing}
    ><span class=${busy} aria-hidden="true">${sign}</span> ${word}</span
  >`;
}

/** Pass, fail or invalid; without a verdict "no verdict". */
export function verdictBadge(verdict) {
  const known = VERDICTS[String(verdict || '').toLowerCase()];
  return known
    ? badge(...known)
    : badge('plain', '–', 'No verdict', 'The run was not judged: it has not ended, or too little was measured.');
}

/** What a run comes to, in the words of the judge: pass with doubts is amber, and what did not end is no verdict. */
export function conclusionBadge(conclusion) {
  return badge(conclusion.tone, conclusion.sign, conclusion.word, `${conclusion.detail} ${conclusion.meaning}`);
}

/** Status of a run: running, completed, interrupted, not-started, crashed. */
export function statusBadge(status) {
  return badge(...(STATUSES[String(status).toLowerCase()] || ['plain', '–', String(status)]));
}

/** State of an item of the queue, an agent or a SUT. */
export function stateBadge(state, title) {
  const known = STATES[String(state).toLowerCase()] || ['plain', '–', capitalised(String(state))];
  return badge(known[0], known[1], known[2], title);
}

/** What a run comes to; its verdict or status where nothing says it. */
export function runBadge(run) {
  if (run.conclusion) {
    return conclusionBadge(run.conclusion);
  }
  return run.status === 'completed' || run.verdict ? verdictBadge(run.verdict) : statusBadge(run.status);
}

/** dev, modified or standard. */
export function classBadge(name) {
  const titles = {
    dev: 'A development run: short or embedded, suitable for a first impression, never to be compared with a reference.',
    modified: 'Something was changed from the standard settings.',
    standard: 'Standard settings throughout.',
  };
  return name ? html`<span class="chip" title=${titles[name] || nothing}>${name}</span>` : nothing;
}

function capitalised(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

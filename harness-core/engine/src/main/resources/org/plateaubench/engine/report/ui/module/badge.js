// SPDX-License-Identifier: Apache-2.0
// Badges of verdicts and states: a sign, a word and a colour.
import {html, nothing} from './lit.js';
import {stateOf, STATES} from './states.js';

const MEANINGS = {
  pass: 'No limit was missed, and the measurement is sound.',
  fail: 'The measurement is sound; the system under test did not do what was required of it.',
  invalid: 'The measurement cannot be trusted, so its figures do not count.',
};

/** A badge of any kind. Tones: good, bad, doubtful, busy, plain. */
export function badge(tone, sign, word, title) {
  const busy = tone === 'busy' ? 'pulse' : '';
  return html`<span class="badge tone-${tone}" title=${title || nothing}
    ><span class=${busy} aria-hidden="true">${sign}</span> ${word}</span
  >`;
}

/** Pass, fail or invalid; without a verdict "no verdict". Doubts are an attribute of a pass. */
export function verdictBadge(verdict, doubts = false, explanation = undefined) {
  const name = String(verdict || '').toLowerCase();
  return doubts && name === 'pass' ? html`${stateBadge('verdict', 'pass', explanation)} ${badge('doubtful', '!', 'with doubts', explanation)}`
    : STATES.verdict[name] ? stateBadge('verdict', name, MEANINGS[name])
    : badge('plain', '–', 'No verdict', 'The run was not judged: it has not ended, or too little was measured.');
}

/** The conclusion of the judge about a run; also of a run that did not end, which has no verdict. */
function conclusionBadge(conclusion) {
  const explanation = `${conclusion.detail} ${conclusion.meaning}`.trim();
  return conclusion.kind === 'doubts' ? verdictBadge('pass', true, explanation)
    : badge(conclusion.tone, conclusion.sign, conclusion.word, explanation);
}

/** The conclusion about a run as a heading, with its sign. */
export function verdictWord({kind, tone, sign, word}) {
  return kind === 'doubts' ? html`<span class="tone-good">✓ Passed</span> <span class="tone-doubtful">with doubts</span>`
    : html`<span class="tone-${tone}">${sign} ${word}</span>`;
}

/** A state of a kind of module/states.js: verdict, status, queue, SUT, agent, limit, audit. */
export function stateBadge(kind, state, title) {
  return badge(...stateOf(kind, state), title);
}

/** The conclusion about a run; without a conclusion, its verdict or status. */
export function runBadge(run) {
  if (run.conclusion) {
    return conclusionBadge(run.conclusion);
  }
  return run.status === 'completed' || run.verdict ? verdictBadge(run.verdict) : stateBadge('status', run.status);
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

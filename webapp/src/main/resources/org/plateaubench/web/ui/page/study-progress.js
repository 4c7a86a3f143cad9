// SPDX-License-Identifier: Apache-2.0
// The progress of trials, a search or a study in words.
import {html, nothing} from '../module/lit.js';
import {liveAddress} from '../module/addresses.js';
import {badge} from '../module/badge.js';
import {count, duration, number} from '../module/format.js';

const LOOKS = {
  pass: ['good', '✓', 'Pass'],
  fail: ['bad', '✕', 'Fail'],
  invalid: ['doubtful', '!', 'Not complete, or invalid'],
  'not carried out': ['bad', '✕', 'Not carried out'],
  interrupted: ['doubtful', '!', 'Interrupted'],
};

/** The outcome of a study, or of one of its cells or runs, as a badge; while it is in progress, its state. */
export function outcomeBadge({state, outcome}) {
  if (state === 'running') {
    return badge('busy', '●', 'Running');
  }
  if (state === 'stopped') {
    return badge('doubtful', '!', 'Stopped', './plateau resume continues it');
  }
  const look = LOOKS[outcome];
  return look ? badge(...look) : html`<span class="soft">${outcome}</span>`;
}

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

/** The result of a search, one sentence. */
export function edge({maximise, carried, missed, capacity, resolution, confirmed}) {
  const load = (value) => loadWords(value, maximise);
  const found = carried === null
    ? `Not even the least load passed${missed === null ? '.' : `: ${load(missed)} failed.`}`
    : `The greatest load that passed is ${load(carried)}${capacity === null
      ? ', and no load failed.'
      : `, the least that failed ${load(missed)}: the capacity is ${load(capacity)}, within ${load(resolution)}.`}`;
  return confirmed ? found : `${found} This is not confirmed by repeated runs.`;
}

/** A load with its unit; a rate is written as in a run file. */
function loadWords(value, maximise) {
  return maximise === 'rate' ? `${number(value)}/s` : count(value, maximise.slice(0, -1));
}

/** The mark of an interval that is too wide to be useful. */
const SAYS_LITTLE = ', says little';

/** A confidence interval of a value in words; one that is wider than twice the value is marked as too wide. */
function intervalWords({lower, upper}, value) {
  return `${number(lower)} to ${number(upper)}${(upper - lower) / 2 > Math.abs(value) ? SAYS_LITTLE : ''}`;
}

/** The explanation of marked intervals, one sentence; empty if no shown interval is marked. */
export function vague(cells) {
  const isMarked = cells.some((cell) => cell.figures.some((figure) =>
    [meanInterval(figure), ofBaseline(cells, cell, figure)].some((words) => words.includes(SAYS_LITTLE))));
  return isMarked ? 'An interval that says little is wider than twice its value, because few trials vary much: only more trials'
    + ' can narrow it.' : '';
}

/** The interval of a mean over trials in words; empty without one. */
export function meanInterval({lowerBound, values: {mean, interval}}) {
  return lowerBound || !interval ? '' : intervalWords(interval, mean);
}

/**
 * A figure's ratio to its baseline in words; empty without a baseline, and if only a lower bound of the baseline is
 * known.
 */
export function ofBaseline(cells, cell, figure) {
  const isSame = (other) => ['workload', 'line', 'name', 'unit'].every((key) => other[key] === figure[key]);
  const base = cells.find(({name}) => name === cell.baseline)?.figures.find(isSame);
  if (figure.ofBaseline === null || base?.lowerBound) {
    return '';
  }
  const sure = figure.ofBaselineInterval && !figure.lowerBound ? ` (${intervalWords(figure.ofBaselineInterval, figure.ofBaseline)})` : '';
  return `${figure.lowerBound ? '≥ ' : ''}${number(figure.ofBaseline)}${sure}`;
}

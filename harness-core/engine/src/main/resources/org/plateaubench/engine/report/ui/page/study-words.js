// SPDX-License-Identifier: Apache-2.0
// The results of trials, a search or a study in words.
import {badge, verdictBadge} from '../module/badge.js';
import {count, number} from '../module/format.js';
import {stateOf} from '../module/states.js';

const OUTCOMES = {
  'not carried out': ['bad', '✕', 'Not carried out'],
  interrupted: ['doubtful', '!', 'Interrupted'],
};

/** The outcome of a study, or of one of its cells or runs, as a badge; while it is in progress, its state. */
export function outcomeBadge({state, outcome, doubts}) {
  if (state === 'running') {
    return badge('busy', '●', 'Running');
  }
  if (state === 'stopped') {
    return badge('doubtful', '!', 'Stopped', './plateau resume continues it');
  }
  return OUTCOMES[outcome] ? badge(...OUTCOMES[outcome]) : outcome === 'pass' ? verdictBadge(outcome, doubts) : badge(...stateOf('verdict', outcome));
}

/** Whether runs of a cell passed with doubts. */
export function isDoubtful({trials}) {
  return trials.some(({doubts}) => doubts);
}

/** The result of a search, one sentence. */
export function edge({maximise, carried, missed, confirmed}) {
  const load = (value) => loadWords(value, maximise);
  const found = carried === null
    ? (missed === null ? 'No load passed, and none failed.' : `Not even the least load passed: ${load(missed)} failed.`)
    : `The greatest load that passed is ${load(carried)}, ${missed === null ? 'and no load failed.' : `the least that failed ${load(missed)}.`}`;
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
    [meanInterval(figure), ofBaseline(figure)].some((words) => words.includes(SAYS_LITTLE))));
  return isMarked ? 'An interval that says little is wider than twice its value, because few trials vary much: only more trials'
    + ' can narrow it.' : '';
}

/** The interval of a mean over trials in words; empty without one. */
export function meanInterval({lowerBound, values: {mean, interval}}) {
  return lowerBound || !interval ? '' : intervalWords(interval, mean);
}

/** A figure's ratio to its baseline in words; empty without a baseline. */
export function ofBaseline({ofBaseline: ratio, ofBaselineInterval: interval, lowerBound}) {
  return ratio === null ? '' : `${lowerBound ? '≥ ' : ''}${number(ratio)}${interval ? ` (${intervalWords(interval, ratio)})` : ''}`;
}

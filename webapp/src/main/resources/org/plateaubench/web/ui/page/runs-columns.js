// SPDX-License-Identifier: Apache-2.0
// The columns of the list of runs.
import {html, nothing} from '../module/lit.js';
import {liveAddress, runAddress, studyAddress} from '../module/addresses.js';
import {badge, classBadge, runBadge, stateBadge} from '../module/badge.js';
import {duration, figure, NONE, number, share, time, words} from '../module/format.js';

/** The address of a run's page, which is the live view while the run is in progress. */
export function placeOf(run) {
  return run.status === 'running' ? liveAddress(run.id) : runAddress(run.id);
}

/** The columns. A click on a tag shows the runs with this tag. `trialOf` returns the study to which a run belongs. */
export function columns(onTag, trialOf = () => null) {
  return [
    {id: 'name', label: 'Run', sortable: true, header: true, className: 'run-name', cell: (run) => name(run, onTag, trialOf(run.id))},
    {id: 'verdict', label: 'Verdict', sortable: true, className: 'run-verdict', cell: verdict},
    {
      id: 'headline', label: 'Headline', numeric: true, sortable: true, cell: headline,
      className: 'judged',
      title: 'The main figure of the first workload',
    },
    {
      id: 'p95', label: 'p95, ms', numeric: true, cell: slowest, className: 'judged',
      title: '95 % of the operations were answered within this time; of several workloads, the slowest',
    },
    {
      id: 'errors', label: 'Errors', numeric: true, cell: errors, className: 'judged',
      title: 'Share of operations that failed; of several workloads, the largest',
    },
    {id: 'startedAt', label: 'Started', sortable: true, first: 'desc', className: 'run-start', cell: start},
    {
      id: 'durationSeconds', label: 'Duration', sortable: true, numeric: true,
      cell: (run) => duration(run.durationSeconds),
    },
  ];
}

function name(run, onTag, trial) {
  return html`<a href=${placeOf(run)} data-test="run-link">${run.name}</a> ${classBadge(run.class)}
    ${run.archived ? html`<span class="chip">archived</span>` : nothing}
    ${run.pinned ? html`<span class="chip" title="It is not deleted until it is unpinned">pinned</span>` : nothing}
    ${run.problems?.length ? badge('doubtful', '!', 'Damaged', run.problems.join('\n')) : nothing}
    <div class="row">
      <span class="small soft">${run.plugins.join(', ')}</span>
      ${trial ? html`<a class="chip" href=${studyAddress(trial.study.id)} data-test="trial-of"
        title=${trial.study.id}>trial ${trial.trial} of ${trial.study.name}${trial.cell ? `: ${trial.cell}` : nothing}</a>` : nothing}
      ${run.tags.map(
        (tag) => html`<button class="chip" title="Show runs with the tag ${tag}" @click=${() => onTag(tag)}>
          <span aria-hidden="true">#</span>${tag}
        </button>`,
      )}
    </div>
    ${run.note ? html`<div class="small run-note" title=${run.note}>${run.note}</div>` : nothing}`;
}

function verdict(run) {
  if (run.status === 'running') {
    return stateBadge('status', run.status);
  }
  const why = run.conclusion?.detail ?? run.reasons[0];
  return html`${runBadge(run)}
  ${why && run.verdict !== 'pass'
    ? html`<div class="small soft run-reason" title=${run.reasons.join('\n')}>${why}</div>`
    : nothing}`;
}

function headline(run) {
  if (!run.headline) {
    return html`<span class="soft">${NONE}</span>`;
  }
  const {workload, name: metric, value, unit} = run.headline;
  return html`<span title="${words(metric)} of ${workload}">${figure(value, unit)}</span
    >${run.workloads.length > 1
      ? html`<div class="small soft">of ${run.workloads.length} workloads</div>`
      : nothing}`;
}

function slowest(run) {
  const measured = run.workloads.filter(({p95Ms}) => p95Ms !== null && p95Ms !== undefined);
  if (measured.length === 0) {
    return html`<span class="soft">${NONE}</span>`;
  }
  const worst = measured.reduce((worse, workload) => (workload.p95Ms > worse.p95Ms ? workload : worse));
  // The percentile is among operations that were never answered, so that the real one is at least this long.
  return html`${measured.some(({p95LowerBound}) => p95LowerBound) ? '≥ ' : ''}${number(worst.p95Ms)}${worst.p95LimitedByHarness
    ? html` <span class="soft" title="Limited by the harness: more than a tenth of it may be its own lag" aria-label=", limited by the harness">‡</span>`
    : nothing}${run.workloads.length > 1 ? html`<div class="soft small">of ${worst.tile}/${worst.name}</div>` : nothing}`;
}

function errors(run) {
  const measured = run.workloads.filter(({errorShare}) => Number.isFinite(errorShare));
  if (measured.length === 0) {
    return html`<span class="soft">${NONE}</span>`;
  }
  const worst = measured.reduce((worse, workload) => (workload.errorShare > worse.errorShare ? workload : worse));
  return html`${share(worst.errorShare)}${run.workloads.length > 1 && worst.errorShare > 0
    ? html`<div class="soft small">of ${worst.tile}/${worst.name}</div>` : nothing}`;
}

function start(run) {
  return html`${time(run.startedAt)}${run.startedBy
    ? html`<div class="small soft">by ${run.startedBy}</div>`
    : nothing}`;
}

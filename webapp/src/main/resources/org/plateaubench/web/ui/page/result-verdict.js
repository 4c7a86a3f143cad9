// SPDX-License-Identifier: Apache-2.0
// The verdict in words: what it means, and every reason for it.
import {badge} from '../module/badge.js';
import {number} from '../module/format.js';
import {html, nothing} from '../module/lit.js';

const MEANINGS = {
  pass: ['good', 'Passed: the system under test kept every limit.',
    'The measurement is sound, so these figures can be believed and compared.'],
  fail: ['bad', 'Failed: the system under test missed what was asked of it.',
    'The measurement itself is sound. The figures are true; they are not good enough.'],
  invalid: ['doubtful', 'Invalid: these figures are not to be believed.',
    'Something on the side of the measurement went wrong, so nothing can be said of the system under test, neither good'
    + ' nor bad. Mend the cause below and run again; do not quote or compare these figures.'],
};

const UNFINISHED = {
  interrupted: 'The run was stopped before its planned end. What had been measured until then is shown.',
  crashed: 'The run ended without closing its folder: its process was killed or the host went down. What was written until'
    + ' then is shown.',
};

const SEVERITIES = {
  invalid: ['doubtful', '!', 'Invalid'], fail: ['bad', '✕', 'Fail'], note: ['plain', 'i', 'Note'],
};

function severity(name) {
  return badge(...(SEVERITIES[name] ?? ['plain', 'i', name]));
}

function scope(reason) {
  return [reason.workload ? `${reason.tile ?? ''}/${reason.workload}`.replace(/^\//, '') : '', reason.operation,
    reason.agent ? `agent ${reason.agent}` : '', reason.step ? `step ${reason.step}` : '',
    reason.period ? `period ${reason.period}` : ''].filter(Boolean).join(' · ');
}

function reasons(list) {
  return html`<ul class="reasons" data-test="reasons">
    ${list.map((reason) => html`<li class="tone-${(SEVERITIES[reason.severity] ?? ['plain'])[0]}">
      ${severity(reason.severity)}
      <div><p>${reason.message}</p>
        <p class="soft small">rule ${reason.rule}${scope(reason) ? html` · ${scope(reason)}` : nothing}</p></div>
    </li>`)}
  </ul>`;
}

/** Verdict, reasons, class, notes. */
export function verdictCard({run, result, waiting}) {
  if (waiting.has('result') && !run.verdict) {
    return html`<section class="card" id="verdict" tabindex="-1" aria-busy="true"><h2>The result is being worked out…</h2>
      <p class="soft">It was not stored with the run, so it is judged now from what was measured.</p></section>`;
  }
  const verdict = result?.verdict ?? run.verdict;
  const [tone, headline, meaning] = MEANINGS[verdict]
    ?? ['plain', 'No verdict.', 'The run holds too little to be judged.'];
  const all = result?.reasons ?? [];
  const grave = all.filter((reason) => reason.severity !== 'note');
  const notes = all.filter((reason) => reason.severity === 'note');
  return html`<section class="card verdict-card tone-${tone}" id="verdict" tabindex="-1" aria-labelledby="verdict-title">
    <div class="ink">
      <h2 id="verdict-title" data-test="verdict">${headline}</h2>
      <p>${meaning}</p>
      ${UNFINISHED[run.status] ? html`<p>${UNFINISHED[run.status]}</p>` : nothing}
      ${run.problems?.length ? html`<p><strong>Its folder is damaged:</strong></p>
        <ul class="plain-list" data-test="problems-of-folder">${run.problems.map((problem) => html`<li>${problem}</li>`)}</ul>` : nothing}
      ${result?.score ? html`<p class="score">Score <strong>${number(result.score.value ?? result.score)}</strong></p>` : nothing}
      ${grave.length ? reasons(grave) : nothing}
      ${result && grave.length === 0 && verdict === 'pass'
        ? html`<p class="soft">Every limit was kept, and no audit of the measurement that could be made spoke against it${
          result.audits?.some((audit) => audit.state === 'violated') ? '; what some of them noted stands below' : ''}.</p>` : nothing}
      ${notes.length || result?.notes?.length ? html`<details><summary>Worth knowing (${notes.length
          + (result.notes?.length ?? 0)})</summary>${reasons(notes)}
        <ul class="plain-list">${(result.notes ?? []).map((note) => html`<li>${note.message ?? note}</li>`)}</ul></details>` : nothing}
      ${classNote(result)}
    </div>
  </section>`;
}

function classNote(result) {
  if (!result?.classReasons?.length) {
    return nothing;
  }
  const what = result.class === 'dev'
    ? 'for trying things out, never to be published or compared with a reference' : 'differs from the standard settings';
  return html`<details><summary>Class ${result.class}: ${what}</summary>
    <ul class="plain-list">${result.classReasons.map((reason) => html`<li>${reason}</li>`)}</ul></details>`;
}

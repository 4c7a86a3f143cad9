// SPDX-License-Identifier: Apache-2.0
// The verdict in words: what it means, and every reason for it.
import {badge} from '../module/badge.js';
import {number, words} from '../module/format.js';
import {html, nothing} from '../module/lit.js';

const NONE = {tone: 'plain', word: 'No verdict', detail: 'too little was measured to judge the run.', meaning: ''};

const SEVERITIES = {
  invalid: ['doubtful', '!', 'Invalid'], fail: ['bad', '✕', 'Fail'], note: ['plain', 'i', 'Note'],
};

function severity(name) {
  return badge(...(SEVERITIES[name] ?? ['plain', 'i', name]));
}

function scope(reason) {
  return [reason.workload ? `${reason.tile ?? ''}/${reason.workload}`.replace(/^\//, '') : '', reason.operation ? words(reason.operation) : '',
    reason.agent ? `agent ${reason.agent}` : '', reason.step ? `step ${reason.step}` : '',
    reason.period ? `period ${reason.period}` : ''].filter(Boolean).join(' · ');
}

/** A run of a hundred tiles may have thousands. */
const MOST_REASONS = 200;

function reasons(list) {
  return html`<ul class="reasons" data-test="reasons">
    ${list.slice(0, MOST_REASONS).map((reason) => html`<li class="tone-${(SEVERITIES[reason.severity] ?? ['plain'])[0]}">
      ${severity(reason.severity)}
      <div><p>${reason.message}</p>
        <p class="soft small">rule ${reason.rule}${scope(reason) ? html` · ${scope(reason)}` : nothing}</p></div>
    </li>`)}
  </ul>${list.length > MOST_REASONS ? html`<p class="soft">And ${number(list.length - MOST_REASONS)} more, which result.json has.</p>` : nothing}`;
}

/** Verdict, reasons, class, notes. */
export function verdictCard({run, result, waiting}) {
  if (waiting.has('result') && !run.verdict) {
    return html`<section class="card" id="verdict" tabindex="-1" aria-busy="true"><h2>The result is being computed…</h2>
      <p class="soft">It was not stored with the run, so it is judged now from what was measured.</p></section>`;
  }
  const {tone, word, detail, meaning} = run.conclusion ?? NONE;
  const all = (result?.reasons ?? []).filter((reason) => reason.message !== detail);
  const grave = all.filter((reason) => reason.severity !== 'note');
  const notes = all.filter((reason) => reason.severity === 'note');
  return html`<section class="card verdict-card tone-${tone}" id="verdict" tabindex="-1" aria-labelledby="verdict-title">
    <div class="ink">
      <h2 id="verdict-title" data-test="verdict">${word}: ${detail}</h2>
      <p>${meaning}</p>
      ${run.problems?.length ? html`<p><strong>Its folder is damaged:</strong></p>
        <ul class="plain-list" data-test="problems-of-folder">${run.problems.map((problem) => html`<li>${problem}</li>`)}</ul>` : nothing}
      ${grave.length ? reasons(grave) : nothing}
      ${notes.length || result?.notes?.length ? html`<details><summary>Worth knowing (${notes.length
          + (result.notes?.length ?? 0)})</summary>${reasons(notes)}
        <ul class="plain-list">${(result.notes ?? []).map((note) => html`<li>${note.scope ? `${note.scope}: ` : ''}${note.message ?? note}</li>`)}</ul></details>` : nothing}
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
    <ul class="plain-list">${(result.classSummary ?? result.classReasons).map((reason) => html`<li>${reason}</li>`)}</ul></details>`;
}

// SPDX-License-Identifier: Apache-2.0
// The result of a run: verdict, headlines, the table of operations, charts, and folded parts with the details. Of a damaged
// or unfinished run it shows the parts that can be read. The console and report.html share it; they differ in the source of
// the data, and in the head and foot of the page.
import {badge, verdictWord} from '../module/badge.js';
import {count, number} from '../module/format.js';
import {foldAll} from '../module/fold.js';
import {html, nothing, render} from '../module/lit.js';
import {problemView} from '../module/notice.js';
import {PageState} from '../module/page-state.js';
import {checksFold, dataFold, trustFold} from './result-audits.js';
import {ResultCharts} from './result-charts.js';
import {eventEffectsFold} from './result-events.js';
import {figures, partsFolds} from './result-figures.js';
import {limitedFold} from './result-hosts.js';
import {LoadCurves} from './result-load.js';
import {powerFold} from './result-power.js';
import {scoreFold} from './result-score.js';
import {errorsFold, eventsFold, setupFold} from './result-setup.js';

/** The parts of a run's data: name, value until it is loaded, and the function that picks the value from the answer. */
const PARTS = [
  ['plan', null], ['events', {total: 0, events: []}], ['errors', [], (answer) => answer.errors], ['environment', null],
  ['result', null], ['percentiles', [], (answer) => answer.workloads], ['config', null],
];

/** The data of a run, in parts that are loaded independently. */
class RunData {
  constructor(run, ask, parts, pageState) {
    Object.assign(this, {id: run.id, run, ask, parts, pageState, missing: {}, waiting: new Set()});
    parts.forEach(([name, empty]) => { this[name] = empty; });
  }

  /** The operation whose details are shown, `1/store/browse`; null for none. */
  get operation() {
    return this.pageState.get('operation');
  }

  /** Service times are requested only while they are shown, because they take as long to read as response times. */
  get times() {
    return this.operation ? {times: 'all'} : {};
  }

  async read(name, pick = (answer) => answer) {
    this.waiting.add(name);
    try {
      this[name] = pick(await this.ask(name, name === 'percentiles' ? this.times : {}));
    } catch (error) {
      this.missing[name] = error;
    }
    this.waiting.delete(name);
  }

  /** Reads all parts in parallel; `onLoaded(name)` is called for each. */
  load(onLoaded) {
    return Promise.all(this.parts.map(([name, , pick]) => this.read(name, pick).then(() => onLoaded(name))));
  }
}

/**
 * Shows a result.
 *
 * @param root the element that it is drawn into
 * @param run the entry of the run in lists
 * @param ask requests a part by its name, and parameters for `series`; returns a promise
 * @param head returns the head of the page for the data; its second argument draws the page again
 * @param foot likewise, the foot of the page
 * @param signal closes the page
 * @param parts further parts to read
 * @param pageState the PageState of the page
 */
export function showResult(root, {run, ask, head, foot, signal, parts = [], pageState = new PageState()}) {
  const data = new RunData(run, ask, [...PARTS, ...parts], pageState);
  const charts = new ResultCharts(data, pageState);
  const load = new LoadCurves(pageState);
  const draw = () => signal.aborted || render(view(data, {charts, load, choose}, head(data, draw), foot(data, draw)), root);
  async function choose(operation) {
    pageState.keep({operation});
    draw();
    await data.read('percentiles', (answer) => answer.workloads);
    charts.choose();
    draw();
    (root.querySelector('#operation') ?? root.querySelector('#figures')).scrollIntoView();
  }
  const onLoaded = (name) => {
    if (signal.aborted) {
      return;
    }
    if (name === 'percentiles') {
      charts.curves();
    } else if (name === 'result') {
      // A stored result of a crashed run cannot be trusted.
      if (data.result && run.status === 'crashed') {
        data.result.verdict = run.verdict ?? 'invalid';
      }
      load.show(data.result);
      charts.showResult();
    } else if (name === 'plan') {
      charts.build();
    }
    draw();
  };
  // The browser has few connections to the console: the charts take longest, and are requested first.
  charts.open();
  data.load(onLoaded);
  draw();
  signal.addEventListener('abort', () => [charts, load].forEach((card) => card.close()));
}

function view(data, {charts, load, choose}, head, foot) {
  const {result, missing, waiting} = data;
  return html`<div class="wrap result" data-test="result" data-state=${waiting.size ? 'loading' : 'ready'}>
    ${head}
    ${verdictCard(data)}
    ${missing.result ? problemView(missing.result) : nothing}
    ${figures(data, charts, choose)}
    ${charts.element}
    <div class="card folds">
      ${result ? html`${limitedFold(result)}${dataFold(result)}${trustFold(data)}${scoreFold(result)}${partsFolds(data, load)}` : nothing}
      ${charts.fold()}
      ${result ? html`${eventEffectsFold(result)}${powerFold(result)}${checksFold(result)}` : nothing}
      ${errorsFold(data)}${setupFold(data)}${eventsFold(data)}
      ${foot}
    </div>
    <p class="buttons fold-all"><button type="button" class="button compact" data-test="unfold" @click=${(event) => foldAll(event.target.closest('.result'), true)}>Unfold all</button>
      <button type="button" class="button compact" data-test="fold" @click=${(event) => foldAll(event.target.closest('.result'), false)}>Fold all</button>
      <span class="soft small">What is unfolded is printed too.</span></p>
  </div>`;
}

const NONE = {tone: 'plain', sign: '–', word: 'No verdict', detail: 'too little was measured to judge the run', meaning: ''};

const SEVERITIES = {
  invalid: ['doubtful', '!', 'Invalid'], fail: ['bad', '✕', 'Failed'], note: ['plain', 'i', 'Note'],
};

/** A run of a hundred tiles may have thousands of reasons. */
const MAX_REASONS = 200;

function reasons(list) {
  return html`<ul class="reasons" data-test="reasons">
    ${list.slice(0, MAX_REASONS).map((reason) => html`<li class="tone-${(SEVERITIES[reason.severity] ?? ['plain'])[0]}">
      ${badge(...(SEVERITIES[reason.severity] ?? ['plain', 'i', reason.severity]))}
      <div><p>${reason.message}</p>
        <p class="soft small">rule ${reason.rule}${reason.scope === 'run' ? nothing : html` · ${reason.scope}`}</p></div>
    </li>`)}
  </ul>${list.length > MAX_REASONS ? html`<p class="soft">And ${number(list.length - MAX_REASONS)} more; see result.json.</p>` : nothing}`;
}

/** The verdict with its explanation in one line; folded, its reasons, notes and class. */
function verdictCard({run, result, waiting}) {
  if (waiting.has('result') && !run.verdict) {
    return html`<section class="card" id="verdict" tabindex="-1" aria-busy="true"><h2>The result is being computed…</h2>
      <p class="soft">It was not stored with the run, so it is judged now from what was measured.</p></section>`;
  }
  const conclusion = run.conclusion ?? NONE;
  const listed = result?.reasons ?? [];
  const notes = result?.notes ?? [];
  const consequence = result?.class === 'dev' ? 'do not publish or compare' : 'differs from the standard settings';
  const more = [listed.length ? count(listed.length, 'reason') : '', notes.length ? count(notes.length, 'note') : '',
    result?.classReasons?.length ? `class ${result.class}: ${consequence}` : ''].filter(Boolean);
  return html`<section class="card verdict-card tone-${conclusion.tone}" id="verdict" tabindex="-1" aria-labelledby="verdict-title">
    <div class="ink">
      <h2 id="verdict-title" data-test="verdict">${verdictWord(conclusion)} <span class="why">${conclusion.detail}</span></h2>
      ${conclusion.meaning ? html`<p>${conclusion.meaning}</p>` : nothing}
      ${run.problems?.length ? html`<p><strong>Its folder is damaged:</strong></p>
        <ul class="plain-list" data-test="problems-of-folder">${run.problems.map((problem) => html`<li>${problem}</li>`)}</ul>` : nothing}
      ${more.length ? html`<details><summary>${more.join(', ')}</summary>${listed.length ? reasons(listed) : nothing}
        <ul class="plain-list">${notes.map((note) => html`<li>${note.scope ? `${note.scope}: ` : ''}${note.message ?? note}</li>`)}
          ${(result.classReasons ?? []).map((reason) => html`<li>Class ${result.class}: ${reason}</li>`)}</ul></details>` : nothing}
    </div>
  </section>`;
}

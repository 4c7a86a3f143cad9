// SPDX-License-Identifier: Apache-2.0
// The result of a run: the verdict with its reasons first, then the figures, charts over time, what was checked, how it
// was set up. Shows of a damaged or unfinished run what there is. Both the console and a report show it; they differ in
// where the data comes from, and in what stands above and below.
import {html, nothing, render} from '../module/lit.js';
import {problemView} from '../module/notice.js';
import {Place} from '../module/place.js';
import {go} from './result-portions.js';
import {scoreCard} from './result-score.js';
import {figuresCards} from './result-figures.js';
import {ResultCharts} from './result-charts.js';
import {CurveCards} from './result-curves.js';
import {LoadCurves} from './result-load.js';
import {auditsCard, checksCard, reconciliationCard} from './result-audits.js';
import {healthCard, isHealthy} from './result-health.js';
import {hasSampled, hostsCard} from './result-hosts.js';
import {hasPower, powerCard} from './result-power.js';
import {eventEffectsCard} from './result-events.js';
import {timesAsked} from './result-times.js';
import {errorsCard, eventsCard, setupCard} from './result-setup.js';
import {badge} from '../module/badge.js';
import {number, words} from '../module/format.js';

/** What is read of a run, what it is until it has come, and what is taken of the answer. */
const PARTS = [
  ['plan', null], ['events', {total: 0, events: []}], ['errors', [], (answer) => answer.errors], ['environment', null],
  ['result', null], ['percentiles', [], (answer) => answer.workloads], ['config', null],
];

/** What is known of a run, as far as it can be read, each part as soon as it has come. */
class RunData {
  constructor(run, ask, parts, place) {
    Object.assign(this, {id: run.id, run, ask, parts, place, missing: {}, waiting: new Set()});
    parts.forEach(([name, empty]) => { this[name] = empty; });
  }

  async read(name, pick = (answer) => answer) {
    this.waiting.add(name);
    try {
      this[name] = pick(await this.ask(name, name === 'percentiles' ? timesAsked(this.place) : {}));
    } catch (error) {
      this.missing[name] = error;
    }
    this.waiting.delete(name);
  }

  /** Reads all parts side by side; `came(name)` is called for each. */
  load(came) {
    return Promise.all(this.parts.map(([name, , pick]) => this.read(name, pick).then(() => came(name))));
  }
}

const SECTIONS = [
  ['verdict', 'Verdict'], ['figures', 'Figures'], ['time', 'Over time'], ['effects', 'Within and outside of events'], ['curves', 'Percentiles'],
  ['harness', 'Harness'], ['hosts', 'Hosts'], ['power', 'Power'], ['audits', 'Audits'], ['errors', 'Errors'], ['setup', 'Plan and environment'],
  ['events', 'Events'], ['files', 'Files'],
];

function jump(data) {
  return html`<nav class="jump" aria-label="Parts of the result"><ul>
    ${SECTIONS.filter(([id]) => (id !== 'files' || data.files) && (id !== 'hosts' || (data.result && hasSampled(data.result)))
    && (id !== 'power' || hasPower(data.result)) && (id !== 'effects' || data.result?.events?.length))
    .map(([id, title]) => html`<li>
      <a href="#${id}" @click=${(event) => go(event, id)}>${title}</a></li>`)}
  </ul></nav>`;
}

/** Unfolds on paper all but what is long in plan and environment, such as the digests of every jar. */
function unfoldOnPaper(root, signal) {
  const folded = 'details:not([open], .chart-data, .chart-hint, .pairs details)';
  let opened = [];
  // Before the charts draw themselves for the paper, which need a place for that.
  addEventListener('beforeprint', () => {
    opened = [...root.querySelectorAll(folded)];
    opened.forEach((details) => { details.open = true; });
  }, {signal, capture: true});
  addEventListener('afterprint', () => opened.forEach((details) => { details.open = false; }), {signal});
}

/**
 * Shows a result.
 *
 * @param root the element that it is drawn into
 * @param run what lists say of the run
 * @param ask called with the name of a part, and parameters for `series`; gives its promise
 * @param head called with the data and with what draws again; what stands above
 * @param foot likewise; what stands below
 * @param signal ends it
 * @param parts further parts to read
 * @param place the Place that keeps what the charts show
 * @param whole whether as much is shown at once as can be, for a reader on paper
 */
export function showResult(root, {run, ask, head, foot, signal, parts = [], place = new Place(), whole = false}) {
  const data = new RunData(run, ask, [...PARTS, ...parts], place);
  const timed = async () => {
    cards.charts.timed();
    await data.read('percentiles', (answer) => answer.workloads);
    came('percentiles');
  };
  const cards = {charts: new ResultCharts(data, {whole, place, onTimes: timed}), load: new LoadCurves(place), curves: new CurveCards(place, timed)};
  const draw = () => signal.aborted || render(view(data, cards, head(data, draw), foot(data, draw)), root);
  // The browser has few connections to the console: what takes longest and shows most is requested first.
  cards.charts.open();
  const came = (name) => {
    if (signal.aborted) {
      return;
    }
    if (name === 'percentiles') {
      cards.curves[data.missing.percentiles ? 'fail' : 'show'](data.missing.percentiles ? problemView(data.missing.percentiles) : data.percentiles, data);
    } else if (name === 'result') {
      // Whatever stands in the folder of a run that was not carried to its end, it cannot be trusted.
      if (data.result && run.status === 'crashed') {
        data.result.verdict = run.verdict ?? 'invalid';
      }
      cards.load.show(data.result);
      cards.charts.restyle();
    } else if (name === 'plan') {
      cards.charts.planned();
    }
    draw();
  };
  data.load(came);
  draw();
  unfoldOnPaper(root, signal);
  signal.addEventListener('abort', () => Object.values(cards).forEach((card) => card.close()));
}

function view(data, {charts, load, curves}, head, foot) {
  const {result, missing, waiting} = data;
  const health = result ? healthCard(data) : nothing;
  // Figures that are not to be trusted without a look at the harness stand below it.
  const isFirst = Boolean(result) && !isHealthy(result);
  return html`<div class="wrap result" data-test="result" data-state=${waiting.size ? 'loading' : 'ready'}>
    ${head}
    ${jump(data)}
    ${verdictCard(data)}
    ${missing.result ? problemView(missing.result) : nothing}
    ${isFirst ? health : nothing}
    ${result ? scoreCard(result) : nothing}
    ${figuresCards(data)}
    ${charts.element}
    ${result ? eventEffectsCard(result) : nothing}
    ${load.element}
    ${curves.element}
    ${isFirst ? nothing : health}
    ${result ? html`${hostsCard(result)}${powerCard(result)}` : nothing}
    ${result ? html`${checksCard(data)}${auditsCard(data)}${reconciliationCard(data)}` : nothing}
    ${errorsCard(data)}
    ${setupCard(data)}
    ${eventsCard(data)}
    ${foot}
  </div>`;
}

const NONE = {tone: 'plain', word: 'No verdict', detail: 'too little was measured to judge the run.', meaning: ''};

const SEVERITIES = {
  invalid: ['doubtful', '!', 'Invalid'], fail: ['bad', '✕', 'Fail'], note: ['plain', 'i', 'Note'],
};

function severity(name) {
  return badge(...(SEVERITIES[name] ?? ['plain', 'i', name]));
}

function scope(reason) {
  return reason.scope === 'run' ? '' : reason.scope;
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
function verdictCard({run, result, waiting}) {
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

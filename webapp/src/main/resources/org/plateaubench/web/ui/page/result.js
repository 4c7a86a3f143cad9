// SPDX-License-Identifier: Apache-2.0
// The result of a run: the verdict with its reasons first, then the figures, charts over time, what was checked, how it
// was set up. Shows of a damaged or unfinished run what there is.
import * as api from '../module/api.js';
import {loadCharts} from '../module/chart.js';
import {style} from '../module/load.js';
import {html, nothing, render} from '../module/lit.js';
import {problemView} from '../module/notice.js';
import {navigate, setTitle} from '../module/router.js';
import {resultHead} from './result-head.js';
import {verdictCard} from './result-verdict.js';
import {figuresCards} from './result-figures.js';
import {ResultCharts} from './result-charts.js';
import {CurveCards} from './result-curves.js';
import {auditsCard, checksCard, healthCard, reconciliationCard} from './result-health.js';
import {errorsCard, eventsCard, filesCard, setupCard} from './result-setup.js';

/** What is read of a run, and what it is until it has come. */
const PARTS = [
  ['plan', 'plan', null], ['events', 'events', {total: 0, events: []}],
  ['errors', 'errors', [], (answer) => answer.errors], ['files', 'files', [], (answer) => answer.files],
  ['environment', 'environment', null], ['result', 'result', null],
  ['percentiles', 'percentiles', [], (answer) => answer.workloads],
];

/** What the console knows of a run, as far as it can be read, each part as soon as it has come. */
class RunData {
  constructor(id, run, signal) {
    Object.assign(this, {id, run, signal, config: null, missing: {}, waiting: new Set()});
    PARTS.forEach(([name, , empty]) => { this[name] = empty; });
  }

  async read(name, call, pick = (answer) => answer) {
    this.waiting.add(name);
    try {
      this[name] = pick(await call);
    } catch (error) {
      this.missing[name] = error;
    }
    this.waiting.delete(name);
  }

  /** Reads all parts side by side; `came(name)` is called for each. */
  load(came) {
    const options = {signal: this.signal};
    const config = this.read('config', api.text(api.path`/runs/${this.id}/config`, {}, options));
    const parts = PARTS.map(([name, path, , pick]) => this.read(name, api.get(`${api.path`/runs/${this.id}/`}${path}`, {}, options), pick)
      .then(() => came(name)));
    return Promise.all([config.then(() => came('config')), ...parts]);
  }
}

const SECTIONS = [
  ['verdict', 'Verdict'], ['figures', 'Figures'], ['time', 'Over time'], ['curves', 'Percentiles'],
  ['harness', 'Harness'], ['audits', 'Audits'], ['errors', 'Errors'], ['setup', 'Plan and environment'],
  ['events', 'Events'], ['files', 'Files'],
];

function jump() {
  return html`<nav class="jump" aria-label="Parts of the result"><ul>
    ${SECTIONS.map(([id, title]) => html`<li><a href="#${id}" @click=${(event) => go(event, id)}>${title}</a></li>`)}
  </ul></nav>`;
}

function go(event, id) {
  const section = document.getElementById(id);
  if (section) {
    event.preventDefault();
    section.scrollIntoView();
    section.focus({preventScroll: true});
  }
}

/** Shows the page. */
export async function page(root, {parameters, session}) {
  const end = new AbortController();
  const {id} = parameters;
  const [run] = await Promise.all([api.get(api.path`/runs/${id}`), style('/style/result.css'), loadCharts()]);
  if (run.status === 'running') {
    navigate(`/runs/${encodeURIComponent(id)}/live`, {replace: true});
    return {close() {}};
  }
  setTitle(run.name);
  const data = new RunData(id, run, end.signal);
  const charts = new ResultCharts(data, end.signal);
  const curves = new CurveCards();
  const draw = () => end.signal.aborted || render(view(data, session, charts, curves, draw), root);
  // The browser has few connections to the console: what takes longest and shows most is asked for first.
  charts.open();
  data.load((name) => {
    if (name === 'percentiles') {
      curves[data.missing.percentiles ? 'fail' : 'show'](data.missing.percentiles ? problemView(data.missing.percentiles) : data.percentiles, data);
    } else if (name === 'result') {
      // Whatever stands in the folder of a run that was not carried to its end, it is not to be believed.
      if (data.result && run.status === 'crashed') {
        data.result.verdict = run.verdict ?? 'invalid';
      }
      charts.restyle();
    } else if (name === 'plan') {
      charts.planned();
    }
    draw();
  });
  draw();
  return {
    close() {
      end.abort();
      charts.close();
      curves.close();
    },
  };
}

function view(data, session, charts, curves, draw) {
  const {result, missing, waiting} = data;
  return html`<div class="wrap result" data-test="result" data-state=${waiting.size ? 'loading' : 'ready'}>
    ${resultHead(data, session, draw)}
    ${jump()}
    ${verdictCard(data)}
    ${missing.result ? problemView(missing.result) : nothing}
    ${figuresCards(data)}
    ${charts.element}
    ${curves.element}
    ${result ? html`${healthCard(data)}${checksCard(data)}${auditsCard(data)}${reconciliationCard(data)}` : nothing}
    ${errorsCard(data)}
    ${setupCard(data)}
    ${eventsCard(data)}
    ${filesCard(data)}
    <div class="page-end"></div>
  </div>`;
}

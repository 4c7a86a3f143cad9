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
import {auditsCard, checksCard, healthCard} from './result-health.js';
import {errorsCard, eventsCard, filesCard, setupCard} from './result-setup.js';

/** An answer, or null and the reason why there is none. */
async function attempt(missing, name, call) {
  try {
    return await call;
  } catch (error) {
    if (error.status === 401 || error.name === 'AbortError') {
      throw error;
    }
    missing[name] = error;
    return null;
  }
}

/** Everything that the console knows of a run, as far as it can be read. */
async function load(id, signal) {
  const options = {signal};
  const run = await api.get(api.path`/runs/${id}`, {}, options);
  const missing = {};
  const of = (name, path, parameters) => attempt(missing, name, api.get(path, parameters, options));
  const [result, plan, environment, config, events, errors, files, percentiles] = await Promise.all([
    of('result', api.path`/runs/${id}/result`),
    of('plan', api.path`/runs/${id}/plan`),
    of('environment', api.path`/runs/${id}/environment`),
    attempt(missing, 'config', api.text(api.path`/runs/${id}/config`, {}, options)),
    of('events', api.path`/runs/${id}/events`, {limit: 1000}),
    of('errors', api.path`/runs/${id}/errors`),
    of('files', api.path`/runs/${id}/files`),
    of('percentiles', api.path`/runs/${id}/percentiles`),
  ]);
  return {id, run, result, plan, environment, config, missing, files: files?.files ?? [], events: events?.events ?? [],
    errors: errors?.errors ?? [], percentiles: percentiles?.workloads ?? []};
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
  await Promise.all([style('/style/result.css'), loadCharts()]);
  const data = await load(id, end.signal);
  if (data.run.status === 'running') {
    navigate(`/runs/${encodeURIComponent(id)}/live`, {replace: true});
    return {close() {}};
  }
  setTitle(data.run.name);
  const charts = new ResultCharts(data, end.signal);
  const curves = new CurveCards(data);
  const draw = () => render(view(data, session, charts, curves, draw), root);
  draw();
  await charts.open();
  return {
    close() {
      end.abort();
      charts.close();
      curves.close();
    },
  };
}

function view(data, session, charts, curves, draw) {
  const {result, missing} = data;
  return html`<div class="wrap result" data-test="result">
    ${resultHead(data, session, draw)}
    ${jump()}
    ${verdictCard(data)}
    ${missing.result ? problemView(missing.result) : nothing}
    ${figuresCards(data)}
    ${charts.element}
    ${curves.element}
    ${result ? html`${healthCard(data)}${checksCard(data)}${auditsCard(data)}` : nothing}
    ${errorsCard(data)}
    ${setupCard(data)}
    ${eventsCard(data)}
    ${filesCard(data)}
    <div class="page-end"></div>
  </div>`;
}

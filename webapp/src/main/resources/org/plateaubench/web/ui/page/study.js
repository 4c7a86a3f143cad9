// SPDX-License-Identifier: Apache-2.0
// The page of a study: its progress, its charts, its figures and its runs by cell.
import {html, nothing, render} from '../module/lit.js';
import {runAddress} from '../module/addresses.js';
import * as api from '../module/api.js';
import {pictureExport, scrolled} from '../module/export.js';
import {count, number, words} from '../module/format.js';
import {fetching, loader} from '../module/loader.js';
import {acting, problemView} from '../module/notice.js';
import {setTitle} from '../module/router.js';
import {scoreHeadline} from './result-score.js';
import {stopStudy} from './study-start.js';
import {edge, meanInterval, ofBaseline, outcomeBadge, progressOf, vague} from './study-progress.js';

const TICK_MILLIS = 2000;

/** Shows the page. */
export async function page(root, {parameters, session}) {
  let detail = null;
  let queued = null;
  const last = {error: null};
  const reading = loader(fetching(last, async (signal) => {
    detail = await api.get(api.path`/studies/${parameters.id}`, {}, {signal});
    queued = session.may('operator') && detail.study.state === 'running' ? await inQueue(parameters.id, signal) : null;
    setTitle(detail.study.name);
  }, draw));

  const act = acting(() => reading.now());

  function draw() {
    render(html`<div class="wrap study" data-test="study">
      ${problemView(last.error, () => reading.now())}
      ${detail ? view(detail, queued, act) : last.error ? html`<h1>Study</h1>` : html`<h1>Study</h1><p class="table-state" role="status">Loading…</p>`}
      </div>`, root);
  }

  // A study that has just begun has no results yet, and is requested again.
  const ticking = setInterval(() => !document.hidden && (detail === null || detail.study.state === 'running') && reading.soon(), TICK_MILLIS);
  draw();
  await reading.now();
  return {
    close() {
      clearInterval(ticking);
      reading.close();
    },
  };
}

/** The item of the queue that executes a study; null if a shell does. */
async function inQueue(id, signal) {
  const {items} = await api.get('/queue', {}, {signal});
  return items.find(({studyId}) => studyId === id) || null;
}

function view({study, result, charts}, queued, act) {
  const sections = [...new Set(charts.map(({section}) => section))];
  return html`<div class="page-head"><div>
      <h1>${study.name}</h1>
      <p class="lead">${study.description}</p>
      <p class="small soft">${study.kind} ${study.id}</p>
    </div>
    ${queued ? html`<div class="buttons"><button class="button danger" data-test="stop-study" ?disabled=${queued.state === 'stopping'}
      @click=${() => stopStudy(queued, act)}>${queued.state === 'stopping' ? 'Stopping…' : 'Stop…'}</button></div>` : nothing}
    </div>
    <section class="card" aria-label="Progress">
      <p>${outcomeBadge(study)} ${study.message}</p>
      ${progressOf(study)}
      ${result.search ? html`<p data-test="edge">${edge(result.search)}</p>` : nothing}
      ${result.warnings.map((warning) => html`<p class="small">${warning}</p>`)}
      ${vague(result.cells) ? html`<p class="small" data-test="vague">${vague(result.cells)}</p>` : nothing}
    </section>
    ${scores(result)}
    ${sections.map((section) => html`<section class="card" data-test="charts"><h2>${section}</h2>
      ${charts.filter((chart) => chart.section === section).map(picture)}</section>`)}
    ${trials(result, study)}
    ${figures(result)}`;
}

/** The score of each cell over its trials; nothing without a reference score. */
function scores({cells}) {
  const scored = cells.filter(({score}) => score);
  if (scored.length === 0) {
    return nothing;
  }
  return html`<section class="card" data-test="scores"><h2>Score</h2>
    ${scored.map(({name, score}) => html`<p class="score">${name ? `${name}: ` : nothing}${scoreHeadline(score)}</p>
      <p>${trialsOf(score)} Against the reference ${score.reference.name} <span class="soft small">${score.reference.digest}</span></p>
      ${score.reasons.slice(0, 1).map((reason) => html`<p>${reason}</p>`)}`)}</section>`;
}

function trialsOf({trials, invalid, interval, state}) {
  const counted = `${count(trials, 'trial')}${invalid > 0 ? `, ${number(invalid)} more invalid and left out` : ''}`;
  const sure = interval
    ? `; ${number(100 * interval.level)}% confidence over them from ${number(interval.lower)} to ${number(interval.upper)}`
    : trials < 2 ? ', too few for an interval of confidence' : ', all of the same score, which does not show how sure it is';
  return `${counted}${state === 'not-scored' ? '' : sure}.`;
}

/** A chart of the report, which the program that computed the results has drawn, so that it is the same everywhere. */
function picture({title, svg, rows}) {
  return html`<figure class="study-picture"><div class="table-scroll" tabindex="0" role="region" aria-label=${title}><img alt=${title}
      src="data:image/svg+xml,${encodeURIComponent(svg)}" data-test="picture"></div>
    ${pictureExport(title, svg, rows)}</figure>`;
}

function trials({cells}, study) {
  return html`<section class="card" aria-label="Runs"><h2>Runs</h2>
    ${scrolled('Runs of the study', html`<table><thead><tr><th scope="col">Cell</th><th scope="col">Outcome</th><th scope="col">Trials</th></tr></thead>
    <tbody>${cells.map((cell) => html`<tr><th scope="row">${cell.name || 'all trials'}
        ${cell.scenario ? html`<div class="small soft">${cell.scenario}</div>` : nothing}</th>
      <td>${outcomeBadge(cell.outcome === 'running' ? study : {outcome: cell.outcome})}</td>
      <td>${cell.trials.map((trial) => html`<div data-test="trial">${trial.runId
        ? html`<a href=${runAddress(trial.runId)}>trial ${trial.trial}</a>`
        : `trial ${trial.trial}`} ${trial.outcome}${trial.reasons.length > 0
        ? html`<div class="small soft">${trial.reasons[0]}</div>` : nothing}</div>`)}</td></tr>`)}</tbody></table>`)}
    </section>`;
}

function figures({cells}) {
  const range = ({trials, least, greatest}) => (trials > 1 ? `${number(least)} to ${number(greatest)}` : '');
  return html`<section class="card" aria-label="Figures"><h2>Figures</h2>
    ${scrolled('Figures of the study', html`<table data-test="figures"><thead><tr><th scope="col">Cell</th><th scope="col">Figure</th>
      ${['Mean', 'Range', '95 % interval', 'Variation', 'Limit', 'Of baseline']
    .map((head) => html`<th scope="col" class="numeric">${head}</th>`)}</tr></thead>
    <tbody>${cells.flatMap((cell) => cell.figures.map((figure) => html`<tr><td>${cell.name}</td>
      <td>${[figure.workload, words(figure.line ?? ''), words(figure.name)].filter(Boolean).join(' ')}, ${figure.unit}</td>
      <td class="numeric">${figure.lowerBound ? '≥ ' : ''}${number(figure.values.mean)}</td>
      <td class="numeric">${range(figure.values)}</td>
      <td class="numeric">${meanInterval(figure)}</td>
      <td class="numeric">${figure.values.variationPercent === null ? '' : `${number(figure.values.variationPercent)} %`}</td>
      <td class="numeric">${figure.limit === null ? '' : number(figure.limit)}</td>
      <td class="numeric">${ofBaseline(cells, cell, figure)}</td></tr>`))}</tbody></table>`)}</section>`;
}

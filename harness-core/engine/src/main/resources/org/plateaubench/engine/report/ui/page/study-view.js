// SPDX-License-Identifier: Apache-2.0
// The results of trials, a search or a study: its page in the console, and report.html.
import {html, nothing} from '../module/lit.js';
import {BarChart, LevelChart} from '../module/chart-cells.js';
import {scrolled} from '../module/export.js';
import {fold} from '../module/fold.js';
import {count, number, words} from '../module/format.js';
import {scoreHeadline} from './result-score.js';
import {interference, latencies, metrics, scaling} from './study-charts.js';
import {edge, isDoubtful, meanInterval, ofBaseline, outcomeBadge, vague} from './study-words.js';

const HEATS = 4;
/** The slowdown from which the colour is darkest. */
const DARKEST = 4;

/** Shows results with their charts, which are reused when the results change. */
export class StudyView {
  /**
   * A view.
   *
   * @param addressOf returns the address of the page of a run; without it, the ids of runs are shown
   */
  constructor(addressOf) {
    this.addressOf = addressOf;
    this.charts = new Map();
  }

  /** The outcome with its explanation; `study` has state and outcome, `more` is shown after them. */
  summary(result, study, more = nothing) {
    const hint = vague(result.cells);
    return html`<section class="card" aria-label="Progress">
      <p>${outcomeBadge({...study, doubts: result.cells.some(isDoubtful)})} ${result.message}</p>
      ${more}
      ${result.search ? html`<p data-test="edge">${edge(result.search)}</p>` : nothing}
      ${result.warnings.map((warning) => html`<p class="small">${warning}</p>`)}
      ${hint ? html`<p class="small" data-test="vague">${hint}</p>` : nothing}
    </section>`;
  }

  /** The cards with scores, charts, runs and figures. */
  cards(result, study) {
    const previous = this.charts;
    this.charts = new Map();
    const drawn = (specs, Kind) => specs.map((spec) => {
      const chart = previous.get(spec.id) ?? new Kind(spec);
      Object.assign(chart.spec, spec);
      chart.show(spec);
      this.charts.set(spec.id, chart);
      return chart.element;
    });
    const card = (title, charts) => (charts.length === 0 ? nothing
      : html`<section class="card" data-test="charts"><h2>${title}</h2><div class="charts">${charts}</div></section>`);
    const content = html`${scores(result)}${matrices(result)}
      ${card('Figures by cell', drawn(metrics(result), BarChart))}
      ${card('Scaling', drawn(scaling(result), LevelChart))}
      ${card('Response time against its limit', drawn(latencies(result), BarChart))}
      ${scenarios(result)}${this.trials(result, study)}${figures(result)}`;
    [...previous].filter(([id]) => !this.charts.has(id)).forEach(([, chart]) => chart.close());
    return content;
  }

  trials({cells}, study) {
    const named = ({runId, trial}) => (runId && this.addressOf ? html`<a href=${this.addressOf(runId)}>trial ${trial}</a>` : `trial ${trial}`);
    return html`<section class="card" aria-label="Runs"><h2>Runs</h2>
      ${scrolled('Runs of the study', html`<table><thead><tr><th scope="col">Cell</th><th scope="col">Outcome</th><th scope="col">Trials</th></tr></thead>
      <tbody>${cells.map((cell) => html`<tr><th scope="row">${cell.name || 'all trials'}
          ${cell.scenario ? html`<div class="small soft">${cell.scenario}</div>` : nothing}</th>
        <td>${outcomeBadge(cell.outcome === 'running' ? study : {outcome: cell.outcome, doubts: isDoubtful(cell)})}</td>
        <td class="full">${cell.trials.map((trial) => html`<div data-test="trial">${named(trial)} ${outcomeBadge(trial)}
          ${this.addressOf ? nothing : html`<span class="small soft">${trial.runId}</span>`}
          ${trial.reasons.map((reason) => html`<div class="small soft">${reason}</div>`)}</div>`)}</td></tr>`)}</tbody></table>`)}
      </section>`;
  }

  close() {
    this.charts.forEach((chart) => chart.close());
  }
}

/** The score of each cell over its trials; nothing without a reference score. */
function scores({cells}) {
  const scored = cells.filter(({score}) => score);
  return scored.length === 0 ? nothing : html`<section class="card" data-test="scores"><h2>Score</h2>
    ${scored.map(({name, score, trials}) => html`<p class="score">${name ? `${name}: ` : nothing}${scoreHeadline(score, isDoubtful({trials}))}</p>
      <p>${trialsOf(score)} Against the reference ${score.reference.name} <span class="soft small">${score.reference.digest}</span></p>
      ${score.reasons.slice(0, 1).map((reason) => html`<p>${reason}</p>`)}`)}</section>`;
}

function trialsOf({trials, invalid, interval, state}) {
  const counted = `${count(trials, 'trial')}${invalid > 0 ? `, ${number(invalid)} more invalid and left out` : ''}`;
  const certainty = interval
    ? `; ${number(100 * interval.level)}% confidence over them from ${number(interval.lower)} to ${number(interval.upper)}`
    : trials < 2 ? ', too few for a confidence interval' : ', all with the same score, which gives no confidence interval';
  return `${counted}${state === 'not-scored' ? '' : certainty}.`;
}

function matrices(result) {
  const tables = interference(result);
  return tables.length === 0 ? nothing : html`<section class="card" data-test="interference"><h2>Interference</h2>
    ${tables.map(({percentile, rows, aggressors}) => {
      const title = `${percentile} of the response time of a workload (row) together with others (column), divided by the one of the workload alone`;
      return html`<h3>${title}</h3>${scrolled(title, html`<table class="matrix"><thead><tr><td></td>${aggressors.map((name) =>
        html`<th scope="col">${name}</th>`)}</tr></thead><tbody>${rows.map(({victim, row}) => html`<tr><th scope="row">${victim}</th>
          ${aggressors.map((name) => slowdownCell(row.get(name)))}</tr>`)}</tbody></table>`)}`;
    })}</section>`;
}

function slowdownCell(figure) {
  if (!figure) {
    return html`<td></td>`;
  }
  const ratio = figure.ofBaseline;
  const heat = Math.round(HEATS * Math.min(1, Math.abs(Math.log(Math.max(ratio, 1e-3))) / Math.log(DARKEST)));
  const [value, interval] = ofBaseline(figure).split(' (');
  return html`<td class="${ratio >= 1 ? 'slower' : 'faster'}-${heat}">${value}
    ${interval ? html`<div class="small">${interval.slice(0, -1)}</div>` : nothing}</td>`;
}

/** The scenarios, and the facts in which the SUTs of their first cells differ. */
function scenarios({cells}) {
  const described = cells.filter(({scenario}) => scenario);
  if (described.length === 0) {
    return nothing;
  }
  const lines = [...new Set(described.map(({levels, scenario}) => `${levels.scenario ?? ''}: ${scenario}`))];
  const first = new Map(cells.filter(({suts}) => Object.keys(suts).length > 0).toReversed().map(({levels, suts}) => [levels.scenario ?? '', suts]));
  const all = [...first].toReversed().map(([name, suts]) => ({name, facts: new Map(Object.entries(suts).flatMap(([sut, facts]) =>
    Object.entries(facts).map(([fact, value]) => [`${sut} ${fact}`, String(value)])))}));
  const differing = [...new Set(all.flatMap(({facts}) => [...facts.keys()]))].sort()
    .filter((fact) => new Set(all.map(({facts}) => facts.get(fact) ?? '')).size > 1);
  return html`<section class="card" aria-label="Scenarios"><h2>Scenarios</h2>${lines.map((line) => html`<p>${line}</p>`)}
    ${differing.length === 0 ? nothing : html`<p>Properties that the systems report, where they differ:</p>
      ${scrolled('Properties of the systems', html`<table data-test="differing"><thead><tr><td></td>${all.map(({name}) => html`<th scope="col">${name}</th>`)}</tr></thead>
      <tbody>${differing.map((fact) => html`<tr><th scope="row">${fact}</th>${all.map(({facts}) => html`<td>${facts.get(fact) ?? ''}</td>`)}</tr>`)}</tbody></table>`)}`}
    </section>`;
}

function figures({cells}) {
  const range = ({trials, least, greatest}) => (trials > 1 ? `${number(least)} to ${number(greatest)}` : '');
  const columns = {
    Mean: (figure) => `${figure.lowerBound ? '≥ ' : ''}${number(figure.values.mean)}`,
    Range: (figure) => range(figure.values),
    '95 % interval': meanInterval,
    Variation: ({values}) => (values.variationPercent === null ? '' : `${number(values.variationPercent)} %`),
    Limit: ({limit}) => (limit === null ? '' : number(limit)),
    'Of baseline': ofBaseline,
  };
  const all = cells.flatMap((cell) => cell.figures.map((figure) => ({cell, figure, texts: Object.entries(columns).map(([head, of]) => [head, of(figure)])})));
  const filled = new Set(all.flatMap(({texts}) => texts.filter(([, text]) => text !== '').map(([head]) => head)));
  return html`<div class="card folds">${fold('figures', 'Figures', count(all.length, 'figure'), scrolled('Figures of the study', html`<table data-test="figures">
    <thead><tr><th scope="col">Cell</th><th scope="col">Figure</th>${[...filled].map((head) => html`<th scope="col" class="numeric">${head}</th>`)}</tr></thead>
    <tbody>${all.map(({cell, figure, texts}) => html`<tr><td>${cell.name}</td>
      <td>${[figure.workload, words(figure.line), words(figure.name)].filter(Boolean).join(' ')}, ${figure.unit}</td>
      ${texts.filter(([head]) => filled.has(head)).map(([, text]) => html`<td class="numeric">${text}</td>`)}</tr>`)}</tbody></table>`))}</div>`;
}

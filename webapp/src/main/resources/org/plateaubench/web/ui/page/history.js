// SPDX-License-Identifier: Apache-2.0
// The figures of all runs of a name over time: the changes and the runs with which they began, a chart for each figure,
// and the runs.
import {runAddress} from '../module/addresses.js';
import * as api from '../module/api.js';
import {badge, classBadge, runBadge, stateBadge} from '../module/badge.js';
import {count, number, time, timeText, withUnit, words} from '../module/format.js';
import {html, nothing, render} from '../module/lit.js';
import {loadCharts} from '../module/load.js';
import {problemView} from '../module/notice.js';
import {PageState} from '../module/page-state.js';
import {navigate, setQuery, setTitle} from '../module/router.js';
import {scrolled} from '../module/export.js';
import {LineChart} from '../module/chart-base.js';
import {markers, stepMarks} from '../module/chart-draw.js';

const MAX_NAMES = 500;
const TONES = {better: 'good', worse: 'bad'};
const SIGNS = {better: '▲', worse: '▼'};

/** The address of the history of a name. */
function historyAddress(name) {
  return `/history?name=${encodeURIComponent(name)}`;
}

async function names(signal) {
  const {runs} = await api.get('/runs', {limit: MAX_NAMES, archived: 'all'}, {signal});
  return [...new Set(runs.map((run) => run.name))].sort();
}

function chooser(runNames, chosen) {
  return html`<label class="with-unit">Runs named <select data-test="history-name"
      @change=${(event) => event.target.value && navigate(historyAddress(event.target.value))}>
    ${runNames.includes(chosen) ? nothing : html`<option value="">${chosen || 'choose…'}</option>`}
    ${runNames.map((name) => html`<option value=${name} ?selected=${name === chosen}>${name}</option>`)}</select></label>`;
}

function changeRow(figure, change, history) {
  const run = history.runs[change.first - 1];
  return html`<tr data-test="change">
    <th scope="row">${nameOf(figure)}</th>
    <td>${badge(TONES[change.result] ?? 'plain', SIGNS[change.result] ?? '•', change.result)}</td>
    <td class="numeric">${number(change.meanBefore)}</td>
    <td class="numeric">${withUnit(change.meanAfter, figure.unit)}</td>
    <td class="numeric">${change.change === null ? nothing : `${change.change > 0 ? '+' : ''}${(100 * change.change).toFixed(1)}%`}</td>
    <td class="numeric">${number(change.pValue)}</td>
    <td>run ${change.first}, <a href=${runAddress(run.id)} data-test="first-run">${run.id}</a></td>
    <td>${change.environment.length === 0 ? 'nothing known' : change.environment.map((each) => html`<div>${each}</div>`)}</td></tr>`;
}

function changesCard(history) {
  const rows = history.figures.flatMap((figure) => figure.changes.map((change) => changeRow(figure, change, history)));
  return html`<section class="card" aria-labelledby="changes-title" data-test="changes"><h2 id="changes-title">Changes</h2>
    ${rows.length === 0 ? html`<p data-test="no-change">No change was found. Each figure needs at least ${history.rule.fewestValues}
      runs; small changes may remain undetected with so few.</p>`
    : scrolled('Changes', html`<table>
        <thead><tr><th scope="col">Figure</th><th scope="col">Change</th><th scope="col" class="numeric">Mean before</th>
          <th scope="col" class="numeric">Mean after</th><th scope="col" class="numeric">Difference</th><th scope="col" class="numeric">p</th>
          <th scope="col">First run after</th><th scope="col">Also changed</th></tr></thead>
        <tbody>${rows}</tbody></table>`, {title: `changes of ${history.name}`})}
    <p class="small soft">${history.rule.method}, ${count(history.tests, 'series', 'series')}. Together they report a false change in at most
      ${withUnit(100 * history.rule.falseAlarms, '%')} of histories, if runs are independent of each other.</p></section>`;
}

function conditionsCard({conditions}) {
  return conditions.length < 2 ? nothing : html`<section class="card" aria-labelledby="conditions-title" data-test="conditions">
    <h2 id="conditions-title">Conditions</h2>
    <p>Runs with another plan, class or host are searched for changes separately.</p>
    <ol>${conditions.map((each) => html`<li>${count(each.runs, 'run')}${each.differences.length > 0
    ? `, differs from the first in ${each.differences.join('; ')}` : nothing}</li>`)}</ol></section>`;
}

function runsCard(history) {
  return html`<section class="card" aria-labelledby="runs-title"><h2 id="runs-title">Runs</h2>
    ${scrolled('Runs', html`<table>
      <thead><tr><th scope="col" class="numeric">Number</th><th scope="col">Run</th><th scope="col">Verdict</th><th scope="col">Class</th>
        <th scope="col">Started</th><th scope="col" class="numeric">Conditions</th><th scope="col">In figures</th></tr></thead>
      <tbody>${history.runs.map((run) => html`<tr><td class="numeric">${run.number}</td>
        <th scope="row"><a href=${runAddress(run.id)}>${run.id}</a></th>
        <td>${run.conclusion || run.status === 'completed' ? runBadge(run) : stateBadge('status', run.status)}</td>
        <td>${classBadge(run.class)}</td><td>${time(run.startedAt)}</td><td class="numeric">${run.conditions}</td>
        <td>${run.counts ? 'yes' : 'no'}</td></tr>`)}</tbody></table>`, {title: `runs of ${history.name}`})}</section>`;
}

/** The content until the history is loaded. */
function computing(name) {
  return html`<div class="wrap"><div class="page-head"><h1>History of ${name}</h1></div>
    <section class="card"><p role="status" data-test="computing">The runs are being read and searched for changes. The first time, this takes some seconds if there are many.</p></section></div>`;
}

/** Shows the page. */
export async function page(root, {query}) {
  await loadCharts();
  const name = query.get('name') ?? '';
  const pageState = new PageState(query, setQuery);
  const end = new AbortController();
  const runNames = await names(end.signal);
  let history = null;
  let problem = null;
  if (name) {
    setTitle(`History of ${name}`);
    render(computing(name), root);
    try {
      history = await api.get('/history', {name}, {signal: end.signal});
    } catch (error) {
      problem = error;
    }
  }
  const charts = history ? history.figures.map((figure, index) => new HistoryChart(history, figure, `history-${index}`, pageState)) : [];
  render(html`<div class="wrap result" data-test="history">
    <div class="page-head"><div><h1>${name ? `History of ${name}` : 'History'}</h1>
      ${history ? html`<p>${count(history.runs.length, 'run')}, ${history.runs.filter((run) => run.counts).length} of them completed and valid;
        the figures exclude the others.</p>` : nothing}</div>${chooser(runNames, name)}</div>
    ${problem ? problemView(problem) : nothing}
    ${name || problem ? nothing : html`<section class="card empty"><h2>Choose a name</h2>
      <p>The figures of all runs of a name are shown over time, with the changes in them.</p></section>`}
    ${history ? html`${changesCard(history)}${conditionsCard(history)}
      <section class="card" aria-labelledby="figures-title"><h2 id="figures-title">Figures</h2>
        <div class="charts">${charts.map((chart) => chart.element)}</div></section>${runsCard(history)}` : nothing}
    </div>`, root);
  return {
    close() {
      end.abort();
      charts.forEach((chart) => chart.close());
    },
  };
}

const MANY_RUNS = 200;

/** The name of a figure. */
function nameOf(figure) {
  return [figure.workload, ...[figure.line, figure.name].map((name) => words(name ?? ''))].filter(Boolean).join(' ');
}

/** The chart of a figure. */
class HistoryChart extends LineChart {
  constructor(history, figure, id, pageState) {
    super(pageState.lines({id, title: nameOf(figure), subtitle: 'of each valid run', unit: figure.unit, wide: true,
      empty: 'No valid run has this figure.'}),
    [stepMarks(() => figure.changes.map((change) => ({number: `run ${change.first}`, from: change.first, to: history.runs.length + 1}))), markers]);
    this.history = history;
    const several = history.conditions.length > 1;
    const lines = history.conditions.flatMap((conditions) => {
      const within = (run) => history.runs[run - 1].conditions === conditions.number;
      const points = figure.points.filter((point) => within(point.run)).map((point) => ({x: point.run, y: point.value}));
      const stretchOf = (run) => figure.stretches.find((stretch) => stretch.conditions === conditions.number
        && stretch.first <= run && run <= stretch.last);
      const suffix = several ? `, conditions ${conditions.number}` : '';
      return points.length === 0 ? [] : [
        {name: `value${suffix}`, points, joined: false},
        {name: `mean between changes${suffix}`, joined: true, points: points.map(({x}) => ({x, y: stretchOf(x).mean}))},
      ];
    });
    this.set(lines);
  }

  /** The means are drawn above the values, and many values are drawn small, so that they do not hide the means. */
  datasets() {
    return super.datasets().map((set, index) => {
      const {joined, points} = this.series[index];
      const radius = points.length > MANY_RUNS ? 1.5 : 4;
      return {...set, showLine: joined, order: joined ? 0 : 1, pointRadius: joined ? 0 : radius};
    });
  }

  horizontal() {
    return this.line({type: 'linear', min: 0.5, max: this.history.runs.length + 0.5,
      ticks: {precision: 0, callback: (value) => (Number.isInteger(value) ? value : '')},
      title: {display: true, text: 'run, oldest first'}});
  }

  tolerance() {
    return 1e-9;
  }

  key(point) {
    const run = this.history.runs[point.x - 1];
    return `${point.x} (${run.startedAt ? timeText(run.startedAt) : run.id})`;
  }

  get keyName() {
    return 'Run';
  }

  /** The first column of the additional figures. */
  get exportedKey() {
    return {name: 'Run', value: (x) => this.history.runs[x - 1].id};
  }
}

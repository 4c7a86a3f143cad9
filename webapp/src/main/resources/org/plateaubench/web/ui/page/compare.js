// SPDX-License-Identifier: Apache-2.0
// The comparison of two or more runs: what is better and worse, whether they can be compared, their figures and curves; their differences are folded.
import * as api from '../module/api.js';
import {html, nothing, render} from '../module/lit.js';
import {loadCharts} from '../module/load.js';
import {showError, problemView} from '../module/notice.js';
import {PageState} from '../module/page-state.js';
import {navigate, setQuery, setTitle} from '../module/router.js';
import {CompareCharts} from './compare-charts.js';
import {countChanges, workloadCards} from './compare-figures.js';
import {badge, classBadge, runBadge} from '../module/badge.js';
import {count, number, time} from '../module/format.js';
import {scrolled} from '../module/export.js';
import {fold} from '../module/fold.js';
import {runAddress} from '../module/addresses.js';
import {swatch} from '../module/chart-legend.js';
import {open} from '../module/dialog.js';

const MAX_RUNS = 8;

function few(ids, add) {
  return html`<section class="card empty" data-test="too-few"><h2>${ids.length === 0 ? 'Choose two runs' : 'Choose a second run'}</h2>
    <p>What differs between their plans and environments is shown first, then their figures side by side.</p>
    <div class="buttons"><button type="button" class="button primary" data-test="add-run" @click=${add}>Add a run…</button>
      <a class="button" href="/">Choose from the list</a></div></section>`;
}

/** Shows the page. */
export async function page(root, {query}) {
  await loadCharts();
  const ids = [...new Set(query.getAll('run'))].slice(0, MAX_RUNS);
  const pageState = new PageState(query, setQuery);
  const go = (others) => {
    // The runs change; the other choices are kept.
    pageState.keep({run: others});
    return navigate(location.pathname + location.search, {replace: true});
  };
  const add = async () => {
    const id = await addRun(ids);
    if (id) {
      // The older run is the baseline, until another one is chosen; an id begins with the time of its run.
      go([...ids, id].sort());
    }
  };
  const end = new AbortController();
  let comparison = null;
  let problem = null;
  let charts = null;
  if (ids.length > 1) {
    try {
      comparison = await api.get('/compare', {run: ids}, {signal: end.signal});
      setTitle(`Compare ${comparison.runs.map((run) => run.name).join(', ')}`);
      charts = new CompareCharts(comparison, end.signal, pageState);
    } catch (error) {
      problem = error;
    }
  }
  const sets = comparison ? setsOf(comparison) : ids.map((id, index) => ({label: 'ABCDEFGH'[index], runs: [{id, name: id}]}));
  render(html`<div class="wrap result compare" data-test="compare">
    ${compareHead(sets, ids, {add: ids.length < MAX_RUNS ? add : null, go})}
    ${problem ? problemView(problem) : nothing}
    ${ids.length < 2 ? few(ids, add) : nothing}
    ${comparison ? html`${findingsCard(comparison)}${workloadCards(comparison)}
      ${charts.element}${foldsCard(comparison)}` : nothing}
    </div>`, root);
  await charts?.open();
  return {
    close() {
      end.abort();
      charts?.close();
    },
  };
}

/** The sets, each with its runs. */
function setsOf({sets, runs}) {
  let from = 0;
  return sets.map((set) => ({...set, runs: runs.slice(from, from += set.runs)}));
}

const SEVERITIES = {
  'not-comparable': ['bad', '✕', 'Not comparable'],
  'less-comparable': ['doubtful', '!', 'Less comparable'],
  note: ['plain', 'i', 'Note'],
};

function headline(findings) {
  if (findings.some((finding) => finding.severity === 'not-comparable')) {
    return ['bad', 'These runs must not be compared.'];
  }
  return findings.some((finding) => finding.severity === 'less-comparable')
    ? ['doubtful', 'These runs can be compared with care.'] : ['good', 'These runs can be compared.'];
}

/** How many figures are better, worse or neither, of each run against the baseline; and whether the runs can be compared. */
function findingsCard({findings, sets, workloads}) {
  const [tone, text] = headline(findings);
  return html`<section class="card verdict-card tone-${tone}" aria-labelledby="findings-title"><div class="ink">
    <h2 id="findings-title" data-test="counts">${countChanges(workloads).map(({better, worse, others}, index) => html`<span>${sets.length > 2
      ? `${sets[index + 1].label}: ` : ''}${better} better, ${worse} worse, ${others} without a shown difference</span> `)}</h2>
    <p data-test="comparability">${text}</p>
    ${findings.length ? html`<details ?open=${tone === 'bad'}><summary>${count(findings.length, 'reason')}</summary><ul class="reasons">${findings.map((finding) => {
      const [of, sign, word] = SEVERITIES[finding.severity] ?? SEVERITIES.note;
      return html`<li class="tone-${of}">${badge(of, sign, word)}<div><p>${finding.message}</p></div></li>`;
    })}</ul></details>` : nothing}
  </div></section>`;
}

function table(title, runs, differences) {
  return scrolled(title, html`<table>
    <thead><tr><th scope="col">Property</th>${runs.map((run, index) => html`<th scope="col">${run.label}${index === 0 ? ' (baseline)' : ''}</th>`)}</tr></thead>
    <tbody>${differences.map((difference) => html`<tr><th scope="row"><code>${difference.path}</code></th>
      ${difference.values.map((value, index) => html`<td class="words ${index > 0 && value !== difference.values[0] ? 'differs' : ''}">${value === null
        ? html`<span class="soft">absent</span>` : value}</td>`)}</tr>`)}</tbody></table>`);
}

function differenceFold(id, title, runs, differences) {
  const major = differences.filter((difference) => !difference.minor);
  const minor = differences.filter((difference) => difference.minor);
  return fold(`differences-${id}`, title, major.length === 0 ? 'none that matters' : `${major.length}: ${major.slice(0, 3).map(({path}) => path).join(', ')}`, html`
    ${major.length ? table(title, runs, major) : html`<p class="soft">No relevant difference.</p>`}
    ${minor.length ? html`<details><summary>${count(minor.length, 'minor difference')}, such as names and what changes with every run</summary>
      ${table(`${title}, small`, runs, minor)}</details>` : nothing}`);
}

/** The differences of plan and environment. */
function foldsCard(comparison) {
  const {runs, plan, environment} = comparison;
  return html`<div class="card folds">${differenceFold('plan', 'Differences of plan', runs, plan)}
    ${differenceFold('environment', 'Differences of environment', runs, environment)}</div>`;
}

const FOUND = 20;

/** The head of the page with one card for each run or set of runs. */
function compareHead(sets, ids, {add, go}) {
  return html`<header class="page-head"><div><h1 tabindex="-1">Compare runs</h1>
      <p class="lead">The other runs are compared with the baseline, ${sets[0]?.label ?? 'the first run'}.</p></div>
    <div class="buttons">${add ? html`<button type="button" class="button" data-test="add-run" @click=${add}>Add a run…</button>` : nothing}
      <button type="button" class="button" @click=${() => print()}>Print</button></div></header>
  <ol class="card-grid" aria-label="Compared runs">${sets.map((set, index) => html`<li class="card" data-test="compared-${set.label}">
    ${set.runs.map((run, at) => html`
    <p class="row">${at === 0 ? html`${swatch(index)} <strong>${set.label}</strong> ${index === 0 ? html`<span class="chip">baseline</span>` : nothing}` : nothing}
      ${runBadge(run)}
      ${classBadge(run.class)}</p>
    <h2><a href=${runAddress(run.id)}>${run.name}</a></h2>
    <p class="soft small">${run.startedAt ? time(run.startedAt) : nothing}${run.steadySeconds
      ? html`, ${number(run.steadySeconds)} s steady` : nothing}<br><span class="id">${run.id}</span></p>`)}
    <p class="buttons">${index === 0 ? nothing : html`<button type="button" class="button compact" data-test="baseline-${set.label}"
        @click=${() => go([ids[index], ...ids.filter((id) => id !== ids[index])])}>Make baseline</button>`}
      <button type="button" class="button compact bare" aria-label="Remove run ${set.label}"
        @click=${() => go(ids.filter((id) => id !== ids[index]))}>Remove</button></p></li>`)}</ol>`;
}

/** Lets the user choose one more run; returns null if none was chosen. */
function addRun(ids) {
  let found = null;
  let last = 0;
  return open(({close, redraw, headingId}) => {
    const seek = async (text) => {
      const request = ++last;
      try {
        const answer = await api.get('/runs', {text, limit: FOUND + ids.length});
        if (request === last) {
          found = answer.runs.filter((run) => run.status !== 'running' && !ids.includes(run.id)).slice(0, FOUND);
          redraw();
        }
      } catch (error) {
        showError(error);
      }
    };
    if (found === null && last === 0) {
      seek('');
    }
    return html`<div class="dialog-body" data-test="add-run-dialog"><h2 id=${headingId}>Add a run</h2>
      <div class="field"><label for="seek-run">Name, tag or note</label>
        <input id="seek-run" type="search" autocomplete="off" @input=${(event) => seek(event.target.value)}></div>
      <ul class="found" role="list" aria-label="Runs" aria-busy=${found === null ? 'true' : 'false'}>${(found ?? []).map((run) => html`<li>
        <button type="button" class="found-run" @click=${() => close(run.id)}><strong>${run.name}</strong> ${runBadge(run)}
          <span class="soft small">${time(run.startedAt)} · ${run.id}</span></button></li>`)}</ul>
      ${found?.length === 0 ? html`<p class="soft">There is no other run.</p>` : nothing}
      <div class="buttons"><button type="button" class="button" @click=${() => close(null)}>Cancel</button></div></div>`;
  });
}

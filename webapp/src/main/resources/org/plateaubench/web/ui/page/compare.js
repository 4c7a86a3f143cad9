// SPDX-License-Identifier: Apache-2.0
// The comparison of two or more runs: first their differences, then their figures, then their curves.
import * as api from '../module/api.js';
import {html, nothing, render} from '../module/lit.js';
import {loadCharts, style} from '../module/load.js';
import {problemView} from '../module/notice.js';
import {Place} from '../module/place.js';
import {navigate, setQuery, setTitle} from '../module/router.js';
import {CompareCharts} from './compare-charts.js';
import {differenceCards, findingsCard} from './compare-differences.js';
import {workloadCards} from './compare-figures.js';
import {addRun, compareHead} from './compare-head.js';

const MOST_RUNS = 8;

function few(ids, add) {
  return html`<section class="card empty" data-test="too-few"><h2>${ids.length === 0 ? 'Choose two runs' : 'Choose a second run'}</h2>
    <p>What differs between their plans and environments is shown first, then their figures side by side.</p>
    <div class="buttons"><button type="button" class="button primary" data-test="add-run" @click=${add}>Add a run…</button>
      <a class="button" href="/">Choose from the list</a></div></section>`;
}

/** Shows the page. */
export async function page(root, {query}) {
  await Promise.all([style('/style/result.css'), style('/style/compare.css'), loadCharts()]);
  const ids = [...new Set(query.getAll('run'))].slice(0, MOST_RUNS);
  const place = new Place(query, setQuery);
  const go = (others) => {
    // The runs change; the other choices are kept.
    place.keep({run: others});
    return navigate(location.pathname + location.search, {replace: true});
  };
  const add = async () => {
    const id = await addRun(ids);
    if (id) {
      go([...ids, id]);
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
      charts = new CompareCharts(comparison, end.signal, place);
    } catch (error) {
      problem = error;
    }
  }
  const runs = comparison?.runs ?? ids.map((id, index) => ({id, label: 'ABCDEFGH'[index], name: id}));
  render(html`<div class="wrap result compare" data-test="compare">
    ${compareHead(runs, {add: ids.length < MOST_RUNS ? add : null, go})}
    ${problem ? problemView(problem) : nothing}
    ${ids.length < 2 ? few(ids, add) : nothing}
    ${comparison ? html`${findingsCard(comparison)}${differenceCards(comparison)}${workloadCards(comparison)}
      ${charts.element}` : nothing}
    <div class="page-end"></div></div>`, root);
  await charts?.open();
  return {
    close() {
      end.abort();
      charts?.close();
    },
  };
}

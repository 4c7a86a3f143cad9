// SPDX-License-Identifier: Apache-2.0
// The result of a run as a self-contained file, report.html.
import {html} from '../module/lit.js';
import {PageState} from '../module/page-state.js';
import {resultTitle} from './result-facts.js';
import {showResult} from './result-view.js';

const data = JSON.parse(document.getElementById('data').textContent);

const {result, plan, events: {events: [first]}} = data;
const run = {
  ...result, id: result.runId, startedAt: first?.at, plugins: [...new Set(plan.workloads.map(({plugin}) => plugin))],
  durationSeconds: (Date.parse(result.phases.at(-1)?.end) - Date.parse(first?.at)) / 1e3,
};

async function ask(part) {
  if (data[part] === undefined) {
    throw Object.assign(new Error(`This report lacks ${part}.`), {status: 404});
  }
  return data[part];
}

function head(known) {
  return html`<header class="page-head">${resultTitle(known)}</header>`;
}

function foot() {
  return html`<footer class="report-foot"><p>Figures with more digits are in <code>result.json</code> beside this file. Times are local; their tooltips show UTC.</p></footer>`;
}

/** The state of the page in the fragment of its address, so that a link shows the same. */
const pageState = new PageState(new URLSearchParams(location.hash.slice(1)), (parameters) => {
  const query = new URLSearchParams(Object.entries(parameters).flatMap(([name, values]) => values.map((value) => [name, value])));
  history.replaceState(null, '', `#${query}`);
});

showResult(document.getElementById('main'), {
  run, ask, head, foot, signal: new AbortController().signal, parts: [['sections', []]], pageState,
});

// SPDX-License-Identifier: Apache-2.0
// The result of a run as a file of its own, report.html, which holds all that it shows.
import {html} from '../module/lit.js';
import {resultFacts, resultTitle} from './result-facts.js';
import {showResult} from './result-view.js';

const data = JSON.parse(document.getElementById('data').textContent);

async function ask(part) {
  if (data[part] === undefined) {
    throw Object.assign(new Error(`This report lacks ${part}.`), {status: 404});
  }
  return data[part];
}

function head(known) {
  return html`<header class="page-head">${resultTitle(known, 'Plateau run report')}</header>
    <section class="card" aria-label="Facts of the run">${resultFacts(known)}</section>`;
}

function foot({run, result}) {
  return html`<footer class="report-foot"><p>Class ${run.class}, verdict ${result?.verdict}. This file is self-contained. Figures with
    more digits are in <code>result.json</code> beside it. Times are local; their tooltips show UTC.</p></footer>`;
}

showResult(document.getElementById('main'), {
  run: data.run, ask, head, foot, signal: new AbortController().signal, parts: [['sections', []]], whole: true,
});

// SPDX-License-Identifier: Apache-2.0
// The results of trials, a search or a study as a self-contained file, report.html.
import {html, nothing, render} from '../module/lit.js';
import {StudyView} from './study-view.js';

const result = JSON.parse(document.getElementById('data').textContent);
const view = new StudyView();

render(html`<div class="wrap study">
  <header class="page-head"><div>
    <p class="eyebrow">Plateau ${result.kind}</p>
    <h1 tabindex="-1">${result.name}</h1>
    ${result.description ? html`<p class="lead">${result.description}</p>` : nothing}
    <p class="small soft">${result.studyId}</p>
  </div></header>
  ${view.summary(result, result)}
  ${view.cards(result, result)}
  <footer class="report-foot"><p>This file is self-contained. Figures with more digits are in <code>result.json</code> beside it.</p></footer>
</div>`, document.getElementById('main'));

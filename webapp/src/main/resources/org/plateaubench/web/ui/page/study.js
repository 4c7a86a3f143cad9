// SPDX-License-Identifier: Apache-2.0
// The page of a study: its progress, its charts, its figures and its runs by cell.
import {html, nothing, render} from '../module/lit.js';
import {runAddress} from '../module/addresses.js';
import * as api from '../module/api.js';
import {loadCharts} from '../module/load.js';
import {fetching, loader} from '../module/loader.js';
import {actionRunner, problemView} from '../module/notice.js';
import {setTitle} from '../module/router.js';
import {progressOf} from './study-progress.js';
import {stopStudy} from './study-start.js';
import {StudyView} from './study-view.js';

const TICK_MILLIS = 2000;

/** Shows the page. */
export async function page(root, {parameters, session}) {
  let detail = null;
  let queued = null;
  const cards = new StudyView(runAddress);
  const last = {error: null};
  const reading = loader(fetching(last, async (signal) => {
    detail = await api.get(api.path`/studies/${parameters.id}`, {}, {signal});
    queued = session.may('operator') && detail.study.state === 'running' ? await inQueue(parameters.id, signal) : null;
    setTitle(detail.study.name);
  }, draw));

  const act = actionRunner(() => reading.now());

  function draw() {
    render(html`<div class="wrap study" data-test="study">
      ${problemView(last.error, () => reading.now())}
      ${detail ? view(detail, queued, act, cards) : last.error ? html`<h1>Study</h1>` : html`<h1>Study</h1><p class="table-state" role="status">Loading…</p>`}
      </div>`, root);
  }

  draw();
  await loadCharts();
  // A study that has just begun has no results yet, and is requested again.
  const ticking = setInterval(() => !document.hidden && (detail === null || detail.study.state === 'running') && reading.soon(), TICK_MILLIS);
  await reading.now();
  return {
    close() {
      clearInterval(ticking);
      reading.close();
      cards.close();
    },
  };
}

/** The item of the queue that executes a study; null if a shell does. */
async function inQueue(id, signal) {
  const {items} = await api.get('/queue', {}, {signal});
  return items.find(({studyId}) => studyId === id) || null;
}

function view({study, result}, queued, act, cards) {
  return html`<div class="page-head"><div>
      <h1>${study.name}</h1>
      <p class="lead">${study.description}</p>
      <p class="small soft">${study.kind} ${study.id}</p>
    </div>
    ${queued ? html`<div class="buttons"><button class="button danger" data-test="stop-study" ?disabled=${queued.state === 'stopping'}
      @click=${() => stopStudy(queued, act)}>${queued.state === 'stopping' ? 'Stopping…' : 'Stop…'}</button></div>` : nothing}
    </div>
    ${cards.summary(result, study, progressOf(study))}
    ${cards.cards(result, study)}`;
}

// SPDX-License-Identifier: Apache-2.0
// The list of trials, searches and studies, with their progress.
import {html, nothing, render} from '../module/lit.js';
import {studyAddress} from '../module/addresses.js';
import * as api from '../module/api.js';
import {count} from '../module/format.js';
import {frame} from '../module/frame.js';
import {fetching, loader} from '../module/loader.js';
import {actionRunner, showError, problemView} from '../module/notice.js';
import {setQuery} from '../module/router.js';
import {pager, table} from '../module/table.js';
import {progressOf} from './study-progress.js';
import {startForm} from './study-start.js';
import {outcomeBadge} from './study-words.js';

const PAGE_ROWS = 50;
const TICK_MILLIS = 2000;

const COLUMNS = [
  {id: 'name', label: 'Study', header: true, cell: (study) => html`<a href=${studyAddress(study.id)} data-test="study-link">${study.name}</a>
    <div class="small soft">${study.id}</div>
    ${study.description ? html`<div class="small">${study.description}</div>` : nothing}`},
  {id: 'kind', label: 'Kind', cell: (study) => study.kind},
  {id: 'outcome', label: 'Outcome', cell: (study) => html`${outcomeBadge(study)}
    ${study.message ? html`<div class="small soft">${study.message}</div>` : nothing}`},
  {id: 'cells', label: 'Cells', numeric: true, cell: (study) => study.cells},
  {id: 'progress', label: 'Runs', cell: progressOf},
];

/** Shows the page. */
export async function page(root, {query, session}) {
  const mayStart = session.may('operator');
  let files = [];
  let chosen = '';
  let offset = Number(query.get('offset')) || 0;
  let list = null;
  const last = {error: null};
  const reading = loader(fetching(last, async (signal) => {
    list = await api.get('/studies', {limit: PAGE_ROWS, offset}, {signal});
  }, draw));

  const act = actionRunner(() => reading.now());

  async function readFiles() {
    try {
      ({files} = await api.get('/queue/studies'));
      draw();
    } catch (error) {
      showError(error);
    }
  }

  function draw() {
    const lead = html`Trials, searches and studies: several runs of one question. A run file with <code>trials</code> or <code>search</code>
      is started like any other, on the page <a href="/new">New run</a>; studies whose scenarios have commands in a shell, by
      <code>./plateau study FILE</code>.`;
    render(frame({title: 'Studies', lead}, html`${problemView(last.error, () => reading.now())}
      ${mayStart ? startForm({files, chosen, act, onChoose: (path) => {
        chosen = path;
        draw();
      }}) : nothing}
      ${list === null && last.error ? nothing : html`<section class="card" aria-label="List of studies">
        ${table({
          caption: 'Studies, the newest first',
          columns: COLUMNS,
          rows: list && list.studies,
          key: (study) => study.id,
          empty: html`<div class="empty"><h2>No studies yet</h2><p><code>docs/studies.md</code> describes them.</p></div>`,
        })}
        ${list && list.total > PAGE_ROWS ? pager({total: list.total, offset, limit: PAGE_ROWS, what: 'studies', onPage: (next) => {
          offset = next;
          setQuery({offset: offset || ''});
          reading.now();
        }}) : nothing}
      </section>`}
      ${list && list.unreadable.length > 0 ? html`<section class="card" data-test="unreadable"><h2>${count(list.unreadable.length, 'folder')} that cannot be read</h2>
        <ul>${list.unreadable.map(({id, problem}) => html`<li>${id}: ${problem}</li>`)}</ul></section>` : nothing}`), root);
  }

  const ticking = setInterval(() => !document.hidden && list?.studies.some(({state}) => state === 'running') && reading.soon(), TICK_MILLIS);
  draw();
  if (mayStart) {
    readFiles();
  }
  await reading.now();
  return {
    close() {
      clearInterval(ticking);
      reading.close();
    },
  };
}

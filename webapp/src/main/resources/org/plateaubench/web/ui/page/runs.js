// SPDX-License-Identifier: Apache-2.0
// The list of runs: runs in progress, results, and actions on several runs at once.
import {html, live, nothing, render} from '../module/lit.js';
import * as api from '../module/api.js';
import * as stream from '../module/stream.js';
import {stateBadge} from '../module/badge.js';
import {STATES, stateOf} from '../module/states.js';
import {fact} from '../module/facts.js';
import {duration, figure, words} from '../module/format.js';
import {frame} from '../module/frame.js';
import {loader} from '../module/loader.js';
import {problemView} from '../module/notice.js';
import {setQuery} from '../module/router.js';
import {pager, table} from '../module/table.js';
import {columns, placeOf} from './runs-columns.js';
import {bulk} from './runs-bulk.js';

const PAGE_ROWS = 50;
const DEFAULT_SORT = 'startedAt';
const DEFAULT_ORDER = 'desc';
const TICK_MILLIS = 1000;
const POLL_TICKS = 5;

export async function page(root, {query, session}) {
  const state = {
    wanted: Object.fromEntries(FILTERS.map((name) => [name, query.get(name) || ''])),
    sort: query.get('sort') || DEFAULT_SORT,
    order: query.get('order') || DEFAULT_ORDER,
    offset: Number(query.get('offset')) || 0,
    runs: null,
    total: 0,
    active: [],
    tags: [],
    plugins: [],
    trials: new Map(),
    selected: new Set(),
    busy: false,
    error: null,
  };

  let closed = false;
  const reading = loader(async (signal) => {
    state.busy = true;
    draw();
    try {
      const [list, active] = await Promise.all([
        api.get('/runs', queryParameters(), {signal}),
        api.get('/runs', {status: 'running', limit: 20}, {signal}),
      ]);
      Object.assign(state, {runs: list.runs, total: list.total, active: active.runs, error: null});
    } catch (error) {
      if (error.name === 'AbortError') {
        return;
      }
      state.error = error;
    } finally {
      state.busy = false;
    }
    draw();
  });

  function queryParameters() {
    const {wanted, sort, order, offset} = state;
    return {
      ...wanted,
      archived: wanted.archived || 'false',
      sort,
      order,
      limit: PAGE_ROWS,
      offset,
    };
  }

  function change(changes) {
    if (closed) {
      // A delayed input event of a page that was left.
      return null;
    }
    Object.assign(state, {offset: 0}, changes);
    const {wanted, sort, order, offset} = state;
    const usual = sort === DEFAULT_SORT && order === DEFAULT_ORDER;
    setQuery({...wanted, sort: usual ? '' : sort, order: usual ? '' : order, offset: offset || ''});
    draw();
    return reading.now();
  }

  async function readChoices() {
    const [tags, plugins, studies] = await Promise.allSettled([api.get('/tags'), api.get('/plugins'), api.get('/studies')]);
    state.tags = tags.value?.tags || [];
    state.plugins = plugins.value?.plugins || [];
    state.trials = new Map((studies.value?.studies || []).flatMap((study) => study.runs.map(({id, cell, trial}) => [id, {study, cell, trial}])));
    draw();
  }

  function draw() {
    render(view(), root);
  }

  function view() {
    const filtered = anyFilter(state.wanted);
    const nothingYet = state.runs !== null && state.total === 0 && !filtered && state.active.length === 0;
    return frame({
      title: 'Runs',
      lead: 'Every run of this installation, also those started from the shell.',
      buttons: session.may('operator') && !nothingYet ? newRun : nothing,
    }, [problemView(state.error, () => reading.now()), nothingYet ? welcome(session) : [state.active.map(running), list(filtered)]]);
  }

  function list(filtered) {
    return html`<section class="card" aria-label="List of runs">
      ${filters(state, (changes) => change({wanted: {...state.wanted, ...changes}}))}
      ${table({
        caption: `Runs, sorted by ${sortedBy()}. Choose rows to compare, tag, archive or delete them.`,
        columns: columns((tag) => change({wanted: {...state.wanted, tag}}), (id) => state.trials.get(id)),
        rows: state.runs,
        key: (run) => run.id,
        nameOf: (run) => `${run.name}, ${run.id}`,
        sort: state.sort,
        order: state.order,
        onSort: (sort, order) => change({sort, order}),
        selected: state.selected,
        onSelect: (selected) => {
          state.selected = selected;
          draw();
        },
        busy: state.busy,
        rowClass: (run) => (run.verdict === 'invalid' ? 'unbelieved' : ''),
        empty: html`<div class="empty">
          <h2>No run matches</h2>
          <p>${filtered ? 'Remove a filter, or include archived runs.' : 'Every run is archived.'}</p>
        </div>`,
      })}
      ${state.runs === null || state.total === 0
        ? nothing
        : pager({
            total: state.total,
            offset: state.offset,
            limit: PAGE_ROWS,
            what: state.total === 1 ? 'run' : 'runs',
            onPage: (offset) => change({offset}).then(() => root.querySelector('table')?.scrollIntoView()),
          })}
    </section>
    ${bulk({
      selected: state.selected,
      runs: state.runs || [],
      tags: state.tags,
      session,
      archived: state.wanted.archived === 'true',
      onDone: (gone) => {
        state.selected = gone ? new Set() : state.selected;
        reading.now();
        readChoices();
      },
      onClear: () => {
        state.selected = new Set();
        draw();
      },
    })}`;
  }

  function sortedBy() {
    const column = columns(() => {}).find(({id}) => id === state.sort);
    return `${column ? column.label.toLowerCase() : state.sort}, ${state.order === 'desc' ? 'descending' : 'ascending'}`;
  }

  const unsubscribe = stream.subscribe('runs', () => reading.soon());
  // The shown age of a run in progress grows, and its state is requested regularly.
  let ticks = 0;
  const ticking = setInterval(() => {
    if (state.active.length > 0 && !document.hidden) {
      draw();
      if (++ticks % POLL_TICKS === 0) {
        reading.soon();
      }
    }
  }, TICK_MILLIS);
  draw();
  await Promise.all([reading.now(), readChoices()]);
  return {
    close() {
      closed = true;
      unsubscribe();
      clearInterval(ticking);
      reading.close();
    },
  };
}

/** A run in progress, above the list. */
function running(run) {
  const seconds = Math.max(0, Math.round((Date.now() - Date.parse(run.startedAt)) / 1000));
  return html`<article class="card running-run" data-test="running">
    <div class="row">
      ${stateBadge('status', 'running')} <a href=${placeOf(run)}><strong>${run.name}</strong></a>
      <span class="soft small">${run.startedBy ? `started by ${run.startedBy}` : 'started from the shell'}</span>
    </div>
    <dl class="facts">
      ${fact('Elapsed', html`<span class="figure">${duration(seconds)}</span>`)}
      ${run.headline ? fact(words(run.headline.name), figure(run.headline.value, run.headline.unit)) : nothing}
    </dl>
    <a class="button compact" href=${placeOf(run)}>Watch live</a>
  </article>`;
}

const newRun = html`<div class="buttons"><a class="button primary" href="/new" data-test="new-run">New run</a></div>`;

function welcome(session) {
  return html`<section class="card empty" data-test="welcome">
    <h2>No runs yet</h2>
    <p>
      The quickstart drives a small online shop on an embedded database for about a minute and a half. It needs
      nothing but this machine. Its run file opens in a form, and one more click starts it. The verdict says whether
      the limits were met, and whether the figures can be trusted.
    </p>
    ${session.may('operator')
      ? html`<div class="buttons">
          <a class="button primary" href="/new?file=runs/quickstart.yaml" data-test="quickstart">Start the quickstart</a>
          <a class="button" href="/new">Set up a run of your own</a>
        </div>`
      : html`<p>Your role is viewer: an operator can start it.</p>`}
  </section>`;
}

const FILTERS = ['text', 'verdict', 'status', 'tag', 'plugin', 'archived'];
const TYPING_MILLIS = 250;
let typing = null;

/** Whether anything is filtered. */
function anyFilter(wanted) {
  return FILTERS.some((name) => wanted[name]);
}

/** The row of filters; `onChange` receives the changes. */
function filters({wanted, tags, plugins}, onChange) {
  return html`<form
    class="filters"
    role="search"
    aria-label="Filter runs"
    @submit=${(event) => event.preventDefault()}
  >
    <div class="field find">
      <label for="filter-text">Find</label>
      <input
        id="filter-text"
        type="search"
        placeholder="Name, note, tag, id"
        data-test="filter-text"
        .value=${live(wanted.text)}
        @input=${(event) => {
          clearTimeout(typing);
          typing = setTimeout(() => onChange({text: event.target.value.trim()}), TYPING_MILLIS);
        }}
      />
    </div>
    ${choice('verdict', 'Verdict', wanted, ['pass', 'fail', 'invalid'], onChange)}
    ${choice('status', 'Status', wanted, ['running', 'completed', 'interrupted', 'not-started', 'crashed'], onChange)}
    ${choice('tag', 'Tag', wanted, tags.map(({name}) => name), onChange)}
    ${choice('plugin', 'Plugin', wanted, plugins.map(({id}) => id), onChange)}
    <label class="choice">
      <input
        type="checkbox"
        .checked=${live(wanted.archived === 'true')}
        @change=${(event) => onChange({archived: event.target.checked ? 'true' : ''})}
      />
      Archived
    </label>
    ${anyFilter(wanted)
      ? html`<button
          type="button"
          class="button compact bare"
          @click=${() => onChange(Object.fromEntries(FILTERS.map((name) => [name, ''])))}
        >
          Clear filters
        </button>`
      : nothing}
  </form>`;
}

function choice(name, label, wanted, values, onChange) {
  const all = wanted[name] && !values.includes(wanted[name]) ? [wanted[name], ...values] : values;
  return html`<div class="field">
    <label for="filter-${name}">${label}</label>
    <select
      id="filter-${name}"
      data-test="filter-${name}"
      @change=${(event) => onChange({[name]: event.target.value})}
    >
      <option value="" ?selected=${!wanted[name]}>Any</option>
      ${all.map((value) => html`<option value=${value} ?selected=${wanted[name] === value}>${STATES[name] ? stateOf(name, value)[2] : value}</option>`)}
    </select>
  </div>`;
}

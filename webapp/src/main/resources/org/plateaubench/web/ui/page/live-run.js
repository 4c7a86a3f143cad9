// SPDX-License-Identifier: Apache-2.0
// The page of a run in progress: progress, figures of each second, state of the harness, and buttons to stop and abort.
import {runAddress} from '../module/addresses.js';
import * as api from '../module/api.js';
import {badge, runBadge, stateBadge} from '../module/badge.js';
import {confirmed} from '../module/dialog.js';
import {html, nothing, ref, render} from '../module/lit.js';
import {connection, listen} from '../module/live.js';
import {announce, showError, showMessage} from '../module/notice.js';
import {navigate, setTitle} from '../module/router.js';
import {agentsCard} from './live-agents.js';
import {LiveCharts} from './live-charts.js';
import {failureBanner} from './live-health.js';
import {awaitRun} from './live.js';
import {limitBoard} from './live-limits.js';
import {healthCard} from './live-health.js';
import {Freshness} from './live-stale.js';
import {SHOWN_AT_ONCE, tileOverview} from './live-tiles.js';
import {errorTable, eventTable} from './result-setup.js';
import {tile} from '../module/facts.js';
import {keyOf} from './chart-specs.js';
import {latest} from './live-data.js';
import {percent} from './result-cells.js';
import {clock, duration, timeText} from '../module/format.js';

const ERRORS_MILLIS = 5000;
const MAX_EVENTS = 500;
const READ_MILLIS = 1500;
const NOT_DONE = {stop: 'Not stopped', abort: 'Not aborted'};

/** The page of one run. */
export class LivePage {
  constructor(root, id, session, pageState) {
    Object.assign(this, {root, id, session, pageState, events: [], errors: null, plan: null, limits: null, connection: 'connecting', status: 'running'});
    this.freshness = new Freshness(() => this.draw());
  }

  async open() {
    const run = await awaitRun(this.id, () => true);
    this.run = run;
    if (run.status !== 'running') {
      await this.toResult();
      return this;
    }
    setTitle(`${run.name}, live`);
    this.charts = new LiveCharts(this.id, this.pageState);
    this.draw();
    this.stream = listen(api.path`/runs/${this.id}/live`, {
      end: 'end', onState: (state) => { this.connection = state; this.freshness.connection(state); this.draw(); },
      handlers: {
        snapshot: (data) => this.snapshot(data), interval: (data) => this.interval(data),
        phase: (data) => this.phase(data), event: (data) => this.event(data), spans: (data) => this.charts.happened(data),
        progress: (data) => this.progress(data), limits: (data) => { this.limits = data; }, end: (data) => this.end(data),
      },
    });
    this.timer = setInterval(() => document.hidden || this.loadMore(), ERRORS_MILLIS);
    return this;
  }

  /** Loads limits and bounds of the harness. */
  async loadPlan() {
    try {
      this.plan ??= await api.get(api.path`/runs/${this.id}/plan`);
      this.charts.plan(this.plan);
      this.draw();
    } catch {
      // The card of the harness reports that the plan is missing.
    }
  }

  /** The data that is requested repeatedly. A run that has just begun has no plan and no phases yet, and none of it. */
  async loadMore() {
    if (this.state.phases.length === 0) {
      return;
    }
    await Promise.all([this.loadErrors(), this.plan ? null : this.loadPlan()]);
  }

  state = {phase: null, phases: [], elapsedSeconds: null, progress: null};

  snapshot(data) {
    Object.assign(this.state, {phase: data.phase, phases: data.phases, elapsedSeconds: data.elapsedSeconds, progress: data.progress});
    this.status = data.status ?? this.status;
    this.events = data.events ?? [];
    this.limits = data.limits ?? this.limits;
    this.charts.snapshot(data.series, data.spans);
    this.freshness.record(true);
    this.loadMore();
    this.draw();
  }

  interval(data) {
    this.charts.interval(data);
    this.freshness.record(true);
    this.state.elapsedSeconds = Math.max(this.state.elapsedSeconds ?? 0, data.to ?? data.time.at(-1) ?? 0);
    this.draw();
  }

  phase(data) {
    this.state.phase = data.phase ?? data;
    this.state.phases = data.phases ?? this.state.phases;
    this.loadMore();
    this.charts.phases(data.begun);
    announce(`Phase ${this.state.phase?.name ?? ''}`);
    this.draw();
  }

  progress(data) {
    this.freshness.record(false);
    this.state.progress = data;
    this.state.elapsedSeconds = data.elapsedSeconds ?? this.state.elapsedSeconds;
    this.draw();
  }

  event(data) {
    this.events = [...this.events, data].slice(-MAX_EVENTS);
    this.draw();
  }

  async loadErrors() {
    try {
      this.errors = (await api.get(api.path`/runs/${this.id}/errors`)).errors;
      this.draw();
    } catch {
      // The old data is shown until the next request.
    }
  }

  end({status, verdict, conclusion}) {
    this.status = status;
    this.over = {status, verdict, conclusion};
    this.draw();
    showMessage('The run has ended. This is its result.');
    this.leaving = setTimeout(() => this.toResult(), READ_MILLIS);
  }

  async toResult() {
    await awaitRun(this.id, (run) => this.closed || run.status !== 'running').catch(() => null);
    if (!this.closed) {
      // The shown part of the charts is kept, since the result has the same charts.
      await navigate(runAddress(this.id) + location.search, {replace: true});
    }
  }

  async stop() {
    await confirmed({
      title: 'Stop this run?', action: 'Stop the run',
      message: 'The load ramps down, open operations end, and the result is written. A run that is stopped before the end of'
        + ' its steady state is invalid; what was measured until then is kept.'}, () => this.send('stop', 'The run ramps down.'));
  }

  async abort() {
    await confirmed({
      title: 'Abort this run at once?', action: 'Abort the run', danger: true,
      message: 'Everything ends now: outstanding operations are cut off, and SUTs that the harness started are stopped. The run is'
        + ' invalid; what was measured until then is kept. Stop lets the load ramp down first.'}, () => this.send('abort', 'The run is being ended.'));
  }

  async send(what, done) {
    try {
      await api.post(`${api.path`/runs/${this.id}/`}${what}`);
      this.requestedEnd = what;
      showMessage(done, NOT_DONE[what]);
      this.draw();
    } catch (error) {
      showError(error, NOT_DONE[what]);
    }
  }

  /** The way in which the run was requested to end, here or elsewhere; a second stop would end it at once. */
  ending() {
    const how = this.events.findLast(({type}) => type === 'interrupted')?.details.how;
    return how === 'stop' || this.requestedEnd === 'abort' ? 'abort' : how || this.requestedEnd ? 'stop' : null;
  }

  buttons() {
    if (this.status !== 'running') {
      return html`<a class="button primary" href=${runAddress(this.id)}>Result</a>`;
    }
    if (!this.session.may('operator')) {
      return nothing;
    }
    const ending = this.ending();
    return html`<button type="button" class="button" data-test="stop" ?disabled=${ending !== null} @click=${() => this.stop()}>
        ${ending === 'stop' ? 'Stopping…' : 'Stop…'}</button>
      <button type="button" class="button danger" data-test="abort" ?disabled=${ending === 'abort'} @click=${() => this.abort()}>Abort…</button>`;
  }

  /** All workloads small, and one of them in full, if there are many. */
  tiles() {
    return tileOverview(this.charts.series, this.limits, {
      chosen: this.charts.shownScope, worstFirst: this.pageState.get('tiles') === 'worst',
      onChoose: (key) => { this.charts.choose(key); this.draw(); }, onOrder: (on) => { this.choose({tiles: on ? 'worst' : null}); },
    });
  }

  /** Changes the shown part and stores it in the address. */
  choose(parameters) {
    this.pageState.keep(parameters);
    this.draw();
  }

  log() {
    return html`<section class="card" aria-labelledby="log-title"><h2 id="log-title">Events</h2>${eventTable(this.events.toReversed())}</section>`;
  }

  draw() {
    if (this.closed) {
      return;
    }
    render(html`<div class="wrap result live${this.freshness.age() === null ? '' : ' stale'}" data-test="live">
      <header class="page-head"><div><p class="eyebrow">Live run</p>
        <h1 tabindex="-1">${this.run.name} ${this.over ? runBadge(this.over) : stateBadge('status', this.status)}</h1>
        <p class="lead">${this.plan?.description ?? ''} ${connection(this.connection === 'live' && this.freshness.age() !== null ? 'silent' : this.connection)}</p></div>
        <div class="buttons">${this.buttons()}</div></header>
      ${this.freshness.notice()}
      ${phaseBar(this.state)}
      ${this.status === 'running' ? failureBanner(this.state.progress?.failures ?? []) : nothing}
      ${this.tiles()}
      ${limitBoard(this.limits)}
      ${headlines(this.charts.series, this.charts.shownScope)}
      ${this.details()}</div>`, this.root);
  }

  /** The detailed parts. */
  details() {
    return html`${healthCard(this.charts.series)}
      ${agentsCard(this.charts.series, this.plan, this.events)}
      ${this.charts.element}
      <section class="card" aria-labelledby="errors-title"><h2 id="errors-title">Errors</h2>${this.errors === null
        ? html`<p class="soft">Loading…</p>` : errorTable(this.errors)}</section>
      ${this.log()}`;
  }

  close() {
    this.closed = true;
    clearInterval(this.timer);
    clearTimeout(this.leaving);
    this.freshness.close();
    this.stream?.close();
    this.charts?.close();
  }
}

/** Share of the harness's own lag above which a time is limited by the harness, as in the result. */
const LIMITED = 0.1;

/** A current figure: {name, unit, section}. */
function figureTile(series, {name, unit, section}) {
  return section === 'response-times' ? timeTile(series, name) : tile(latest(series[name]), unit, name, {className: 'now'});
}

/**
 * A current percentile. If operations failed, it may be the longest known time of an operation that was cut short, so
 * that the real one is at least that long.
 */
function timeTile(series, name) {
  const value = latest(series[name]);
  const share = latest(series[`harnessShare${name.toUpperCase()}`]);
  const label = value !== null && share > LIMITED ? html`${name} ${badge('doubtful', '‡', `${percent(share)} harness`,
    'Limited by the harness: this share of it may be the own lag of the harness.')}` : name;
  return tile(value, 'ms', label, {className: 'now', bound: value !== null && value === latest(series.max) && latest(series.failed) > 0});
}

function total(values) {
  return (values ?? []).reduce((sum, value) => sum + (value ?? 0), 0);
}

/** Share of failures among all operations that ended in the shown time, in percent. */
function failedPercent(series) {
  const failed = total(series.failed);
  const all = failed + total(series.throughput) + total(series.declined);
  return all > 0 ? (100 * failed) / all : null;
}

/** The figures of each workload; with many workloads, only of the selected one. */
function headlines(data, chosen) {
  const workloads = data.workloads.filter((workload, index, all) => all.length <= SHOWN_AT_ONCE || keyOf(workload) === chosen);
  if (workloads.length === 0) {
    return nothing;
  }
  return html`<section class="card" aria-labelledby="now-title"><h2 id="now-title" class="visually-hidden">Now</h2>
    ${workloads.map((workload) => {
      const {series} = workload;
      return html`${data.workloads.length > 1 ? html`<h3>${keyOf(workload)}</h3>` : nothing}
        <div class="tiles" data-test="now-${workload.name}">
          ${data.figures.filter(({live}) => live).map((figure) => figureTile(series, figure))}
          ${tile(failedPercent(series), '%', 'errors, last 10 min')}
          ${tile(latest(series.users), '', 'users')}${tile(latest(series.inFlight), '', 'in flight')}</div>`;
    })}</section>`;
}

const WORDS = {
  prepare: 'SUTs start and data is prepared', 'ramp-up': 'Users start one by one', steady: 'The measured window',
  'ramp-down': 'The load continues while the last operations of the window end', drain: 'Waiting for outstanding operations',
  finish: 'The result is computed',
};
const LEAST_SHARE = 0.13;

/** The end of the last phase of known length. The drain has none; it ends as soon as no operation is outstanding. */
function expectedEnd(phases) {
  return phases.filter((phase) => phase.name !== 'drain').at(-1)?.endSeconds ?? null;
}

function segment(phase, elapsed, total) {
  const length = phase.endSeconds - phase.startSeconds;
  const done = Math.min(1, Math.max(0, (elapsed - phase.startSeconds) / length));
  const state = done >= 1 ? 'done' : done > 0 ? 'now' : 'ahead';
  return html`<li class="${state} phase-${phase.name}" ${ref((element) => {
    element?.style.setProperty('flex-grow', String(phase.name === 'drain' ? LEAST_SHARE : Math.max(length / total, LEAST_SHARE)));
    element?.style.setProperty('--done', `${100 * done}%`);
  })} aria-current=${state === 'now' ? 'step' : nothing}><span class="fill" aria-hidden="true"></span>
    <span class="name">${phase.name}</span> <span class="length">${phase.name === 'drain' ? '≤ ' : ''}${duration(length)}</span></li>`;
}

function prepareProgress(progress) {
  return html`<div class="prepare" data-test="progress"><span>${progress?.message ?? 'The run begins.'}</span>
    <progress aria-label="Data set-up"></progress></div>`;
}

function clockLine(name, elapsed, end, left) {
  if (elapsed === null || elapsed === undefined || name === 'prepare') {
    return nothing;
  }
  const more = [
    end === null ? '' : `of ${clock(end)}`,
    left !== null && left > 0 ? `${duration(Math.ceil(left))} of this phase left` : '',
    end !== null && end > elapsed ? `ends about ${timeText(new Date(Date.now() + 1000 * (end - elapsed)).toISOString())}` : '',
  ].filter(Boolean);
  return html`<p class="figure"><strong>${clock(elapsed)}</strong> <span class="soft">${more.join(', ')}</span></p>`;
}

/** `state` = {phase: {name, startedSeconds, expectedEndSeconds}|null, phases, elapsedSeconds, progress}. */
function phaseBar({phase, phases, elapsedSeconds, progress}) {
  const elapsed = elapsedSeconds ?? 0;
  const planned = (phases ?? []).filter(({startSeconds, endSeconds}) => endSeconds !== null && endSeconds > startSeconds && startSeconds >= 0);
  const end = expectedEnd(planned);
  const name = phase?.name ?? 'prepare';
  const left = phase?.expectedEndSeconds !== null && phase?.expectedEndSeconds !== undefined ? phase.expectedEndSeconds - elapsed : null;
  const total = planned.reduce((sum, {name: phaseName, startSeconds, endSeconds}) => sum + (phaseName === 'drain' ? 0 : endSeconds - startSeconds), 0) || 1;
  return html`<section class="card" aria-labelledby="phase-title">
    <div class="phase-line"><h2 id="phase-title" data-test="phase">${name}</h2>
      <p class="soft">${WORDS[name] ?? ''}</p>
      ${clockLine(name, elapsedSeconds, end, left)}</div>
    <ol class="phases" aria-label="Phases of the run">${planned.map((plannedPhase) => segment(plannedPhase, elapsed, total))}</ol>
    ${name === 'prepare' ? prepareProgress(progress) : nothing}
  </section>`;
}

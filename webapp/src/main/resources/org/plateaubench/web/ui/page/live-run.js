// SPDX-License-Identifier: Apache-2.0
// The page of a run in progress: its progress, its figures of each second, the state of the harness, and buttons to
// stop and abort.
import {runAddress} from '../module/addresses.js';
import * as api from '../module/api.js';
import {runBadge, stateBadge} from '../module/badge.js';
import {confirmed} from '../module/dialog.js';
import {html, nothing, render} from '../module/lit.js';
import {connection, listen} from '../module/live.js';
import {announce, complain, say} from '../module/notice.js';
import {Place} from '../module/place.js';
import {navigate, setTitle} from '../module/router.js';
import {agentsCard} from './live-agents.js';
import {LiveCharts} from './live-charts.js';
import {failureBanner} from './live-failures.js';
import {ask} from './live-state.js';
import {headlines} from './live-headlines.js';
import {limitBoard} from './live-limits.js';
import {healthCard} from './live-health.js';
import {phaseBar} from './live-phases.js';
import {Freshness} from './live-stale.js';
import {tileOverview} from './live-tiles.js';
import {errorTable, eventTable} from './result-setup.js';

const ERRORS_MILLIS = 5000;
const MOST_EVENTS = 500;
const READ_MILLIS = 1500;
const NOT_DONE = {stop: 'Not stopped', abort: 'Not aborted'};

/** The page of one run. On a `wall` it shows only large parts, and `onOver` is called at the end of the run. */
export class LivePage {
  constructor(root, id, session, {wall = false, onOver = null, place = new Place()} = {}) {
    Object.assign(this, {root, id, session, wall, onOver, place, events: [], errors: null, plan: null, limits: null, follow: true, connection: 'connecting', status: 'running'});
    this.freshness = new Freshness(() => this.draw());
  }

  async open() {
    const run = await ask(this.id, () => true);
    this.run = run;
    if (run.status !== 'running') {
      await (this.onOver ? this.onOver() : this.toResult());
      return this;
    }
    setTitle(`${run.name}, live`);
    this.charts = new LiveCharts(this.id, this.place);
    await this.loadPlan();
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

  /**
   * Loads limits and bounds of the harness. A run that has just begun has no plan yet, which is then requested again.
   */
  async loadPlan() {
    try {
      this.plan ??= await api.get(api.path`/runs/${this.id}/plan`);
      this.charts.plan(this.plan);
      this.draw();
    } catch {
      // The card of the harness reports that the plan is missing.
    }
  }

  /** The data that is requested repeatedly. */
  async loadMore() {
    await Promise.all([this.loadErrors(), this.plan ? null : this.loadPlan()]);
  }

  state = {phase: null, phases: [], elapsedSeconds: null, progress: null};

  snapshot(data) {
    Object.assign(this.state, {phase: data.phase, phases: data.phases, elapsedSeconds: data.elapsedSeconds, progress: data.progress});
    this.status = data.status ?? this.status;
    this.events = data.events ?? [];
    this.limits = data.limits ?? this.limits;
    this.charts.snapshot(data.series, data.spans);
    this.freshness.heard(true);
    this.loadMore();
    this.draw();
  }

  interval(data) {
    this.charts.interval(data);
    this.freshness.heard(true);
    this.state.elapsedSeconds = Math.max(this.state.elapsedSeconds ?? 0, data.to ?? data.time.at(-1) ?? 0);
    this.draw();
  }

  phase(data) {
    this.state.phase = data.phase ?? data;
    this.state.phases = data.phases ?? this.state.phases;
    this.charts.phases(data.begun);
    announce(`Phase ${this.state.phase?.name ?? ''}`);
    this.draw();
  }

  progress(data) {
    this.freshness.heard(false);
    this.state.progress = data;
    this.state.elapsedSeconds = data.elapsedSeconds ?? this.state.elapsedSeconds;
    this.draw();
  }

  event(data) {
    this.events = [...this.events, data].slice(-MOST_EVENTS);
    this.draw();
  }

  async loadErrors() {
    try {
      this.errors = (await api.get(api.path`/runs/${this.id}/errors`)).errors;
      this.draw();
    } catch {
      // The next request will do; until then the old data is shown.
    }
  }

  end({status, verdict, conclusion}) {
    this.status = status;
    this.over = {status, verdict, conclusion};
    this.draw();
    if (!this.onOver) {
      say('The run is over. This is its result.');
    }
    this.leaving = setTimeout(() => (this.onOver ? this.onOver() : this.toResult()), READ_MILLIS);
  }

  async toResult() {
    await ask(this.id, (run) => this.closed || run.status !== 'running').catch(() => null);
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
      this.asked = what;
      say(done, NOT_DONE[what]);
      this.draw();
    } catch (error) {
      complain(error, NOT_DONE[what]);
    }
  }

  /** The way in which the run was requested to end, here or elsewhere; a second stop would end it at once. */
  ending() {
    const how = this.events.findLast(({type}) => type === 'interrupted')?.details.how;
    return how === 'stop' || this.asked === 'abort' ? 'abort' : how || this.asked ? 'stop' : null;
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
      chosen: this.charts.scopes?.length === 1 ? this.charts.scopes[0] : null, byTrouble: this.place.get('tiles') === 'gravest',
      onChoose: (key) => { this.charts.choose(key); this.draw(); }, onOrder: (on) => { this.choose({tiles: on ? 'gravest' : null}); },
    });
  }

  /** Changes the shown part and stores it in the address. */
  choose(parameters) {
    this.place.keep(parameters);
    this.draw();
  }

  log() {
    return html`<section class="card" aria-labelledby="log-title"><div class="card-head"><h2 id="log-title">Events</h2>
      <label class="choice"><input type="checkbox" .checked=${this.follow} @change=${(event) => {
        this.follow = event.target.checked;
        this.draw();
      }}> Follow</label></div>${eventTable(this.events)}</section>`;
  }

  draw() {
    if (this.closed) {
      return;
    }
    render(html`<div class="wrap result live${this.freshness.age() === null ? '' : ' stale'}" data-test="live">
      <header class="page-head"><div><p class="eyebrow">Live run</p>
        <h1 tabindex="-1">${this.run.name} ${this.over ? runBadge(this.over) : stateBadge('status', this.status)}</h1>
        <p class="lead">${this.plan?.description ?? ''} ${connection(this.connection === 'live' && this.freshness.age() !== null ? 'silent' : this.connection)}</p></div>
        <div class="buttons">${this.wall ? nothing : this.buttons()}</div></header>
      ${this.freshness.notice()}
      ${phaseBar(this.state)}
      ${this.status === 'running' ? failureBanner(this.state.progress?.failures ?? []) : nothing}
      ${this.tiles()}
      ${limitBoard(this.limits, {all: this.place.get('limits') === 'all', onAll: () => this.choose({limits: this.place.get('limits') === 'all' ? null : 'all'})})}
      ${headlines(this.charts.series, this.charts.scopes)}
      ${this.wall ? nothing : this.details()}<div class="page-end"></div></div>`, this.root);
    if (this.follow && !this.wall) {
      const scroll = this.root.querySelector('[aria-label="Events"]');
      scroll?.scrollTo(0, scroll.scrollHeight);
    }
  }

  /** The detailed parts. */
  details() {
    return html`${healthCard(this.charts.series, this.plan)}
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

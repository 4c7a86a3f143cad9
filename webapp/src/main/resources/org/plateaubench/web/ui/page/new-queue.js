// SPDX-License-Identifier: Apache-2.0
// Submits a text as a run to the queue, and shows the live page when it starts.
import {liveAddress, runAddress, studyAddress} from '../module/addresses.js';
import * as api from '../module/api.js';
import {stateBadge} from '../module/badge.js';
import {ask} from '../module/dialog.js';
import {commaSeparated, count, localInput, timeText} from '../module/format.js';
import {html, nothing} from '../module/lit.js';
import {showError, closeError} from '../module/notice.js';
import {navigate} from '../module/router.js';
import {subscribe} from '../module/stream.js';

const POLL_MILLIS = 1000;
const MAX_SHOWN = 5;
const NOT_STARTED = 'Not started';
const OVER = ['done', 'cancelled', 'not-started', 'failed'];

/** Asks for start time, tags and note. */
function askForSchedule() {
  const fields = () => html`<div class="field"><label for="start-at">Not before</label><input id="start-at" name="at" type="datetime-local"
      min=${localInput(new Date())} value=${localInput(new Date(Date.now() + 3_600_000))} aria-describedby="start-at-hint">
      <span class="hint" id="start-at-hint">Empty: as soon as the rig is free.</span></div>
    <div class="field"><label for="start-tags">Tags</label><input id="start-tags" name="tags" aria-describedby="start-tags-hint" autocomplete="off">
      <span class="hint" id="start-tags-hint">Separate several by commas.</span></div>
    <div class="field"><label for="start-note">Note</label><textarea id="start-note" name="note" rows="2" maxlength="4000"></textarea></div>`;
  const lead = 'It joins the queue, and starts at this time or as soon as the rig is free afterwards.';
  return ask({title: 'Schedule this run', lead, fields, action: 'Schedule', mark: 'start-dialog'}, (data) => ({
    tags: commaSeparated(data.get('tags')), note: data.get('note').trim(),
    ...(data.get('at') ? {notBefore: new Date(data.get('at')).toISOString()} : {}),
  }));
}

/** The submission of one text and its way through the queue. */
export class Starting {
  constructor(page) {
    this.page = page;
  }

  /** Adds the text to the queue, to start as soon as the rig is free. */
  async now() {
    if (await this.mayStart()) {
      await this.submit({});
    }
  }

  /** Asks for start time, tags and note, and adds the text to the queue. */
  async later() {
    const answer = await this.mayStart() && await askForSchedule();
    if (answer) {
      await this.submit(answer);
    }
  }

  /** A text that was just changed is checked first. */
  async mayStart() {
    const {page} = this;
    if (page.checking || page.unchecked) {
      await page.check();
    }
    return page.errors.length === 0;
  }

  async submit(wanted) {
    const {page} = this;
    try {
      this.item = await api.post('/queue', {text: page.draft.fileText, ...(page.path ? {path: page.path} : {}), ...wanted});
      closeError(NOT_STARTED);
      this.watch();
    } catch (error) {
      if (error.status === 422 && error.problems.length) {
        page.check();
      }
      showError(error, NOT_STARTED);
    }
  }

  watch() {
    this.stop();
    this.unsubscribe = subscribe('queue', () => this.poll());
    this.timer = setInterval(() => this.poll(), POLL_MILLIS);
    this.page.draw();
    this.poll();
  }

  async poll() {
    try {
      this.item = await api.get(api.path`/queue/${this.item.id}`);
    } catch {
      return;
    }
    if (this.closed) {
      return;
    }
    if (this.item.studyId) {
      this.stop();
      navigate(studyAddress(this.item.studyId));
    } else if (this.item.runId && !OVER.includes(this.item.state)) {
      this.stop();
      navigate(liveAddress(this.item.runId));
    } else if (OVER.includes(this.item.state)) {
      this.stop();
      if (this.item.runId) {
        navigate(runAddress(this.item.runId));
        return;
      }
    }
    this.page.draw();
  }

  /** The state of the item. */
  view() {
    const {item} = this;
    if (!item) {
      return this.refusal();
    }
    const words = {
      waiting: item.position > 1 ? `${count(item.position - 1, 'run')} ahead of it.` : 'It is next.',
      scheduled: item.notBefore ? `It starts ${timeText(item.notBefore)}, or as soon as the rig is free after that.` : '',
      starting: 'It is about to start.',
    };
    return html`<div class="callout tone-${['failed', 'not-started'].includes(item.state) ? 'bad' : 'busy'}" role="status" data-test="queued"><p>${stateBadge('queue', item.state)}
      ${words[item.state] ?? ''} ${item.message ?? ''} ${['waiting', 'scheduled', 'starting'].includes(item.state) ? `This page switches to ${item.study ? 'the page of its runs' : 'the live view'} when it starts.` : nothing}
      <a href="/queue">Show the queue</a></p></div>`;
  }

  /** The reasons why it cannot be submitted. */
  refusal() {
    const open = this.page.errors;
    return open.length === 0 ? nothing
      : html`<div class="callout tone-bad" role="status" id="why-not" data-test="refused"><p><strong>This run cannot start: ${
        count(open.length, 'problem')} in its run file.</strong></p><ul>${open.slice(0, MAX_SHOWN).map((problem) => html`<li>${problem.line
        ? html`<button type="button" class="link-button" @click=${() => this.page.jump(problem)}>line ${problem.line}</button> ` : nothing}${problem.message}</li>`)}
        ${open.length > MAX_SHOWN ? html`<li>and ${open.length - MAX_SHOWN} more, below the text</li>` : nothing}</ul></div>`;
  }

  stop() {
    clearInterval(this.timer);
    this.unsubscribe?.();
  }

  close() {
    this.closed = true;
    this.stop();
  }
}

// SPDX-License-Identifier: Apache-2.0
// From a text to a run: into the queue, and on to the live page when it starts.
import * as api from '../module/api.js';
import {stateBadge} from '../module/badge.js';
import {open} from '../module/dialog.js';
import {count, timeText} from '../module/format.js';
import {html, nothing} from '../module/lit.js';
import {complain, say} from '../module/notice.js';
import {navigate} from '../module/router.js';
import {subscribe} from '../module/stream.js';

const LOOK_MILLIS = 1000;
const OVER = ['done', 'cancelled', 'not-started', 'failed'];

/** Local time for an input of type datetime-local. */
function local(date) {
  return new Date(date.getTime() - 60_000 * date.getTimezoneOffset()).toISOString().slice(0, 16);
}

function dialog(scheduled) {
  return ({close, headingId}) => html`<form class="dialog-body" data-test="start-dialog" @submit=${(event) => {
    event.preventDefault();
    const fields = new FormData(event.target);
    close({
      tags: fields.get('tags').split(',').map((tag) => tag.trim()).filter(Boolean), note: fields.get('note').trim(),
      ...(scheduled ? {notBefore: new Date(fields.get('at')).toISOString()} : {}),
    });
  }}>
    <h2 id=${headingId}>${scheduled ? 'Start later' : 'Start this run'}</h2>
    <p>${scheduled ? 'It joins the queue, and starts at this time or as soon as the rig is free afterwards.'
      : 'It joins the queue, and starts as soon as the rig is free.'}</p>
    ${scheduled ? html`<div class="field"><label for="start-at">Not before</label><input id="start-at" name="at" type="datetime-local" required
      min=${local(new Date())} value=${local(new Date(Date.now() + 3_600_000))}></div>` : nothing}
    <div class="field"><label for="start-tags">Tags</label><input id="start-tags" name="tags" aria-describedby="start-tags-hint" autocomplete="off">
      <span class="hint" id="start-tags-hint">Separate several by commas.</span></div>
    <div class="field"><label for="start-note">Note</label><textarea id="start-note" name="note" rows="2" maxlength="4000"></textarea></div>
    <div class="buttons"><button type="button" class="button" @click=${() => close(null)}>Cancel</button>
      <button class="button primary" data-test="start-yes">${scheduled ? 'Schedule' : 'Start'}</button></div>
  </form>`;
}

/** The way of one text through the queue. */
export class Starting {
  constructor(page) {
    this.page = page;
  }

  /** Asks for tags, note and time, and puts the text into the queue. */
  async ask(scheduled) {
    const answer = await open(dialog(scheduled));
    if (!answer) {
      return;
    }
    try {
      const {page} = this;
      await page.queue;
      this.item = await api.post('/queue', {text: page.text, ...(page.path ? {path: page.path} : {}), ...answer});
      this.watch();
      if (scheduled) {
        say('It is in the queue.');
      }
    } catch (error) {
      if (error.status === 422 && error.problems.length) {
        this.page.check();
      }
      complain(error, 'Not started');
    }
  }

  watch() {
    this.stop();
    this.unsubscribe = subscribe('queue', () => this.look());
    this.timer = setInterval(() => this.look(), LOOK_MILLIS);
    this.page.draw();
    this.look();
  }

  async look() {
    try {
      this.item = await api.get(api.path`/queue/${this.item.id}`);
    } catch {
      return;
    }
    if (this.closed) {
      return;
    }
    if (this.item.runId && !OVER.includes(this.item.state)) {
      this.stop();
      navigate(`/runs/${encodeURIComponent(this.item.runId)}/live`);
    } else if (OVER.includes(this.item.state)) {
      this.stop();
      if (this.item.runId) {
        navigate(`/runs/${encodeURIComponent(this.item.runId)}`);
        return;
      }
    }
    this.page.draw();
  }

  /** Where it stands. */
  view() {
    const {item} = this;
    if (!item) {
      return nothing;
    }
    const words = {
      waiting: item.position > 1 ? `${count(item.position - 1, 'run')} ahead of it.` : 'It is next.',
      scheduled: item.notBefore ? `It starts ${timeText(item.notBefore)}, or as soon as the rig is free after that.` : '',
      starting: 'It is about to start.',
    };
    return html`<div class="callout tone-${['failed', 'not-started'].includes(item.state) ? 'bad' : 'busy'}" role="status" data-test="queued"><p>${stateBadge(item.state)}
      ${words[item.state] ?? ''} ${item.message ?? ''} ${['waiting', 'scheduled', 'starting'].includes(item.state) ? 'This page switches to the live view when it starts.' : nothing}
      <a href="/queue">Show the queue</a></p></div>`;
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

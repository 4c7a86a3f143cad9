// SPDX-License-Identifier: Apache-2.0
// Form and YAML of one run file. The text is authoritative: the form requests the server to change it, and every text
// is checked.
import * as api from '../module/api.js';
import {YamlEditor, loadEditor} from '../module/editor.js';
import {count} from '../module/format.js';
import {html, nothing, render} from '../module/lit.js';
import {announce, complain, sentence, settle} from '../module/notice.js';
import {setTitle} from '../module/router.js';
import {lineOf, pathAt} from '../module/yaml-path.js';
import {changeOf, formView} from './new-form.js';
import {planView} from './new-plan.js';
import {Draft} from './new-draft.js';
import {saveBar} from './new-save.js';
import {Starting} from './new-queue.js';

const CHECK_MILLIS = 300;
const ENTER_MILLIS = 450;
const TRIES = 3;
const NOT_CHECKED = 'The text could not be checked';

/** The page that edits. */
export class EditPage {
  constructor(root, source, session) {
    Object.assign(this, {root, source, session, problems: [], plan: null, description: null, tab: 'form',
      entered: new Map(), refused: new Map(), search: '', timers: new Map(), queue: Promise.resolve(), checking: true});
    this.draft = new Draft(source);
    this.starting = new Starting(this);
  }

  async open() {
    await loadEditor();
    setTitle(this.source.title);
    this.draw();
    this.editor = new YamlEditor(this.root.querySelector('.yaml-place'), {
      label: 'Run file, YAML', describedBy: 'yaml-keys', onChange: () => this.changed(),
      complete: (place) => api.post('/editor/complete', place).catch(() => null), onLine: (line) => this.followText(line),
    });
    this.editor.set(this.draft.text);
    this.editor.code.clearHistory();
    this.draft.keep(this.draft.text);
    await this.check();
    return {close: () => this.close()};
  }

  get text() {
    return this.editor ? this.editor.text : this.draft.text;
  }

  get path() {
    return this.draft.path;
  }

  /** Handles a change of the YAML by the user. */
  changed() {
    this.draft.keep(this.text);
    clearTimeout(this.checkTimer);
    this.checkTimer = setTimeout(() => this.check(), CHECK_MILLIS);
    this.draw();
  }

  /** Requests the content and the problems of the text. */
  async check() {
    clearTimeout(this.checkTimer);
    const text = this.text;
    this.checking = true;
    try {
      const answer = await api.post('/editor/check', {text, path: this.path});
      if (text === this.text) {
        this.take(answer);
      }
    } catch (error) {
      this.checking = false;
      this.unchecked = true;
      this.draw();
      complain(error, NOT_CHECKED);
    }
  }

  take(check) {
    this.checking = false;
    this.unchecked = false;
    settle(NOT_CHECKED);
    const before = this.problems.length;
    this.problems = check.problems;
    this.plan = check.plan;
    this.description = check.form ?? this.description;
    this.readable = check.form !== null;
    this.editor.setProblems(check.problems);
    if (before !== this.problems.length) {
      announce(this.problems.length ? count(this.problems.length, 'problem') : 'No problems');
    }
    this.draw();
  }

  /** Handles input in a field, which becomes a change after a moment. */
  enter(field, text) {
    this.entered.set(field.path, text);
    clearTimeout(this.timers.get(field.path));
    this.timers.set(field.path, setTimeout(() => this.commit(field), ENTER_MILLIS));
  }

  /** Makes the input of a field a change now. */
  commit(field) {
    clearTimeout(this.timers.get(field.path));
    const text = this.entered.get(field.path);
    if (text !== undefined) {
      this.change(field, null);
    }
  }

  /** Applies changes to the text one after the other; by default the changes for the field's input. */
  change(field, changes) {
    this.queue = this.queue.then(() => this.apply(field, changes));
    return this.queue;
  }

  async apply(field, given) {
    const entry = field ? this.entered.get(field.path) : undefined;
    const changes = given ?? (entry === undefined ? null : [changeOf(field, entry)]);
    if (!changes) {
      return;
    }
    try {
      for (let left = TRIES; left > 0; left--) {
        const before = this.text;
        const answer = await api.post('/editor/change', {text: before, path: this.path, changes});
        if (this.text === before) {
          this.settle(field, entry, answer);
          return;
        }
      }
      throw new Error('The text changed in the meantime; enter the value again.');
    } catch (error) {
      if (field) {
        this.refused.set(field.path, sentence(error));
      } else {
        complain(error, 'Not changed');
      }
      this.draw();
    }
  }

  settle(field, entry, answer) {
    if (field) {
      this.refused.delete(field.path);
      if (this.entered.get(field.path) === entry) {
        this.entered.delete(field.path);
      }
    }
    this.editor.set(answer.text);
    this.draft.keep(answer.text);
    this.take(answer.check);
  }

  /** Shows the settings that contain these words. */
  find(search) {
    this.search = search.trim();
    this.draw();
  }

  /** Scrolls the text to the field that is edited in the form. */
  follow(path) {
    const line = path ? lineOf(this.text, path) : null;
    if (line !== null) {
      this.editor.reveal(line);
    }
  }

  /** Scrolls the form to the key that is edited in the text. */
  followText(line) {
    const path = pathAt(this.text, line);
    const field = path && [...this.root.querySelectorAll('.run-form [data-path]')].find((one) => one.dataset.path === path);
    field?.closest('details:not([open])') ?? field?.scrollIntoView({block: 'nearest'});
  }

  show(tab) {
    this.tab = tab;
    this.draw();
    this.editor.refresh();
  }

  jump(problem) {
    this.show('yaml');
    this.editor.jump(problem.line, problem.column);
  }

  problemList() {
    if (this.unchecked) {
      return html`<p class="tone-doubtful small" role="status">The text was not checked. <button type="button" class="link-button"
        @click=${() => this.check()}>Check it</button></p>`;
    }
    if (this.problems.length === 0) {
      return html`<p class="tone-good small" role="status" data-test="no-problems">${this.checking ? 'Checking…' : html`<span aria-hidden="true">✓</span> No problems.`}</p>`;
    }
    return html`<ul class="problem-list" aria-label="Problems" data-test="problems">${this.problems.map((problem) => html`<li
      class=${problem.severity === 'warning' ? 'tone-doubtful' : 'tone-bad'}><span aria-hidden="true">${problem.severity === 'warning' ? '!' : '✕'}</span>
      ${problem.line ? html`<button type="button" class="link-button" @click=${() => this.jump(problem)}>line ${problem.line}</button>` : nothing}
      <span class="ink">${problem.path ? html`<code>${problem.path}</code> ` : nothing}${problem.message}</span></li>`)}</ul>`;
  }

  tabs() {
    const tab = (id, word) => html`<button type="button" role="tab" id="tab-${id}" aria-selected=${this.tab === id ? 'true' : 'false'}
      aria-controls="panel-${id}" tabindex=${this.tab === id ? 0 : -1} @click=${() => this.show(id)}
      @keydown=${(event) => {
        if (event.key === 'ArrowLeft' || event.key === 'ArrowRight') {
          this.show(id === 'form' ? 'yaml' : 'form');
          document.getElementById(`tab-${this.tab}`).focus();
        }
      }}>${word}</button>`;
    return html`<div class="edit-tabs" role="tablist" aria-label="Form or YAML">${tab('form', 'Form')}${tab('yaml', 'YAML')}</div>`;
  }

  draw() {
    if (this.closed) {
      return;
    }
    render(html`<div class="wrap new-run" data-test="new-run" data-state=${this.checking ? 'checking' : 'checked'}>
      <header class="page-head"><div><p class="eyebrow">New run, from ${this.source.from}</p>
        <h1 tabindex="-1">${this.source.run ? 'Run again' : this.path ?? this.source.title}${this.draft.dirty
          ? html` <span class="chip" data-test="dirty">not saved</span>` : nothing}</h1></div>
        ${saveBar(this)}</header>
      ${this.draft.notice(() => this.discard())}
      ${this.starting.view()}
      ${planView(this.plan, this.problems.length)}
      ${this.tabs()}
      <div class="edit-columns show-${this.tab}">
        <div class="edit-form" id="panel-form" role="tabpanel" aria-label="Form">${formView(this)}</div>
        <div class="edit-yaml" id="panel-yaml" role="tabpanel" aria-label="YAML"><section class="card">
          <div class="card-head"><h2>Run file</h2><p class="small" id="yaml-keys"><kbd>Ctrl</kbd> <kbd>Space</kbd> lists what can be written here.
            <kbd>Esc</kbd>, then <kbd>Tab</kbd>, leaves the editor.</p></div>
          <div class="yaml-place"></div>
          ${this.problemList()}</section></div>
      </div><div class="page-end"></div></div>`, this.root);
  }

  discard() {
    this.draft.discard();
    this.editor.set(this.draft.text);
    this.entered.clear();
    this.check();
  }

  close() {
    this.closed = true;
    clearTimeout(this.checkTimer);
    this.timers.forEach((timer) => clearTimeout(timer));
    this.draft.close();
    this.starting.close();
  }
}

// SPDX-License-Identifier: Apache-2.0
// Form and YAML of one run file. The text is authoritative: the form is read from it and changes it, and the server
// checks every text and plans it.
import * as api from '../module/api.js';
import {YamlEditor} from '../module/editor.js';
import {count, duration, number, withUnit} from '../module/format.js';
import {html, nothing, render} from '../module/lit.js';
import {announce, showError, sentence, closeError} from '../module/notice.js';
import {setTitle} from '../module/router.js';
import {YamlText} from '../module/yaml-text.js';
import {proposals} from './new-complete.js';
import {formOf} from './new-fields.js';
import {formView, valueOf} from './new-form.js';
import {saveBar} from './new-save.js';
import {Starting} from './new-queue.js';
import {classBadge} from '../module/badge.js';

const CHECK_MILLIS = 300;
const NOT_CHECKED = 'The text could not be checked';

/** The page that edits. */
export class EditPage {
  constructor(root, source, {schema, starters}) {
    Object.assign(this, {root, source, schema, starters, problems: [], plan: null, form: null, held: null, tab: 'form',
      entered: new Map(), refused: new Map(), search: '', checking: true});
    this.draft = new Draft(source);
    this.starting = new Starting(this);
  }

  async open() {
    setTitle(this.source.title);
    this.read(this.draft.text);
    this.draw();
    this.editor = new YamlEditor(this.root.querySelector('.yaml-place'), {
      text: this.draft.text, label: 'Run file, YAML', describedBy: 'yaml-keys', onChange: () => this.changed(this.editor.text),
      proposals: (text, offset) => proposals(this.schema, text, offset), onCaret: (offset) => this.followText(offset),
    });
    this.draft.keep(this.draft.text);
    await this.check();
    return {close: () => this.close()};
  }

  get text() {
    return this.draft.text;
  }

  get path() {
    return this.draft.path;
  }

  /** The problems for which the run cannot start. */
  get errors() {
    return this.problems.filter(({severity}) => severity !== 'warning');
  }

  /** Reads a text; one that is not YAML leaves the form as it was. */
  read(text) {
    this.yaml = new YamlText(text);
    if (this.yaml.isReadable) {
      this.form = formOf(this.schema, this.yaml, this.plan ?? this.lastPlan, this.starters, this.held);
    }
  }

  /** Handles another text. */
  changed(text) {
    this.draft.keep(text);
    this.read(text);
    this.checking = true;
    clearTimeout(this.checkTimer);
    this.checkTimer = setTimeout(() => this.check(), CHECK_MILLIS);
    this.draw();
  }

  /** Requests the problems and the plan of the text. */
  async check() {
    clearTimeout(this.checkTimer);
    const {text} = this;
    this.checking = true;
    try {
      const answer = await api.post('/validate', {text, path: this.path});
      if (text === this.text) {
        this.showValidation(answer);
      }
    } catch (error) {
      this.checking = false;
      this.unchecked = true;
      this.draw();
      showError(error, NOT_CHECKED);
    }
  }

  showValidation({problems, plan}) {
    this.checking = false;
    this.unchecked = false;
    closeError(NOT_CHECKED);
    const before = this.problems.length;
    this.lastPlan = plan ?? this.lastPlan;
    Object.assign(this, {problems, plan});
    this.read(this.text);
    const keys = this.yaml.keys();
    this.editor.setProblems(problems, (offset) => this.yaml.endAt(offset, keys));
    if (before !== problems.length) {
      announce(problems.length ? count(problems.length, 'problem') : 'No problems');
    }
    this.draw();
  }

  /** Handles input in a field. One that is emptied is removed when it is left. */
  enter(field, text) {
    this.entered.set(field.id, text);
    if (text.trim() !== '') {
      this.commit(field, text);
    }
  }

  leave(field) {
    const text = this.entered.get(field.id);
    this.entered.delete(field.id);
    if (text !== undefined) {
      this.commit(field, text);
    }
  }

  commit(field, text) {
    try {
      this.change(field, [{path: field.path, value: valueOf(field, text)}]);
    } catch (error) {
      this.refuse(field, error);
    }
  }

  refuse(field, error) {
    this.refused.set(field.id, sentence(error));
    this.draw();
  }

  /** Makes changes of the text, of a field or of none. */
  change(field, changes) {
    try {
      const order = (path) => [...this.schema.propertiesAt(path, this.yaml.tree).keys()];
      const text = changes.reduce((before, {path, value}) => new YamlText(before).with(path, value, order), this.text);
      this.refused.delete(field?.id);
      this.editor.set(text);
      this.changed(text);
    } catch (error) {
      if (field) {
        this.refuse(field, error);
      } else {
        showError(error, 'Not changed');
      }
    }
  }

  /** Shows the settings that contain these words. */
  find(search) {
    this.search = search.trim();
    this.draw();
  }

  /** Scrolls the text to the field that is edited in the form; the field stays in its place until it is left. */
  follow(id) {
    const field = this.form.sections.flatMap(({fields}) => fields).find((candidate) => candidate.id === id);
    const offset = field ? this.yaml.offsetOf(field.path) : null;
    this.held = field ? {id, given: field.placed} : null;
    if (offset !== null) {
      this.editor.reveal(offset);
    }
  }

  /** Scrolls the form to the key that is edited in the text. */
  followText(offset) {
    const id = this.yaml.pathAt(offset)?.join('.');
    const field = id && [...this.root.querySelectorAll('.run-form [data-path]')].find((element) => element.dataset.path === id);
    field?.closest('details:not([open])') ?? field?.scrollIntoView({block: 'nearest'});
  }

  show(tab) {
    this.tab = tab;
    this.draw();
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
      </div></div>`, this.root);
  }

  discard() {
    this.draft.discard();
    this.editor.set(this.draft.text);
    this.entered.clear();
    this.changed(this.draft.text);
  }

  close() {
    this.closed = true;
    clearTimeout(this.checkTimer);
    this.draft.close();
    this.starting.close();
  }
}

function load(workload) {
  const users = workload.users ? `up to ${count(workload.users, 'user')}` : '';
  const rate = workload.ratePerSecond === null ? '' : `up to ${withUnit(workload.ratePerSecond, '/s')} arrivals`;
  const operations = workload.operationsPerSecond === null ? 'as fast as they are answered'
    : `expected: ${workload.isBound ? 'at most ' : ''}${number(workload.operationsPerSecond)} operations/s`;
  return [users, rate, operations].filter(Boolean).join(', ');
}

/** The card above form and text. */
function planView(plan, problems) {
  if (!plan) {
    return html`<section class="card plan-card" data-test="plan" aria-label="Plan"><p class="soft">${problems
      ? `The plan is shown here once ${problems === 1 ? 'the problem is' : `the ${problems} problems are`} solved.` : 'Computing the plan…'}</p></section>`;
  }
  return html`<section class="card plan-card" data-test="plan" aria-label="Plan">
    <p class="plan-time"><strong>${duration(plan.seconds)}</strong> <span class="soft">of load: ${plan.phases
      .map((phase) => `${phase.name} ${duration(phase.seconds)}`).join(', ')}; after the data is set up</span> ${classBadge(plan.class)}</p>
    <ul class="plan-loads">${plan.workloads.map((workload) => html`<li><strong>${workload.name}</strong> <span class="chip">${workload.plugin}</span> ${load(workload)}</li>`)}</ul>
    ${plan.tiles > 1 ? html`<p>${number(plan.tiles)} tiles, each with these workloads.</p>` : nothing}
    ${plan.notes.length ? html`<ul class="plain-list">${plan.notes.map((note) => html`<li>${note}</li>`)}</ul>` : nothing}
    <details><summary>The complete plan${plan.classReasons.length ? `, and why its class is ${plan.class}` : ''}</summary>
      ${plan.classReasons.length ? html`<ul class="plain-list">${plan.classReasons.map((reason) => html`<li>${reason}</li>`)}</ul>` : nothing}
      <pre class="log" tabindex="0" role="region" aria-label="Plan">${plan.text.join('\n')}</pre></details>
  </section>`;
}

const MARK = '\ufeff';

function unified(text) {
  return text.replace(MARK, '').replaceAll('\r\n', '\n');
}

/** The edited text and the stored one, both without a byte order mark and with plain line ends. */
class Draft {
  constructor({text, path, digest, fresh, changed = text}) {
    this.key = `plateau.draft:${location.search}`;
    Object.assign(this, {stored: unified(text), path, digest, fresh: Boolean(fresh), isMarked: text.startsWith(MARK), lineEnd: text.includes('\r\n') ? '\r\n' : '\n'});
    const kept = sessionStorage.getItem(this.key);
    this.text = kept ?? unified(changed);
    this.restored = kept !== null && kept !== this.stored;
    this.warn = (event) => {
      if (this.dirty) {
        event.preventDefault();
      }
    };
    addEventListener('beforeunload', this.warn);
  }

  get dirty() {
    return this.text !== this.stored;
  }

  /** The text with the line ends of the file. */
  get fileText() {
    return (this.isMarked ? MARK : '') + this.text.replaceAll('\n', this.lineEnd);
  }

  keep(text) {
    this.text = text;
    if (this.dirty) {
      sessionStorage.setItem(this.key, text);
    } else {
      sessionStorage.removeItem(this.key);
    }
  }

  /** Records that the text was written to a file. */
  saved({path, text, digest}) {
    sessionStorage.removeItem(this.key);
    this.key = `plateau.draft:?file=${encodeURIComponent(path)}`;
    Object.assign(this, {path, digest, stored: unified(text), fresh: false, restored: false});
    this.keep(this.text);
  }

  discard() {
    this.restored = false;
    this.keep(this.stored);
  }

  /** The notice that earlier changes are shown. */
  notice(discard) {
    return this.restored && this.dirty ? html`<div class="callout tone-plain" role="status"><p>Your unsaved changes of the last visit are shown. <button type="button" class="link-button" @click=${discard}>Discard them</button></p></div>` : nothing;
  }

  close() {
    removeEventListener('beforeunload', this.warn);
  }
}

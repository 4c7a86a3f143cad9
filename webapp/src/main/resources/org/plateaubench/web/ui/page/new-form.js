// SPDX-License-Identifier: Apache-2.0
// The form of a run file, drawn from its fields. It stores no values: an input becomes a change of the text, and the
// form is drawn again from the changed text.
import {labelOf} from '../module/format.js';
import {html, live, nothing, repeat} from '../module/lit.js';
import {YamlText} from '../module/yaml-text.js';
import {matches, sectionsOf} from './new-fields.js';
import {REACHES} from './parameters.js';

const DEFAULT = '';
const BEYOND = 1e12;

function problemsAt(form, id) {
  return form.problems.filter(({path}) => path === id || path.startsWith(`${id}.`) || path.startsWith(`${id}[`));
}

/** The label of a field; for limits, the name of the operation is written as in the run file. */
function titleOf(field) {
  return field.kind !== 'limits' ? labelOf(field.label) : field.label === '*' ? 'Limits of all operations' : `Limits of ${field.label}`;
}

function lines(value) {
  return Array.isArray(value) ? value.join('\n') : value ?? '';
}

function display(value) {
  return value === null || value === '' ? 'none' : Array.isArray(value) ? value.join(', ') || 'none' : value;
}

/** The value that the input of a field means; undefined for none. */
export function valueOf(field, entered) {
  const text = entered.trim();
  if (text === '') {
    return undefined;
  }
  if (field.kind === 'yaml') {
    const read = new YamlText(`value: ${text}`);
    if (!read.isReadable || read.keys().filter(({path}) => path.length === 1).length !== 1) {
      throw new Error('This is not YAML on one line.');
    }
    return read.tree.value;
  }
  return field.kind === 'list' || field.kind === 'limits' ? text.split('\n').map((line) => line.trim()).filter(Boolean) : text;
}

function choices(field) {
  if (field.kind === 'boolean') {
    return [{value: 'true', label: 'yes'}, {value: 'false', label: 'no'}];
  }
  return field.choices;
}

function select(form, field, attributes) {
  const options = choices(field);
  const value = field.given ? String(field.value) : DEFAULT;
  const chosen = ({target}) => {
    const choice = options.find((option) => option.value === target.value);
    form.change(field, choice?.changes ?? [{path: field.path, value: valueOf(field, target.value)}]);
  };
  const label = (word) => (field.kind === 'boolean' && word === 'true' ? 'yes' : field.kind === 'boolean' && word === 'false' ? 'no' : word);
  return html`<select id=${attributes.id} data-test="field-${field.id}" aria-describedby=${attributes.describedBy}
      aria-invalid=${attributes.invalid} .value=${live(value)} @change=${chosen}>
    ${field.required && field.given ? nothing
      : html`<option value="" ?selected=${!field.given}>${field.default === null ? 'not given' : `default: ${label(display(field.default))}`}</option>`}
    ${options.map((option) => html`<option value=${option.value} ?selected=${value === option.value}>${option.label}</option>`)}
    ${field.given && !options.some((option) => option.value === value) ? html`<option value=${value} selected>${value}</option>` : nothing}
  </select>`;
}

function text(form, field, attributes) {
  const value = form.entered.get(field.id) ?? (field.given ? lines(field.value) : '');
  const placeholder = field.default === null ? '' : display(field.default);
  const input = (event) => form.enter(field, event.target.value);
  const leave = () => form.leave(field);
  if (field.kind === 'list' || field.kind === 'limits') {
    return html`<textarea id=${attributes.id} data-test="field-${field.id}" rows=${Math.min(6, Math.max(2, value.split('\n').length))}
      aria-describedby=${attributes.describedBy} aria-invalid=${attributes.invalid} placeholder=${lines(field.default)} spellcheck="false"
      .value=${live(value)} @input=${input} @change=${leave} @blur=${leave}></textarea>`;
  }
  return html`<input id=${attributes.id} data-test="field-${field.id}" aria-describedby=${attributes.describedBy}
    aria-invalid=${attributes.invalid} placeholder=${placeholder} autocomplete="off" spellcheck="false"
    inputmode=${field.kind === 'integer' ? 'numeric' : field.kind === 'number' ? 'decimal' : nothing}
    .value=${live(value)} @input=${input} @change=${leave} @blur=${leave}>`;
}

function bounds({minimum, maximum: most}) {
  const maximum = most >= BEYOND ? null : most;
  if (minimum === null && maximum === null) {
    return '';
  }
  return minimum === null ? `at most ${maximum}` : maximum === null ? `at least ${minimum}` : `${minimum} to ${maximum}`;
}

const KINDS = {duration: 'a duration such as 30s or 500ms', rate: 'a rate such as 200/s', list: 'one in each line',
  limits: 'one limit in each line, such as p95 < 500ms', yaml: 'YAML'};

/** The help of a field; the format only if it is required or the value is wrong. */
function hint(field, wrong) {
  return [field.help, bounds(field), wrong || (!field.given && field.default === null) ? KINDS[field.kind] ?? '' : '',
    field.secret ? 'write ${env:NAME} or ${file:path}, never the secret itself' : '',
    REACHES[field.reach] ?? ''].filter(Boolean).join(' · ');
}

function view(form, field) {
  const id = `field-${field.id}`;
  const problems = problemsAt(form, field.id);
  const refused = form.refused.get(field.id);
  const attributes = {id, describedBy: `${id}-hint`, invalid: problems.length || refused ? 'true' : nothing};
  const chosen = field.kind === 'choice' || field.kind === 'boolean';
  return html`<div class="field" data-given=${field.given} data-path=${field.id}>
    <label for=${id} title=${field.id}>${titleOf(field)}${field.required ? html` <span class="soft">(required)</span>` : nothing}</label>
    <div class="with-unit">${chosen ? select(form, field, attributes) : text(form, field, attributes)}
      ${field.unit ? html`<span class="soft small">${field.unit}</span>` : nothing}
      ${field.given && !field.required ? html`<button type="button" class="button bare compact square" title="Back to the default"
        aria-label="Remove ${titleOf(field)}: back to the default" @click=${() => form.change(field, [{path: field.path}])}>↺</button>` : nothing}</div>
    <div id="${id}-hint">
      ${refused ? html`<p class="wrong" role="alert">${refused}</p>` : nothing}
      ${problems.map((problem) => html`<p class="wrong" data-test="wrong-${field.id}">${problem.message}</p>`)}
      <p class="hint">${hint(field, problems.length > 0 || refused)}</p></div>
  </div>`;
}

function fields(form, list) {
  return repeat(list, (field) => field.id, (field) => view(form, field));
}

function hasProblem(form, list) {
  return list.some((field) => form.refused.has(field.id) || problemsAt(form, field.id).length > 0);
}

/** Values that differ from the defaults are shown, the others are folded. A search unfolds its results. */
function groups(form, section) {
  const names = [...new Set(section.fields.map((field) => field.group))];
  return names.map((name) => {
    const all = section.fields.filter((field) => field.group === name);
    const shown = form.search ? all : all.filter((field) => field.placed || field.required);
    const folded = all.filter((field) => !shown.includes(field));
    const content = html`<div class="fields">${fields(form, shown)}</div>
      ${folded.length ? html`<details class="advanced" ?open=${hasProblem(form, folded)}>
        <summary>${shown.length ? 'More' : 'Settings'} (${folded.length})</summary>
        <div class="fields">${fields(form, folded)}</div></details>` : nothing}`;
    return name ? html`<fieldset><legend>${name}</legend>${content}</fieldset>` : content;
  });
}

function actions(form, list) {
  return list.length === 0 ? nothing : html`<div class="buttons">${list.map((action) => html`<button type="button" class="button compact"
    title=${action.help || nothing} data-test="action-${action.id}" @click=${() => form.change(null, action.changes)}>${action.label}</button>`)}</div>`;
}

/**
 * The form.
 *
 * @param form {form: of formOf, problems, entered: Map id->text, refused: Map id->message, enter(field, text), leave(field),
 *     change(field|null, changes), search, find(search), follow(id|undefined)}
 */
export function formView(form) {
  if (!form.form) {
    return html`<div class="card"><p class="soft">The text is not valid YAML, so there is no form for it. Correct the YAML; then the form appears.</p></div>`;
  }
  return html`<form class="run-form" data-test="form" aria-label="Settings" @submit=${(event) => event.preventDefault()}
    @focusin=${(event) => form.follow(event.target.closest('[data-path]')?.dataset.path)}>
    ${shortForm(form)}
    <div class="field form-search"><label for="form-search">Find a setting</label><input id="form-search" type="search" autocomplete="off"
      placeholder="such as timeout, seed, heap" data-test="form-search" .value=${live(form.search)} @input=${(event) => form.find(event.target.value)}></div>
    ${rest(form)}
    ${form.search || form.form.additions.length === 0 ? nothing
      : html`<section class="card"><div class="card-head"><h2>Add</h2></div>${actions(form, form.form.additions)}</section>`}
  </form>`;
}

/** The most common settings, at the top. */
function shortForm(form) {
  const sections = sectionsOf(form.form, true);
  const isPlain = ({kind}) => kind !== 'suts' && kind !== 'workloads';
  return html`<section class="card" data-test="short-form"><div class="card-head"><h2>Main settings</h2></div>
    <div class="fields">${fields(form, sections.filter(isPlain).flatMap((section) => section.fields))}</div>
    ${repeat(sections.filter((section) => !isPlain(section)), (section) => section.id, (section) => html`<fieldset>
      <legend>${section.title}</legend><div class="fields">${fields(form, section.fields)}</div></fieldset>`)}</section>`;
}

/** All other settings by subject, or the results of a search. */
function rest(form) {
  const sections = sectionsOf(form.form, false).map((section) => (form.search
    ? {...section, fields: section.fields.filter((field) => matches(field, section, form.search))} : section))
    .filter((section) => !form.search || section.fields.length > 0);
  return sections.length === 0 ? html`<p class="soft" role="status" data-test="nothing-found">No setting matches. The main settings above are not searched.</p>`
    : repeat(sections, (section) => section.id, (section) => html`<section class="card" data-test="section-${section.id}">
      <div class="card-head"><h2>${section.title}</h2>${form.search ? nothing : actions(form, section.actions)}
        ${section.help ? html`<p>${section.help}</p>` : nothing}</div>
      ${groups(form, section)}</section>`);
}

// SPDX-License-Identifier: Apache-2.0
// The form of a run file, drawn by the server's description. It stores no values: an input becomes a change of the
// text, and the form is drawn again from the changed text.
import {labelOf} from '../module/format.js';
import {html, live, nothing, repeat} from '../module/lit.js';
import {matches, sectionsOf} from './new-short.js';
import {REACHES} from './reaches.js';

const DEFAULT = '';
const BEYOND = 1e12;

function problemsAt(form, path) {
  return form.problems.filter((problem) => problem.path === path || problem.path.startsWith(`${path}.`)
    || problem.path.startsWith(`${path}[`));
}

/** The label of a field; for limits, the name of the operation is written as in the run file. */
function titleOf(field) {
  return field.kind !== 'limits' ? labelOf(field.label) : field.label === '*' ? 'Limits of all operations' : `Limits of ${field.label}`;
}

function lines(value) {
  return Array.isArray(value) ? value.join('\n') : value ?? '';
}

function said(value) {
  return value === null || value === '' ? 'none' : Array.isArray(value) ? value.join(', ') || 'none' : value;
}

/** The change for the input of a field. */
export function changeOf(field, entered) {
  const text = entered.trim();
  if (text === '') {
    return {path: field.path, value: null};
  }
  switch (field.kind) {
    case 'list': case 'limits':
      return {path: field.path, value: text.split('\n').map((line) => line.trim()).filter(Boolean)};
    case 'integer': case 'number':
      return {path: field.path, value: Number.isFinite(Number(text)) ? Number(text) : text};
    case 'boolean':
      return {path: field.path, value: text === 'true'};
    case 'yaml':
      return {path: field.path, yaml: text};
    default:
      return {path: field.path, value: text};
  }
}

function choices(field) {
  if (field.kind === 'boolean') {
    return [{value: 'true', label: 'yes', changes: []}, {value: 'false', label: 'no', changes: []}];
  }
  return field.choices;
}

function select(form, field, attributes) {
  const options = choices(field);
  const value = field.given ? String(field.value) : DEFAULT;
  const chosen = (event) => {
    const choice = options.find((one) => one.value === event.target.value);
    form.change(field, choice?.changes.length ? choice.changes
      : [event.target.value === DEFAULT ? {path: field.path, value: null} : changeOf(field, event.target.value)]);
  };
  const label = (one) => (field.kind === 'boolean' && one === 'true' ? 'yes' : field.kind === 'boolean' && one === 'false' ? 'no' : one);
  return html`<select id=${attributes.id} data-test="field-${field.path}" aria-describedby=${attributes.describedBy}
      aria-invalid=${attributes.invalid} .value=${live(value)} @change=${chosen}>
    ${field.required && field.given ? nothing
      : html`<option value="" ?selected=${!field.given}>${field.default === null ? 'not given' : `default: ${label(said(field.default))}`}</option>`}
    ${options.map((one) => html`<option value=${one.value} ?selected=${value === one.value}>${one.label}</option>`)}
    ${field.given && !options.some((one) => one.value === value) ? html`<option value=${value} selected>${value}</option>` : nothing}
  </select>`;
}

function text(form, field, attributes) {
  const value = form.entered.get(field.path) ?? (field.given ? lines(field.value) : '');
  const placeholder = field.default === null ? '' : said(field.default);
  const input = (event) => form.enter(field, event.target.value);
  const leave = () => form.commit(field);
  if (field.kind === 'list' || field.kind === 'limits') {
    return html`<textarea id=${attributes.id} data-test="field-${field.path}" rows=${Math.min(6, Math.max(2, value.split('\n').length))}
      aria-describedby=${attributes.describedBy} aria-invalid=${attributes.invalid} placeholder=${lines(field.default)} spellcheck="false"
      .value=${live(value)} @input=${input} @change=${leave}></textarea>`;
  }
  return html`<input id=${attributes.id} data-test="field-${field.path}" aria-describedby=${attributes.describedBy}
    aria-invalid=${attributes.invalid} placeholder=${placeholder} autocomplete="off" spellcheck="false"
    inputmode=${field.kind === 'integer' ? 'numeric' : field.kind === 'number' ? 'decimal' : nothing}
    .value=${live(value)} @input=${input} @change=${leave}>`;
}

function bounds({kind, minimum, maximum: most}) {
  const maximum = most !== null && most >= BEYOND ? null : most;
  const unit = kind === 'duration' ? ' ms' : '';
  if (minimum === null && maximum === null) {
    return '';
  }
  return minimum === null ? `at most ${maximum}${unit}` : maximum === null ? `at least ${minimum}${unit}` : `${minimum} to ${maximum}${unit}`;
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
  const id = `field-${field.path}`;
  const problems = problemsAt(form, field.path);
  const refused = form.refused.get(field.path);
  const attributes = {id, describedBy: `${id}-hint`, invalid: problems.length || refused ? 'true' : nothing};
  const chosen = field.kind === 'choice' || field.kind === 'boolean';
  return html`<div class="field" data-given=${field.given} data-path=${field.path}>
    <label for=${id} title=${field.path}>${titleOf(field)}${field.required ? html` <span class="soft">(needed)</span>` : nothing}</label>
    <div class="with-unit">${chosen ? select(form, field, attributes) : text(form, field, attributes)}
      ${field.unit ? html`<span class="soft small">${field.unit}</span>` : nothing}
      ${field.given && !field.required ? html`<button type="button" class="button bare compact square" title="Back to the default"
        aria-label="Remove ${titleOf(field)}: back to the default" @click=${() => form.change(field, [{path: field.path, value: null}])}>↺</button>` : nothing}</div>
    <div id="${id}-hint">
      ${refused ? html`<p class="wrong" role="alert">${refused}</p>` : nothing}
      ${problems.map((problem) => html`<p class="wrong" data-test="wrong-${field.path}">${problem.message}</p>`)}
      <p class="hint">${hint(field, problems.length > 0 || refused)}</p></div>
  </div>`;
}

function fields(form, list) {
  return repeat(list, (field) => field.path, (field) => view(form, field));
}

function hasProblem(form, list) {
  return list.some((field) => form.refused.has(field.path) || problemsAt(form, field.path).length > 0);
}

/** Values that differ from the defaults are shown, the others are folded. A search unfolds its results. */
function groups(form, section) {
  const names = [...new Set(section.fields.map((field) => field.group))];
  return names.map((name) => {
    const all = section.fields.filter((field) => field.group === name);
    const shown = form.search ? all : all.filter((field) => field.given || field.required);
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
 * @param form {description: FORM, problems, entered: Map path->text, refused: Map path->message, enter(field, text),
 *     commit(field), change(field|null, changes), search, find(search), follow(path|undefined)}
 */
export function formView(form) {
  if (!form.description) {
    return html`<div class="card"><p class="soft">The text is not valid YAML, so there is no form for it. Correct the YAML; the form then returns.</p></div>`;
  }
  return html`<form class="run-form" data-test="form" aria-label="Settings" @submit=${(event) => event.preventDefault()}
    @focusin=${(event) => form.follow(event.target.closest('[data-path]')?.dataset.path)}>
    ${shortForm(form)}
    <div class="field form-search"><label for="form-search">Find a setting</label><input id="form-search" type="search" autocomplete="off"
      placeholder="such as timeout, seed, heap" data-test="form-search" .value=${live(form.search)} @input=${(event) => form.find(event.target.value)}></div>
    ${rest(form)}
    ${form.search || form.description.additions.length === 0 ? nothing
      : html`<section class="card"><div class="card-head"><h2>Add</h2></div>${actions(form, form.description.additions)}</section>`}
  </form>`;
}

/** The most common settings, at the top. */
function shortForm(form) {
  const sections = sectionsOf(form.description, true);
  const isPlain = ({kind}) => kind !== 'sut' && kind !== 'workload';
  return html`<section class="card" data-test="short-form"><div class="card-head"><h2>In short</h2></div>
    <div class="fields">${fields(form, sections.filter(isPlain).flatMap((section) => section.fields))}</div>
    ${repeat(sections.filter((section) => !isPlain(section)), (section) => section.id, (section) => html`<fieldset>
      <legend>${section.title}</legend><div class="fields">${fields(form, section.fields)}</div></fieldset>`)}</section>`;
}

/** All other settings by subject, or the results of a search. */
function rest(form) {
  const sections = sectionsOf(form.description, false).map((section) => (form.search
    ? {...section, fields: section.fields.filter((field) => matches(field, section, form.search))} : section))
    .filter((section) => !form.search || section.fields.length > 0);
  return sections.length === 0 ? html`<p class="soft" role="status" data-test="nothing-found">No setting has these words. The short form above is not searched.</p>`
    : repeat(sections, (section) => section.id, (section) => html`<section class="card" data-test="section-${section.id}">
      <div class="card-head"><h2>${section.title}</h2>${form.search ? nothing : actions(form, section.actions)}
        ${section.help ? html`<p>${section.help}</p>` : nothing}</div>
      ${groups(form, section)}</section>`);
}

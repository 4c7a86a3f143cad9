// SPDX-License-Identifier: Apache-2.0
// The filter of the list of runs. It is stored in the address, so that a list can be shared.
import {html, nothing, live} from '../module/lit.js';

export const FILTERS = ['text', 'verdict', 'status', 'tag', 'plugin', 'from', 'to', 'archived'];
const TYPING_MILLIS = 250;
const WIDE = window.matchMedia('(min-width: 761px)');
let typing = null;

/** Whether anything is filtered. */
export function anyFilter(wanted) {
  return FILTERS.some((name) => wanted[name]);
}

/** The row of filters; `onChange` receives the changes. */
export function filters({wanted, tags, plugins}, onChange) {
  const narrowed = FILTERS.filter((name) => name !== 'text' && wanted[name]).length;
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
    <details class="more-filters" ?open=${narrowed > 0 || WIDE.matches}>
      <summary>Filters${narrowed > 0 ? ` (${narrowed})` : ''}</summary>
      <div class="filter-fields">
        ${choice('verdict', 'Verdict', wanted, ['pass', 'fail', 'invalid'], onChange)}
        ${choice('status', 'Status', wanted, ['running', 'completed', 'interrupted', 'not-started', 'crashed'], onChange)}
        ${choice('tag', 'Tag', wanted, tags.map(({name}) => name), onChange)}
        ${choice('plugin', 'Plugin', wanted, plugins.map(({id}) => id), onChange)}
        ${day('from', 'From', wanted, onChange)} ${day('to', 'To', wanted, onChange)}
    <label class="choice">
      <input
        type="checkbox"
        .checked=${live(wanted.archived === 'true')}
        @change=${(event) => onChange({archived: event.target.checked ? 'true' : ''})}
      />
      Archived
    </label>
      </div>
    </details>
    ${narrowed > 0 || wanted.text
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
      ${all.map((value) => html`<option value=${value} ?selected=${wanted[name] === value}>${value}</option>`)}
    </select>
  </div>`;
}

function day(name, label, wanted, onChange) {
  return html`<div class="field day">
    <label for="filter-${name}">${label}</label>
    <input
      id="filter-${name}"
      type="date"
      .value=${live(wanted[name])}
      @change=${(event) => onChange({[name]: event.target.value})}
    />
  </div>`;
}

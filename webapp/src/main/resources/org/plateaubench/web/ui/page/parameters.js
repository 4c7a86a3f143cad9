// SPDX-License-Identifier: Apache-2.0
// The parameters of a workload or a SUT service, as a table and as fields of a form.
import {html, nothing, ifDefined} from '../module/lit.js';
import {duration, labelOf, number} from '../module/format.js';
import {table} from '../module/table.js';

/** A table of parameters. */
export function parameterTable(parameters, caption) {
  return table({caption, rows: parameters, key: ({name}) => name, columns: COLUMNS});
}

const COLUMNS = [
  {id: 'name', label: 'Parameter', header: true, cell: ({name}) => html`<code class="nowrap">${name}</code>`},
  {
    id: 'description', label: 'Meaning', full: true,
    cell: (one) => html`${one.description || '–'}${one.choices?.length && !/^one of/.test(one.type || '')
      ? html`<div class="small soft">One of ${one.choices.map((choice, index) => html`${index ? ', ' : ''}<code>${choice}</code>`)}</div>`
      : nothing}${REACHES[one.reach] ? html`<div class="small soft">Through the console: ${REACHES[one.reach]}.</div>` : nothing}`,
  },
  {id: 'type', label: 'Kind', cell: (one) => one.type},
  {id: 'range', label: 'Range', className: 'nowrap', cell: (one) => range(one) || '–'},
  {
    id: 'default', label: 'Default',
    cell: (one) =>
      one.required
        ? html`<strong>required</strong>`
        : one.default === null || one.default === ''
          ? '–'
          : html`<code>${one.default}</code>${one.unit ? html`<span class="unit">${one.unit}</span>` : nothing}`,
  },
];

/** The range of a parameter in words; for a duration it is in milliseconds. */
function range({minimum, maximum, unit, type}) {
  const display = (value) => (/duration/i.test(type || '') ? duration(value / 1000) : number(value) + (unit ? ` ${unit}` : ''));
  const [low, high] = [minimum ?? null, maximum ?? null];
  if (low === null && high === null) {
    return '';
  }
  return low === null ? `up to ${display(high)}` : high === null ? `from ${display(low)}`
    : `${/duration/i.test(type || '') ? display(low) : number(low)} to ${display(high)}`;
}

/** A field for each parameter, with its name; an empty field means the default. */
export function parameterFields(parameters, wrongOf, values) {
  return parameters.map((one) => field(one, wrongOf(one.name), values[one.name]));
}

function field(one, wrong, value) {
  const id = `parameter-${one.name}`;
  const described = `${id}-hint`;
  return html`<div class="field">
    <label for=${id} title=${one.name}>${labelOf(one.name)}${one.required ? ' (required)' : ''}</label>
    ${input(one, id, described, wrong, value)}
    <span class="hint" id=${described}>
      ${one.description} ${one.reach && one.reach !== 'free' ? `Through the console: ${REACHES[one.reach]}.` : nothing} ${range(one) ? html`<span class="nowrap">${range(one)}.</span>` : nothing}
      ${wrong ? html`<span class="wrong">${wrong}</span>` : nothing}
    </span>
  </div>`;
}

function input(one, id, described, wrong, value) {
  const choices = one.choices?.length ? one.choices : one.type === 'true or false' || one.type === 'boolean' ? ['true', 'false'] : [];
  if (choices.length > 0) {
    return html`<select id=${id} name=${one.name} aria-describedby=${described}>
      ${one.required ? nothing : html`<option value="">Default${one.default === null ? '' : `: ${one.default}`}</option>`}
      ${choices.map((choice) => html`<option value=${choice} ?selected=${String(value) === choice}>${choice}</option>`)}
    </select>`;
  }
  return html`<span class="with-unit"
    ><input
      id=${id}
      name=${one.name}
      type=${one.secret ? 'password' : 'text'}
      placeholder=${one.default ?? ''}
      .defaultValue=${value ?? ''}
      ?required=${one.required}
      autocomplete=${one.secret ? 'new-password' : 'off'}
      spellcheck="false"
      aria-describedby=${described}
      aria-invalid=${ifDefined(wrong ? 'true' : undefined)}
    />${one.unit ? html`<span class="unit">${one.unit}</span>` : nothing}</span
  >`;
}

/** The values of the filled-in fields; `data` is the data of the form. */
export function filledIn(data, parameters) {
  const entries = parameters
    .map(({name}) => [name, String(data.get(name) ?? '').trim()])
    .filter(([, value]) => value !== '');
  return Object.fromEntries(entries);
}

const ONLY = 'only a value that the run file on the host or the administrator’s allow file names';

/** What the console accepts, by the word of the API. */
export const REACHES = {
  program: ONLY,
  folder: ONLY,
  file: ONLY,
  settings: ONLY,
  address: `with options ${ONLY}`,
};

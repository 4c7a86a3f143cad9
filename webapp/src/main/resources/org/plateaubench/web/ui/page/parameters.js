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
    cell: (parameter) => html`${parameter.description || '–'}${parameter.choices?.length && !/^one of/.test(parameter.type || '')
      ? html`<div class="small soft">One of ${parameter.choices.map((choice, index) => html`${index ? ', ' : ''}<code>${choice}</code>`)}</div>`
      : nothing}${REACHES[parameter.reach] ? html`<div class="small soft">Through the console: ${REACHES[parameter.reach]}.</div>` : nothing}`,
  },
  {id: 'type', label: 'Kind', cell: (parameter) => parameter.type},
  {id: 'range', label: 'Range', className: 'nowrap', cell: (parameter) => range(parameter) || '–'},
  {
    id: 'default', label: 'Default',
    cell: (parameter) =>
      parameter.required
        ? html`<strong>required</strong>`
        : parameter.default === null || parameter.default === ''
          ? '–'
          : html`<code>${parameter.default}</code>${parameter.unit ? html`<span class="unit">${parameter.unit}</span>` : nothing}`,
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
  return parameters.map((parameter) => field(parameter, wrongOf(parameter.name), values[parameter.name]));
}

function field(parameter, wrong, value) {
  const id = `parameter-${parameter.name}`;
  const described = `${id}-hint`;
  return html`<div class="field">
    <label for=${id} title=${parameter.name}>${labelOf(parameter.name)}${parameter.required ? ' (required)' : ''}</label>
    ${input(parameter, id, described, wrong, value)}
    <span class="hint" id=${described}>
      ${parameter.description} ${parameter.reach && parameter.reach !== 'free' ? `Through the console: ${REACHES[parameter.reach]}.` : nothing} ${range(parameter) ? html`<span class="nowrap">${range(parameter)}.</span>` : nothing}
      ${wrong ? html`<span class="wrong">${wrong}</span>` : nothing}
    </span>
  </div>`;
}

function input(parameter, id, described, wrong, value) {
  const choices = parameter.choices?.length ? parameter.choices : parameter.type === 'true or false' || parameter.type === 'boolean' ? ['true', 'false'] : [];
  if (choices.length > 0) {
    return html`<select id=${id} name=${parameter.name} aria-describedby=${described}>
      ${parameter.required ? nothing : html`<option value="">Default${parameter.default === null ? '' : `: ${parameter.default}`}</option>`}
      ${choices.map((choice) => html`<option value=${choice} ?selected=${String(value) === choice}>${choice}</option>`)}
    </select>`;
  }
  return html`<span class="with-unit"
    ><input
      id=${id}
      name=${parameter.name}
      type=${parameter.secret ? 'password' : 'text'}
      placeholder=${parameter.default ?? ''}
      .defaultValue=${value ?? ''}
      ?required=${parameter.required}
      autocomplete=${parameter.secret ? 'new-password' : 'off'}
      spellcheck="false"
      aria-describedby=${described}
      aria-invalid=${ifDefined(wrong ? 'true' : undefined)}
    />${parameter.unit ? html`<span class="unit">${parameter.unit}</span>` : nothing}</span
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

// SPDX-License-Identifier: Apache-2.0
// Dialogs that add entries to the allow list. Each returns whether an entry was added.
import {html, nothing} from '../module/lit.js';
import {ask} from '../module/form-dialog.js';

/** One value of one parameter. */
export function newValue(list, add) {
  let chosen = list.parameters[0];
  const fields = ({redraw}) => [
    html`<div class="field">
      <label for="allow-parameter">Parameter</label>
      <select id="allow-parameter" name="parameter" @change=${(event) => {
        chosen = list.parameters[Number(event.target.value)];
        redraw();
      }}>
        ${list.parameters.map((one, index) => html`<option value=${index}>${one.owner} ${one.parameter}</option>`)}
      </select>
      <span class="hint">${chosen?.description}</span>
    </div>`,
    chosen?.mapping ? textField('setting', 'Setting', 'The name that the server uses, such as hz.') : nothing,
    textField('value', 'Value', 'Exactly as run files will name it; of a program or folder the absolute path.'),
  ];
  return form('Allow a value', fields, (data) => {
    if (!chosen) {
      throw new Error('No installed plugin has a parameter that must be allowed.');
    }
    const setting = chosen.mapping ? `.${data.get('setting').trim()}` : '';
    return add({owner: chosen.owner, parameter: chosen.parameter + setting, value: data.get('value')});
  });
}

/** A SUT of the rig. */
export function newSut(list, add) {
  const fields = () => [
    textField('name', 'Name', 'Lowercase letters, digits and hyphens.'),
    html`<div class="field">
      <label for="allow-service">Service</label>
      <select id="allow-service" name="service">${list.services.map((one) => html`<option value=${one}>${one}</option>`)}</select>
    </div>`,
    html`<div class="field">
      <label for="allow-parameters">Parameters</label>
      <textarea id="allow-parameters" name="parameters" rows="4" spellcheck="false" aria-describedby="allow-parameters-hint"></textarea>
      <span class="hint" id="allow-parameters-hint">JSON, such as {"server": "/opt/redis/bin/redis-server"}.</span>
    </div>`,
  ];
  return form('Declare a SUT', fields, (data) =>
    add({name: data.get('name').trim(), service: data.get('service'), parameters: parsed(data.get('parameters'))}));
}

function parsed(text) {
  try {
    return JSON.parse(text.trim() || '{}');
  } catch (error) {
    throw new Error(`The parameters are not valid JSON: ${error.message}`, {cause: error});
  }
}

/** A variable of the environment. */
export function newVariable(list, add) {
  return form('Allow a variable', () => [textField('name', 'Name', 'The value stays in the environment of the console.')],
    (data) => add(data.get('name').trim()));
}

/** A file that contains a secret. */
export function newFile(list, add) {
  return form('Allow a file', () => [textField('path', 'Path', 'The absolute path; the file holds one secret and nothing else.')],
    (data) => add(data.get('path').trim()));
}

function textField(name, label, hint) {
  const id = `allow-${name}`;
  return html`<div class="field">
    <label for=${id}>${label}</label>
    <input id=${id} name=${name} required maxlength="4000" autocomplete="off" spellcheck="false" aria-describedby="${id}-hint" />
    <span class="hint" id="${id}-hint">${hint}</span>
  </div>`;
}

function form(title, fields, work) {
  return ask({title, fields, action: 'Allow', mark: 'allow-form'}, async (data) => {
    await work(data);
    return true;
  });
}

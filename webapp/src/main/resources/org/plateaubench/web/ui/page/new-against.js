// SPDX-License-Identifier: Apache-2.0
// A run file made to use a SUT of the rig that runs already, in place of its own of the same service.
import * as api from '../module/api.js';

/** The changes of a form that make its first SUT of that service the one that runs; null when it has none. */
export function changesFor(form, sut) {
  const section = form?.sections.find(({kind, id, fields}) => kind === 'sut'
    && fields.some((field) => field.path === `${id}.service` && field.value === sut.service));
  if (!section) {
    return null;
  }
  const fixed = [`${section.id}.service`, `${section.id}.mode`];
  const values = section.fields.filter(({path}) => !fixed.includes(path)).flatMap((field) => {
    const value = sut.properties[field.path.slice(section.id.length + 1)];
    // What only a SUT of its own has, such as its storage, goes.
    return value !== undefined ? [{path: field.path, value}] : field.given ? [{path: field.path, value: null}] : [];
  });
  return [...values, {path: `${section.id}.mode`, value: 'external'}];
}

/** The text with these changes. */
export async function against(text, path, name) {
  const sut = await api.get(api.path`/rig/suts/${name}`);
  const {form} = await api.post('/editor/check', {text, path});
  const changes = changesFor(form, sut);
  if (changes === null) {
    throw new Error(`This run file has no SUT of the service ${sut.service}, in whose place ${name} could stand.`);
  }
  const change = (before, some) => api.post('/editor/change', {text: before, path, changes: some});
  const changed = await change(text, changes);
  // Some of what a running SUT says of itself, such as its port, is not a parameter of an external one.
  const wrong = changed.check.problems.map((problem) => problem.path);
  const dropped = changes.filter((one) => one.value !== null && wrong.includes(one.path)).map((one) => ({path: one.path, value: null}));
  return dropped.length ? (await change(changed.text, dropped)).text : changed.text;
}

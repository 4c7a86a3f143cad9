// SPDX-License-Identifier: Apache-2.0
// Changes a run file so that it uses a running SUT of the rig instead of its own SUT of the same service.
import * as api from '../module/api.js';

/** The changes of a form that replace its first SUT of that service with the running one; null if it has none. */
export function changesFor(form, sut) {
  const section = form?.sections.find(({kind, id, fields}) => kind === 'sut'
    && fields.some((field) => field.path === `${id}.service` && field.value === sut.service));
  if (!section) {
    return null;
  }
  const fixed = [`${section.id}.service`, `${section.id}.mode`];
  const values = section.fields.filter(({path}) => !fixed.includes(path)).flatMap((field) => {
    const value = sut.properties[field.path.slice(section.id.length + 1)];
    // Keys of embedded SUTs only, such as the storage, are removed.
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
    throw new Error(`This run file has no SUT of the service ${sut.service} that ${name} could replace.`);
  }
  const change = (before, some) => api.post('/editor/change', {text: before, path, changes: some});
  const changed = await change(text, changes);
  // Some properties of a running SUT, such as its port, are not parameters of an external one.
  const wrong = changed.check.problems.map((problem) => problem.path);
  const dropped = changes.filter((one) => one.value !== null && wrong.includes(one.path)).map((one) => ({path: one.path, value: null}));
  return dropped.length ? (await change(changed.text, dropped)).text : changed.text;
}

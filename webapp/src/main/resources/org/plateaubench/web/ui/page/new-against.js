// SPDX-License-Identifier: Apache-2.0
// Changes a run file so that it uses a running SUT of the rig instead of its own SUT of the same service.
import * as api from '../module/api.js';
import {YamlText} from '../module/yaml-text.js';

/** The text with the running SUT in place of its first SUT of that service. */
export async function against(schema, text, path, name) {
  const sut = await api.get(api.path`/rig/suts/${name}`);
  const own = Object.entries(new YamlText(text).at(['suts']) ?? {}).find(([, {service}]) => service === sut.service);
  if (!own) {
    throw new Error(`This run file has no SUT of the service ${sut.service} that ${name} could replace.`);
  }
  const section = ['suts', own[0]];
  const order = (place) => [...schema.propertiesAt(place, new YamlText(text).tree).keys()];
  const replaced = (value) => new YamlText(text).with(section, value, order);
  // Keys of embedded SUTs only, such as the storage, go with the others.
  const value = {service: sut.service, mode: 'external', ...sut.properties};
  const {problems} = await api.post('/validate', {text: replaced(value), path});
  // Some properties of a running SUT, such as its port, are not parameters of an external one.
  const wrong = problems.map((problem) => problem.path);
  return replaced(Object.fromEntries(Object.entries(value).filter(([key]) => !wrong.includes([...section, key].join('.')))));
}

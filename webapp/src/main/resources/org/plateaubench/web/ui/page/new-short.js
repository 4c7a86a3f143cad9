// SPDX-License-Identifier: Apache-2.0
// The most common fields of a run file, and the search for fields. Pure functions of the form's description.
import {labelOf} from '../module/format.js';

/** Name, lengths and tiles; the place of the SUT; the load; the limits. */
const SHORT = [
  /^run\.name$/, /^phases\.(rampUp|steady|rampDown)$/, /^tiles(\.count)?$/, /^suts\.[^.]+\.(service|mode)$/,
  /^workloads\.[^.]+\.load\.(users|rate)$/,
];
/** Fields that are shown only if the file contains them: the address of an external SUT, limits. */
const SHORT_IF_GIVEN = [/^suts\.[^.]+\.(url|address|host|port)$/, /^workloads\.[^.]+\.qos\./];

export function isShort(field) {
  return SHORT.some((one) => one.test(field.path)) || (field.given && SHORT_IF_GIVEN.some((one) => one.test(field.path)));
}

/** The sections with the most common fields, or with all others. */
export function sectionsOf(description, short) {
  return description.sections
    .map((section) => ({...section, fields: section.fields.filter((field) => isShort(field) === short)}))
    .filter((section) => section.fields.length > 0 || (!short && section.actions.length > 0));
}

/** Whether a field contains all words of a search in its key, label, section or help. */
export function matches(field, section, search) {
  const text = [field.path, labelOf(field.label), section.title, field.group, field.help].join(' ').toLowerCase();
  return search.toLowerCase().split(/\s+/).every((word) => text.includes(word));
}

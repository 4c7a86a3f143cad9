// SPDX-License-Identifier: Apache-2.0
// Which fields of a run file nearly everybody needs, and which a search finds. Pure functions of the form's description.
import {labelOf} from '../module/format.js';

/** Name, lengths, tiles; where the SUT is; how much load; what is asked of it. */
const SHORT = [
  /^run\.name$/, /^phases\.(rampUp|steady|rampDown)$/, /^tiles(\.count)?$/, /^suts\.[^.]+\.(service|mode)$/,
  /^workloads\.[^.]+\.load\.(users|rate)$/,
];
/** Only where the file gives them: an address of a SUT elsewhere, limits. */
const SHORT_IF_GIVEN = [/^suts\.[^.]+\.(url|address|host|port)$/, /^workloads\.[^.]+\.qos\./];

export function isShort(field) {
  return SHORT.some((one) => one.test(field.path)) || (field.given && SHORT_IF_GIVEN.some((one) => one.test(field.path)));
}

/** Sections with the fields that everybody needs, or with all others. */
export function sectionsOf(description, short) {
  return description.sections
    .map((section) => ({...section, fields: section.fields.filter((field) => isShort(field) === short)}))
    .filter((section) => section.fields.length > 0 || (!short && section.actions.length > 0));
}

/** Whether a field has every word of a search in its key, label, section or help. */
export function matches(field, section, search) {
  const text = [field.path, labelOf(field.label), section.title, field.group, field.help].join(' ').toLowerCase();
  return search.toLowerCase().split(/\s+/).every((word) => text.includes(word));
}

// SPDX-License-Identifier: Apache-2.0
// The comparability of the runs, and their differences.
import {badge} from '../module/badge.js';
import {count} from '../module/format.js';
import {html, nothing} from '../module/lit.js';
import {scrolled} from '../module/scrolled.js';

const SEVERITIES = {
  'not-comparable': ['bad', '✕', 'Not comparable'],
  'less-comparable': ['doubtful', '!', 'Less comparable'],
  note: ['plain', 'i', 'Note'],
};

function headline(findings) {
  if (findings.some((finding) => finding.severity === 'not-comparable')) {
    return ['bad', 'These runs must not be compared.'];
  }
  return findings.some((finding) => finding.severity === 'less-comparable')
    ? ['doubtful', 'These runs can be compared with care.'] : ['good', 'These runs can be compared.'];
}

/** Sentences about the comparability. */
export function findingsCard({findings}) {
  const [tone, text] = headline(findings);
  return html`<section class="card verdict-card tone-${tone}" aria-labelledby="findings-title"><div class="ink">
    <h2 id="findings-title" data-test="comparability">${text}</h2>
    ${findings.length ? html`<ul class="reasons wide-badge">${findings.map((finding) => {
      const [of, sign, word] = SEVERITIES[finding.severity] ?? SEVERITIES.note;
      return html`<li class="tone-${of}">${badge(of, sign, word)}<div><p>${finding.message}</p></div></li>`;
    })}</ul>` : html`<p class="soft">No obstacle to a comparison was found.</p>`}
  </div></section>`;
}

function table(title, runs, differences) {
  return scrolled(title, html`<table>
    <thead><tr><th scope="col">What</th>${runs.map((run, index) => html`<th scope="col">${run.label}${index === 0 ? ' (baseline)' : ''}</th>`)}</tr></thead>
    <tbody>${differences.map((difference) => html`<tr><th scope="row"><code>${difference.path}</code></th>
      ${difference.values.map((value, index) => html`<td class="words ${index > 0 && value !== difference.values[0] ? 'differs' : ''}">${value === null
        ? html`<span class="soft">not there</span>` : value}</td>`)}</tr>`)}</tbody></table>`);
}

function card(id, title, runs, differences) {
  const major = differences.filter((difference) => !difference.minor);
  const minor = differences.filter((difference) => difference.minor);
  return html`<section class="card" aria-labelledby="${id}-title" data-test="differences-${id}">
    <h2 id="${id}-title">${title}</h2>
    ${major.length ? table(title, runs, major) : html`<p class="soft">No relevant difference.</p>`}
    ${minor.length ? html`<details><summary>${count(minor.length, 'small difference')}, such as names and what changes with every run</summary>
      ${table(`${title}, small`, runs, minor)}</details>` : nothing}</section>`;
}

/** Differences of plan and environment. */
export function differenceCards({runs, plan, environment}) {
  return html`${card('plan', 'Differences of plan', runs, plan)}${card('environment', 'Differences of environment', runs, environment)}`;
}

// SPDX-License-Identifier: Apache-2.0
// Cells of the tables of figures: times, errors, limits.
import {badge, stateBadge} from '../module/badge.js';
import {besideWithUnit, boundWithUnit, number} from '../module/format.js';
import {html, nothing} from '../module/lit.js';

/** The figures that a place shows, as the result declares them. */
export function figuresIn({figures}, view) {
  return figures.filter(({views}) => views.includes(view));
}

/** The figures of some sections, as the result declares them. */
export function figuresOf({figures}, ...sections) {
  return figures.filter(({section}) => sections.includes(section));
}

/** The heads of the columns of figures. */
export function figureHeads(figures) {
  return figures.map(({title, unit, help}) => html`<th scope="col" class="numeric" title=${help}>${title}${unit === '/s' ? unit : ''}</th>`);
}

/** The cells of a line's figures; of no line, where a part was never reached. */
export function figureCells(line, figures) {
  return figures.map((figure) => figureCell(line, figure));
}

/** A share in whole percent. */
export function percent(share) {
  return `${Math.round(100 * share)}%`;
}

/** The class of a card of figures, which are marked where they cannot be trusted. */
export function cardOf(result) {
  return result.verdict === 'invalid' ? 'card unbelieved' : 'card';
}

/** A cell with a number. */
export function numberCell(value) {
  return html`<td class="numeric">${number(value ?? null)}</td>`;
}

/** A figure; a bound from below and one with few samples say so in words too. */
function figureCell(line, {name, unit}) {
  const value = line?.figures[name] ?? null;
  if (value === null) {
    return html`<td class="numeric soft">–</td>`;
  }
  const bound = line.lowerBound?.includes(name);
  const low = line.lowResolution?.includes(name);
  const share = line.harnessShare?.[name] ?? null;
  const title = [bound ? 'at least: it lies among operations that never ended in time' : '',
    low ? 'fewer than 10 samples lie beyond it' : '',
    share === null ? '' : `up to ${percent(share)} of it is the harness's own lag`].filter(Boolean).join('; ');
  return html`<td class="numeric" title=${title || nothing}>${bound ? '≥ ' : ''}${number(value)}${unit === '%' ? unit : ''}${low
    ? html`<span class="soft" aria-label=", few samples"> *</span>` : nothing}${shareMark(line, name)}</td>`;
}

/** How much of a time is the harness's own lag; a time of which that is more than a tenth is marked. */
function shareMark({harnessShare, limitedByHarness}, name) {
  const share = harnessShare?.[name] ?? null;
  if (share === null) {
    return nothing;
  }
  return limitedByHarness?.includes(name)
    ? html`<span class="lag limited" aria-label=", limited by the harness: up to ${percent(share)} of it is its own lag">‡ ${percent(share)}</span>`
    : html`<span class="lag" aria-hidden="true">${percent(share)}</span>`;
}

function limitState({met, untested}) {
  if (met === null) {
    return badge(untested?.includes('own lag') ? 'doubtful' : 'plain', '?', 'not tested', untested ?? undefined);
  }
  return stateBadge('limit', met ? 'met' : 'missed');
}

/** Every limit of a block, with what was measured. */
export function limits(block) {
  if (!block.qos?.length) {
    return html`<span class="soft">none</span>`;
  }
  return html`<ul class="limits">${block.qos.map((limit) => html`<li>
    ${limitState(limit)}
    <span class="nowrap">${limit.metric} ${limit.operator} ${boundWithUnit(limit.bound, limit.unit)}</span>
    <span class="soft nowrap">was ${limit.lowerBound ? '≥ ' : ''}${besideWithUnit(limit.value, limit.bound, limit.unit)}</span>
  </li>`)}</ul>`;
}

/** The limits of several operations in one word. */
export function limitsTogether(operations) {
  const all = operations.flatMap((one) => one.qos ?? []);
  if (all.length === 0) {
    return nothing;
  }
  return limitState({met: all.some((one) => one.met === false) ? false : all.every((one) => one.met) ? true : null});
}

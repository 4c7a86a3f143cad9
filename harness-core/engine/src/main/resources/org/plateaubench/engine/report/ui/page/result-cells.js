// SPDX-License-Identifier: Apache-2.0
// Cells of the tables of figures: times, errors, limits.
import {badge, stateBadge} from '../module/badge.js';
import {comparedWithUnit, boundWithUnit, number, withUnit} from '../module/format.js';
import {html, nothing} from '../module/lit.js';

/** The figures of a view, as the result declares them. */
export function figuresIn({figures}, view) {
  return figures.filter(({views}) => views.includes(view));
}

/** The figures of sections, as the result declares them. */
export function figuresOf({figures}, ...sections) {
  return figures.filter(({section}) => sections.includes(section));
}

/** The figures that fit on a narrow screen. */
const MAJOR = ['throughput', 'p95', 'failed', 'errorRate'];
const classOf = (name) => (MAJOR.includes(name) ? 'numeric' : 'numeric minor');

/** The heads of the columns of figures. */
export function figureHeads(figures) {
  return figures.map(({name, title, unit, help}) => html`<th scope="col" class=${classOf(name)} title=${help}>${title.replace('throughput', 'through\u00adput')}${unit === '/s' ? unit : ''}</th>`);
}

/** The cells of a line's figures; empty cells without a line, for a part of the run that was never reached. */
export function figureCells(line, figures) {
  return figures.map((figure) => figureCell(line, figure));
}

/** A share in whole percent. */
export function percent(share) {
  return `${Math.round(100 * share)}%`;
}

/** The CSS class of a card of figures, which are marked if the run is invalid. */
export function cardOf(result) {
  return result.verdict === 'invalid' ? 'card unbelieved' : 'card';
}

/** A cell with a number. */
export function numberCell(value, className = '') {
  return html`<td class="numeric ${className}">${number(value ?? null)}</td>`;
}

/** A cell with the headline figure of a workload. */
export function metricCell(metric) {
  return html`<td class="numeric minor">${withUnit(metric?.value, metric?.unit)}</td>`;
}

/** The cell of a figure; its title explains a lower bound and few samples. */
function figureCell(line, {name, unit}) {
  const value = line?.figures[name] ?? null;
  if (value === null) {
    return html`<td class="${classOf(name)} soft">–</td>`;
  }
  const bound = line.lowerBound?.includes(name);
  const low = line.lowResolution?.includes(name);
  const title = [bound ? 'at least: it lies among operations that never ended in time' : '',
    low ? 'fewer than 10 samples are beyond it' : ''].filter(Boolean).join('; ');
  return html`<td class=${classOf(name)} title=${title || nothing}>${bound ? '≥ ' : ''}${number(value)}${unit === '%' ? unit : ''}${low
    ? html`<span class="soft" aria-label=", few samples"> *</span>` : nothing}${shareMark(line, name)}</td>`;
}

/** The mark of a time if more than a tenth of it may be the load generator's own lag. */
export function shareMark({harnessShare, limitedByHarness}, name) {
  const text = `up to ${percent(harnessShare?.[name])} of it is the load generator's own lag`;
  return limitedByHarness?.includes(name) ? html`<span class="lag limited" title=${text} aria-label=", ${text}">‡</span>` : nothing;
}

function limitState({met, untested}) {
  if (met === null) {
    return badge(untested?.includes('own lag') ? 'doubtful' : 'plain', '?', 'not tested', untested ?? undefined);
  }
  return stateBadge('limit', met ? 'met' : 'missed');
}

/** The limits of a block, with those that are not met first and with their values. */
export function limits(block) {
  return (block.qos ?? []).length === 0 ? nothing : html`<ul class="limits">${block.qos.toSorted((a, b) => Boolean(a.met) - Boolean(b.met)).map((limit) => html`<li>
    ${limit.met ? html`<span class="tone-good" title="met">✓</span>` : limitState(limit)}
    <span class="nowrap">${limit.metric} ${limit.operator} ${boundWithUnit(limit.bound, limit.unit)}</span>
    ${limit.met ? nothing : html`<span class="soft nowrap">was ${limit.lowerBound ? '≥ ' : ''}${comparedWithUnit(limit.value, limit.bound, limit.unit)}</span>`}
  </li>`)}</ul>`;
}

/** One badge for the limits of several operations. */
export function limitsTogether(operations) {
  const all = operations.flatMap((operation) => operation.qos ?? []);
  if (all.length === 0) {
    return nothing;
  }
  return limitState({met: all.some((limit) => limit.met === false) ? false : all.every((limit) => limit.met) ? true : null});
}

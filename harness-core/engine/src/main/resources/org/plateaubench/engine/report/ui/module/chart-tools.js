// SPDX-License-Identifier: Apache-2.0
// The bar above the charts of one axis: the shown range in words, and buttons for zooming and moving.
import {clock} from './chart-theme.js';
import {html, nothing} from './lit.js';

/** The explanation of how to use the charts. */
const HINT = html`<details class="chart-hint"><summary>How to zoom</summary>
  <p>Drag over a part of any chart, or hold <kbd>Ctrl</kbd> and turn the wheel. With keys: <kbd>Tab</kbd> to a chart, then
  <kbd>←</kbd> <kbd>→</kbd> to point, <kbd>+</kbd> <kbd>−</kbd> to zoom, <kbd>Shift</kbd> <kbd>←</kbd> <kbd>→</kbd> to move,
  <kbd>0</kbd> for the whole run. All charts move together. Below each chart, its lines can be hidden.</p></details>`;

/** The bar; `more` are further buttons. A range that moves every second is not read out by screen readers. */
export function chartTools(axis, phases, {busy = false, more = nothing, whole = true, moving = false} = {}) {
  const steady = phases.find((phase) => phase.name === 'steady');
  return html`<div class="chart-tools" data-test="chart-tools">
    <p class="range" role=${moving ? nothing : 'status'} data-test="range">${axis.zoomed || !whole ? 'Shown' : 'Whole run'}:
      <strong>${clock(axis.from)} to ${clock(axis.to)}</strong>${busy ? ', loading…' : nothing}</p>
    ${more}
    ${steady ? html`<button type="button" class="button compact" data-test="zoom-steady"
      @click=${() => axis.show(steady.from, steady.to)}>Steady state</button>` : nothing}
    <button type="button" class="button compact square" aria-label="Zoom in" data-test="zoom-in" @click=${() => axis.zoom(0.5)}>+</button>
    <button type="button" class="button compact square" aria-label="Zoom out" data-test="zoom-out" @click=${() => axis.zoom(2)}>−</button>
    <button type="button" class="button compact square" aria-label="Earlier" @click=${() => axis.pan(-0.5)}>‹</button>
    <button type="button" class="button compact square" aria-label="Later" @click=${() => axis.pan(0.5)}>›</button>
    ${whole ? html`<button type="button" class="button compact" ?disabled=${!axis.zoomed} data-test="zoom-reset"
      @click=${() => axis.reset()}>Whole run</button>` : nothing}
    ${HINT}
  </div>`;
}

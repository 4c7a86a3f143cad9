// SPDX-License-Identifier: Apache-2.0
// The compared runs and the baseline, with buttons to add and remove runs and to choose the baseline.
import {runAddress} from '../module/addresses.js';
import * as api from '../module/api.js';
import {classBadge, runBadge} from '../module/badge.js';
import {swatch} from '../module/chart-legend.js';
import {open} from '../module/dialog.js';
import {number, time} from '../module/format.js';
import {html, nothing} from '../module/lit.js';
import {complain} from '../module/notice.js';

const FOUND = 20;

/** The head of the page with one card per run. */
export function compareHead(runs, {add, go}) {
  const ids = runs.map((run) => run.id);
  return html`<header class="page-head"><div><h1 tabindex="-1">Compare runs</h1>
      <p class="lead">The other runs are compared with the baseline, ${runs[0]?.label ?? 'the first run'}.</p></div>
    <div class="buttons">${add ? html`<button type="button" class="button" data-test="add-run" @click=${add}>Add a run…</button>` : nothing}
      <button type="button" class="button" @click=${() => print()}>Print</button></div></header>
  <ol class="compared" aria-label="Compared runs">${runs.map((run, index) => html`<li class="card" data-test="compared-${run.label}">
    <p class="compared-label">${swatch(index)} <strong>${run.label}</strong> ${index === 0 ? html`<span class="chip">baseline</span>` : nothing}
      ${runBadge(run)}
      ${classBadge(run.class)}</p>
    <h2><a href=${runAddress(run.id)}>${run.name}</a></h2>
    <p class="soft small">${run.startedAt ? time(run.startedAt) : nothing}${run.steadySeconds
      ? html`, ${number(run.steadySeconds)} s steady` : nothing}<br><span class="id">${run.id}</span></p>
    <p class="buttons">${index === 0 ? nothing : html`<button type="button" class="button compact" data-test="baseline-${run.label}"
        @click=${() => go([run.id, ...ids.filter((id) => id !== run.id)])}>Make baseline</button>`}
      <button type="button" class="button compact bare" aria-label="Remove run ${run.label}"
        @click=${() => go(ids.filter((id) => id !== run.id))}>Remove</button></p></li>`)}</ol>`;
}

/** Lets the user choose one more run; returns null if none was chosen. */
export function addRun(ids) {
  let found = null;
  let last = 0;
  return open(({close, redraw, headingId}) => {
    const seek = async (text) => {
      const mine = ++last;
      try {
        const answer = await api.get('/runs', {text, limit: FOUND + ids.length});
        if (mine === last) {
          found = answer.runs.filter((run) => run.status !== 'running' && !ids.includes(run.id)).slice(0, FOUND);
          redraw();
        }
      } catch (error) {
        complain(error);
      }
    };
    if (found === null && last === 0) {
      seek('');
    }
    return html`<div class="dialog-body" data-test="add-run-dialog"><h2 id=${headingId}>Add a run</h2>
      <div class="field"><label for="seek-run">Name, tag or note</label>
        <input id="seek-run" type="search" autocomplete="off" @input=${(event) => seek(event.target.value)}></div>
      <ul class="found" role="list" aria-label="Runs" aria-busy=${found === null ? 'true' : 'false'}>${(found ?? []).map((run) => html`<li>
        <button type="button" class="found-run" @click=${() => close(run.id)}><strong>${run.name}</strong> ${runBadge(run)}
          <span class="soft small">${time(run.startedAt)} · ${run.id}</span></button></li>`)}</ul>
      ${found?.length === 0 ? html`<p class="soft">There is no other run.</p>` : nothing}
      <div class="buttons"><button type="button" class="button" @click=${() => close(null)}>Cancel</button></div></div>`;
  });
}

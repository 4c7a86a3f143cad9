// SPDX-License-Identifier: Apache-2.0
// The policy for keeping runs, the runs that it would remove now, and the result of the last pass.
import {html, nothing, render} from '../module/lit.js';
import * as api from '../module/api.js';
import {confirm} from '../module/dialog.js';
import {ago, bytes, count, time} from '../module/format.js';
import {frame} from '../module/frame.js';
import {fetching} from '../module/loader.js';
import {problemView, say} from '../module/notice.js';
import {preview} from './retention-preview.js';

const GIBIBYTE = 2 ** 30;
const LOOK_MILLIS = 15_000;
/** Interval at which a preview in preparation is requested again. */
const ASK_MILLIS = 500;
/** Number of runs that are named before a policy is saved; the page lists all of them. */
const MOST_NAMED = 100;

export async function page(root) {
  const state = {retention: null, error: null, foretold: null, reading: null, wrong: null, busy: false};
  let isClosed = false;

  const read = fetching(state, async () => {
    state.retention = await api.get('/retention');
  }, draw);

  /** The policy from the fields; the server reports all errors, including texts that are not numbers. */
  function wanted(form) {
    const fields = new FormData(form);
    const number = (name) => {
      const text = fields.get(name).trim();
      return text === '' ? null : Number.isFinite(Number(text)) ? Number(text) : text;
    };
    const size = number('keepBytes');
    return {
      keepDays: number('keepDays'),
      keepRuns: number('keepRuns'),
      keepBytes: typeof size === 'number' ? Math.round(size * GIBIBYTE) : size,
    };
  }

  async function act(work) {
    state.busy = true;
    state.wrong = null;
    draw();
    try {
      await work();
    } catch (error) {
      state.wrong = error;
    }
    state.busy = false;
    state.reading = null;
    draw();
  }

  /** Requests a preview until all runs are read, and shows the progress. */
  async function foretell(policy) {
    state.foretold = null;
    let answer = await api.post('/retention/preview', policy);
    while (answer.total !== undefined && !isClosed) {
      state.reading = answer;
      draw();
      await new Promise((resume) => setTimeout(resume, ASK_MILLIS));
      answer = await api.post('/retention/preview', policy);
    }
    state.reading = null;
    state.foretold = isClosed ? null : answer;
    draw();
  }

  function look(policy) {
    return act(() => foretell(policy));
  }

  function save(policy) {
    return act(async () => {
      await foretell(policy);
      if (isClosed) {
        return;
      }
      const {goes, going} = state.foretold;
      const sure = await confirm({
        title: goes.runs === 0 ? 'Keep runs by this policy?' : `Delete ${count(goes.runs, 'run')}?`,
        message: goes.runs === 0
          ? 'The policy deletes no run now. Runs that it does not keep later are deleted with all their files.'
          : `In an hour ${count(goes.runs, 'run')} with ${bytes(goes.bytes)} would be deleted with all their files, and from then `
            + 'on every run that the policy does not keep. This cannot be undone.',
        items: named(going),
        action: 'Save the policy',
        danger: goes.runs > 0,
      });
      if (!sure) {
        return;
      }
      state.retention = await api.put('/retention', policy);
      say(state.retention.nextPassAt ? 'The policy is saved. It applies in an hour.' : 'All runs are kept.');
    });
  }

  function draw() {
    render(frame({
      title: 'Retention',
      lead: 'How many runs are kept. All others are deleted with all their files, archived ones too. Runs that are pinned or '
        + 'tagged or have a note are never deleted.',
    }, [
      problemView(state.error, read),
      state.retention ? [policyCard(), passCard(state.retention)] : nothing,
      preview(state.foretold),
    ]), root);
  }

  function policyCard() {
    const {policy, changedBy, changedAt} = state.retention;
    const submit = (event) => {
      event.preventDefault();
      const policyNow = wanted(event.target);
      return event.submitter?.value === 'save' ? save(policyNow) : look(policyNow);
    };
    return html`<section class="card" aria-labelledby="policy">
      <div class="card-head">
        <h2 id="policy">Policy</h2>
        <p>Each bound by itself; an empty field is not a bound. The oldest runs go first.</p>
      </div>
      ${problemView(state.wrong)}
      <form class="stack" data-test="retention-form" novalidate @submit=${submit}>
        <div class="filters">
          ${field('keepDays', 'Maximum age in days', policy.keepDays)}
          ${field('keepRuns', 'At most runs', policy.keepRuns)}
          ${field('keepBytes', 'Maximum total size in GiB', policy.keepBytes === null ? null : policy.keepBytes / GIBIBYTE)}
        </div>
        <div class="buttons">
          <button class="button" value="preview" data-test="preview" ?disabled=${state.busy}>Show what would be deleted now</button>
          <button class="button primary" value="save" data-test="save" ?disabled=${state.busy}>Save…</button>
        </div>
        ${state.reading ? readingView(state.reading) : nothing}
        ${changedBy ? html`<p class="small soft">Changed by ${changedBy} on ${time(changedAt)}.</p>` : nothing}
      </form>
    </section>`;
  }

  draw();
  await read();
  const reading = setInterval(() => !document.hidden && !state.busy && read(), LOOK_MILLIS);
  return {
    close() {
      isClosed = true;
      clearInterval(reading);
    },
  };
}

/** The progress of reading the runs. */
function readingView({done, total}) {
  return html`<p class="small" role="status" data-test="reading">
    Reading the runs: ${total === 0 ? 'counting them' : `${done} of ${count(total, 'run')}`}.
    ${total === 0 ? nothing : html`<progress max=${total} value=${done}></progress>`}
  </p>`;
}

function named(going) {
  const names = going.slice(0, MOST_NAMED).map(({id}) => id);
  return going.length > MOST_NAMED ? [...names, `and ${count(going.length - MOST_NAMED, 'more', 'more')}`] : names;
}

function field(name, label, value) {
  return html`<div class="field">
    <label for=${name}>${label}</label>
    <input id=${name} name=${name} inputmode="decimal" autocomplete="off" .defaultValue=${value === null ? '' : String(value)} />
  </div>`;
}

function passCard({nextPassAt, lastPass}) {
  return html`<section class="card" aria-labelledby="passes" data-test="passes">
    <div class="card-head"><h2 id="passes">Passes</h2></div>
    <dl class="facts">
      <div>
        <dt>Next pass</dt>
        <dd data-test="next-pass">${nextPassAt ? html`${time(nextPassAt)} <span class="soft">${ago(nextPassAt)}</span>` : 'None: all runs are kept.'}</dd>
      </div>
      ${lastPass ? lastFacts(lastPass) : html`<div><dt>Last pass</dt><dd>None has run yet.</dd></div>`}
    </dl>
    ${lastPass?.problem ? html`<p class="wrong" role="alert">${lastPass.problem}</p>` : nothing}
    ${lastPass?.left.length
      ? html`<p>${count(lastPass.left.length, 'run')} should have been deleted, but could not be:</p>
          <ul>${lastPass.left.map(({id, reason}) => html`<li><span class="id">${id}</span>: ${reason}</li>`)}</ul>`
      : nothing}
  </section>`;
}

function lastFacts(pass) {
  return [
    html`<div>
      <dt>Last pass</dt>
      <dd>${time(pass.startedAt)}${pass.endedAt ? nothing : ', without an end yet'}</dd>
    </div>`,
    html`<div>
      <dt>Removed</dt>
      <dd>${count(pass.runs, 'run')}, ${bytes(pass.bytes)}${pass.more ? '; the next pass deletes more' : ''}</dd>
    </div>`,
  ];
}

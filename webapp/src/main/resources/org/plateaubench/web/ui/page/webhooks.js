// SPDX-License-Identifier: Apache-2.0
// The page of the webhooks: addresses that are notified of runs that end, fail, are invalid or wait.
import * as api from '../module/api.js';
import {badge} from '../module/badge.js';
import {copyButton} from '../module/copy.js';
import {confirmed} from '../module/dialog.js';
import {ask} from '../module/form-dialog.js';
import {time} from '../module/format.js';
import {frame} from '../module/frame.js';
import {html, nothing, render} from '../module/lit.js';
import {fetching} from '../module/loader.js';
import {acting, problemView} from '../module/notice.js';
import {table} from '../module/table.js';

const EVENTS = [
  ['ended', 'Every end of a run'], ['failed', 'A limit was missed, or the run could not be executed'],
  ['invalid', 'The measurement is invalid'], ['waiting', 'A run waits in the queue'],
];
const LOOK_MILLIS = 2000;

export async function page(root) {
  const state = {hooks: null, error: null, secret: null};

  const read = fetching(state, async () => {
    state.hooks = (await api.get('/webhooks')).webhooks;
  }, draw);

  const act = acting(read);

  async function add() {
    const made = await newHook();
    if (made) {
      state.secret = made.secret;
      await read();
    }
  }

  async function remove(hook) {
    await confirmed({title: 'Remove this webhook?', message: 'It receives no more messages.', items: [hook.address], action: 'Remove', danger: true},
      () => act(() => api.remove(api.path`/webhooks/${hook.id}`), 'The webhook is removed.'));
  }

  const columns = [
    {id: 'address', label: 'Address', header: true, full: true, cell: ({address}) => html`<code>${address}</code>`},
    {id: 'events', label: 'Events', cell: ({events}) => events.join(', ')},
    {id: 'last', label: 'Last attempt', full: true, cell: ({lastAttempt}) => attempt(lastAttempt)},
    {id: 'createdBy', label: 'Created by', cell: ({createdBy, createdAt}) => html`${createdBy} <span class="soft small">${time(createdAt)}</span>`},
    {id: 'actions', label: 'Actions', actions: true, cell: (hook) => html`<button class="button compact" data-test="hook-test" aria-label="Send a test to ${hook.address}"
        @click=${() => act(() => api.post(api.path`/webhooks/${hook.id}/test`), 'A test is being sent.')}>Test</button>
      <button class="button compact danger" data-test="hook-remove" aria-label="Remove ${hook.address}" @click=${() => remove(hook)}>Remove…</button>`},
  ];

  function draw() {
    const lead = html`Addresses that are notified of runs, each message signed. Internal addresses must be on the <a href="/allow-list">allow list</a>.`;
    const buttons = html`<div class="buttons"><button class="button primary" data-test="hook-add" @click=${add}>Add a webhook</button></div>`;
    render(frame({title: 'Webhooks', lead, buttons}, html`${problemView(state.error, read)}
      ${state.secret === null ? nothing : html`<div class="callout tone-doubtful" role="status" data-test="hook-secret"><p>The key of its signatures, which is not shown
        again: <code>${state.secret}</code> ${copyButton(state.secret, 'the key')}</p></div>`}
      <section class="card">${table({caption: 'Webhooks', rows: state.hooks, key: ({id}) => id, columns, empty: html`<p class="table-state">No address is notified of runs.</p>`})}</section>`), root);
  }

  draw();
  await read();
  const timer = setInterval(() => document.hidden || state.error || read(), LOOK_MILLIS);
  return {close: () => clearInterval(timer)};
}

function attempt(last) {
  return last === null ? html`<span class="soft">none yet</span>`
    : html`${last.problem === null ? badge('good', '✓', 'Accepted') : badge('bad', '✕', last.attempt === 0 ? 'Dropped' : `Not accepted, attempt ${last.attempt}`)}
      <span class="small">${last.event}, ${time(last.at, {seconds: true})}${last.problem === null ? nothing : html`: ${last.problem}`}</span>`;
}

/** Asks for an address and creates the webhook; returns it. */
function newHook() {
  const fields = () => html`<div class="field"><label for="hook-address">Address</label><input id="hook-address" name="address" type="url" required
      maxlength="2000" autocomplete="off" spellcheck="false"></div>
    <fieldset class="stack"><legend>Events</legend>${EVENTS.map(([name, words]) => html`<label class="choice"><input type="checkbox" name="events" value=${name}
      ?checked=${name === 'ended'}> ${words}</label>`)}</fieldset>`;
  return ask({title: 'Add a webhook', fields, action: 'Add', mark: 'hook-form'},
    (data) => api.post('/webhooks', {address: data.get('address').trim(), events: data.getAll('events')}));
}

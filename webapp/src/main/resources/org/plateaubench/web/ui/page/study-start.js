// SPDX-License-Identifier: Apache-2.0
// Adds a study of the folder of run files to the queue, and stops it.
import {html, nothing} from '../module/lit.js';
import * as api from '../module/api.js';
import {confirmed} from '../module/dialog.js';
import {navigate} from '../module/router.js';

/**
 * The study files that may be started, as a form.
 *
 * @param files the files as the API lists them
 * @param chosen path of the chosen file
 * @param onChoose receives the newly chosen path
 * @param act executes an action and reports it
 */
export function startForm({files, chosen, onChoose, act}) {
  if (files.length === 0) {
    return nothing;
  }
  const file = files.find(({path}) => path === chosen) || files[0];
  return html`<section class="card" aria-labelledby="start-study">
    <div class="card-head"><h2 id="start-study">Start a study</h2>
      <p>It joins the queue, and has the rig to itself while it runs.</p></div>
    <form data-test="start-study" @submit=${(event) => {
      event.preventDefault();
      act(() => submit(file.path, event.target.elements.scale.value), `${file.name} is in the queue.`);
    }}>
      <div class="buttons">
        <label class="with-unit">File <select name="path" data-test="study-file" @change=${(event) => onChoose(event.target.value)}>
          ${files.map(({path}) => html`<option value=${path} ?selected=${path === file.path}>${path}</option>`)}</select></label>
        <label class="with-unit">Size <select name="scale" data-test="study-scale">
          <option value="">full size</option>
          ${file.scales.map((scale) => html`<option value=${scale}>${scale}</option>`)}</select></label>
        <button class="button primary" data-test="start-study-yes">Start</button>
      </div>
      ${file.description ? html`<p class="small soft">${file.description}</p>` : nothing}
    </form></section>`;
}

async function submit(path, scale) {
  await api.post('/queue/studies', {path, scale});
  navigate('/queue');
}

/** Asks for a confirmation and ends a study of the queue. */
export async function stopStudy(item, act) {
  await confirmed({
    title: `Stop ${item.name}?`,
    message: 'The load of its running run ramps down, and the rest is not run. The runs that have ended are kept.',
    action: 'Stop all its runs',
    danger: true,
  }, () => act(() => api.remove(api.path`/queue/${item.id}`), `${item.name} is being stopped.`));
}

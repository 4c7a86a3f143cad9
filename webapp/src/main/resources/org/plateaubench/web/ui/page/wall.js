// SPDX-License-Identifier: Apache-2.0
// A page for a screen on a wall: the run in progress in large type and without buttons; between runs, the result of the
// last one.
import * as api from '../module/api.js';
import {runBadge} from '../module/badge.js';
import {ago, count} from '../module/format.js';
import {html, render} from '../module/lit.js';
import {loadCharts, style} from '../module/load.js';
import {loader} from '../module/loader.js';
import {problemView} from '../module/notice.js';
import * as stream from '../module/stream.js';
import {LivePage} from './live-run.js';

function between(runs, queue, error) {
  const [last] = runs;
  return html`<div class="wrap" data-test="between-runs"><header class="page-head"><div><h1 tabindex="-1">No run is in progress</h1>
    <p class="lead">${count(queue.items.length, 'run')} in the queue${queue.paused ? ', which is paused' : ''}.
      <a href="/">Leave the wall screen</a></p></div></header>${problemView(error)}
    ${last ? html`<section class="card"><p class="eyebrow">Last run, ${ago(last.startedAt)}</p><h2>${last.name} ${runBadge(last)}</h2>
      <p class="lead">${last.reasons?.[0] ?? ''}</p></section>` : ''}</div>`;
}

/** Shows the page. */
export async function page(root, {session}) {
  await Promise.all([style('/style/result.css'), loadCharts()]);
  document.body.classList.add('wall');
  let live = null;

  const reading = loader(async (signal) => {
    let found = {runs: [], queue: {items: [], paused: false}, error: null};
    try {
      const [running, recent, queue] = await Promise.all([api.get('/runs', {status: 'running', limit: 1}, {signal}), api.get('/runs', {limit: 1}, {signal}),
        api.get('/queue', {}, {signal})]);
      found = {running: running.runs[0], runs: recent.runs, queue, error: null};
    } catch (error) {
      if (error.name === 'AbortError') {
        return;
      }
      found.error = error;
    }
    if (found.running?.id === live?.id && live) {
      return;
    }
    live?.close();
    live = null;
    if (found.running) {
      const place = document.createElement('div');
      root.replaceChildren(place);
      live = new LivePage(place, found.running.id, session, {wall: true, onOver: () => reading.soon()});
      await live.open();
    } else {
      const place = document.createElement('div');
      root.replaceChildren(place);
      render(between(found.runs, found.queue, found.error), place);
    }
  });
  const unsubscribe = [stream.subscribe('runs', () => reading.soon()), stream.subscribe('queue', () => reading.soon())];
  await reading.now();
  return {
    close() {
      document.body.classList.remove('wall');
      unsubscribe.forEach((stop) => stop());
      reading.close();
      live?.close();
    },
  };
}

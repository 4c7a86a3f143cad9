// SPDX-License-Identifier: Apache-2.0
// Short messages at the edge of the window, and problems within a page. Both are read out.
import {words} from './format.js';
import {html, nothing, render, repeat} from './lit.js';

const SHOWN_MILLIS = 7000;
/** Status of a request that nothing answered. */
const NO_ANSWER = 0;
const notices = [];
let nextId = 1;

/** Says that something was done; what was complained of as `settled` holds no more. */
export function showMessage(text, settled) {
  closeError(settled);
  add({tone: 'good', text}, SHOWN_MILLIS);
}

/** Says why something is awaited, until it is settled. */
export function showWaiting(text, what) {
  if (!notices.some((notice) => notice.what === what && notice.text === text)) {
    closeError(what);
    add({tone: 'good', what, text});
  }
}

/** Says that something went wrong; stays until it is closed, its cause is gone, or its page is left. */
export function showError(error, what) {
  if (error && error.name === 'AbortError') {
    return;
  }
  closeError(what);
  add({tone: 'bad', what, unanswered: error?.status === NO_ANSWER, problems: error?.problems,
    text: what ? `${what}: ${sentence(error)}` : sentence(error)});
}

/** What does something for a page, says that it was done or what went wrong, and reads again; true when it was done. */
export function actionRunner(read) {
  return async (work, done) => {
    try {
      await work();
      if (done) {
        showMessage(done);
      }
      return true;
    } catch (error) {
      showError(error);
      return false;
    } finally {
      await read();
    }
  };
}

/** Closes what was complained of under this name, since it holds no more. */
export function closeError(what) {
  drop((notice) => what !== undefined && notice.what === what);
}

/** Closes complaints that there was no answer: there was one now. */
export function closeUnanswered() {
  drop((notice) => notice.unanswered);
}

/** Closes all complaints: their page is left. */
export function closeErrors() {
  drop((notice) => notice.tone === 'bad');
}

function drop(settled) {
  const kept = notices.filter((notice) => !settled(notice));
  if (kept.length < notices.length) {
    notices.splice(0, notices.length, ...kept);
    drawNotices();
  }
}

/** Says something to ears only. */
export function announce(text) {
  const announcer = document.getElementById('announcer');
  announcer.textContent = '';
  requestAnimationFrame(() => {
    announcer.textContent = text;
  });
}

/** An error as a sentence. */
export function sentence(error) {
  return error ? error.detail || error.message || error.title || String(error) : 'unknown error';
}

/** An error as a part of a page, with everything that the console says about it. */
export function problemView(error, again) {
  if (!error) {
    return nothing;
  }
  return html`<div class="callout tone-bad" role="alert" data-test="problem">
    <p><strong>${headline(error)}</strong></p>
    <p>${sentence(error)}</p>
    ${problemList(error.problems)}
    ${again ? html`<p class="buttons"><button class="button compact" @click=${again}>Try again</button></p>` : nothing}
  </div>`;
}

function headline(error) {
  const meanings = {
    0: 'No connection', 403: 'Not allowed', 404: 'Not found', 409: 'Not possible now', 413: 'Too large',
    422: 'Please check the input', 429: 'Too many requests', 503: 'Not available now',
  };
  return meanings[error.status] || error.title || 'Something went wrong';
}

/** What is wrong with an input, with its places. */
export function problemList(problems) {
  return problems && problems.length
    ? html`<ul>
        ${problems.map((problem) => html`<li>${place(problem)}${problem.message}</li>`)}
      </ul>`
    : nothing;
}

function place({path, line, column}) {
  const where = [path && (line ? path : words(path)), line ? `line ${line}${column ? `, column ${column}` : ''}` : ''].filter(Boolean).join(', ');
  return where ? html`<span class="soft">${where}:</span> ` : nothing;
}

function add(notice, millis) {
  const entry = {...notice, id: nextId++};
  notices.push(entry);
  drawNotices();
  if (millis) {
    setTimeout(() => drop((notice) => notice === entry), millis);
  }
}

/** Draws the regions, also while they are empty, so that what comes later is read out. */
export function drawNotices() {
  const of = (tone) => notices.filter((notice) => notice.tone === tone);
  render(
    html`<section class="notices" aria-label="Messages">
      <div role="status" aria-live="polite">${list(of('good'))}</div>
      <div role="alert">${list(of('bad'))}</div>
    </section>`,
    document.getElementById('notices'),
  );
}

function list(entries) {
  return repeat(
    entries,
    (entry) => entry.id,
    (entry) => html`<div class="notice tone-${entry.tone}" data-test="notice">
      <div>${entry.text}${problemList(entry.problems)}</div>
      <button class="button bare compact square" aria-label="Close message" @click=${() => drop((notice) => notice === entry)}>✕</button>
    </div>`,
  );
}

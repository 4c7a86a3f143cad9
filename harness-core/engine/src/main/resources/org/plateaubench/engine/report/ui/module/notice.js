// SPDX-License-Identifier: Apache-2.0
// Short messages at the edge of the window, and problems within a page. Screen readers announce both.
import {words} from './format.js';
import {html, nothing, render, repeat} from './lit.js';

const SHOWN_MILLIS = 7000;
/** Status of a request without an answer. */
const NO_ANSWER = 0;
const notices = [];
let nextId = 1;

/** Shows for some seconds that an action was done; closes the error about `subject`. */
export function showMessage(text, subject) {
  closeError(subject);
  add({tone: 'good', text}, SHOWN_MILLIS);
}

/** Shows why the page waits, until the notice about `subject` is closed. */
export function showWaiting(text, subject) {
  if (!notices.some((notice) => notice.subject === subject && notice.text === text)) {
    closeError(subject);
    add({tone: 'good', subject, text});
  }
}

/** Shows an error until the user closes it, its cause is gone, or the user leaves the page. */
export function showError(error, subject) {
  if (error && error.name === 'AbortError') {
    return;
  }
  closeError(subject);
  add({tone: 'bad', subject, unanswered: error?.status === NO_ANSWER, problems: error?.problems,
    text: subject ? `${subject}: ${sentence(error)}` : sentence(error)});
}

/** A function that runs an action of a page, shows a message or an error, and reads the page's data again; resolves to whether the action was done. */
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

/** Closes the notices about a subject. */
export function closeError(subject) {
  drop((notice) => subject !== undefined && notice.subject === subject);
}

/** Closes the errors of requests without an answer, after a request was answered. */
export function closeUnanswered() {
  drop((notice) => notice.unanswered);
}

/** Closes all errors when the user leaves their page. */
export function closeErrors() {
  drop((notice) => notice.tone === 'bad');
}

function drop(isClosed) {
  const kept = notices.filter((notice) => !isClosed(notice));
  if (kept.length < notices.length) {
    notices.splice(0, notices.length, ...kept);
    drawNotices();
  }
}

/** Announces a text to screen readers, without showing it. */
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

/** An error as a part of a page, with all problems that the console reports. */
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

/** The problems of an input, with their positions. */
export function problemList(problems) {
  return problems && problems.length
    ? html`<ul>
        ${problems.map((problem) => html`<li>${position(problem)}${problem.message}</li>`)}
      </ul>`
    : nothing;
}

function position({path, line, column}) {
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

/** Draws the regions even while they are empty, because screen readers announce only later changes of a region. */
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

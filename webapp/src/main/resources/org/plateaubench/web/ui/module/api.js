// SPDX-License-Identifier: Apache-2.0
// Calls of the REST API: JSON in and out, the CSRF header on requests that change something, and one class of errors
// for every refusal (application/problem+json) and for a missing answer.
import {closeUnanswered, closeError, showWaiting} from './notice.js';

const BASE = '/api/v1';
const AWAITED = 'awaited';
let csrf = null;
let onSignedOut = () => {};

/** A failed request. `status` is 0 if there was no answer. */
export class ApiError extends Error {
  constructor(status, title, detail, problems = []) {
    super(detail || title);
    this.name = 'ApiError';
    this.status = status;
    this.title = title;
    this.detail = detail;
    /** [{path, line, column, message}] */
    this.problems = problems;
  }
}

/** Sets the CSRF token, which proves that a change was requested by this page. */
export function setCsrf(value) {
  csrf = value;
}

/** Sets the function that is called when the session has ended. */
export function whenSignedOut(listener) {
  onSignedOut = listener;
}

/** Tag of templates of paths, which escapes their values: path`/runs/${id}/result`. */
export function path(texts, ...values) {
  return texts.reduce((result, text, index) => result + encodeURIComponent(values[index - 1]) + text);
}

/** Encodes the parameters that have a value as the query of an address, empty without any; lists are repeated. */
export function search(parameters) {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) {
    for (const single of Array.isArray(value) ? value : [value]) {
      if (single !== null && single !== undefined && single !== '') {
        query.append(name, single);
      }
    }
  }
  const text = query.toString();
  return text ? '?' + text : '';
}

/** Returns the address of a path below the API. */
export function address(path, parameters = {}) {
  return BASE + path + search(parameters);
}

/** Reads JSON. */
export async function get(path, parameters, options) {
  return json(await call('GET', address(path, parameters), undefined, options));
}

/** Reads text. */
export async function text(path, parameters, options) {
  return (await call('GET', address(path, parameters), undefined, options)).text();
}

export async function post(path, body = {}, options) {
  return json(await call('POST', address(path), body, options));
}

export async function put(path, body, options) {
  return json(await call('PUT', address(path), body, options));
}

export async function patch(path, body, options) {
  return json(await call('PATCH', address(path), body, options));
}

/** Sends DELETE; `delete` is a reserved word. */
export async function remove(path, parameters, options) {
  return json(await call('DELETE', address(path, parameters), undefined, options));
}

async function call(method, url, body, {signal, quiet} = {}) {
  const headers = {Accept: 'application/json, text/plain;q=0.9, */*;q=0.1'};
  if (body !== undefined) {
    headers['Content-Type'] = 'application/json';
  }
  if (method !== 'GET' && csrf) {
    headers['X-Plateau-Csrf'] = csrf;
  }
  const options = {method, headers, signal, body: body === undefined ? undefined : JSON.stringify(body), credentials: 'same-origin'};
  const response = await answerOf(url, options);
  if (response.ok) {
    return response;
  }
  const error = await problem(response);
  if (response.status === 401 && !quiet) {
    onSignedOut(error);
  }
  throw error;
}

/** Sends a request and returns the answer. A read that the console postpones (503) is repeated after the stated time. */
async function answerOf(url, options) {
  for (let waits = false; ; waits = true) {
    let response;
    try {
      response = await fetch(url, options);
    } catch (error) {
      closeError(waits ? AWAITED : undefined);
      if (error.name === 'AbortError') {
        throw error;
      }
      throw new ApiError(0, 'No answer', 'The console does not answer. Is ./plateau console still running?');
    }
    closeUnanswered();
    const seconds = Number(response.headers.get('Retry-After'));
    if (response.status !== 503 || !seconds || options.method !== 'GET') {
      closeError(waits ? AWAITED : undefined);
      return response;
    }
    showWaiting((await problem(response)).detail, AWAITED);
    await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
  }
}

async function problem(response) {
  const title = `${response.status} ${response.statusText}`.trim();
  try {
    const body = await response.json();
    return new ApiError(response.status, body.title || title, body.detail, body.problems || []);
  } catch {
    return new ApiError(response.status, title, 'The console answered with an unexplained error.');
  }
}

async function json(response) {
  if (response.status === 204) {
    return null;
  }
  const content = await response.text();
  return content ? JSON.parse(content) : null;
}

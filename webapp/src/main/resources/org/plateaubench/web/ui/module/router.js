// SPDX-License-Identifier: Apache-2.0
// Shows the page of an address without loading the document again. A page is a module that exports
//   async function page(root, {parameters, query, session}) -> {close?()}
// parameters: parts of the path; query: URLSearchParams. It draws its own <h1>.
import PAGES from '../pages.json' with {type: 'json'};
import {search} from './api.js';
import {html, render, nothing} from './lit.js';
import {session} from './session.js';
import {announce, problemView, closeErrors} from './notice.js';

const ROUTES = PAGES.map((page) => ({...page, pattern: pattern(page.path)}));

let current = null;
/** Path and query of the page that is shown. */
let place = '';
let visit = 0;
let onRoute = () => {};

function pattern(path) {
  return new RegExp('^' + path.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)') + '/?$');
}

/** Starts to handle links of this origin and the buttons back and forward. */
export function start(listener) {
  onRoute = listener;
  document.addEventListener('click', followLink);
  // A jump within the page, such as to the main part, does not change the page.
  window.addEventListener('popstate', () => place !== currentPlace() && reload());
  return reload(true);
}

/** Goes to an address of this console. */
export async function navigate(address, {replace = false} = {}) {
  closeErrors();
  history[replace ? 'replaceState' : 'pushState'](null, '', address);
  window.scrollTo(0, 0);
  await reload();
}

/** Sets parameters in the address without leaving the page: repeats lists, omits parameters without a value. */
export function setQuery(parameters) {
  history.replaceState(null, '', location.pathname + search(parameters));
  place = currentPlace();
}

function currentPlace() {
  return location.pathname + location.search;
}

/** Closes the current page, which then sends no further requests. */
export function close() {
  visit++;
  current?.close?.();
  current = null;
}

/** Sets the title of the window and of the history entry. */
export function setTitle(title) {
  document.title = `${title} · Plateau`;
}

function followLink(event) {
  const link = event.composedPath().find((element) => element.localName === 'a' && element.href);
  if (!link || event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) {
    return;
  }
  const target = new URL(link.href, location.href);
  const ours = target.origin === location.origin && ROUTES.some((route) => route.pattern.test(target.pathname));
  if (!ours || link.target || link.hasAttribute('download') || isWithinPage(target)) {
    return;
  }
  event.preventDefault();
  navigate(target.pathname + target.search + target.hash);
}

function isWithinPage(target) {
  return target.hash !== '' && target.pathname === location.pathname && target.search === location.search;
}

/** Shows the page of the current address, also again. */
export async function reload(first = false) {
  const ownVisit = ++visit;
  place = currentPlace();
  current?.close?.();
  current = null;
  const main = document.getElementById('main');
  const {route, parameters} = match();
  setTitle(session.user ? route.title : 'Sign in');
  onRoute(location.pathname);
  const root = document.createElement('div');
  main.setAttribute('aria-busy', 'true');
  let opened = null;
  try {
    const {page} = await import(`/page/${route.module}.js`);
    if (ownVisit !== visit) {
      return;
    }
    main.replaceChildren(root);
    opened = await page(root, {parameters, query: new URLSearchParams(location.search), session});
  } catch (error) {
    if (ownVisit === visit) {
      main.replaceChildren(root);
      render(failure(error), root);
    }
  }
  if (ownVisit !== visit) {
    opened?.close?.();
    return;
  }
  current = opened;
  main.removeAttribute('aria-busy');
  arrive(root, first);
}

function match() {
  if (!session.user) {
    return {route: {module: 'sign-in', title: 'Sign in'}, parameters: {}};
  }
  for (const route of ROUTES) {
    const found = route.pattern.exec(location.pathname);
    if (found) {
      const allowed = !route.role || session.may(route.role);
      const entries = Object.entries(found.groups || {}).map(([name, value]) => [name, decoded(value)]);
      return {
        route: allowed ? route : {module: 'missing', title: 'Not allowed'},
        parameters: allowed ? Object.fromEntries(entries) : {role: route.role},
      };
    }
  }
  return {route: {module: 'missing', title: 'Not found'}, parameters: {}};
}

/** Decodes a part of an address; one with an invalid encoding is left unchanged, and nothing is found under it. */
function decoded(part) {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** Moves the focus to the heading of the new page, whose title is then read out; not in a window that just opened. */
function arrive(root, first) {
  if (first || document.querySelector('dialog[open]') || root.contains(document.activeElement)) {
    return;
  }
  const heading = root.querySelector('h1');
  if (heading) {
    heading.tabIndex = -1;
    heading.focus({preventScroll: true});
  }
  announce(document.title.replace(' · Plateau', ''));
}

function failure(error) {
  return html`<div class="wrap">
    <div class="page-head"><div><h1>This page could not be shown</h1></div></div>
    ${problemView(error, () => reload()) || nothing}
  </div>`;
}

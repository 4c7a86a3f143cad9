// SPDX-License-Identifier: Apache-2.0
// The bar at the top: navigation, number of queued runs, and the signed-in user.
import PAGES from '../pages.json' with {type: 'json'};
import {html, nothing, render} from './lit.js';
import * as api from './api.js';
import * as stream from './stream.js';
import {session, signOut} from './session.js';
import {showError} from './notice.js';
import {close, reload} from './router.js';

let path = '/';
let waiting = 0;

/** Starts to follow the queue. */
export function startHeader() {
  stream.subscribe('queue', count);
}

/** Redraws the bar after a change of the page or the user. */
export function showPlace(address) {
  path = address;
  document.querySelectorAll(':popover-open').forEach((menu) => menu.hidePopover());
  draw();
}

/** Counts the waiting and running items. */
export async function count() {
  if (!session.user) {
    return;
  }
  try {
    waiting = (await api.get('/queue')).items.length;
  } catch {
    // The next change of the queue triggers another request; until then the last count is shown.
    return;
  }
  draw();
}

function draw() {
  render(session.user ? bar() : nothing, document.getElementById('header'));
  render(session.user ? foot() : nothing, document.getElementById('footer'));
}

function foot() {
  return html`<footer class="footer">
    <div class="wrap">
      <span>Plateau ${session.version}</span>
      <span>Times are local; their tooltips show UTC.</span>
    </div>
  </footer>`;
}

function bar() {
  return html`<header class="masthead">
    <div class="wrap">
      ${brand()}
      <button class="button bare menu-button" popovertarget="places"><span aria-hidden="true">☰</span> Menu</button>
      <nav id="places" popover aria-label="Main">
        ${menuPages('bar').map(place)}
      </nav>
      ${account()}
    </div>
  </header>`;
}

/** The name and the logo. */
export function brand() {
  return html`<a class="brand" href="/"
    ><svg viewBox="0 0 32 32" aria-hidden="true"><path d="M2 26 10 8h12l8 18z" /></svg>Plateau</a
  >`;
}

/** The pages of a menu that the user may open. */
function menuPages(menu) {
  return PAGES.filter((page) => page.menu === menu && (!page.role || session.may(page.role)));
}

function place({path: href, title}) {
  const isCurrent = href === '/' ? path === '/' || path.startsWith('/runs/') || path === '/compare' : path.startsWith(href);
  return html`<a href=${href} aria-current=${isCurrent ? (path === href ? 'page' : 'true') : nothing}
    >${title}${href === '/queue' && waiting > 0
      ? html`<span class="count" data-test="queue-count">${waiting}<span class="visually-hidden"> waiting or running</span></span>`
      : nothing}</a
  >`;
}

function account() {
  return html`<button class="button bare" popovertarget="account-menu" data-test="account-menu">
      <span class="visually-hidden">Account: </span>${session.user.name} <span aria-hidden="true">▾</span>
    </button>
    <div id="account-menu" class="menu-list" popover>
      <p class="small soft">Signed in as <strong>${session.user.name}</strong>, ${session.user.role}</p>
      ${menuPages('account').filter((page) => page.path !== '/account' || !session.setup).map(
        (page) => html`<a href=${page.path}>${page.title}</a>`)}
      <button data-test="sign-out" @click=${signOutAndReload}>Sign out</button>
    </div>`;
}

async function signOutAndReload() {
  // Further requests of the page would be refused.
  close();
  try {
    await signOut();
    location.assign('/');
  } catch (error) {
    reload();
    showError(error, 'Not signed out');
  }
}

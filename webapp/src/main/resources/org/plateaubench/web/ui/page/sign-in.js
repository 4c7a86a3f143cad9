// SPDX-License-Identifier: Apache-2.0
// The sign-in page. It is shown instead of the requested page, which is shown afterwards.
import {html, nothing, render} from '../module/lit.js';
import {brand} from '../module/header.js';
import {session, signIn} from '../module/session.js';
import {problemView} from '../module/notice.js';
import {reload} from '../module/router.js';

export async function page(root) {
  let byToken = !session.hasUsers;
  let error = null;
  let busy = false;

  async function submit(event) {
    event.preventDefault();
    const data = new FormData(event.target);
    busy = true;
    error = null;
    draw();
    try {
      await signIn(
        byToken ? {token: data.get('token').trim()} : {name: data.get('name').trim(), password: data.get('password')},
      );
      await reload();
    } catch (problem) {
      error = problem;
      busy = false;
      draw();
      root.querySelector('input').focus();
    }
  }

  function draw() {
    render(
      html`<div class="sign-in">
        <section class="card">
          ${brand()}
          <h1>Sign in</h1>
          <p class="lead">
            ${byToken
              ? 'The console printed a token where it was started; it is valid for one sign-in.'
              : 'Start, watch and compare benchmark runs.'}
          </p>
          ${problemView(error)}
          <form class="stack" @submit=${submit} data-test="sign-in">
            ${byToken ? tokenField() : nameFields()}
            <button class="button primary" ?disabled=${busy}>${busy ? 'Signing in…' : 'Sign in'}</button>
          </form>
          <p class="small switch">
            <button
              class="link-button"
              @click=${() => {
                byToken = !byToken;
                error = null;
                draw();
                root.querySelector('input').focus();
              }}
            >
              ${byToken ? 'Sign in with name and password' : 'Sign in with a token instead'}
            </button>
          </p>
          ${byToken
            ? html`<details class="small soft">
                <summary>Where is the token?</summary>
                <p>
                  In the terminal of <code>./plateau console</code>, in the last lines. Opening the address printed
                  there signs you in without typing.
                </p>
              </details>`
            : nothing}
        </section>
      </div>`,
      root,
    );
  }

  draw();
  root.querySelector('input')?.focus();
  return {};
}

function nameFields() {
  return html`<div class="field">
      <label for="name">Name</label>
      <input id="name" name="name" autocomplete="username" autocapitalize="none" spellcheck="false" required />
    </div>
    <div class="field">
      <label for="password">Password</label>
      <input id="password" name="password" type="password" autocomplete="current-password" required />
    </div>`;
}

function tokenField() {
  return html`<div class="field">
    <label for="token">Token</label>
    <input id="token" name="token" autocomplete="off" autocapitalize="none" spellcheck="false" required />
  </div>`;
}

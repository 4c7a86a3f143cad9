// SPDX-License-Identifier: Apache-2.0
// An address without a page, or with a page for which the user's role is not sufficient.
import {html, render} from '../module/lit.js';

export async function page(root, {parameters}) {
  render(
    html`<div class="wrap">
      <div class="page-head">
        <div>
          <h1>${parameters.role ? 'Not allowed' : 'There is no such page'}</h1>
          <p class="lead">
            ${parameters.role
              ? `This page is for the role ${parameters.role}. An administrator can change your role.`
              : 'The address may be wrong, or what it refers to was deleted.'}
          </p>
        </div>
      </div>
      <p class="buttons"><a class="button primary" href="/">Go to the runs</a></p>
    </div>`,
    root,
  );
  return {};
}

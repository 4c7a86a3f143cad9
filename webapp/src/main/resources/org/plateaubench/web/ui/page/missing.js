// SPDX-License-Identifier: Apache-2.0
// An address without a page, or with a page for which the user's role is not sufficient.
import {frame} from '../module/frame.js';
import {html, render} from '../module/lit.js';

export async function page(root, {parameters}) {
  const title = parameters.role ? 'Not allowed' : 'There is no such page';
  const lead = parameters.role ? `This page is for the role ${parameters.role}. An administrator can change your role.`
    : 'The address may be wrong, or what it refers to was deleted.';
  render(frame({title, lead}, html`<p class="buttons"><a class="button primary" href="/">Go to the runs</a></p>`), root);
  return {};
}

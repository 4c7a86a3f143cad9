// The list of runs.
import {html, render} from '../module/lit.js';

export async function page(root) {
  render(html`<div class="wrap"><div class="page-head"><div><h1>Runs</h1></div></div></div>`, root);
  return {};
}

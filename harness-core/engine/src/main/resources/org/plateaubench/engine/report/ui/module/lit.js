// SPDX-License-Identifier: Apache-2.0
// The only module that has the address of lit-html.
export {html, svg, render, nothing} from '/library/lit-html/lit-html.js';
export {ifDefined} from '/library/lit-html/directives/if-defined.js';
export {live} from '/library/lit-html/directives/live.js';
export {ref} from '/library/lit-html/directives/ref.js';
export {repeat} from '/library/lit-html/directives/repeat.js';

// SPDX-License-Identifier: Apache-2.0
// The modules of the pages, from the folder that PAGES names. Only lit-html needs a document, when it is loaded.
import {pathToFileURL} from 'node:url';

globalThis.document ??= {createComment: () => ({}), createTreeWalker: () => ({}), createElement: () => ({}), documentElement: {}};

/** A module of the pages by its path. */
export function page(path) {
  return import(pathToFileURL(`${process.env.PAGES}/${path}`).href);
}

// SPDX-License-Identifier: Apache-2.0
// The modules of the pages, from the folder that PAGES names. What computes needs no document; lit-html asks for one when loaded.
import {pathToFileURL} from 'node:url';

globalThis.document ??= {createComment: () => ({}), createTreeWalker: () => ({}), createElement: () => ({}), documentElement: {}};

/** A module of the pages by its path. */
export function page(path) {
  return import(pathToFileURL(`${process.env.PAGES}/${path}`).href);
}

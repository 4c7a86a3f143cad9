// SPDX-License-Identifier: Apache-2.0
// Unsaved changes. They are stored in the window, so that they are kept while the user visits another page.
import {html, nothing} from '../module/lit.js';

const MARK = '\ufeff';

function unified(text) {
  return text.replace(MARK, '').replaceAll('\r\n', '\n');
}

/** The edited text and the stored one, both without a byte order mark and with plain line ends. */
export class Draft {
  constructor({text, path, digest, fresh, changed = text}) {
    this.key = `plateau.draft:${location.search}`;
    Object.assign(this, {stored: unified(text), path, digest, fresh: Boolean(fresh), isMarked: text.startsWith(MARK), lineEnd: text.includes('\r\n') ? '\r\n' : '\n'});
    const kept = sessionStorage.getItem(this.key);
    this.text = kept ?? unified(changed);
    this.restored = kept !== null && kept !== this.stored;
    this.warn = (event) => {
      if (this.dirty) {
        event.preventDefault();
      }
    };
    addEventListener('beforeunload', this.warn);
  }

  get dirty() {
    return this.text !== this.stored;
  }

  /** The text with the line ends of the file. */
  get fileText() {
    return (this.isMarked ? MARK : '') + this.text.replaceAll('\n', this.lineEnd);
  }

  keep(text) {
    this.text = text;
    if (this.dirty) {
      sessionStorage.setItem(this.key, text);
    } else {
      sessionStorage.removeItem(this.key);
    }
  }

  /** Records that the text was written to a file. */
  saved({path, text, digest}) {
    sessionStorage.removeItem(this.key);
    this.key = `plateau.draft:?file=${encodeURIComponent(path)}`;
    Object.assign(this, {path, digest, stored: unified(text), fresh: false, restored: false});
    this.keep(this.text);
  }

  discard() {
    this.restored = false;
    this.keep(this.stored);
  }

  /** The notice that earlier changes are shown. */
  notice(discard) {
    return this.restored && this.dirty ? html`<div class="callout tone-plain" role="status"><p>Your unsaved changes of the last visit are shown. <button type="button" class="link-button" @click=${discard}>Discard them</button></p></div>` : nothing;
  }

  close() {
    removeEventListener('beforeunload', this.warn);
  }
}

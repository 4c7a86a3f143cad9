// SPDX-License-Identifier: Apache-2.0
// Unsaved changes. They are stored in the window, so that they are kept while the user visits another page.
import {html, nothing} from '../module/lit.js';

/** The edited text and the stored one. */
export class Draft {
  constructor({text, path, digest, fresh, changed = text}) {
    this.key = `plateau.draft:${location.search}`;
    Object.assign(this, {stored: text, path, digest, fresh: Boolean(fresh)});
    const kept = sessionStorage.getItem(this.key);
    this.text = kept ?? changed;
    this.restored = kept !== null && kept !== text;
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
    Object.assign(this, {path, digest, stored: text, fresh: false, restored: false});
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

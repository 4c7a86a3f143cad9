// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.data;

/** How messages come into inboxes before a run; all other folders are filled over IMAP. */
public enum LoadBy {
    /** Over IMAP, with the flags and the dates that they are to have. */
    APPEND,
    /** By local delivery (LMTP), which is the way mail takes later; they all have arrived just now then. */
    LMTP
}

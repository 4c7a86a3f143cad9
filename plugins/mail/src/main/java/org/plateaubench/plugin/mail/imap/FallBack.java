// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.imap;

/** Work that used a fallback because the server does not offer the better command. */
public enum FallBack {
    /** {@code UID COPY}, {@code UID STORE} and an expunge instead of {@code UID MOVE}. */
    MOVE,
    /** {@code EXPUNGE} of the whole folder instead of {@code UID EXPUNGE}. */
    UID_EXPUNGE,
    /** The flags of all known messages instead of changed ones, when a folder is opened again. */
    CONDSTORE,
    /** {@code STATUS} of one folder after the other instead of one {@code LIST} for all. */
    LIST_STATUS,
    /** An additional round trip for each stored message. */
    LITERAL_PLUS,
    /** Polling every 30 s instead of notifications. */
    IDLE
}

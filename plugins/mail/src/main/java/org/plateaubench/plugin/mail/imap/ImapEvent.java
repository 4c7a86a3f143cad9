// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.imap;

/**
 * An event of the connections of users that is counted: a fallback, because the server does not offer the better
 * command, or an event of a watch for new mail.
 */
public enum ImapEvent {
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
    IDLE,
    /** A watch signed in. */
    WATCH_SESSION,
    /** The connection of a watch ended by itself or could not be opened. */
    WATCH_DROP,
    /** A watch renewed its wait after a long time. */
    WATCH_RENEWAL,
    /** A watch was notified of new mail. */
    WATCH_PUSH,
    /** A watch waits now, by {@code IDLE} or by polling; the only level. */
    WATCH_WAITING
}

// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.imap;

/** What was done in another way because the server does not offer the better one. */
public enum FallBack {
    /** {@code UID COPY}, {@code UID STORE} and an expunge for {@code UID MOVE}. */
    MOVE,
    /** {@code EXPUNGE} of the whole folder for {@code UID EXPUNGE}. */
    UID_EXPUNGE,
    /** The flags of all messages known, for those that changed, when a folder is opened again. */
    CONDSTORE,
    /** {@code STATUS} of one folder after the other for all with one {@code LIST}. */
    LIST_STATUS,
    /** A round trip more for each message that is kept. */
    LITERAL_PLUS,
    /** A user who asks every 30 s for a user who is told. */
    IDLE
}

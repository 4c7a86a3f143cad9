// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.dav;

/** What happens beside an operation and is counted on its own. */
public enum DavEvent {
    /** A connection was opened. */
    CONNECTED,
    /** A request was sent again since a kept connection was dead. */
    REPEATED,
    /** The server said no ETag of what it stored, so that it had to be asked for (RFC 4791, 5.3.4 allows it). */
    ETAG_FETCHED,
    /** The server said that a calendar is elsewhere for who looks at it; remembered from then on. */
    REDIRECTED,
    /** Busy times were had of the scheduling outbox, since the server has no free-busy report. */
    FREE_BUSY_BY_OUTBOX,
    /** Busy times were had of the events themselves, since the server has neither report nor outbox. */
    FREE_BUSY_BY_QUERY
}

// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.dav;

/** Events within an operation that are counted separately. */
public enum DavEvent {
    /** A connection was opened. */
    CONNECTED,
    /** A request was sent again because a kept connection was closed. */
    REPEATED,
    /** The server returned no ETag of a stored object, so that it had to be requested (RFC 4791, 5.3.4 allows it). */
    ETAG_FETCHED,
    /** The server redirected the reader of a calendar to another address, which is remembered. */
    REDIRECTED,
    /** Busy times came from the scheduling outbox, since the server has no free-busy report. */
    FREE_BUSY_BY_OUTBOX,
    /** Busy times came from the events themselves, since the server has neither report nor outbox. */
    FREE_BUSY_BY_QUERY
}

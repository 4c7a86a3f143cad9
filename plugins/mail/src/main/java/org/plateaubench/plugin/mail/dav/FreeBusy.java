// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.dav;

/**
 * When some people are busy.
 *
 * @param way how it was learned
 * @param attendees that were asked after
 * @param busyPeriods of all of them
 */
public record FreeBusy(Way way, int attendees, int busyPeriods) {
    /** How busy times are learned, the best first. */
    public enum Way {
        /** A free-busy report on each attendee's calendar (RFC 4791, 7.10). */
        REPORT,
        /** One request to the own scheduling outbox (RFC 6638, 5). */
        OUTBOX,
        /** The events themselves, where the server lets a user see them. */
        QUERY
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.dav;

/**
 * The busy times of some people.
 *
 * @param way method that found them
 * @param attendees number of attendees
 * @param busyPeriods number of busy periods of all attendees
 */
public record FreeBusy(Way way, int attendees, int busyPeriods) {
    /** The methods of finding busy times, the best first. */
    public enum Way {
        /** A free-busy report on each attendee's calendar (RFC 4791, 7.10). */
        REPORT,
        /** One request to the user's own scheduling outbox (RFC 6638, 5). */
        OUTBOX,
        /** A query for the events themselves, where the server allows it. */
        QUERY
    }
}

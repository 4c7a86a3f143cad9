// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.content;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.Draws;

/**
 * An event of a calendar.
 *
 * @param uid unique in the world; its file in a calendar is named by it
 * @param startSeconds seconds since 1970, UTC
 * @param minutes how long it takes, at least 1
 * @param summary what it is called
 * @param location where it is
 * @param description a text about it
 * @param repeat value of {@code RRULE}; null when it happens once
 * @param organizer address of who invites; null for an event of one's own
 * @param attendees addresses of who is invited, empty for an event of one's own
 */
public record CalendarEvent(
        String uid,
        long startSeconds,
        int minutes,
        String summary,
        String location,
        String description,
        @Nullable String repeat,
        @Nullable String organizer,
        List<String> attendees) {
    private static final int DAY_SECONDS = 24 * 60 * 60;
    private static final int FIRST_QUARTER = 8 * 4;
    private static final int LAST_QUARTER = 17 * 4;

    /** Copies the attendees. */
    public CalendarEvent {
        attendees = List.copyOf(attendees);
    }

    /**
     * The event of some draws: on any of the days from {@code firstDaySeconds} on, at a quarter of an hour between 8 and 17
     * o'clock, 15 minutes to two hours long; one of ten repeats weekly, 2 to 12 times.
     *
     * @param uid unique in the world
     * @param firstDaySeconds a midnight, seconds since 1970
     * @param days how many days the events are spread over, at least 1
     */
    public static CalendarEvent draw(Vocabulary vocabulary, String uid, long firstDaySeconds, int days, Draws draws) {
        int purpose = Purpose.EVENT;
        long start = firstDaySeconds
                + (long) draws.between(purpose, 0, 0, days - 1) * DAY_SECONDS
                + draws.between(purpose, 1, FIRST_QUARTER, LAST_QUARTER) * 15L * 60;
        boolean repeats = draws.chance(purpose, 3, 0.1);
        return new CalendarEvent(
                uid,
                start,
                15 * draws.between(purpose, 2, 1, 8),
                vocabulary.phrase(draws.bits(purpose, 5), draws.between(purpose, 4, 2, 5)),
                vocabulary.phrase(draws.bits(purpose, 6), 2),
                vocabulary.phrase(draws.bits(purpose, 8), draws.between(purpose, 7, 5, 60)),
                repeats ? "FREQ=WEEKLY;COUNT=" + draws.between(purpose, 9, 2, 12) : null,
                null,
                List.of());
    }

    /** The same with people invited. */
    public CalendarEvent inviting(String by, List<String> invited) {
        return new CalendarEvent(uid, startSeconds, minutes, summary, location, description, repeat, by, invited);
    }

    /** Seconds since 1970 at which its first occurrence ends. */
    public long endSeconds() {
        return startSeconds + minutes * 60L;
    }
}

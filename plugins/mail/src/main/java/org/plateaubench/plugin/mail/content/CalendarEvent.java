// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.content;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.Draws;

/**
 * An event of a calendar.
 *
 * @param uid globally unique identifier, which also names its resource in a calendar
 * @param startSeconds seconds since 1970, UTC
 * @param minutes duration in minutes, at least 1
 * @param summary title
 * @param location place
 * @param description a text
 * @param repeat value of {@code RRULE}; null when it happens once
 * @param organizer address of the organizer; null for an event without attendees
 * @param attendees addresses of the attendees; empty for none
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

    public CalendarEvent {
        attendees = List.copyOf(attendees);
    }

    /**
     * Returns the event of some draws: on any of the days from {@code firstDaySeconds} on, at a quarter of an hour
     * between 8 and 17 o'clock, 15 minutes to two hours long; one of ten repeats weekly, 2 to 12 times.
     *
     * @param uid globally unique identifier
     * @param firstDaySeconds a midnight, seconds since 1970
     * @param days number of days that the events are spread over, at least 1
     */
    public static CalendarEvent draw(String uid, long firstDaySeconds, int days, Draws draws) {
        int purpose = Purpose.EVENT;
        long start = firstDaySeconds
                + (long) draws.between(purpose, 0, 0, days - 1) * DAY_SECONDS
                + draws.between(purpose, 1, FIRST_QUARTER, LAST_QUARTER) * 15L * 60;
        boolean repeats = draws.chance(purpose, 3, 0.1);
        return new CalendarEvent(
                uid,
                start,
                15 * draws.between(purpose, 2, 1, 8),
                Vocabulary.phrase(draws.bits(purpose, 5), draws.between(purpose, 4, 2, 5)),
                Vocabulary.phrase(draws.bits(purpose, 6), 2),
                Vocabulary.phrase(draws.bits(purpose, 8), draws.between(purpose, 7, 5, 60)),
                repeats ? "FREQ=WEEKLY;COUNT=" + draws.between(purpose, 9, 2, 12) : null,
                null,
                List.of());
    }

    public CalendarEvent inviting(String by, List<String> invited) {
        return new CalendarEvent(uid, startSeconds, minutes, summary, location, description, repeat, by, invited);
    }

    /** Returns the end of its first occurrence, seconds since 1970. */
    public long endSeconds() {
        return startSeconds + minutes * 60L;
    }
}

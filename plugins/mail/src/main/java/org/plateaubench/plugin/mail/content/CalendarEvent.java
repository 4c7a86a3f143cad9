// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.content;

import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.Draws;
import org.plateaubench.plugin.mail.content.ContentLine.ContentLines;

/**
 * An event of a calendar, with its text as a calendar object (RFC 5545). In objects for a calendar, attendees have
 * {@code SCHEDULE-AGENT=CLIENT} (RFC 6638, 7.1), so that no server sends invitations in addition to our mail.
 *
 * @param uid globally unique identifier, which also names its resource in a calendar
 * @param startSeconds seconds since 1970, UTC
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
    private static final String PRODUCT = "-//plateaubench.org//Plateau//EN";
    private static final Pattern PARTICIPATION = Pattern.compile(";(PARTSTAT|RSVP)=[^;:]*", Pattern.CASE_INSENSITIVE);

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
     * @param firstDaySeconds a midnight, seconds since 1970
     * @param days number of days that the events are spread over, at least 1
     */
    public static CalendarEvent draw(String uid, long firstDaySeconds, int days, Draws draws) {
        int purpose = Purpose.EVENT;
        boolean repeats = draws.chance(purpose, 3, 0.1);
        return new CalendarEvent(
                uid,
                start(firstDaySeconds, days, draws),
                minutes(draws),
                Vocabulary.phrase(draws.bits(purpose, 5), draws.between(purpose, 4, 2, 5)),
                Vocabulary.phrase(draws.bits(purpose, 6), 2),
                Vocabulary.phrase(draws.bits(purpose, 8), draws.between(purpose, 7, 5, 60)),
                repeats ? "FREQ=WEEKLY;COUNT=" + draws.between(purpose, 9, 2, 12) : null,
                null,
                List.of());
    }

    private static long start(long firstDaySeconds, int days, Draws draws) {
        return firstDaySeconds
                + (long) draws.between(Purpose.EVENT, 0, 0, days - 1) * DAY_SECONDS
                + draws.between(Purpose.EVENT, 1, FIRST_QUARTER, LAST_QUARTER) * 15L * 60;
    }

    private static int minutes(Draws draws) {
        return 15 * draws.between(Purpose.EVENT, 2, 1, 8);
    }

    /** Returns whether the first occurrence of the event of {@link #draw} is in a range. */
    public static boolean isWithin(long firstDaySeconds, int days, Draws draws, Instant from, Instant until) {
        long start = start(firstDaySeconds, days, draws);
        return start < until.getEpochSecond() && start + minutes(draws) * 60L > from.getEpochSecond();
    }

    /** Returns whether the first occurrence of the event is in a range. */
    public boolean isWithin(Instant from, Instant until) {
        return startSeconds < until.getEpochSecond() && startSeconds + minutes * 60L > from.getEpochSecond();
    }

    public CalendarEvent inviting(String inviter, List<String> invitees) {
        return new CalendarEvent(uid, startSeconds, minutes, summary, location, description, repeat, inviter, invitees);
    }

    /** Returns the event as it is stored in a calendar, with a time of writing. */
    public byte[] stored(long stampSeconds) {
        return object(stampSeconds, false);
    }

    /** Returns the event as its organizer sends it. */
    public byte[] request(long stampSeconds) {
        return object(stampSeconds, true);
    }

    /**
     * Returns an object from a calendar with the answer of an attendee and otherwise unchanged, except for folding;
     * empty when it does not invite the attendee.
     */
    public static Optional<String> answered(String object, String attendee, Participation participation) {
        String address = ":mailto:" + attendee.toLowerCase(Locale.ROOT);
        ContentLines lines = new ContentLines();
        boolean found = false;
        for (String line : ContentLine.unfolded(object).split("\r?\n", 0)) {
            boolean isAttendee = line.regionMatches(true, 0, "ATTENDEE", 0, "ATTENDEE".length())
                    && line.toLowerCase(Locale.ROOT).endsWith(address);
            found |= isAttendee;
            int value = line.length() - address.length();
            lines.line(
                    isAttendee
                            ? PARTICIPATION.matcher(line.substring(0, value)).replaceAll("") + ";PARTSTAT="
                                    + participation + line.substring(value)
                            : line);
        }
        return found ? Optional.of(lines.toString()) : Optional.empty();
    }

    private byte[] object(long stampSeconds, boolean sent) {
        ContentLines lines =
                new ContentLines().line("BEGIN:VCALENDAR").line("VERSION:2.0").line("PRODID:" + PRODUCT);
        if (sent) {
            lines.line("METHOD:REQUEST");
        }
        lines.line("BEGIN:VEVENT")
                .line("UID:" + uid)
                .line("DTSTAMP:" + utc(stampSeconds))
                .line("DTSTART:" + utc(startSeconds))
                .line("DTEND:" + utc(startSeconds + minutes * 60L))
                .line("SEQUENCE:0");
        if (repeat != null) {
            lines.line("RRULE:" + repeat);
        }
        lines.text("SUMMARY", summary).text("LOCATION", location).text("DESCRIPTION", description);
        String agent = sent ? "" : ";SCHEDULE-AGENT=CLIENT";
        if (organizer != null) {
            lines.line("ORGANIZER" + agent + ":mailto:" + organizer);
        }
        for (String attendee : attendees) {
            lines.line("ATTENDEE" + agent + ";PARTSTAT=NEEDS-ACTION;RSVP=TRUE:mailto:" + attendee);
        }
        return lines.line("END:VEVENT").line("END:VCALENDAR").bytes();
    }

    private static String utc(long seconds) {
        return ContentLine.utc(Instant.ofEpochSecond(seconds));
    }

    /** The answer of an attendee (RFC 5545, 3.2.12). */
    public enum Participation {
        ACCEPTED,
        DECLINED,
        TENTATIVE;

        /** Returns the answer of some draws: 80 % accept, 10 % decline, 10 % are tentative. */
        public static Participation draw(Draws draws) {
            double point = draws.uniform(Purpose.EVENT, 20);
            if (point < 0.8) {
                return ACCEPTED;
            }
            return point < 0.9 ? DECLINED : TENTATIVE;
        }
    }
}

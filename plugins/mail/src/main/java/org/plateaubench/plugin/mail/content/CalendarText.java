// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.content;

import java.time.Instant;
import java.util.Locale;
import java.util.regex.Pattern;
import org.plateaubench.api.Draws;
import org.plateaubench.plugin.mail.content.ContentLine.ContentLines;

/**
 * Writes calendar objects (RFC 5545). Attendees have {@code SCHEDULE-AGENT=CLIENT} (RFC 6638, 7.1) in objects for a
 * calendar, so that no server sends invitations in addition to our mail. Stateless; any thread.
 */
public final class CalendarText {
    private static final String PRODUCT = "-//plateaubench.org//Plateau//EN";

    private static final Pattern PARTICIPATION = Pattern.compile(";(PARTSTAT|RSVP)=[^;:]*", Pattern.CASE_INSENSITIVE);

    private CalendarText() {}

    /**
     * Returns the event as it is stored in a calendar.
     *
     * @param stampSeconds time of writing, seconds since 1970
     */
    public static byte[] stored(CalendarEvent event, long stampSeconds) {
        return object(event, stampSeconds, false);
    }

    /** Returns the event as its organizer sends it. */
    public static byte[] request(CalendarEvent event, long stampSeconds) {
        return object(event, stampSeconds, true);
    }

    /**
     * Returns an object from a calendar with the answer of one attendee and otherwise unchanged, except for folding.
     *
     * @throws IllegalArgumentException when the object does not have the attendee
     */
    public static String answered(String object, String attendee, Participation participation) {
        String address = ":mailto:" + attendee.toLowerCase(Locale.ROOT);
        ContentLines lines = new ContentLines();
        boolean found = false;
        for (String line : ContentLine.unfolded(object).split("\r?\n", 0)) {
            boolean his = line.regionMatches(true, 0, "ATTENDEE", 0, "ATTENDEE".length())
                    && line.toLowerCase(Locale.ROOT).endsWith(address);
            found |= his;
            int value = line.length() - address.length();
            lines.line(
                    his
                            ? PARTICIPATION.matcher(line.substring(0, value)).replaceAll("") + ";PARTSTAT="
                                    + participation + line.substring(value)
                            : line);
        }
        if (!found) {
            throw new IllegalArgumentException("the event does not invite " + attendee);
        }
        return lines.toString();
    }

    private static byte[] object(CalendarEvent event, long stampSeconds, boolean sent) {
        ContentLines lines =
                new ContentLines().line("BEGIN:VCALENDAR").line("VERSION:2.0").line("PRODID:" + PRODUCT);
        if (sent) {
            lines.line("METHOD:REQUEST");
        }
        lines.line("BEGIN:VEVENT")
                .line("UID:" + event.uid())
                .line("DTSTAMP:" + utc(stampSeconds))
                .line("DTSTART:" + utc(event.startSeconds()))
                .line("DTEND:" + utc(event.endSeconds()))
                .line("SEQUENCE:0");
        if (event.repeat() != null) {
            lines.line("RRULE:" + event.repeat());
        }
        lines.text("SUMMARY", event.summary())
                .text("LOCATION", event.location())
                .text("DESCRIPTION", event.description());
        String agent = sent ? "" : ";SCHEDULE-AGENT=CLIENT";
        if (event.organizer() != null) {
            lines.line("ORGANIZER" + agent + ":mailto:" + event.organizer());
        }
        for (String attendee : event.attendees()) {
            lines.line("ATTENDEE" + agent + ";PARTSTAT=NEEDS-ACTION;RSVP=TRUE:mailto:" + attendee);
        }
        return lines.line("END:VEVENT").line("END:VCALENDAR").bytes();
    }

    private static String utc(long seconds) {
        return CalendarTime.utc(Instant.ofEpochSecond(seconds));
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

// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.content;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Writes calendar objects (RFC 5545). Attendees bear {@code SCHEDULE-AGENT=CLIENT} (RFC 6638, 7.1) where an object goes
 * into a calendar, so that no server sends invitations beside the mail of ours. Stateless; any thread.
 */
public final class CalendarText {
    private static final String PRODUCT = "-//plateaubench.org//Plateau//EN";

    private CalendarText() {}

    /**
     * The event as it is stored in a calendar.
     *
     * @param stampSeconds when it was written, seconds since 1970
     */
    public static byte[] stored(CalendarEvent event, long stampSeconds) {
        return object(event, stampSeconds, null);
    }

    /** The event as its organizer sends it. */
    public static byte[] request(CalendarEvent event, long stampSeconds) {
        return object(event, stampSeconds, SchedulingMethod.REQUEST);
    }

    /** What an attendee sends back. */
    public static byte[] reply(CalendarEvent event, String attendee, Participation participation, long stampSeconds) {
        ContentLines lines = begin(SchedulingMethod.REPLY).line("BEGIN:VEVENT");
        times(lines, event, stampSeconds);
        if (event.organizer() != null) {
            lines.line("ORGANIZER:mailto:" + event.organizer());
        }
        lines.line("ATTENDEE;PARTSTAT=" + participation.title() + ":mailto:" + attendee);
        return end(lines.text("SUMMARY", event.summary()).line("END:VEVENT"));
    }

    /**
     * Asks a server's outbox when people are free (RFC 6638, 5).
     *
     * @param organizer address of who asks
     * @param attendees addresses of those asked after
     */
    public static byte[] freeBusyRequest(
            String uid, String organizer, List<String> attendees, long fromSeconds, long toSeconds, long stampSeconds) {
        ContentLines lines = begin(SchedulingMethod.REQUEST)
                .line("BEGIN:VFREEBUSY")
                .line("UID:" + uid)
                .line("DTSTAMP:" + MailDate.ofCalendar(stampSeconds))
                .line("DTSTART:" + MailDate.ofCalendar(fromSeconds))
                .line("DTEND:" + MailDate.ofCalendar(toSeconds))
                .line("ORGANIZER:mailto:" + organizer);
        for (String attendee : attendees) {
            lines.line("ATTENDEE:mailto:" + attendee);
        }
        return end(lines.line("END:VFREEBUSY"));
    }

    /**
     * An object from a calendar with the answer of one attendee in it and everything else as it was, but for folding.
     *
     * @throws IllegalArgumentException when the object does not know the attendee
     */
    public static byte[] answered(byte[] object, String attendee, Participation participation) {
        ContentLines lines = new ContentLines();
        boolean found = false;
        for (String line : ContentLines.unfolded(object)) {
            boolean his = ContentLines.isOf(line, "ATTENDEE") && ContentLines.isAbout(line, attendee);
            found |= his;
            lines.line(his ? answeredLine(line, participation) : line);
        }
        if (!found) {
            throw new IllegalArgumentException("the event does not invite " + attendee);
        }
        return lines.bytes();
    }

    private static String answeredLine(String line, Participation participation) {
        int value = line.toLowerCase(Locale.ROOT).lastIndexOf(":mailto:");
        List<String> parameters =
                new ArrayList<>(List.of(line.substring(0, value).split(";")));
        parameters.removeIf(parameter ->
                ContentLines.isParameter(parameter, "PARTSTAT") || ContentLines.isParameter(parameter, "RSVP"));
        parameters.add("PARTSTAT=" + participation.title());
        return String.join(";", parameters) + line.substring(value);
    }

    private static byte[] object(CalendarEvent event, long stampSeconds, @Nullable SchedulingMethod method) {
        ContentLines lines = begin(method).line("BEGIN:VEVENT");
        times(lines, event, stampSeconds);
        if (event.repeat() != null) {
            lines.line("RRULE:" + event.repeat());
        }
        lines.text("SUMMARY", event.summary())
                .text("LOCATION", event.location())
                .text("DESCRIPTION", event.description());
        String agent = method == null ? ";SCHEDULE-AGENT=CLIENT" : "";
        if (event.organizer() != null) {
            lines.line("ORGANIZER" + agent + ":mailto:" + event.organizer());
        }
        for (String attendee : event.attendees()) {
            lines.line("ATTENDEE" + agent + ";PARTSTAT=NEEDS-ACTION;RSVP=TRUE:mailto:" + attendee);
        }
        return end(lines.line("END:VEVENT"));
    }

    private static void times(ContentLines lines, CalendarEvent event, long stampSeconds) {
        lines.line("UID:" + event.uid())
                .line("DTSTAMP:" + MailDate.ofCalendar(stampSeconds))
                .line("DTSTART:" + MailDate.ofCalendar(event.startSeconds()))
                .line("DTEND:" + MailDate.ofCalendar(event.endSeconds()))
                .line("SEQUENCE:0");
    }

    private static ContentLines begin(@Nullable SchedulingMethod method) {
        ContentLines lines =
                new ContentLines().line("BEGIN:VCALENDAR").line("VERSION:2.0").line("PRODID:" + PRODUCT);
        return method == null ? lines : lines.line("METHOD:" + method);
    }

    private static byte[] end(ContentLines lines) {
        return lines.line("END:VCALENDAR").bytes();
    }
}

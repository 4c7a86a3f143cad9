// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.content;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** Dates in the formats of messages (RFC 5322, 3.3) and calendars (RFC 5545, 3.3.5), always UTC. Any thread. */
public final class MailDate {
    private static final DateTimeFormatter MESSAGE = DateTimeFormatter.ofPattern(
                    "EEE, d MMM uuuu HH:mm:ss '+0000'", Locale.US)
            .withZone(ZoneOffset.UTC);
    private static final DateTimeFormatter CALENDAR =
            DateTimeFormatter.ofPattern("uuuuMMdd'T'HHmmss'Z'", Locale.US).withZone(ZoneOffset.UTC);

    private MailDate() {}

    /**
     * Returns the format of the {@code Date} header.
     *
     * @param millis milliseconds since 1970
     */
    public static String ofMessage(long millis) {
        return MESSAGE.format(Instant.ofEpochMilli(millis));
    }

    /**
     * Returns the format of {@code DTSTART} and of time ranges in calendar queries.
     *
     * @param seconds seconds since 1970
     */
    public static String ofCalendar(long seconds) {
        return CALENDAR.format(Instant.ofEpochSecond(seconds));
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.content;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Optional;

/** Instants in iCalendar format (RFC 5545, 3.3.4 and 3.3.5). */
public final class CalendarTime {
    private static final DateTimeFormatter UTC =
            DateTimeFormatter.ofPattern("uuuuMMdd'T'HHmmss'Z'", Locale.ROOT).withZone(ZoneOffset.UTC);
    private static final DateTimeFormatter LOCAL = DateTimeFormatter.ofPattern("uuuuMMdd'T'HHmmss", Locale.ROOT);
    private static final DateTimeFormatter DATE = DateTimeFormatter.BASIC_ISO_DATE;

    private CalendarTime() {}

    /** Returns an instant in UTC, such as {@code 20261121T083000Z}. */
    public static String utc(Instant moment) {
        return UTC.format(moment);
    }

    /**
     * Returns the instant in a line such as {@code DTSTART;TZID=Europe/Berlin:20261121T093000}. A floating time is read
     * as UTC; empty when it cannot be parsed, for example with a time zone unknown to the JDK.
     */
    public static Optional<Instant> of(ContentLine line) {
        try {
            return Optional.of(parsed(line.value().strip(), line.parameter("TZID")));
        } catch (DateTimeException e) {
            return Optional.empty();
        }
    }

    private static Instant parsed(String value, String zone) {
        if (value.endsWith("Z")) {
            return Instant.from(UTC.parse(value));
        }
        LocalDateTime local = value.indexOf('T') < 0
                ? LocalDate.parse(value, DATE).atStartOfDay()
                : LocalDateTime.parse(value, LOCAL);
        return local.atZone(zone.isEmpty() ? ZoneOffset.UTC : ZoneId.of(zone)).toInstant();
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.olio.page;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** Formats dates and times for pages. */
final class PageDates {
    private static final DateTimeFormatter DAY = DateTimeFormatter.ofPattern("EEE d MMM uuuu", Locale.ENGLISH);
    private static final DateTimeFormatter DAY_AND_TIME =
            DateTimeFormatter.ofPattern("EEEE d MMMM uuuu, HH:mm", Locale.ENGLISH);

    private PageDates() {}

    /** Returns the day for lists, which ignore the zone of each event. */
    static String day(Instant moment) {
        return DAY.format(moment.atOffset(ZoneOffset.UTC));
    }

    static String dayAndTime(Instant moment, String zone) {
        return DAY_AND_TIME.format(moment.atZone(zone(zone)));
    }

    /** Returns a zone; one unknown to this JDK becomes UTC. */
    private static ZoneId zone(String name) {
        try {
            return ZoneId.of(name);
        } catch (DateTimeException e) {
            return ZoneOffset.UTC;
        }
    }
}

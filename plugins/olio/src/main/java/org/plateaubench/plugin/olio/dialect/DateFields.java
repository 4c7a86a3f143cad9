// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.olio.dialect;

import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;

/** Parts of a date and time for forms: two digits, four for the year. */
final class DateFields {
    private static final DateTimeFormatter YEAR = DateTimeFormatter.ofPattern("uuuu");
    private static final DateTimeFormatter MONTH = DateTimeFormatter.ofPattern("MM");
    private static final DateTimeFormatter DAY = DateTimeFormatter.ofPattern("dd");
    private static final DateTimeFormatter HOUR = DateTimeFormatter.ofPattern("HH");
    private static final DateTimeFormatter MINUTE = DateTimeFormatter.ofPattern("mm");

    private DateFields() {}

    static String year(LocalDateTime time) {
        return YEAR.format(time);
    }

    static String month(LocalDateTime time) {
        return MONTH.format(time);
    }

    static String day(LocalDateTime time) {
        return DAY.format(time);
    }

    static String hour(LocalDateTime time) {
        return HOUR.format(time);
    }

    static String minute(LocalDateTime time) {
        return MINUTE.format(time);
    }
}

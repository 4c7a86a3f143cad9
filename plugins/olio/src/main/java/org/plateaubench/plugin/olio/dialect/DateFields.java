// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.olio.dialect;

import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.stream.Stream;
import org.plateaubench.http.body.MultipartBody;

/** Fields of a date and time in forms: two digits each, four for the year. */
final class DateFields {
    /** Year, month, day, hour and minute. */
    private static final List<DateTimeFormatter> PARTS = Stream.of("uuuu", "MM", "dd", "HH", "mm")
            .map(DateTimeFormatter::ofPattern)
            .toList();

    /** Names of the fields in the forms of Olio for PHP and Java. */
    static final List<String> NAMES = List.of("year", "month", "day", "hour", "minute");

    private DateFields() {}

    /** Adds the fields to a form, which has these names for year, month, day, hour and minute. */
    static MultipartBody add(MultipartBody body, LocalDateTime time, List<String> names) {
        for (int i = 0; i < names.size(); i++) {
            body.add(names.get(i), PARTS.get(i).format(time));
        }
        return body;
    }
}

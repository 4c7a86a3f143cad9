// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.http.browser;

import java.time.DateTimeException;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Dates in headers, parsed by RFC 6265, section 5.1.1, which accepts every form that servers use. */
final class Dates {
    /** The result for a text that is not a date. */
    static final long NONE = Long.MIN_VALUE;

    private static final Pattern DELIMITERS = Pattern.compile("[\\x00-\\x7e&&[^0-9A-Za-z:]]+");
    private static final Pattern TIME = Pattern.compile("([0-9]{1,2}):([0-9]{1,2}):([0-9]{1,2})(?![0-9]).*");
    private static final Pattern DIGITS = Pattern.compile("[0-9]+");
    private static final List<String> MONTHS =
            List.of("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec");
    private static final int MAX_TEXT_LENGTH = 100;
    private static final int FIRST_YEAR = 1601;

    private Dates() {}

    /** Seconds since 1970; {@link #NONE} if the text is null or not a date. */
    static long epochSeconds(@Nullable String text) {
        if (text == null || text.length() > MAX_TEXT_LENGTH) {
            return NONE;
        }
        Matcher time = null;
        int day = -1;
        int month = -1;
        int year = -1;
        for (String token : DELIMITERS.split(text, -1)) {
            Matcher clock = TIME.matcher(token);
            if (time == null && clock.matches()) {
                time = clock;
                continue;
            }
            Matcher number = DIGITS.matcher(token);
            int digits = number.lookingAt() ? number.end() : 0;
            int monthIndex = MONTHS.indexOf(
                    token.substring(0, Math.min(3, token.length())).toLowerCase(Locale.ROOT));
            if (day < 0 && (digits == 1 || digits == 2)) {
                day = Integer.parseInt(number.group());
            } else if (month < 0 && monthIndex >= 0) {
                month = monthIndex + 1;
            } else if (year < 0 && (digits == 2 || digits == 4)) {
                int value = Integer.parseInt(number.group());
                year = value >= 100 ? value : value + (value >= 70 ? 1900 : 2000);
            }
        }
        return time == null || year < FIRST_YEAR ? NONE : epochSeconds(time, day, month, year);
    }

    private static long epochSeconds(Matcher time, int day, int month, int year) {
        try {
            return LocalDateTime.of(year, month, day, part(time, 1), part(time, 2), part(time, 3))
                    .toEpochSecond(ZoneOffset.UTC);
        } catch (DateTimeException e) {
            return NONE;
        }
    }

    private static int part(Matcher time, int group) {
        return Integer.parseInt(time.group(group));
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.http.browser;

import java.time.DateTimeException;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Locale;

/** Dates in headers, parsed by RFC 6265, section 5.1.1, which accepts every form that servers use. */
final class Dates {
    /** The value that means a text that is not a date. */
    static final long NONE = Long.MIN_VALUE;

    private static final List<String> MONTHS =
            List.of("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec");
    private static final int LONGEST_TEXT = 100;
    private static final int FIRST_YEAR = 1601;

    private int hour = -1;
    private int minute;
    private int second;
    private int day = -1;
    private int month = -1;
    private int year = -1;

    private Dates() {}

    /** Seconds since 1970, or {@link #NONE}. */
    static long epochSeconds(String text) {
        if (text.length() > LONGEST_TEXT) {
            return NONE;
        }
        Dates date = new Dates();
        int start = -1;
        for (int i = 0; i <= text.length(); i++) {
            boolean delimiter = i == text.length() || isDelimiter(text.charAt(i));
            if (!delimiter && start < 0) {
                start = i;
            } else if (delimiter && start >= 0) {
                date.token(text.substring(start, i));
                start = -1;
            }
        }
        return date.epochSeconds();
    }

    private static boolean isDelimiter(char c) {
        boolean digitOrLetter = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
        return !digitOrLetter && c != ':' && c < 0x7f;
    }

    private void token(String token) {
        int digits = leadingDigits(token);
        if (hour < 0 && digits >= 1 && digits <= 2 && token.indexOf(':') == digits) {
            if (time(token)) {
                return;
            }
        }
        if (day < 0 && (digits == 1 || digits == 2)) {
            day = Integer.parseInt(token.substring(0, digits));
        } else if (month < 0
                && token.length() >= 3
                && MONTHS.contains(token.substring(0, 3).toLowerCase(Locale.ROOT))) {
            month = 1 + MONTHS.indexOf(token.substring(0, 3).toLowerCase(Locale.ROOT));
        } else if (year < 0 && (digits == 2 || digits == 4)) {
            int number = Integer.parseInt(token.substring(0, digits));
            year = number >= 100 ? number : number + (number >= 70 ? 1900 : 2000);
        }
    }

    private static int leadingDigits(String token) {
        int count = 0;
        while (count < token.length() && token.charAt(count) >= '0' && token.charAt(count) <= '9') {
            count++;
        }
        return count;
    }

    private boolean time(String token) {
        String[] parts = token.split(":", -1);
        if (parts.length < 3) {
            return false;
        }
        int[] numbers = new int[3];
        for (int i = 0; i < 3; i++) {
            int digits = leadingDigits(parts[i]);
            if (digits < 1 || digits > 2 || (i < 2 && digits != parts[i].length())) {
                return false;
            }
            numbers[i] = Integer.parseInt(parts[i].substring(0, digits));
        }
        hour = numbers[0];
        minute = numbers[1];
        second = numbers[2];
        return true;
    }

    private long epochSeconds() {
        if (hour < 0 || day < 0 || month < 0 || year < FIRST_YEAR) {
            return NONE;
        }
        try {
            return LocalDateTime.of(year, month, day, hour, minute, second).toEpochSecond(ZoneOffset.UTC);
        } catch (DateTimeException e) {
            return NONE;
        }
    }
}

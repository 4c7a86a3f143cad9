// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.api;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads and writes durations in the text form of run files, plans and reports: {@code 100us}, {@code 500ms}, {@code
 * 1.5s}, {@code 5m}, {@code 1h}.
 */
public final class Durations {
    /** The form that {@link #parse} accepts, for messages. */
    public static final String FORM = "a number and one of ns, us, ms, s, m, h, such as 500ms, 30s, 5m or 1h";

    /** The form as a regular expression, for schemas. */
    public static final String PATTERN = "^(0|\\d{1,19}(\\.\\d{1,9})?(ns|us|ms|s|m|h))$";

    private static final Pattern TEXT = Pattern.compile("(\\d{1,19}(?:\\.\\d{1,9})?)(ns|us|ms|s|m|h)");
    private static final String[] UNITS = {"h", "m", "s", "ms", "us"};

    private Durations() {}

    /**
     * Reads a duration. Zero needs no unit.
     *
     * @return a whole number of nanoseconds, not negative, below 293 years
     * @throws IllegalArgumentException if the text is not a duration; the message contains the allowed form
     */
    public static Duration parse(String text) {
        if (text.equals("0")) {
            return Duration.ZERO;
        }
        Matcher matcher = TEXT.matcher(text);
        if (!matcher.matches()) {
            throw new IllegalArgumentException("duration '" + text + "' must be " + FORM);
        }
        BigDecimal nanos = new BigDecimal(matcher.group(1)).multiply(BigDecimal.valueOf(nanosOf(matcher.group(2))));
        try {
            return Duration.ofNanos(nanos.longValueExact());
        } catch (ArithmeticException e) {
            throw new IllegalArgumentException(
                    "duration '" + text + "' is not a whole number of nanoseconds below 293 years", e);
        }
    }

    /** The duration as a whole number of the largest possible unit, in a form that {@link #parse} reads. */
    public static String format(Duration duration) {
        if (duration.isNegative()) {
            throw new IllegalArgumentException("a duration must not be negative, found " + duration);
        }
        long nanos = duration.toNanos();
        if (nanos == 0) {
            return "0s";
        }
        for (String unit : UNITS) {
            long size = nanosOf(unit);
            if (nanos % size == 0) {
                return nanos / size + unit;
            }
        }
        return nanos + "ns";
    }

    private static long nanosOf(String unit) {
        return switch (unit) {
            case "ns" -> 1L;
            case "us" -> 1_000L;
            case "ms" -> 1_000_000L;
            case "s" -> 1_000_000_000L;
            case "m" -> 60_000_000_000L;
            case "h" -> 3_600_000_000_000L;
            default -> throw new IllegalArgumentException("no unit " + unit);
        };
    }
}

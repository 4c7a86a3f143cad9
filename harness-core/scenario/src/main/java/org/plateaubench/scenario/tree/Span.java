// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.scenario.tree;

import java.math.BigDecimal;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A range of whole numbers, written {@code 1..20}, {@code 5}, {@code 100..} or {@code ..2MB}.
 *
 * @param min smallest number
 * @param max maximum number, at least {@code min}
 */
public record Span(long min, long max) {
    /** The form, for messages. */
    public static final String FORM = "a number or a range such as 1..20";

    private static final Pattern BOUND = Pattern.compile("(-?\\d{1,18}(?:\\.\\d{1,9})?)\\s*(B|kB|MB|GB)?");
    private static final Map<String, Long> UNITS =
            Map.of("B", 1L, "kB", 1_000L, "MB", 1_000_000L, "GB", 1_000_000_000L);

    /** Whether a number is within the range. */
    public boolean contains(long number) {
        return number >= min && number <= max;
    }

    /** Parses a range; null if the text is not one. */
    public static @Nullable Span parse(String text) {
        int dots = text.indexOf("..");
        String low = (dots < 0 ? text : text.substring(0, dots)).strip();
        String high = (dots < 0 ? text : text.substring(dots + 2)).strip();
        if (low.isEmpty() && high.isEmpty()) {
            return null;
        }
        try {
            long min = low.isEmpty() ? Long.MIN_VALUE : bound(low);
            long max = high.isEmpty() ? Long.MAX_VALUE : bound(high);
            return min <= max ? new Span(min, max) : null;
        } catch (ArithmeticException e) {
            return null;
        }
    }

    private static long bound(String text) {
        Matcher matcher = BOUND.matcher(text);
        if (!matcher.matches()) {
            throw new ArithmeticException(text);
        }
        String unit = matcher.group(2);
        BigDecimal number = new BigDecimal(matcher.group(1));
        return number.multiply(BigDecimal.valueOf(unit == null ? 1 : UNITS.getOrDefault(unit, 1L)))
                .longValueExact();
    }

    @Override
    public String toString() {
        return min == max ? Long.toString(min) : text(min, Long.MIN_VALUE) + ".." + text(max, Long.MAX_VALUE);
    }

    private static String text(long bound, long open) {
        return bound == open ? "" : Long.toString(bound);
    }
}

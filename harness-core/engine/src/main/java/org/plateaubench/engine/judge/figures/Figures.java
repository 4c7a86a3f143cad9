// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge.figures;

import java.util.Locale;
import org.plateaubench.engine.statistics.Nanos;

/** Scales, rounds and formats the numbers of a result. Pure functions. */
public final class Figures {
    private Figures() {}

    /** Converts nanoseconds to milliseconds, exact to the nanosecond. */
    public static double millis(double nanos) {
        return rounded(nanos / Nanos.PER_MILLI);
    }

    public static double millis(long nanos) {
        return millis((double) nanos);
    }

    public static double seconds(long nanos) {
        return nanos / Nanos.PER_SECOND;
    }

    /**
     * Rounds a value to six decimals: further digits of a division are noise, on which the text of a result must not
     * depend.
     */
    public static double rounded(double value) {
        double scaled = Math.rint(value * 1e6);
        return Math.abs(scaled) < 1e15 ? scaled / 1e6 : value;
    }

    public static double percent(long part, long whole) {
        return whole == 0 ? 0 : rounded(100.0 * part / whole);
    }

    /** A number with its unit for a sentence or a table. */
    public static String text(double value, String unit) {
        return text(value) + (unit.isEmpty() ? "" : unit.equals("%") || unit.startsWith("/") ? unit : " " + unit);
    }

    /** A number of occurrences for a sentence, such as {@code 3 times}. */
    public static String times(long count) {
        return count == 1 ? "once" : text(count) + " times";
    }

    /** A whole number for a sentence or a table. */
    public static String text(long value) {
        return String.format(Locale.ROOT, "%,d", value).replace(',', ' ');
    }

    /** A number for a sentence or a table: three significant digits, whole numbers in full, with a decimal point. */
    public static String text(double value) {
        double size = Math.abs(value);
        if (!(size < 1e15)) {
            return Double.isInfinite(value) ? (value > 0 ? "∞" : "-∞") : String.format(Locale.ROOT, "%.2e", value);
        }
        if (value == Math.rint(value)) {
            return text((long) value);
        }
        if (size >= 100) {
            return text(Math.rint(value));
        }
        if (size >= 10) {
            return String.format(Locale.ROOT, "%.1f", value);
        }
        if (size >= 1) {
            return String.format(Locale.ROOT, "%.2f", value);
        }
        return size >= 0.001 ? String.format(Locale.ROOT, "%.3f", value) : String.format(Locale.ROOT, "%.2g", value);
    }
}

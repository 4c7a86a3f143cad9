// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.figure;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Locale;
import org.plateaubench.engine.statistics.Nanos;

/** Scales, rounds and formats the numbers of a result. Pure functions. */
public final class Figures {
    private static final MathContext BOUND_DIGITS = new MathContext(6);
    /** Relative error of a few operations with doubles, far below one count in all counts of any run. */
    private static final double ROUNDING_ERROR = 1e-14;

    private static final char SEPARATOR = ' ';
    /** Significant digits of a number that is shown briefly. */
    private static final int BRIEF = 3;
    /** The number of significant digits that distinguish any two doubles. */
    private static final int ALL_DIGITS = 17;
    /** Numbers of this size are shown with an exponent. */
    private static final double MAX_PLAIN = 1e15;

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

    /** Rounds to six decimals: further digits of a division are noise, on which a result must not depend. */
    public static double rounded(double value) {
        double scaled = Math.rint(value * 1e6);
        return Math.abs(scaled) < 1e15 ? scaled / 1e6 : value;
    }

    /**
     * Rounds a value to six decimals so that it stays on its side of a bound. It keeps more decimals if six would move
     * it to the bound or across it. A value that differs from the bound only by a rounding error becomes the bound.
     */
    public static double roundedOnSide(double value, double bound) {
        if (Math.abs(value - bound) < ROUNDING_ERROR * Math.abs(bound)) {
            return bound;
        }
        double rounded = rounded(value);
        return Double.compare(rounded, bound) == Double.compare(value, bound) ? rounded : value;
    }

    public static double percent(long part, long whole) {
        return whole == 0 ? 0 : rounded(100.0 * part / whole);
    }

    public static String text(double value, String unit) {
        return withUnit(text(value), unit);
    }

    /**
     * A value that is compared with a bound, with its unit. It has enough digits to stay on its side of the bound, so
     * that the two numbers do not contradict the result of the comparison.
     */
    public static String text(double value, double bound, String unit) {
        String shown = text(value);
        int side = Double.compare(value, bound);
        for (int digits = BRIEF + 1; isPlain(value) && digits <= ALL_DIGITS && side(shown, bound) != side; digits++) {
            shown = plain(new BigDecimal(value).round(new MathContext(digits)));
        }
        return withUnit(shown, unit);
    }

    /** A bound with its unit, with up to six significant digits. */
    public static String bound(double bound, String unit) {
        String shown = text(bound);
        boolean isExact = !isPlain(bound) || side(shown, bound) == 0;
        return withUnit(isExact ? shown : plain(BigDecimal.valueOf(bound).round(BOUND_DIGITS)), unit);
    }

    private static int side(String shown, double bound) {
        return Double.compare(Double.parseDouble(shown.replace(String.valueOf(SEPARATOR), "")), bound);
    }

    private static boolean isPlain(double value) {
        return Math.abs(value) < MAX_PLAIN;
    }

    private static String plain(BigDecimal value) {
        int decimals = Math.max(0, value.stripTrailingZeros().scale());
        return String.format(Locale.ROOT, "%,." + decimals + "f", value).replace(',', SEPARATOR);
    }

    private static String withUnit(String shown, String unit) {
        return shown + (unit.isEmpty() ? "" : unit.equals("%") || unit.startsWith("/") ? unit : " " + unit);
    }

    public static String times(long count) {
        return count == 1 ? "once" : text(count) + " times";
    }

    public static String text(long value) {
        return String.format(Locale.ROOT, "%,d", value).replace(',', SEPARATOR);
    }

    /** A number for a sentence or a table: three significant digits, whole numbers in full, with a decimal point. */
    public static String text(double value) {
        double size = Math.abs(value);
        if (!isPlain(value)) {
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

// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.api;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A check of every run: a ratio of two sums that the workload counted, such as images per page or the share of events
 * with an attendee, must lie within bounds. Both sums cover the steady window; where they count operations, only
 * successful ends count (measurement rule M11). If the ratio is outside its bounds, the run fails; a check without
 * bounds is only shown. A check is data, so that a stored run can be judged again without the plugin.
 *
 * @param name name in results
 * @param description one sentence
 * @param numerator terms of the numerator, at least one
 * @param denominator terms of the denominator, at least one
 * @param factor factor of the ratio, above 0; 100 for percent
 * @param unit displayed unit of the value, such as {@code %} or {@code bytes}; empty for none
 * @param needed smallest denominator with which the check is tested, not negative; with a smaller one, and always with
 *     a denominator of 0, it is not tested
 * @param lower smallest allowed value, null for none
 * @param upper greatest allowed value, null for none
 */
public record CheckDefinition(
        String name,
        String description,
        List<Term> numerator,
        List<Term> denominator,
        double factor,
        String unit,
        double needed,
        @Nullable Double lower,
        @Nullable Double upper) {

    /** Distance from the mean, in standard deviations, that chance exceeds in fewer than 1 of 10,000 runs. */
    private static final double ACHIEVED_SIGMAS = 4;

    public CheckDefinition {
        Names.requirePluginName(name, "check");
        numerator = List.copyOf(numerator);
        denominator = List.copyOf(denominator);
        if (numerator.isEmpty() || denominator.isEmpty()) {
            throw new IllegalArgumentException("check " + name + " needs a numerator and a denominator");
        }
    }

    /** A check without bounds, with the displayed unit of its value, which is tested with any denominator above 0. */
    public static CheckDefinition ratio(
            String name, String description, String unit, List<Term> numerator, List<Term> denominator) {
        return new CheckDefinition(name, description, numerator, denominator, 1, unit, 0, null, null);
    }

    /** A check without bounds whose value is in percent. */
    public static CheckDefinition percent(
            String name, String description, List<Term> numerator, List<Term> denominator) {
        return new CheckDefinition(name, description, numerator, denominator, 100, "%", 0, null, null);
    }

    /** A check without bounds whose value is a sum. */
    public static CheckDefinition total(String name, String description, String unit, List<Term> terms) {
        return ratio(name, description, unit, terms, List.of(Term.one()));
    }

    /**
     * A check that compares completed with planned work of a closed load on a fixed schedule: successful ends per user
     * and mean cycle. It fails if the ratio differs from 1 by more than the tolerance. It is tested only if four
     * standard deviations of a Poisson count of the planned work lie within the tolerance (40,000 units for 0.02).
     *
     * <p>The first start is uniform over one mean cycle. With exponential cycles, each user therefore starts half a
     * unit too many in its first cycle. With ramp-up R, mean cycle m and window T, the relative excess in the window is
     * m m / (3 R T) if R is at least m. It should be less than a quarter of the tolerance.
     *
     * @param line operation or unit, or {@link MetricDefinition#ALL_OPERATIONS}; it must be issued once per cycle
     * @param meanCycleSeconds mean cycle of one user, above 0
     * @param tolerance greatest allowed difference from 1, such as 0.02, above 0
     */
    public static CheckDefinition achieved(String name, String line, double meanCycleSeconds, double tolerance) {
        double planned = Math.pow(ACHIEVED_SIGMAS / tolerance, 2);
        return new CheckDefinition(
                name,
                "Completed divided by planned work.",
                List.of(Term.completed(line)),
                List.of(Term.userSeconds()),
                meanCycleSeconds,
                "",
                planned * meanCycleSeconds,
                1 - tolerance,
                1 + tolerance);
    }

    /** This check with a lower bound. */
    public CheckDefinition atLeast(double bound) {
        return new CheckDefinition(name, description, numerator, denominator, factor, unit, needed, bound, upper);
    }

    /** This check with an upper bound. */
    public CheckDefinition atMost(double bound) {
        return new CheckDefinition(name, description, numerator, denominator, factor, unit, needed, lower, bound);
    }

    /** This check, tested only if the denominator is at least the given value. */
    public CheckDefinition neededFrom(double smallest) {
        return new CheckDefinition(name, description, numerator, denominator, factor, unit, smallest, lower, upper);
    }

    /** Whether the check has a bound. */
    public boolean isBounded() {
        return lower != null || upper != null;
    }

    /** Whether a value lies within the bounds, which are inclusive. */
    public boolean holds(double value) {
        return (lower == null || value >= lower) && (upper == null || value <= upper);
    }

    /** The source of a term's value. */
    public enum Source {
        /** Growth of a declared counter over the intervals of the steady window. */
        COUNTER,
        /** Successful ends of an operation or unit in the window. */
        COMPLETED,
        /**
         * Mean number of users that a closed load specifies for the steady phase, times {@link #SECONDS}. Divided by
         * the successful ends, it is users per throughput. Not available in open load.
         */
        USER_SECONDS,
        /** Length of the steady window in seconds. */
        SECONDS,
        /** The constant 1. */
        ONE
    }

    /**
     * One summand of the numerator or denominator.
     *
     * @param source source of the value
     * @param name name of the counter, or of the operation, unit or observed series ({@link
     *     MetricDefinition#ALL_OPERATIONS} for all operations together); empty for a source without a name
     */
    public record Term(Source source, String name) {
        /** Growth of a counter. */
        public static Term counter(String counter) {
            return new Term(Source.COUNTER, counter);
        }

        /** Successful ends of an operation or unit, or of all operations for {@code *}. */
        public static Term completed(String line) {
            return new Term(Source.COMPLETED, line);
        }

        /** Mean number of users of a closed load, times the length of the window in seconds. */
        public static Term userSeconds() {
            return new Term(Source.USER_SECONDS, "");
        }

        /** Length of the window in seconds. */
        public static Term seconds() {
            return new Term(Source.SECONDS, "");
        }

        /** The constant 1, as the denominator of a sum that is not a ratio. */
        public static Term one() {
            return new Term(Source.ONE, "");
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.api;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A check of every run: whether a ratio of what a workload counted lies within its bounds, such as images per page or
 * the share of events with an attendee. Both sides are taken over the steady window, and over successful ends where
 * they count operations (measurement rule M11). A check that is missed fails the run; a check without bounds is only
 * shown. A check is data, so that a stored run can be judged again without the plugin.
 *
 * @param name name in results
 * @param description one sentence
 * @param numerator terms of the numerator, at least one
 * @param denominator terms of the denominator, at least one
 * @param factor factor of the ratio, above 0; 100 for percent
 * @param unit unit of the value for people, such as {@code %} or {@code bytes}; empty for none
 * @param needed least denominator that is enough to judge, not negative; with less, and always with 0, the check is not
 *     tested
 * @param lower least value allowed, null for none
 * @param upper greatest value allowed, null for none
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

    /** Standard deviations that chance exceeds in fewer than 1 of 10,000 runs. */
    private static final double ACHIEVED_SIGMAS = 4;

    public CheckDefinition {
        Names.require(name, "check");
        numerator = List.copyOf(numerator);
        denominator = List.copyOf(denominator);
        if (numerator.isEmpty() || denominator.isEmpty()) {
            throw new IllegalArgumentException("check " + name + " needs a numerator and a denominator");
        }
        if (!(factor > 0) || Double.isInfinite(factor)) {
            throw new IllegalArgumentException("factor of check " + name + " must be above 0, found " + factor);
        }
        if (!(needed >= 0) || Double.isInfinite(needed)) {
            throw new IllegalArgumentException("needed of check " + name + " must not be negative, found " + needed);
        }
        if ((lower != null && !Double.isFinite(lower)) || (upper != null && !Double.isFinite(upper))) {
            throw new IllegalArgumentException("bounds of check " + name + " must be finite");
        }
        if (lower != null && upper != null && lower > upper) {
            throw new IllegalArgumentException("lower bound of check " + name
                    + " must not be above the upper one, found " + lower + " > " + upper);
        }
    }

    /**
     * A check without bounds that needs no least denominator.
     *
     * @param unit unit of the value for people
     * @param numerator terms of the numerator
     * @param denominator terms of the denominator
     */
    public static CheckDefinition ratio(
            String name, String description, String unit, List<Term> numerator, List<Term> denominator) {
        return new CheckDefinition(name, description, numerator, denominator, 1, unit, 0, null, null);
    }

    /** A check in percent, without bounds. */
    public static CheckDefinition percent(
            String name, String description, List<Term> numerator, List<Term> denominator) {
        return new CheckDefinition(name, description, numerator, denominator, 100, "%", 0, null, null);
    }

    /** A check whose value is a sum, without bounds. */
    public static CheckDefinition total(String name, String description, String unit, List<Term> terms) {
        return ratio(name, description, unit, terms, List.of(Term.one()));
    }

    /**
     * The work that users of a closed load on a fixed schedule completed, over the work planned for them: successful
     * ends per mean cycle and user. Missed when it is further from 1 than the tolerance; not tested unless enough was
     * planned that four standard deviations of a Poisson count lie within the tolerance (40,000 for 0.02), so that
     * chance misses it in fewer than 1 of 10,000 runs.
     *
     * <p>The first start is uniform over one mean cycle, which with exponential cycles brings half a unit too many per
     * user in its first cycle. A ramp-up R, a mean cycle m and a window T leave a relative excess of m m / (3 R T) in
     * the window, where R is at least m: plan for less than a quarter of the tolerance.
     *
     * @param line operation or unit, or {@link MetricDefinition#ALL_OPERATIONS}; it must be issued once per cycle
     * @param meanCycleSeconds mean cycle of one user, above 0
     * @param tolerance greatest distance from 1, such as 0.02, above 0
     */
    public static CheckDefinition achieved(String name, String line, double meanCycleSeconds, double tolerance) {
        double planned = Math.pow(ACHIEVED_SIGMAS / tolerance, 2);
        return new CheckDefinition(
                name,
                "Done over planned.",
                List.of(Term.completed(line)),
                List.of(Term.userSeconds()),
                meanCycleSeconds,
                "",
                planned * meanCycleSeconds,
                1 - tolerance,
                1 + tolerance);
    }

    /** This check, missed below a value. */
    public CheckDefinition atLeast(double bound) {
        return new CheckDefinition(name, description, numerator, denominator, factor, unit, needed, bound, upper);
    }

    /** This check, missed above a value. */
    public CheckDefinition atMost(double bound) {
        return new CheckDefinition(name, description, numerator, denominator, factor, unit, needed, lower, bound);
    }

    /** This check, not tested while the denominator is below a value. */
    public CheckDefinition neededFrom(double leastDenominator) {
        return new CheckDefinition(
                name, description, numerator, denominator, factor, unit, leastDenominator, lower, upper);
    }

    /** Whether the check has a bound. */
    public boolean isBounded() {
        return lower != null || upper != null;
    }

    /** Whether a value lies within the bounds, bounds included. */
    public boolean holds(double value) {
        return (lower == null || value >= lower) && (upper == null || value <= upper);
    }

    /** The source of a term's value. */
    public enum Source {
        /** Growth of a declared counter over the intervals of the steady window. */
        COUNTER(true),
        /** Successful ends of an operation or unit in the window. */
        COMPLETED(true),
        /**
         * Users that a closed load asks for, on average over the steady phase, times {@link #SECONDS}: over successful
         * ends the ratio is users per throughput. Not available in open load.
         */
        USER_SECONDS(false),
        /** Length of the steady window, seconds. */
        SECONDS(false),
        /** The constant 1. */
        ONE(false);

        private final boolean named;

        Source(boolean named) {
            this.named = named;
        }

        /** Whether a term of this source names a counter or a line. */
        public boolean isNamed() {
            return named;
        }
    }

    /**
     * One part of a sum.
     *
     * @param source source of the value
     * @param name counter, or operation, unit or observed series ({@link MetricDefinition#ALL_OPERATIONS} for all
     *     operations together); empty for a source that needs none
     */
    public record Term(Source source, String name) {
        public Term {
            if (source.isNamed() == name.isEmpty()) {
                throw new IllegalArgumentException(
                        "a term of " + source + (name.isEmpty() ? " needs a name" : " has no name, found " + name));
            }
        }

        /** Growth of a counter. */
        public static Term counter(String counter) {
            return new Term(Source.COUNTER, counter);
        }

        /** Successful ends of an operation or unit, or of all operations for {@code *}. */
        public static Term completed(String line) {
            return new Term(Source.COMPLETED, line);
        }

        /** Users of a closed load times seconds of the window. */
        public static Term userSeconds() {
            return new Term(Source.USER_SECONDS, "");
        }

        /** Seconds of the window. */
        public static Term seconds() {
            return new Term(Source.SECONDS, "");
        }

        /** The constant 1, as the denominator of a sum that is not a ratio. */
        public static Term one() {
            return new Term(Source.ONE, "");
        }
    }
}

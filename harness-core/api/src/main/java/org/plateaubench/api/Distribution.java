// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.api;

import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The distribution of a think time, a cycle time or a pause between the steps of a unit. Immutable. */
public sealed interface Distribution {

    /**
     * The time that belongs to one uniform draw: the quantile function, which never decreases.
     *
     * @param uniform a draw from [0, 1)
     * @return nanoseconds, not negative
     */
    long sampleNanos(double uniform);

    /** The analytic mean after clamp and shift, in nanoseconds. */
    double meanNanos();

    /**
     * The time from an arbitrary instant to the next start, in a schedule with these gaps that has run for a long time:
     * the residual life of renewal theory, with the distribution function (integral of P(gap &gt; t)) / mean (Cox,
     * Renewal Theory, 1962, chapter 5). A schedule whose first gap is such a time has its steady rate from the
     * beginning.
     *
     * @param uniform a draw from [0, 1)
     * @return nanoseconds, not negative
     */
    long residualNanos(double uniform);

    /** A constant time. */
    record Fixed(Duration time) implements Distribution {
        public Fixed {
            requireNotNegative(time, "time");
        }

        @Override
        public long sampleNanos(double uniform) {
            return time.toNanos();
        }

        @Override
        public double meanNanos() {
            return time.toNanos();
        }

        @Override
        public long residualNanos(double uniform) {
            return (long) (uniform * time.toNanos());
        }
    }

    /** A uniform distribution from {@code min} to {@code max}. */
    record Uniform(Duration min, Duration max) implements Distribution {
        public Uniform {
            requireNotNegative(min, "min");
            requireOrdered(min, max);
        }

        @Override
        public long sampleNanos(double uniform) {
            return min.toNanos() + (long) (uniform * (max.toNanos() - min.toNanos()));
        }

        @Override
        public double meanNanos() {
            return (min.toNanos() + max.toNanos()) / 2.0;
        }

        /** Below min the density is constant; above it, solves y = t - (t - min)^2 / (2 (max - min)) for t. */
        @Override
        public long residualNanos(double uniform) {
            double excess = uniform * meanNanos() - min.toNanos();
            if (excess <= 0) {
                return (long) (uniform * meanNanos());
            }
            double width = max.toNanos() - min.toNanos();
            return min.toNanos() + (long) (width * (1 - Math.sqrt(Math.max(0, 1 - 2 * excess / width))));
        }
    }

    /**
     * Negative exponential: {@code shift + clamp(X, min, max)} where X is exponential with mean {@code mean}. A draw
     * beyond a bound is replaced by the bound and not drawn again, as in Faban.
     *
     * @param mean mean of the exponential before clamp and shift, above zero
     * @param min smallest value before the shift
     * @param max greatest value before the shift, or null for no bound
     * @param shift added to every draw
     */
    record Exponential(
            Duration mean, Duration min, @Nullable Duration max, Duration shift) implements Distribution {
        public Exponential {
            requireNotNegative(min, "min");
            requireNotNegative(shift, "shift");
            if (mean.isNegative() || mean.isZero()) {
                throw new IllegalArgumentException("mean must be above zero, found " + mean);
            }
            if (max != null) {
                requireOrdered(min, max);
            }
        }

        /** An exponential without clamp or shift. */
        public static Exponential ofMean(Duration mean) {
            return new Exponential(mean, Duration.ZERO, null, Duration.ZERO);
        }

        @Override
        public long sampleNanos(double uniform) {
            long drawn = (long) (-mean.toNanos() * Math.log1p(-uniform));
            long low = Math.max(drawn, min.toNanos());
            return shift.toNanos() + (max == null ? low : Math.min(low, max.toNanos()));
        }

        /** E[clamp(X, a, b)] = a + m (e^(-a/m) - e^(-b/m)) for X exponential with mean m. */
        @Override
        public double meanNanos() {
            double m = mean.toNanos();
            double below = Math.exp(-min.toNanos() / m);
            double above = max == null ? 0.0 : Math.exp(-max.toNanos() / m);
            return shift.toNanos() + min.toNanos() + m * (below - above);
        }

        /** Below shift + a the density is constant; above it, solves y = m (e^(-a/m) - e^(-(t - shift)/m)) for t. */
        @Override
        public long residualNanos(double uniform) {
            double least = shift.toNanos() + min.toNanos();
            double excess = uniform * meanNanos() - least;
            if (excess <= 0) {
                return (long) (uniform * meanNanos());
            }
            double m = mean.toNanos();
            return shift.toNanos() + (long) (-m * Math.log(Math.exp(-min.toNanos() / m) - excess / m));
        }
    }

    private static void requireNotNegative(Duration value, String name) {
        if (Objects.requireNonNull(value, name).isNegative()) {
            throw new IllegalArgumentException(name + " must not be negative, found " + value);
        }
    }

    private static void requireOrdered(Duration min, Duration max) {
        if (max.compareTo(min) < 0) {
            throw new IllegalArgumentException("max must not be below min, found " + max + " < " + min);
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge.audit;

/**
 * The bounds of chance. All tests of one audit in one run together may raise a false alarm with a probability of {@link
 * #FALSE_ALARMS} (measurement rule M15), so each of {@code m} two-sided tests has this probability divided by {@code
 * m}. The tail is bounded by Chernoff's inequality, which holds for every sample size, and not by the normal
 * distribution, which does not fit the tail of small samples: P(share at least q) is at most exp(-n D(q, p)), where D
 * is the divergence of the two distributions. Where the distribution is normal, this is 4.45 sigma for one test, and
 * 5.38 sigma for a hundred. Pure functions.
 */
public final class Significance {
    public static final double FALSE_ALARMS = 1e-4;

    private static final int BISECTIONS = 60;
    private static final double MAX_QUANTILE = 38;

    private Significance() {}

    /** The smallest n D, see the class, that is not attributed to chance, for a number of tests. */
    public static double divergence(int tests) {
        return Math.log(2.0 * Math.max(1, tests) / FALSE_ALARMS);
    }

    public static double sigmas(int tests) {
        return Math.sqrt(2 * divergence(tests));
    }

    /** The greatest deviation by chance of a share from its probability p, up or down, in n choices. */
    public static double shareBound(double p, long n, boolean isUpward, int tests) {
        double least = divergence(tests) / n;
        double far = isUpward ? 1 : 0;
        if (divergence(far, p) <= least) {
            return Math.abs(far - p);
        }
        double near = p;
        for (int i = 0; i < BISECTIONS; i++) {
            double middle = (near + far) / 2;
            if (divergence(middle, p) > least) {
                far = middle;
            } else {
                near = middle;
            }
        }
        return Math.abs(near - p);
    }

    private static double divergence(double q, double p) {
        return term(q, p) + term(1 - q, 1 - p);
    }

    private static double term(double q, double p) {
        return q == 0 ? 0 : q * Math.log(q / p);
    }

    /**
     * The value whose magnitude is exceeded with the given probability, far out in the tail of Student's distribution,
     * with an error of less than 1 % that is conservative. After Wallace (1959): a value t of nu degrees
     * of freedom has the tail probability of the normal value (8 nu + 1) / (8 nu + 3) sqrt(nu ln(1 + t^2 / nu)).
     */
    public static double student(double probability, double degrees) {
        double normal = normal(probability) * (8 * degrees + 3) / (8 * degrees + 1);
        return Math.sqrt(degrees * Math.expm1(normal * normal / degrees));
    }

    /** The same for the normal distribution, by Mills's bound on its tail, for probabilities up to 0.1. */
    public static double normal(double probability) {
        double near = 1;
        double far = MAX_QUANTILE;
        for (int i = 0; i < BISECTIONS; i++) {
            double middle = (near + far) / 2;
            double tail = 2 * Math.exp(-middle * middle / 2) / (middle * Math.sqrt(2 * Math.PI));
            if (tail > probability) {
                near = middle;
            } else {
                far = middle;
            }
        }
        return far;
    }
}

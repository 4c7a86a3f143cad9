// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge.audit.steadiness;

/** Quantiles far out in the tail; the error is less than 1 % and on the safe side. Pure functions. */
public final class StudentDistribution {
    private static final int BISECTIONS = 60;
    private static final double FARTHEST = 38;

    private StudentDistribution() {}

    /**
     * The value that is exceeded, up or down, with the given probability. After Wallace (1959): a value t of nu degrees
     * of freedom is as rare as the normal value (8 nu + 1) / (8 nu + 3) sqrt(nu ln(1 + t^2 / nu)).
     */
    public static double quantile(double probability, double degrees) {
        double normal = normal(probability) * (8 * degrees + 3) / (8 * degrees + 1);
        return Math.sqrt(degrees * Math.expm1(normal * normal / degrees));
    }

    /** The same for the normal distribution, by Mills's bound on its tail, for probabilities up to 0.1. */
    public static double normal(double probability) {
        double near = 1;
        double far = FARTHEST;
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

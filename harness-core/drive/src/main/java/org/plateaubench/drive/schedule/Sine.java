// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.drive.schedule;

/** A sine, upwards first. {@link StrictMath} gives every host the same instants. */
record Sine(long lengthNanos, double middle, double amplitude, long everyNanos) implements Periodic {
    private static final int MAX_STEPS = 80;
    private static final double NEAR_NANOS = 0.25;

    private double radians(double nanos) {
        return 2 * Math.PI * nanos / everyNanos;
    }

    @Override
    public double levelAt(long nanos) {
        return levelInPeriod((double) (nanos % everyNanos));
    }

    private double levelInPeriod(double nanos) {
        return middle + amplitude * StrictMath.sin(radians(nanos));
    }

    private double areaInPeriod(double nanos) {
        double swing = amplitude * everyNanos / (2 * Math.PI) * (1 - StrictMath.cos(radians(nanos)));
        return (middle * nanos + swing) / SECOND;
    }

    @Override
    public double areaUntil(long nanos) {
        long periods = nanos / everyNanos;
        return periods * areaInPeriod((double) everyNanos) + areaInPeriod((double) (nanos % everyNanos));
    }

    /** Newton's method, kept within bounds by bisection: the area never decreases, and its slope is known. */
    @Override
    public double instantOf(double area) {
        double ofPeriod = areaInPeriod((double) everyNanos);
        double periods = Math.floor(area / ofPeriod);
        double wanted = Math.max(0, area - periods * ofPeriod);
        double low = 0;
        double high = everyNanos;
        double instant = Math.min(wanted / middle * SECOND, (double) everyNanos);
        for (int step = 0; step < MAX_STEPS && high - low > NEAR_NANOS; step++) {
            double missing = wanted - areaInPeriod(instant);
            if (missing > 0) {
                low = instant;
            } else {
                high = instant;
            }
            double newton = instant + missing * SECOND / levelInPeriod(instant);
            boolean inside = newton > low && newton < high;
            boolean near = Math.abs(newton - instant) < NEAR_NANOS;
            instant = inside ? newton : (low + high) / 2;
            if (inside && near) {
                break;
            }
        }
        return periods * everyNanos + instant;
    }

    @Override
    public long aboveFrom(double bound) {
        double sine = Math.clamp((bound - middle) / amplitude, -1.0, 1.0);
        return (long) (everyNanos * StrictMath.asin(sine) / (2 * Math.PI));
    }

    @Override
    public long aboveNanos(double bound) {
        if (middle - amplitude > bound) {
            return everyNanos;
        }
        return middle + amplitude > bound ? everyNanos / 2 - 2 * aboveFrom(bound) : 0;
    }
}

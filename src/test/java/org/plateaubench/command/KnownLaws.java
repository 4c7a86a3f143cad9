// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.command;

import java.util.Arrays;
import java.util.Random;
import java.util.function.DoubleUnaryOperator;

/** The laws of the servers and of what users see of them, computed from the figures of the run files alone. Milliseconds. */
final class KnownLaws {
    private static final double MOST_MS = 1_000;
    private static final double PAUSING_PERIOD_MS = 200;
    private static final double PAUSING_STALL_MS = 40;
    private static final double SHORT_CYCLE_MS = 13.7;
    private static final int SHORT_CYCLE_USERS = 200;
    private static final int SHORT_CYCLE_UNITS = 1_460;

    /** The share of answers that take longer than a time. */
    @FunctionalInterface
    private interface Above {
        double share(double timeMs);
    }

    /** Median 40 ms, standard deviation of the logarithm 0.3. */
    static final DoubleUnaryOperator LOGNORMAL = inverse(time -> 0.5 - aboveMedian(Math.log(time / 40) / 0.3));

    /**
     * From 36 to 40 ms; of every 50 ms nothing is answered in the last 10: what is due then waits for the end, and when it is
     * due has nothing to do with how long it takes.
     */
    static final DoubleUnaryOperator STALLED = inverse(time -> {
        int steps = 2_000;
        double above = 0;
        for (int i = 0; i < steps; i++) {
            above += aboveUniform(time - 10 * (i + 0.5) / steps) / steps;
        }
        return 40.0 / 50 * aboveUniform(time) + 10.0 / 50 * above;
    });

    /** Times of one unit after the other of a user. */
    record Seen(Times response, Times service) {}

    private KnownLaws() {}

    private static double aboveUniform(double timeMs) {
        return Math.clamp((40 - timeMs) / 4, 0, 1);
    }

    /**
     * A server that takes 4 to 6 ms and stalls for 40 of every 200 ms, and users whose cycle of 13.7 ms is shorter than the
     * stall: what falls due while a user waits is late by as much, and is caught up one after the other. By simulation.
     *
     * @param overhead what the way there and back adds to each answer
     */
    static Seen shortCycle(Times overhead) {
        Random random = new Random(7);
        double[] response = new double[SHORT_CYCLE_USERS * SHORT_CYCLE_UNITS];
        double[] service = new double[response.length];
        int next = 0;
        for (int user = 0; user < SHORT_CYCLE_USERS; user++) {
            double first = PAUSING_PERIOD_MS * (user + 0.5) / SHORT_CYCLE_USERS;
            double free = 0;
            for (int unit = 0; unit < SHORT_CYCLE_UNITS; unit++) {
                double intended = first + unit * SHORT_CYCLE_MS;
                double start = Math.max(intended, free);
                double due = start + 4 + 2 * random.nextDouble();
                double into = due % PAUSING_PERIOD_MS;
                boolean stalls = into >= PAUSING_PERIOD_MS - PAUSING_STALL_MS;
                free = due + (stalls ? PAUSING_PERIOD_MS - into : 0) + overhead.drawn(random);
                response[next] = free - intended;
                service[next++] = free - start;
            }
        }
        return new Seen(Times.of(response), Times.of(service));
    }

    /** The law of {@link #shortCycle} on a way that takes no time. */
    static Seen shortCycle() {
        return shortCycle(Times.NONE);
    }

    private static DoubleUnaryOperator inverse(Above law) {
        int steps = 20_000;
        double[] shares = new double[steps + 1];
        Arrays.setAll(shares, i -> 1 - law.share(MOST_MS / 2 * i / steps));
        return share -> {
            int found = Arrays.binarySearch(shares, share);
            double low = MOST_MS / 2 * Math.max(0, (found < 0 ? -found - 1 : found) - 1) / steps;
            double high = low + MOST_MS / 2 / steps * 2;
            while (high - low > 1e-6) {
                double middle = (low + high) / 2;
                if (law.share(middle) > 1 - share) {
                    low = middle;
                } else {
                    high = middle;
                }
            }
            return high;
        };
    }

    /** Integral of the standard normal density from 0. */
    private static double aboveMedian(double x) {
        int steps = 500;
        double sum = 0;
        for (int i = 0; i < steps; i++) {
            double middle = x * (i + 0.5) / steps;
            sum += Math.exp(-middle * middle / 2);
        }
        return sum * x / steps / Math.sqrt(2 * Math.PI);
    }
}

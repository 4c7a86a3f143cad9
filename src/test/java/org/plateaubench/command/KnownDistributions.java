// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.command;

import java.util.Arrays;
import java.util.Random;
import java.util.function.DoubleUnaryOperator;

/**
 * The distributions of the servers' times and of the users' times in milliseconds, computed only from the figures of
 * the run files.
 */
final class KnownDistributions {
    private static final double MAX_MS = 1_000;
    private static final double PAUSING_PERIOD_MS = 200;
    private static final double PAUSING_STALL_MS = 40;
    private static final double SHORT_CYCLE_MS = 13.7;
    private static final int SHORT_CYCLE_USERS = 200;
    private static final int SHORT_CYCLE_UNITS = 1_460;

    /** The share of responses that take longer than a time. */
    @FunctionalInterface
    private interface TailShare {
        double above(double timeMs);
    }

    /** Median 40 ms, standard deviation of the logarithm 0.3. */
    static final DoubleUnaryOperator LOGNORMAL = inverse(time -> 0.5 - aboveMedian(Math.log(time / 40) / 0.3));

    /** Uniform from 36 to 40 ms; in the last 10 of every 50 ms the server sends no response. */
    static final DoubleUnaryOperator STALLED = stalled(36, 40, 50, 10);

    /** Response, service and server times of the same units. */
    record UserTimes(Times response, Times service, Times served) {}

    private KnownDistributions() {}

    /** A response that is due during a stall waits for its end; the due time is independent of the service time. */
    private static DoubleUnaryOperator stalled(double from, double to, double every, double stall) {
        return inverse(time -> {
            int steps = 2_000;
            double above = 0;
            for (int i = 0; i < steps; i++) {
                above += aboveUniform(time - stall * (i + 0.5) / steps, from, to) / steps;
            }
            return (every - stall) / every * aboveUniform(time, from, to) + stall / every * above;
        });
    }

    private static double aboveUniform(double time, double from, double to) {
        return Math.clamp((to - time) / (to - from), 0, 1);
    }

    /**
     * A server that takes 4 to 6 ms and stalls for 40 of every 200 ms, and users whose cycle of 13.7 ms is shorter
     * than the stall: units that fall due while a user waits start late, directly one after the other. Computed by
     * simulation.
     *
     * @param serverDelay delay of each response beyond the server's distribution
     * @param transmission transmission time of each request and response
     */
    static UserTimes shortCycle(Times serverDelay, Times transmission) {
        Random random = new Random(7);
        double[] response = new double[SHORT_CYCLE_USERS * SHORT_CYCLE_UNITS];
        double[] service = new double[response.length];
        double[] served = new double[response.length];
        int next = 0;
        for (int user = 0; user < SHORT_CYCLE_USERS; user++) {
            double first = PAUSING_PERIOD_MS * (user + 0.5) / SHORT_CYCLE_USERS;
            double idleFrom = 0;
            for (int unit = 0; unit < SHORT_CYCLE_UNITS; unit++) {
                double intended = first + unit * SHORT_CYCLE_MS;
                double start = Math.max(intended, idleFrom);
                double due = start + 4 + 2 * random.nextDouble();
                double offset = due % PAUSING_PERIOD_MS;
                boolean stalls = offset >= PAUSING_PERIOD_MS - PAUSING_STALL_MS;
                double answered = due + (stalls ? PAUSING_PERIOD_MS - offset : 0) + serverDelay.draw(random);
                idleFrom = answered + transmission.draw(random);
                served[next] = answered - start;
                response[next] = idleFrom - intended;
                service[next++] = idleFrom - start;
            }
        }
        return new UserTimes(Times.of(response), Times.of(service), Times.of(served));
    }

    /** The same without server delays and transmission times. */
    static UserTimes shortCycle() {
        return shortCycle(Times.NONE, Times.NONE);
    }

    private static DoubleUnaryOperator inverse(TailShare law) {
        int steps = 20_000;
        double[] shares = new double[steps + 1];
        Arrays.setAll(shares, i -> 1 - law.above(MAX_MS / 2 * i / steps));
        return share -> {
            int found = Arrays.binarySearch(shares, share);
            double low = MAX_MS / 2 * Math.max(0, (found < 0 ? -found - 1 : found) - 1) / steps;
            double high = low + MAX_MS / 2 / steps * 2;
            while (high - low > 1e-6) {
                double middle = (low + high) / 2;
                if (law.above(middle) > 1 - share) {
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

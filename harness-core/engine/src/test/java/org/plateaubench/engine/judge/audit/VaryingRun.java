// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge.audit;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.DoubleUnaryOperator;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.judge.figures.SteadyBlocks;

/** A simulated step of 300 s whose load goes up and down: a schedule, a SUT, and random counts per second. */
final class VaryingRun {
    static final int SECONDS = 300;
    private static final int SLOW_SECONDS = 8;

    /** The shape of the planned level, which varies from 0 to about 2. */
    enum Schedule {
        SINE,
        LONG_SINE,
        BURSTS,
        SHORT_BURSTS,
        REPLAY;

        private double[] levels(Random random) {
            double[] levels = new double[SECONDS];
            int phase = random.nextInt(60);
            for (int i = 0; i < SECONDS; i++) {
                levels[i] = switch (this) {
                    case SINE -> 1 + Math.sin(2 * Math.PI * (i + phase) / 60);
                    case LONG_SINE -> 1 + Math.sin(2 * Math.PI * (i + phase) / SECONDS);
                    case BURSTS -> (i + phase) % 60 < 30 ? 2 : 0;
                    case SHORT_BURSTS -> (i + phase) % 30 < 3 ? 9 : 0.1;
                    case REPLAY -> i % 15 > 0 ? levels[i - 1] : random.nextInt(4) == 0 ? 0 : 2 * random.nextDouble();
                };
            }
            return levels;
        }
    }

    /** The throughput of the SUT at a level. */
    enum Sut {
        /** Proportional to the level. */
        QUICK(level -> level, 0),
        /** No more than the load on average. */
        LIMITED(level -> Math.min(level, 0.8), 0),
        /** More than proportional at high levels. */
        BATCHING(level -> Math.pow(level, 1.3), 0),
        /** Proportional to the level, but each operation takes 8 s. */
        SLOW(level -> level, SLOW_SECONDS);

        @SuppressWarnings("ImmutableEnumChecker") // The functions have no state.
        private final DoubleUnaryOperator throughput;

        private final int lateSeconds;

        Sut(DoubleUnaryOperator throughput, int lateSeconds) {
            this.throughput = throughput;
            this.lateSeconds = lateSeconds;
        }
    }

    private final Sut sut;
    private final double perLevel;
    private final Random random;
    private final double[] levels;

    /**
     * Draws a run.
     *
     * @param perLevel operations per second at a level of 1
     */
    VaryingRun(Schedule schedule, Sut sut, double perLevel, long seed) {
        this.sut = sut;
        this.perLevel = perLevel;
        random = new Random(seed);
        levels = schedule.levels(random);
    }

    /** The operations that end in a second on average, if nothing hangs. */
    private double expected(int second) {
        return perLevel * sut.throughput.applyAsDouble(planned(second));
    }

    /**
     * The least length of a standstill in the given seconds, counted at the mean rate, that follows from the plan if
     * operations take between no time and twice their mean.
     */
    double knownLoss(int from, int to) {
        double least = to - from;
        for (int offset = -sut.lateSeconds - 1; offset <= sut.lateSeconds + 1; offset++) {
            least = Math.min(least, share(this::expected, from + offset, to + offset) * SECONDS);
            least = Math.min(least, share(this::planned, from + offset, to + offset) * SECONDS);
        }
        return least;
    }

    private static double share(IntToDoubleFunction ofSecond, int from, int to) {
        return IntStream.range(from, to).mapToDouble(ofSecond).sum()
                / IntStream.range(0, SECONDS).mapToDouble(ofSecond).sum();
    }

    private double planned(int second) {
        int begun = second - sut.lateSeconds;
        return begun < 0 ? 0 : levels[begun];
    }

    /** The smallest loss that is reported: 5 s, and two operations. */
    double leastLoss() {
        return Math.max(5, 2 * sut.lateSeconds);
    }

    /** The outage that is found, null for none, where the SUT does not answer for some seconds. */
    @Nullable
    Outage outage(int hangFrom, int hangTo) {
        List<SteadyBlocks.Slot> slots = new ArrayList<>();
        for (int i = 0; i < SECONDS; i++) {
            boolean hangs = i >= hangFrom && i < hangTo;
            slots.add(new SteadyBlocks.Slot(true, hangs ? 0 : poisson(expected(i)), 0, 0, 50 * levels[i]));
        }
        return Outage.of(
                SteadyRuns.withoutBlockValues(SteadyBlocks.Shape.VARYING, 1, sut.lateSeconds, 1, slots, List.of()), 1);
    }

    private double poisson(double mean) {
        double bound = Math.exp(-mean);
        int count = 0;
        for (double product = random.nextDouble(); product > bound; product *= random.nextDouble()) {
            count++;
        }
        return count;
    }
}

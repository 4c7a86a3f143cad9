// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.statistics;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * How often intervals of the difference within and outside of events contain the truth, and how often a difference is claimed
 * where there is none, by simulation of response times whose level is correlated from slot to slot. The draws are the same each
 * time.
 */
class PercentileShiftTest {
    private static final double LEVEL = 0.95;
    private static final int SIMULATIONS = 200;
    private static final int REPLICATES = 400;
    /** Four standard errors of a share of 0.95 among so many. */
    private static final double TOLERANCE = 4 * Math.sqrt(0.95 * 0.05 / SIMULATIONS);

    private static final double MEDIAN_MS = 40;
    /** Of single values, and of the level of a slot, in the logarithm. */
    private static final double SPREAD = 0.3;

    private static final double LEVEL_SPREAD = 0.1;
    private static final int VALUES_PER_SLOT = 40;

    /** A simulated run: values by slot, and which slots are inside. */
    @SuppressWarnings("ArrayRecordComponent") // Read once, by the test that made it.
    private record Simulated(double[][] values, boolean[] inside) {}

    @ParameterizedTest
    @CsvSource({
        // slots, correlation, events, slots of each, share, how much longer inside
        "300, 0.5, 50, 1, 0.5,  1",
        "300, 0.7, 20, 3, 0.95, 1",
        "400, 0.8, 30, 2, 0.95, 1.3",
        "120, 0.5, 10, 3, 0.95, 1",
        "300, 0.5, 5,  6, 0.95, 1.3",
        "300, 0.5, 20, 4, 0.99, 1"
    })
    void anIntervalContainsTheDifferenceAsOftenAsItSays(
            int slots, double correlation, int events, int length, double share, double longer) {
        double deviations =
                NormalDistribution.of(0, Math.hypot(SPREAD, LEVEL_SPREAD)).inverseCumulativeProbability(share);
        double truth = (longer - 1) * MEDIAN_MS * Math.exp(deviations);
        int told = 0;
        int covered = 0;
        int claimed = 0;
        for (int i = 0; i < SIMULATIONS; i++) {
            SplittableRandom random = new SplittableRandom(1000L * slots + 31L * events + i);
            PercentileShift shift = shift(simulated(random, slots, correlation, events, length, longer), share, i);
            if (shift != null) {
                told++;
                ConfidenceInterval interval = shift.interval();
                covered += interval.lower() <= truth && truth <= interval.upper() ? 1 : 0;
                claimed += (interval.lower() > 0 || interval.upper() < 0) && shift.probability() < 1 - LEVEL ? 1 : 0;
            }
        }
        assertThat(told).isGreaterThan(SIMULATIONS * 9 / 10);
        assertThat((double) covered / told).isBetween(LEVEL - TOLERANCE, 1.0);
        if (longer == 1) {
            assertThat((double) claimed / told).isLessThan(1 - LEVEL + TOLERANCE);
        } else {
            assertThat((double) claimed / told)
                    .as("a great difference is found")
                    .isGreaterThan(0.9);
        }
    }

    private static Simulated simulated(
            SplittableRandom random, int slots, double correlation, int events, int length, double longer) {
        boolean[] inside = new boolean[slots];
        for (int event = 0; event < events; event++) {
            int start = slots * event / events + random.nextInt(Math.max(1, slots / events - length));
            Arrays.fill(inside, start, Math.min(slots, start + length), true);
        }
        double[][] values = new double[slots][VALUES_PER_SLOT];
        double level = random.nextGaussian();
        for (int slot = 0; slot < slots; slot++) {
            level = correlation * level + Math.sqrt(1 - correlation * correlation) * random.nextGaussian();
            for (int i = 0; i < VALUES_PER_SLOT; i++) {
                values[slot][i] = MEDIAN_MS
                        * Math.exp(SPREAD * random.nextGaussian() + LEVEL_SPREAD * level)
                        * (inside[slot] ? longer : 1);
            }
        }
        return new Simulated(values, inside);
    }

    private static @Nullable PercentileShift shift(Simulated run, double share, long seed) {
        double[] within = sorted(run, true);
        double[] without = sorted(run, false);
        CountedPart one = counted(run, true, within, share);
        CountedPart other = counted(run, false, without, share);
        double difference = at(within, share) - at(without, share);
        return PercentileShift.of(share, difference, one, other, LEVEL, seed, REPLICATES);
    }

    private static double[] sorted(Simulated run, boolean inside) {
        return IntStream.range(0, run.inside.length)
                .filter(slot -> run.inside[slot] == inside)
                .mapToObj(slot -> run.values[slot])
                .flatMapToDouble(Arrays::stream)
                .sorted()
                .toArray();
    }

    private static double at(double[] sorted, double share) {
        return sorted[(int) Math.ceil(share * sorted.length) - 1];
    }

    private static CountedPart counted(Simulated run, boolean inside, double[] sorted, double share) {
        double[] bounds = Arrays.stream(CountedPart.shares(share))
                .map(each -> at(sorted, each))
                .distinct()
                .toArray();
        CountedPart part = new CountedPart(bounds, at(sorted, share), run.inside.length);
        for (int slot = 0; slot < run.inside.length; slot++) {
            for (int i = 0; run.inside[slot] == inside && i < run.values[slot].length; i++) {
                part.add(slot, run.values[slot][i], 1);
            }
        }
        return part;
    }

    @Test
    void eventsThatAllLieCloseTogetherTellNothing() {
        boolean[] inside = new boolean[300];
        Arrays.fill(inside, 100, 150, true);
        double[][] values = new double[300][20];
        SplittableRandom random = new SplittableRandom(3);
        for (double[] slot : values) {
            Arrays.setAll(slot, i -> random.nextDouble());
        }
        assertThat(shift(new Simulated(values, inside), 0.9, 1)).isNull();
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import org.assertj.core.data.Offset;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.plateaubench.engine.judge.figures.SteadyBlocks;

/** Formulas and bounds of outages (measurement rule M21), at the bound and just beyond it. */
final class OutageTest {
    private static final Offset<Double> CLOSE = within(1e-9);

    private static SteadyBlocks window(double secondsPerSlot, int slots, IntFunction<SteadyBlocks.Slot> slot) {
        List<SteadyBlocks.Slot> all = new ArrayList<>();
        for (int i = 0; i < slots; i++) {
            all.add(slot.apply(i));
        }
        return SteadyRuns.withoutBlockValues(SteadyBlocks.Shape.EVEN, 1, 0, secondsPerSlot, all, List.of());
    }

    private static SteadyBlocks.Slot slot(double successes, double errors) {
        return new SteadyBlocks.Slot(true, successes, errors, 0, 0);
    }

    @Test
    void m21MinimumOutageIsBetweenTwoAndFiveSeconds() {
        assertThat(Outage.leastSeconds(window(1, 20, i -> slot(9, 0)))).isEqualTo(2);
        assertThat(Outage.leastSeconds(window(2, 40, i -> slot(9, 0)))).isEqualTo(4);
        assertThat(Outage.leastSeconds(window(1, 500, i -> slot(9, 0)))).isEqualTo(5);
    }

    /** ln(2 * windows * slots / (0.1 * 1e-4)) completions have to be missing. */
    @Test
    void m21DetectableOutageDependsOnTheRate() {
        double evidence = Math.log(2.0 * 3 * 100 / 1e-5);
        assertThat(Outage.detectableSeconds(window(1, 100, i -> slot(2, 0)), 3)).isCloseTo(evidence / 2, CLOSE);
        assertThat(Outage.detectableSeconds(window(1, 100, i -> slot(90, 0)), 3))
                .isEqualTo(5);
        assertThat(Outage.detectableSeconds(window(1, 100, i -> slot(0, 0)), 3)).isInfinite();
    }

    /** Partly empty slots at the edges count by the completions that they lack: 0.5 + 5 + 0.6 of 100 slots, against a mean of 93.9. */
    @Test
    void m21StandstillLengthFollowsTheLostCompletions() {
        Outage outage = Outage.of(
                window(1, 100, i -> slot(i == 39 ? 40 : i >= 40 && i < 45 ? 0 : i == 45 ? 30 : 100, i == 41 ? 1 : 0)),
                1);
        assertThat(outage).isNotNull();
        assertThat(outage.errors()).isFalse();
        assertThat(outage.fromSeconds()).isEqualTo(39);
        assertThat(outage.toSeconds()).isEqualTo(46);
        double mean = (93 * 100 + 70) / 100.0;
        assertThat(outage.expected()).isCloseTo(7 * mean, CLOSE);
        assertThat(outage.successes()).isEqualTo(70);
        assertThat(outage.seconds()).isCloseTo(7 - 70 / mean, CLOSE);
        assertThat(outage.failed()).isEqualTo(1);
    }

    @Test
    void m21ErrorBurstIsComparedWithOtherErrors() {
        Outage outage = Outage.of(window(2, 50, i -> slot(90, i >= 20 && i < 24 ? 60 : i == 3 ? 9 : 0)), 1);
        assertThat(outage).isNotNull();
        assertThat(outage.errors()).isTrue();
        assertThat(outage.fromSeconds()).isEqualTo(40);
        assertThat(outage.toSeconds()).isEqualTo(48);
        assertThat(outage.seconds()).isEqualTo(8);
        assertThat(outage.failed()).isEqualTo(240);
        assertThat(outage.successes()).isEqualTo(360);
        assertThat(outage.expected()).isCloseTo(600 * 10 / (46 * 90 + 9 + 1.0), CLOSE);
    }

    /** Half of a long slot is missing: 18 of 38 may be chance, ln(2 * 10 / 1e-5) is more than 6.4; 360 of 756 may not. */
    @Test
    void m21PartialStandstillInALongSlotIsDetected() {
        assertThat(Outage.of(window(5, 10, i -> slot(i == 4 ? 18 : 40, 0)), 1)).isNull();
        assertThat(Outage.of(window(5, 10, i -> slot(i == 4 ? 360 : 800, 0)), 1))
                .isNotNull();
    }

    @Test
    void m21HarnessStopOfHalfTheOutageExplainsIt() {
        assertThat(new Outage(false, 0, 10, 10, 0, 100, 0, 5).isOfHarness()).isTrue();
        assertThat(new Outage(false, 0, 10, 10, 0, 100, 0, 4.9).isOfHarness()).isFalse();
    }

    /**
     * Rates alternate between 100 + d and 100 - d every 20 slots, with 10 empty slots among them. Ten slots have a
     * median of 1,000 completions and deviate from it by 10 d. The variance beyond the 1,000 of random counts is the
     * excess; missing^2 / (2 excess) is compared with the threshold.
     */
    @Test
    void m21StandstillMustExceedTheRateVariation() {
        double logThreshold = Math.log(2.0 * 300 / (0.1 * Significance.FALSE_ALARMS));
        double deviation = Math.sqrt(1_000 + 1_000 * 1_000 / (2 * logThreshold));
        double swing = deviation / 14.826;
        assertThat(standstillAmong(0.99 * swing)).isNotNull();
        assertThat(standstillAmong(1.01 * swing)).isNull();
    }

    private static @Nullable Outage standstillAmong(double swing) {
        return Outage.of(
                window(1, 300, i -> {
                    int other = i < 145 ? i : i - 10;
                    return slot(i >= 145 && i < 155 ? 0 : other / 20 % 2 == 0 ? 100 + swing : 100 - swing, 0);
                }),
                1);
    }

    /** With units of fifty operations, each operation carries a fiftieth of the information. */
    @Test
    void m21BatchedOperationsCountAsOne() {
        double logThreshold = Math.log(2.0 * 300 / (0.1 * Significance.FALSE_ALARMS));
        double expected = 9.9 * 290 / 300 * 10;
        assertThat(standstillOf(0.99 * expected / logThreshold)).isNotNull();
        assertThat(standstillOf(1.01 * expected / logThreshold)).isNull();
        SteadyBlocks few = inBatches(50);
        assertThat(Outage.detectableSeconds(few, 1)).isCloseTo(logThreshold * 50 / (9.9 * 290 / 300), within(1e-6));
    }

    private static @Nullable Outage standstillOf(double operationsDueTogether) {
        return Outage.of(inBatches(operationsDueTogether), 1);
    }

    private static SteadyBlocks inBatches(double operationsDueTogether) {
        SteadyBlocks even = window(1, 300, i -> slot(i >= 145 && i < 155 ? 0 : 9.9, 0));
        return SteadyRuns.withoutBlockValues(
                SteadyBlocks.Shape.EVEN, operationsDueTogether, 0, 1, even.slots(), List.of());
    }

    /** On a ramp, a standstill needs at least as many slots on either side. */
    @ParameterizedTest
    @CsvSource({"9, false", "10, true", "100, true", "280, true", "281, false"})
    void m21RampStandstillIsComparedWithNeighbours(int from, boolean found) {
        SteadyBlocks even = window(1, 300, i -> slot(i >= from && i < from + 10 ? 0 : 1_000 + i, 0));
        Outage outage =
                Outage.of(SteadyRuns.withoutBlockValues(SteadyBlocks.Shape.RAMP, 1, 0, 1, even.slots(), List.of()), 1);
        assertThat(outage != null).isEqualTo(found);
        if (outage != null) {
            double before = 10 * 1_000 + 10 * from - 55;
            assertThat(outage.expected()).isCloseTo(before, CLOSE);
        }
    }

    /**
     * Elsewhere, errors occur in clumps; variance over mean estimates how many of them count as one. Sixty errors a
     * second for six seconds are a burst while their divergence, divided by this number, exceeds the threshold.
     */
    @Test
    void m21BatchedErrorsCountAsOne() {
        double logThreshold = Math.log(2.0 * 100 / 1e-5);
        int bursts = 0;
        for (int clump = 1; clump < 60; clump++) {
            int each = clump;
            Outage outage =
                    Outage.of(window(1, 100, i -> slot(90, i >= 50 && i < 56 ? 60 : i % 10 == 4 ? each : 0)), 1);
            double errorsElsewhere = 9 * each;
            double clumping = Math.max(1, each - errorsElsewhere / 94);
            double expected = 6 * 150 * (errorsElsewhere + 1) / (94 * 90 + errorsElsewhere + 1);
            double divergence = expected - 360 + 360 * Math.log(360 / expected);
            assertThat(outage != null).as("clumps of %d", each).isEqualTo(divergence / clumping > logThreshold);
            bursts += outage == null ? 0 : 1;
        }
        assertThat(bursts).isBetween(10, 50);
    }
}

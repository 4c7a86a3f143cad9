// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.IntFunction;
import java.util.function.IntToDoubleFunction;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.plateaubench.engine.judge.figures.Extent.Portion;
import org.plateaubench.engine.judge.figures.Scope;
import org.plateaubench.engine.judge.figures.SteadyBlocks;

/**
 * False alarms and detections of the audit of steadiness (measurement rules M15 and M21): a subset of {@code
 * verification/steadiness}.
 */
final class SteadinessAuditsTest {
    private static final Scope SCOPE = Scope.workload(1, "store");
    private static final int SECONDS = 300;

    /** If one run in 10,000 raises an alarm, more alarms than this are unlikely. */
    @ParameterizedTest
    @CsvSource({
        "1, 1, 0.08, 0.8, 2000, 1",
        "5, 1, 0.08, 0.8, 10000, 4",
        "5, 1, 0.03, 0.5, 2000, 1",
        "5, 68, 0.08, 0.8, 30, 1",
        "5, 68, 0.03, 0.5, 30, 1"
    })
    @Tag("simulation")
    void m21CleanRunsRaiseVeryFewAlarms(
            int minutes, int workloads, double noise, double correlation, int runs, int max) {
        assertThat(new SteadyRuns(21, minutes, workloads, noise, correlation).detections(SteadyRuns.Fault.NONE, runs))
                .isLessThanOrEqualTo(max);
    }

    /** Too rare to be counted: at most one alarm in 10,000 runs, with 95 % confidence. */
    @ParameterizedTest
    @CsvSource({"1, 1, 4000", "5, 1, 4000", "5, 4, 4000", "5, 68, 500"})
    @Tag("simulation")
    void m21EstimatedFalseAlarmRateIsWithinTheBound(int minutes, int workloads, int samples) {
        FalseAlarmEstimator estimator = new FalseAlarmEstimator(31, new SteadyRuns(31, minutes, workloads, 0.08, 0.8));
        assertThat(estimator.estimate(samples).upperBound()).isBetween(1e-7, Significance.FALSE_ALARMS);
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, 0.5, 0.8})
    void rareNoiseHasAMeanWeightOfOne(double correlation) {
        FalseAlarmEstimator estimator = new FalseAlarmEstimator(32, new SteadyRuns(32, 1, 1, 0.08, correlation));
        assertThat(estimator.meanWeight(SteadySeries.Kind.RATE, 20_000)).isCloseTo(1, within(0.1));
    }

    /** The detection rate is 95%; the bounds allow for random variation. */
    @ParameterizedTest
    @CsvSource({"1, 0.5, 300, 275", "1, 0, 300, 275", "68, 0.5, 20, 17"})
    @Tag("simulation")
    void m21FaultsAreDetected(int workloads, double correlation, int runs, int least) {
        for (SteadyRuns.Fault fault : SteadyRuns.Fault.values()) {
            if (fault != SteadyRuns.Fault.NONE) {
                assertThat(new SteadyRuns(22, 5, workloads, 0.03, correlation).detections(fault, runs))
                        .as(fault.name())
                        .isGreaterThanOrEqualTo(least);
            }
        }
    }

    /** A minute of one operation, in seconds, with correlated noise. */
    private static SteadyBlocks.Line minute(
            RandomGenerator random, double noise, double correlation, IntToDoubleFunction rate, double p95) {
        double[] rateNoise = AutoregressiveNoise.standard(correlation).sample(random, 60);
        double[] p95Noise = AutoregressiveNoise.standard(correlation).sample(random, 60);
        double[] rates = SteadyRuns.byBlock(60, i -> rate.applyAsDouble(i) * Math.exp(noise * rateNoise[i]));
        double[] times = SteadyRuns.byBlock(
                60, i -> 10 * (rate.applyAsDouble(i) < 100 ? p95 : 1) * Math.exp(noise * p95Noise[i]));
        return new SteadyBlocks.Line(
                "read", 1, SteadyRuns.list(rates), SteadyRuns.list(times), SteadyRuns.list(new double[60]));
    }

    private static int slowParts(
            int runs, int lines, double noise, double correlation, IntToDoubleFunction rate, double p95) {
        RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(5);
        int found = 0;
        for (int i = 0; i < runs; i++) {
            List<SteadyBlocks.Line> all = new ArrayList<>(List.of(minute(random, noise, correlation, rate, p95)));
            while (all.size() < lines) {
                all.add(minute(random, noise, correlation, second -> 100, 1));
            }
            SteadyBlocks blocks =
                    SteadyRuns.withoutBlockValues(SteadyBlocks.Shape.EVEN, 1, 0, 1, slots(second -> slot(100, 0)), all);
            found += audit(blocks, AuditOrRule.STEADINESS).state() == AuditResult.State.VIOLATED ? 1 : 0;
        }
        return found;
    }

    /** Also with noise that is often as great as a slow part is. */
    @ParameterizedTest
    @CsvSource({"0.1, 0.8", "0.3, 0.5", "0.5, 0.8", "0.7, 0.9"})
    @Tag("simulation")
    void m21NoiseRaisesNoSlowPartAlarm(double noise, double correlation) {
        assertThat(slowParts(500, 1, noise, correlation, second -> 100, 1)).isZero();
    }

    @ParameterizedTest
    @CsvSource({"0.1, 0", "0.1, 0.8", "0.3, 0.5", "0.5, 0", "0.5, 0.8", "0.7, 0.9"})
    @Tag("simulation")
    @Tag("slow")
    void m21NoiseRaisesAtMostOneSlowPartAlarm(double noise, double correlation) {
        assertThat(slowParts(10_000, 1, noise, correlation, second -> 100, 1)).isLessThanOrEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource({
        "0, 20, 25, 1, 1",
        "40, 60, 25, 1, 1",
        "20, 40, 25, 1, 50",
        "30, 36, 25, 1, 1",
        "0, 20, 99, 6, 1",
        "40, 60, 99, 6, 50",
        "25, 31, 99, 6, 1"
    })
    void m21SlowPartOfAMinuteFailsTheRun(int from, int to, double rate, double p95, int lines) {
        IntToDoubleFunction planted = second -> second >= from && second < to ? rate : 100;
        assertThat(slowParts(100, lines, 0.15, 0.3, planted, p95)).isGreaterThanOrEqualTo(95);
    }

    /** The harness caused half of the rise; and times of a millisecond are not precise enough in class dev. */
    @Test
    void m21RiseCausedByHarnessLagIsOnlyNoted() {
        double[] rates = SteadyRuns.byBlock(60, i -> 100);
        double[] late = SteadyRuns.byBlock(60, i -> i < 40 ? 1 : 30);
        double[] p95 = SteadyRuns.byBlock(60, i -> (i < 40 ? 10 : 60) + 0.1 * (i % 3));
        assertThat(slow(rates, p95, new double[60], 10).fails()).isTrue();
        assertThat(slow(rates, p95, late, 10).noted()).isTrue();
        assertThat(slow(rates, Arrays.stream(p95).map(ms -> ms / 10).toArray(), new double[60], 10)
                        .fails())
                .isFalse();
    }

    private static AuditResult slow(double[] rates, double[] p95, double[] lag, double leastMs) {
        SteadyBlocks.Line line =
                new SteadyBlocks.Line("read", 1, SteadyRuns.list(rates), SteadyRuns.list(p95), SteadyRuns.list(lag));
        SteadyBlocks blocks = SteadyRuns.withoutBlockValues(
                SteadyBlocks.Shape.EVEN, 1, 0, 1, slots(second -> slot(100, 0)), List.of(line));
        return SteadinessAudits.of(List.of(new SteadinessAudits.TestedWindow(SCOPE, blocks, true, leastMs)))
                .getLast();
    }

    @Test
    void m21SlowTileFailsTheRun() {
        RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(7);
        List<SteadinessAudits.TestedWindow> tiles = new ArrayList<>();
        for (int tile = 1; tile <= 20; tile++) {
            boolean isSlow = tile == 7;
            SteadyBlocks.Line line = minute(random, 0.15, 0.3, i -> isSlow && i >= 40 ? 25 : 100, 1);
            tiles.add(new SteadinessAudits.TestedWindow(
                    Scope.workload(tile, "store"),
                    SteadyRuns.withoutBlockValues(
                            SteadyBlocks.Shape.EVEN, 1, 0, 1, slots(second -> slot(100, 0)), List.of(line)),
                    true,
                    1));
        }
        List<AuditResult> failed =
                SteadinessAudits.of(tiles).stream().filter(AuditResult::fails).toList();
        assertThat(failed).hasSize(1);
        assertThat(failed.getFirst().message()).startsWith("7/store: from second 40 to 60");
    }

    private static SteadyBlocks window(int secondsPerSlot, int seconds, IntFunction<SteadyBlocks.Slot> slot) {
        List<SteadyBlocks.Slot> slots = new ArrayList<>();
        for (int i = 0; i < seconds / secondsPerSlot; i++) {
            slots.add(slot.apply(i));
        }
        return window(SteadyBlocks.Shape.EVEN, 1, secondsPerSlot, slots);
    }

    private static SteadyBlocks window(
            SteadyBlocks.Shape shape, double operationsDueTogether, int secondsPerSlot, List<SteadyBlocks.Slot> slots) {
        return SteadyRuns.withoutBlockValues(shape, operationsDueTogether, 0, secondsPerSlot, slots, List.of());
    }

    private static List<SteadyBlocks.Slot> slots(IntFunction<SteadyBlocks.Slot> slot) {
        return window(1, SECONDS, slot).slots();
    }

    private static SteadyBlocks.Slot slot(double successes, double errors) {
        return new SteadyBlocks.Slot(true, successes, errors, 0, 0);
    }

    private static AuditResult outage(SteadyBlocks blocks) {
        return audit(blocks, AuditOrRule.OUTAGE);
    }

    private static AuditResult audit(SteadyBlocks blocks, AuditOrRule rule) {
        return SteadinessAudits.of(List.of(new SteadinessAudits.TestedWindow(SCOPE, blocks, false, 1))).stream()
                .filter(audit -> audit.rule() == rule)
                .findFirst()
                .orElseThrow();
    }

    @ParameterizedTest
    @ValueSource(ints = {5, 20, 200})
    void m21StandstillFailsTheRun(int length) {
        AuditResult audit = outage(window(1, SECONDS, i -> slot(i >= 50 && i < 50 + length ? 0 : 100, 0)));
        assertThat(audit.state()).as(audit.message()).isEqualTo(AuditResult.State.VIOLATED);
        assertThat(audit.message()).contains("from second 50 to " + (50 + length));
        assertThat(audit.voidsRun()).isFalse();
        assertThat(audit.noted()).isFalse();
    }

    /** Intervals of 10 s: a standstill of 15 s across two of them leaves a quarter of the completions in each. */
    @Test
    void m21StandstillAcrossLongIntervalsIsDetected() {
        assertThat(outage(window(10, SECONDS, i -> slot(i == 7 || i == 8 ? 250 : 1_000, 0)))
                        .state())
                .isEqualTo(AuditResult.State.VIOLATED);
        assertThat(outage(window(10, 50, i -> slot(i == 3 ? 0 : 1_000, 0))).state())
                .isEqualTo(AuditResult.State.VIOLATED);
    }

    /** At a low rate, empty seconds are expected, and no standstill can be detected. */
    @Test
    void m21DetectionDependsOnTheExpectedCompletions() {
        Random random = new Random(5);
        for (double rate : new double[] {0.1, 1, 8}) {
            for (int run = 0; run < 300; run++) {
                AuditResult audit = outage(window(1, SECONDS, i -> slot(poisson(random, rate), 0)));
                assertThat(audit.state()).as(audit.message()).isNotEqualTo(AuditResult.State.VIOLATED);
            }
        }
        assertThat(outage(window(1, SECONDS, i -> slot(i % 10 == 0 ? 1 : 0, 0))).state())
                .isEqualTo(AuditResult.State.NOT_TESTED);
        assertThat(outage(window(1, SECONDS, i -> slot(i >= 100 && i < 120 ? 0 : poisson(random, 8), 0)))
                        .state())
                .isEqualTo(AuditResult.State.VIOLATED);
    }

    private static double poisson(Random random, double mean) {
        int count = -1;
        for (double left = 1, least = Math.exp(-mean); left > least; left *= random.nextDouble()) {
            count++;
        }
        return Math.max(0, count);
    }

    @Test
    void m21ErrorBurstIsAnOutage() {
        AuditResult audit = outage(window(1, SECONDS, i -> slot(100, i >= 80 && i < 90 ? 100 : i % 50 == 0 ? 2 : 0)));
        assertThat(audit.state()).as(audit.message()).isEqualTo(AuditResult.State.VIOLATED);
        assertThat(audit.message()).contains("second 80 to 90", "attempts failed");
        assertThat(outage(window(1, SECONDS, i -> slot(100, 30))).state()).isEqualTo(AuditResult.State.OK);
    }

    /** The harness itself stopped, which rule M16 reports. */
    @Test
    void m21StandstillOfTheHarnessIsNoted() {
        AuditResult audit = outage(window(
                1, SECONDS, i -> new SteadyBlocks.Slot(true, i >= 50 && i < 60 ? 0 : 100, 0, i == 59 ? 9.8 : 0, 0)));
        assertThat(audit.state()).isEqualTo(AuditResult.State.VIOLATED);
        assertThat(audit.noted()).isTrue();
    }

    /** Standstills may take most of the time and be synchronous with the blocks of the audit. */
    @ParameterizedTest
    @CsvSource({"50, 20", "60, 20", "40, 30", "100, 60", "30, 25"})
    void m21RepeatedStandstillsAreViolated(int every, int length) {
        for (int phase : new int[] {0, 3, 10, 17}) {
            Random random = new Random(phase);
            AuditResult audit =
                    outage(window(1, SECONDS, i -> slot((i + phase) % every < length ? 0 : poisson(random, 100), 0)));
            assertThat(audit.state()).as(audit.message()).isEqualTo(AuditResult.State.VIOLATED);
        }
    }

    @Test
    void m21StandstillOnARampIsDetected() {
        Random random = new Random(9);
        IntFunction<SteadyBlocks.Slot> up = i -> slot(poisson(random, i / 3.0), 0);
        IntFunction<SteadyBlocks.Slot> hung = i -> i >= 200 && i < 220 ? slot(0, 0) : up.apply(i);
        for (int run = 0; run < 200; run++) {
            assertThat(outage(window(SteadyBlocks.Shape.RAMP, 1, 1, slots(up))).state())
                    .isEqualTo(AuditResult.State.OK);
        }
        AuditResult audit = outage(window(SteadyBlocks.Shape.RAMP, 1, 1, slots(hung)));
        assertThat(audit.state()).isEqualTo(AuditResult.State.VIOLATED);
        assertThat(audit.message()).contains("from second 200 to 220");
    }

    private static SteadyBlocks bursts(double unitSeconds, IntToDoubleFunction successes, double errors) {
        List<SteadyBlocks.Slot> slots = slots(i -> new SteadyBlocks.Slot(
                true, successes.applyAsDouble(i), i >= 80 && i < 90 ? errors : 0, 0, i % 60 < 10 ? 7 : 0));
        return SteadyRuns.withoutBlockValues(SteadyBlocks.Shape.VARYING, 1, unitSeconds, 1, slots, List.of());
    }

    @Test
    void m21PlannedLoadChangeIsNotAStandstill() {
        SteadyBlocks bursts = bursts(0.1, i -> i % 60 < 10 ? 100 : 0, 0);
        assertThat(outage(bursts).state()).isEqualTo(AuditResult.State.OK);
        assertThat(outage(bursts).message())
                .isEqualTo(
                        "In the steady state there was no standstill and no burst of errors of 5 s or more at its mean"
                                + " rate.");
        assertThat(audit(bursts, AuditOrRule.STEADINESS).message()).contains("changes as planned");
        assertThat(outage(bursts(0.1, i -> 100, 100)).state()).isEqualTo(AuditResult.State.VIOLATED);
    }

    @Test
    void m21BurstWithoutAnswersIsAStandstill() {
        AuditResult audit = outage(bursts(0.1, i -> i % 60 < 10 && i / 60 != 2 ? 100 : 0, 0));
        assertThat(audit.state()).isEqualTo(AuditResult.State.VIOLATED);
        assertThat(audit.message()).contains("the SUT stopped: from second 70 to 180", "the number to expect is 8");
    }

    /** The load between bursts is negligible compared with the mean. */
    @Test
    void m21PlannedLowLoadExtendsNoStandstill() {
        List<SteadyBlocks.Slot> slots = slots(i ->
                new SteadyBlocks.Slot(true, i % 60 >= 10 ? 1 : i / 60 == 2 ? 0 : 100, 0, 0, i % 60 >= 10 ? 0.07 : 7));
        AuditResult audit =
                outage(SteadyRuns.withoutBlockValues(SteadyBlocks.Shape.VARYING, 1, 0, 1, slots, List.of()));
        assertThat(audit.message()).contains("the SUT stopped: from second 120 to 130");
    }

    /** Operations may end so late that half of the time could be empty. */
    @Test
    void m21LongOperationsHideStandstills() {
        AuditResult audit = outage(bursts(76, i -> i % 60 < 10 && i / 60 != 2 ? 100 : 0, 0));
        assertThat(audit.state()).isEqualTo(AuditResult.State.NOT_TESTED);
        assertThat(audit.message()).contains("or they took so long,");
        assertThat(outage(bursts(74, i -> i % 60 < 10 ? 100 : 0, 0)).state()).isEqualTo(AuditResult.State.OK);
    }

    /** Blocks with too few times for a percentile do not shift a change to an earlier second. */
    @Test
    void m21ChangeIsLocatedDespiteMissingBlocks() {
        double[] same = SteadyRuns.byBlock(60, i -> 900);
        double[] p95 = SteadyRuns.byBlock(60, i -> i >= 10 && i < 14 ? Double.NaN : i < 30 ? 10 : 20);
        assertThat(change(same, p95, SteadyRuns.byBlock(60, i -> 0)).message())
                .contains("from second 150 of the step 2 on");
    }

    private static AuditResult change(double[] rates, double[] p95, double[] queue) {
        List<SteadyBlocks.Slot> slots = new ArrayList<>();
        for (int i = 0; i < 5 * rates.length; i++) {
            slots.add(slot(rates[i / 5], 0));
        }
        return audit(
                new SteadyBlocks(
                        new Portion(Portion.STEP, 2, ""),
                        SteadyBlocks.Shape.EVEN,
                        1,
                        0,
                        1,
                        slots,
                        5,
                        SteadyRuns.list(rates),
                        SteadyRuns.list(p95),
                        SteadyRuns.list(queue),
                        List.of()),
                AuditOrRule.STEADINESS);
    }

    @Test
    void m21FewOrNoisyBlocksAreNotTested() {
        double[] few = SteadyRuns.byBlock(9, i -> 100);
        assertThat(change(few, few, few).state()).isEqualTo(AuditResult.State.NOT_TESTED);
        Random random = new Random(3);
        double[] noisy = SteadyRuns.byBlock(12, i -> 100 * (1 + 0.2 * random.nextGaussian()));
        AuditResult audit = change(noisy, noisy, SteadyRuns.byBlock(12, i -> 0));
        assertThat(audit.state()).isEqualTo(AuditResult.State.NOT_TESTED);
        assertThat(audit.message()).matches(".* a drift of up to [0-9]{3}% could be hidden by the noise.*");

        double[] broken = SteadyRuns.byBlock(12, i -> i % 3 == 0 ? 1 : 300);
        assertThat(change(broken, broken, SteadyRuns.byBlock(12, i -> 0)).message())
                .contains("a drift of any size could be hidden by the noise");
    }

    @Test
    void m21GrowingQueueIsDetected() {
        double[] same = SteadyRuns.byBlock(60, i -> 900);
        AuditResult audit = change(same, same, SteadyRuns.byBlock(60, i -> i / 2.0));
        assertThat(audit.state()).isEqualTo(AuditResult.State.VIOLATED);
        assertThat(audit.message()).contains("the queue", "step 2");
        assertThat(change(same, same, SteadyRuns.byBlock(60, i -> i == 17 ? 50 : 0))
                        .state())
                .isEqualTo(AuditResult.State.OK);
    }

    /** Without noise, as with deterministic pacing, a small change is certain, but too small to be reported. */
    @Test
    void m21SmallChangeIsIgnored() {
        assertThat(change(
                                SteadyRuns.byBlock(60, i -> 100 + i / 10.0),
                                SteadyRuns.byBlock(60, i -> 10),
                                SteadyRuns.byBlock(60, i -> 0))
                        .state())
                .isEqualTo(AuditResult.State.OK);
        assertThat(change(
                                SteadyRuns.byBlock(60, i -> i < 30 ? 100 : 125),
                                SteadyRuns.byBlock(60, i -> 10),
                                SteadyRuns.byBlock(60, i -> 0))
                        .message())
                .contains("the rate was 25% higher from second 150");
        assertThat(change(
                                SteadyRuns.byBlock(60, i -> i < 12 ? 100 : 50.2),
                                SteadyRuns.byBlock(60, i -> 10),
                                SteadyRuns.byBlock(60, i -> 0))
                        .message())
                .contains("the rate was 49.8% lower from second 60 of the step 2 on than before");
    }

    /** Checkpoints of ten seconds each minute are normal for a SUT; a single spike is not a change either. */
    @Test
    void m21CheckpointsAndSpikesAreNotChanges() {
        Random random = new Random(4);
        double[] same = SteadyRuns.byBlock(60, i -> 900 + 9 * random.nextGaussian());
        double[] checkpoints = SteadyRuns.byBlock(60, i -> (i % 12 < 2 ? 20 : 10) + 0.3 * random.nextGaussian());
        double[] spike = SteadyRuns.byBlock(60, i -> (i == 40 ? 60 : 10) + 0.3 * random.nextGaussian());
        assertThat(change(same, checkpoints, SteadyRuns.byBlock(60, i -> 0)).state())
                .isNotEqualTo(AuditResult.State.VIOLATED);
        assertThat(change(same, spike, SteadyRuns.byBlock(60, i -> 0)).state())
                .isNotEqualTo(AuditResult.State.VIOLATED);
    }

    @Test
    void m21NormalAndStudentQuantilesAreAccurate() {
        assertThat(Significance.normal(6.334e-5)).isCloseTo(4, within(0.02));
        assertThat(Significance.student(1e-4, 10)).isCloseTo(6.211, within(0.12));
        assertThat(Significance.student(1e-6, 30)).isCloseTo(6.119, within(0.1));
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge.figures;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;
import static org.plateaubench.engine.judge.figures.TestIntervals.MILLI;
import static org.plateaubench.engine.judge.figures.TestIntervals.SECOND;
import static org.plateaubench.engine.judge.figures.TestIntervals.errors;
import static org.plateaubench.engine.judge.figures.TestIntervals.line;
import static org.plateaubench.engine.judge.figures.TestIntervals.ok;
import static org.plateaubench.engine.judge.figures.TestIntervals.second;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.plateaubench.api.LoadStep;
import org.plateaubench.engine.judge.figures.SteadyBlocks.PlannedWindow;
import org.plateaubench.engine.store.StoredInterval;
import org.plateaubench.measure.interval.AgentHealth;
import org.plateaubench.measure.interval.LineInterval;
import org.plateaubench.measure.interval.PhaseWindow;

/** The division of a steady window into slots and blocks (measurement rule M21). */
final class SteadyWindowTest {
    private static final double PAUSE_SECONDS = 0.5;

    private final List<TestIntervals.Interval> intervals = new ArrayList<>();
    private @Nullable LoadStep step;
    private int depth = 1;

    private void add(TestIntervals.Interval interval) {
        intervals.add(interval);
    }

    /** Adds equal seconds. */
    private void seconds(long from, long to, long successes) {
        for (long i = from; i < to; i++) {
            add(second(i).with(line("read", LineInterval.Kind.OPERATION, ok(successes))));
        }
    }

    private SteadyWindow steadyWindow(long fromNanos, long toNanos) {
        List<StoredInterval> stored =
                intervals.stream().map(TestIntervals.Interval::stored).toList();
        SteadyWindow steadyWindow = new SteadyWindow(
                new PlannedWindow(null, step, depth, PAUSE_SECONDS, fromNanos, toNanos),
                stored,
                SteadyWindow.usualNanos(stored));
        for (int i = 0; i < intervals.size(); i++) {
            steadyWindow.add(stored.get(i), intervals.get(i).workload());
        }
        steadyWindow.divide();
        return steadyWindow;
    }

    private static void times(SteadyWindow steadyWindow, long second, long... nanos) {
        TestIntervals.Interval interval = second(second).with(TestIntervals.responses("read", nanos));
        steadyWindow.addTimes(interval.stored(), interval.workload());
    }

    private SteadyBlocks blocks(long fromSecond, long toSecond) {
        return steadyWindow(fromSecond * SECOND, toSecond * SECOND).blocks();
    }

    private static List<Double> successes(SteadyBlocks blocks) {
        return blocks.slots().stream().map(SteadyBlocks.Slot::successes).toList();
    }

    @Test
    void slotsMatchTheIntervalsWithinTheBounds() {
        seconds(9, 10, 1_000);
        seconds(10, 12, 7);
        seconds(12, 13, 9);
        seconds(13, 14, 1_000);
        SteadyBlocks blocks = blocks(10, 13);
        assertThat(blocks.secondsPerSlot()).isEqualTo(1);
        assertThat(successes(blocks)).containsExactly(7.0, 7.0, 9.0);
        assertThat(blocks.seconds()).isEqualTo(3);
        assertThat(blocks.completions()).isEqualTo(23);
        assertThat(blocks.name()).isEqualTo("steady state");
    }

    @Test
    void onlyOperationsInTheSteadyWindowAreCounted() {
        add(second(10)
                .with(
                        line("read", LineInterval.Kind.OPERATION, ok(1)),
                        line("read", LineInterval.Kind.OPERATION, errors(2)),
                        line("read", LineInterval.Kind.OPERATION, PhaseWindow.RAMP_UP, ok(100)),
                        line("order", LineInterval.Kind.UNIT, PhaseWindow.RAMP_UP, ok(100)),
                        line("seen", LineInterval.Kind.SERIES, ok(100))));
        SteadyBlocks blocks = blocks(10, 11);
        assertThat(blocks.slots()).containsExactly(new SteadyBlocks.Slot(true, 1, 2, 0, 0));
        assertThat(blocks.operationsDueTogether()).isEqualTo(1);
    }

    @Test
    void unitAndPipelineOperationsCompleteTogether() {
        depth = 4;
        add(second(10)
                .with(
                        line("read", LineInterval.Kind.OPERATION, ok(60)),
                        line("order", LineInterval.Kind.UNIT, ok(20))));
        assertThat(blocks(10, 11).operationsDueTogether()).isEqualTo(4 * 3);
        intervals.clear();
        seconds(10, 11, 60);
        assertThat(blocks(10, 11).operationsDueTogether()).isEqualTo(4);
    }

    @Test
    void smallClockOffsetOfAnAgentIsTolerated() {
        seconds(10, 12, 1);
        add(new TestIntervals.Interval(0, 10 * SECOND - 50 * MILLI, 11 * SECOND - 50 * MILLI)
                .agent("b")
                .with(line("read", LineInterval.Kind.OPERATION, ok(10))));
        add(new TestIntervals.Interval(1, 11 * SECOND + 50 * MILLI, 12 * SECOND + 50 * MILLI)
                .agent("c")
                .with(line("read", LineInterval.Kind.OPERATION, ok(100))));
        assertThat(steadyWindow(10 * SECOND + 1, 12 * SECOND).blocks().completions())
                .isEqualTo(112);
    }

    @Test
    void intervalAcrossAnEdgeBelongsToNoSlot() {
        seconds(10, 13, 1);
        add(new TestIntervals.Interval(9, 12 * SECOND + 100 * MILLI, 13 * SECOND + 100 * MILLI)
                .agent("b")
                .with(line("read", LineInterval.Kind.OPERATION, ok(100))));
        add(new TestIntervals.Interval(9, 10 * SECOND - 100 * MILLI, 11 * SECOND - 100 * MILLI)
                .agent("b")
                .with(line("read", LineInterval.Kind.OPERATION, ok(100))));
        assertThat(blocks(10, 13).completions()).isEqualTo(3);
    }

    @Test
    void slotLengthIsTheMedianIntervalLength() {
        add(new TestIntervals.Interval(0, 10 * SECOND, 10 * SECOND));
        seconds(10, 15, 1);
        add(new TestIntervals.Interval(5, 15 * SECOND, 15 * SECOND + 400 * MILLI));
        SteadyBlocks blocks = blocks(10, 16);
        assertThat(blocks.secondsPerSlot()).isEqualTo(1);
        assertThat(blocks.slots()).hasSize(5);
    }

    @Test
    void noIntervalsGiveNoSlots() {
        SteadyBlocks none = blocks(10, 20);
        assertThat(none.slots()).isEmpty();
        assertThat(none.rates()).isEmpty();
        assertThat(none.completions()).isZero();
    }

    @Test
    void halfStoredSlotIsKnownAndExtrapolated() {
        seconds(10, 12, 8);
        add(new TestIntervals.Interval(2, 12 * SECOND + 250 * MILLI, 12 * SECOND + 750 * MILLI)
                .with(line("read", LineInterval.Kind.OPERATION, ok(4)))
                .with(line("read", LineInterval.Kind.OPERATION, errors(3))));
        add(new TestIntervals.Interval(3, 13 * SECOND + 250 * MILLI, 13 * SECOND + 749 * MILLI)
                .with(line("read", LineInterval.Kind.OPERATION, ok(4))));
        seconds(14, 15, 8);
        assertThat(blocks(10, 15).slots())
                .containsExactly(
                        new SteadyBlocks.Slot(true, 8, 0, 0, 0),
                        new SteadyBlocks.Slot(true, 8, 0, 0, 0),
                        new SteadyBlocks.Slot(true, 8, 6, 0, 0),
                        new SteadyBlocks.Slot(false, 4, 0, 0, 0),
                        new SteadyBlocks.Slot(true, 8, 0, 0, 0));
    }

    @Test
    void slotHasTheLongestStallOfAnyAgent() {
        add(second(10).with(new AgentHealth(3 * SECOND, SECOND, 0, 0, 0, 0)));
        add(second(10).agent("b").with(new AgentHealth(SECOND, 2 * SECOND, 0, 0, 0, 0)));
        add(second(11).with(new AgentHealth(SECOND, 4 * SECOND, 0, 0, 0, 0)));
        add(second(11).agent("b"));
        assertThat(blocks(10, 12).slots())
                .extracting(SteadyBlocks.Slot::stalledSeconds)
                .containsExactly(3.0, 4.0);
    }

    /** By Little's law: three operations in flight and one waiting, 20 units in 2 s; pauses of half a second. */
    @Test
    void unitTimeFollowsFromLittlesLaw() {
        for (long i = 10; i < 12; i++) {
            add(second(i)
                    .levels(8, 3, 1, 0)
                    .with(
                            line("read", LineInterval.Kind.OPERATION, ok(30)),
                            line("order", LineInterval.Kind.UNIT, ok(10))));
        }
        depth = 4;
        assertThat(blocks(10, 12).unitSeconds()).isCloseTo(4 * 2.0 / 20 + 0.5, within(1e-9));
        intervals.clear();
        add(second(10).levels(8, 3, 1, 0));
        assertThat(blocks(10, 11).unitSeconds()).isZero();
    }

    @Test
    void slotsHaveTheVaryingPlannedLoad() {
        seconds(10, 12, 7);
        step = new LoadStep.Replay(Duration.ofSeconds(2), List.of(new LoadStep.Point(Duration.ZERO, 5)), "");
        assertThat(blocks(10, 12).slots()).extracting(SteadyBlocks.Slot::load).containsExactly(5.0, 5.0);
    }

    @Test
    void atLeastTenBlocksOfFiveSeconds() {
        seconds(0, 50, 100);
        SteadyBlocks blocks = blocks(0, 50);
        assertThat(blocks.secondsPerBlock()).isEqualTo(5);
        assertThat(blocks.rates()).hasSize(10).containsOnly(100.0);
        assertThat(steadyWindow(0, 50 * SECOND).isDivided()).isTrue();
        intervals.removeLast();
        assertThat(blocks(0, 50).rates()).isEmpty();
        assertThat(steadyWindow(0, 50 * SECOND).isDivided()).isFalse();
    }

    @Test
    void slotsLongerThanABlockAreBlocks() {
        for (long i = 0; i < 12; i++) {
            add(new TestIntervals.Interval(i, i * 20 * SECOND, (i + 1) * 20 * SECOND)
                    .with(line("read", LineInterval.Kind.OPERATION, ok(4_000))));
        }
        SteadyBlocks blocks = blocks(0, 240);
        assertThat(blocks.secondsPerBlock()).isEqualTo(20);
        assertThat(blocks.rates()).hasSize(12).containsOnly(200.0);
    }

    /**
     * A block has 200 completions if that gives twenty blocks, otherwise fewer, but at least 50: here in 12.5 s and so
     * 13 slots. There are at most 720 blocks. Without successes, the window is one block.
     */
    @ParameterizedTest
    @CsvSource({"400, 20, 10, 40", "200, 10, 10, 20", "200, 4, 13, 15", "7200, 100, 10, 720", "60, 0, 60, 0"})
    void blockLengthFollowsFromTheCompletions(long seconds, long perSecond, double secondsPerBlock, int blocks) {
        seconds(0, seconds, perSecond);
        assertThat(blocks(0, seconds).secondsPerBlock()).isEqualTo(secondsPerBlock);
        assertThat(blocks(0, seconds).rates()).hasSize(blocks);
    }

    @Test
    void onlyEvenLoadIsCutIntoBlocks() {
        seconds(0, 60, 100);
        step = new LoadStep.Ramp(Duration.ofSeconds(60), 10, 50);
        assertThat(blocks(0, 60).rates()).isEmpty();
        assertThat(blocks(0, 60).shape()).isEqualTo(SteadyBlocks.Shape.RAMP);
        assertThat(blocks(0, 60).slots()).hasSize(60);
    }

    @Test
    void blockRateAndQueueIgnoreMissingIntervals() {
        for (int i = 0; i < 50; i++) {
            if (i != 7) {
                for (String agent : List.of("a", "b")) {
                    add(second(i)
                            .agent(agent)
                            .levels(1, 0, i < 5 ? 3 : 8, 0)
                            .with(line("read", LineInterval.Kind.OPERATION, ok(i < 5 ? 100 : 60))));
                }
            }
        }
        SteadyBlocks blocks = blocks(0, 50);
        assertThat(blocks.rates().getFirst()).isEqualTo(200);
        assertThat(blocks.rates().get(1)).isCloseTo(120, within(1e-9));
        assertThat(blocks.queued().subList(0, 2)).containsExactly(6.0, 16.0);
    }

    @Test
    void blockWithoutStoredIntervalsHasNoFigures() {
        seconds(0, 10, 100);
        seconds(15, 60, 100);
        SteadyBlocks blocks = blocks(0, 60);
        assertThat(blocks.rates().subList(1, 4)).containsExactly(100.0, Double.NaN, 100.0);
        assertThat(blocks.queued().get(2)).isNaN();
        assertThat(blocks.p95Ms()).hasSize(12).containsOnly(Double.NaN);
    }

    @Test
    void blockPercentileNeedsTwentyTimes() {
        seconds(0, 50, 100);
        SteadyWindow steadyWindow = steadyWindow(0, 50 * SECOND);
        long[] twenty = LongStream.rangeClosed(1, 20).map(i -> i * MILLI).toArray();
        times(steadyWindow, 0, twenty);
        times(steadyWindow, 4, 100 * MILLI);
        times(steadyWindow, 5, Arrays.copyOf(twenty, 19));
        times(steadyWindow, 49, twenty);
        times(steadyWindow, 50, new long[100]);
        List<Double> p95 = steadyWindow.blocks().p95Ms();
        assertThat(p95.getFirst()).isCloseTo(20, withinPercentage(1.1));
        assertThat(p95.get(1)).isNaN();
        assertThat(p95.getLast()).isCloseTo(19, withinPercentage(1.1));
    }
}

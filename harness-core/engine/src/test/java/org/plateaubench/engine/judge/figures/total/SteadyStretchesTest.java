// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge.figures.total;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;
import static org.plateaubench.engine.judge.figures.HandMade.MILLI;
import static org.plateaubench.engine.judge.figures.HandMade.line;
import static org.plateaubench.engine.judge.figures.HandMade.ok;
import static org.plateaubench.engine.judge.figures.HandMade.second;
import static org.plateaubench.engine.judge.figures.HandMade.window;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plateaubench.api.Load;
import org.plateaubench.api.LoadStep;
import org.plateaubench.engine.judge.MadePlan;
import org.plateaubench.engine.judge.figures.HandMade;
import org.plateaubench.engine.judge.figures.Scope;
import org.plateaubench.engine.judge.figures.Window;
import org.plateaubench.engine.plan.PlannedWorkload;
import org.plateaubench.engine.store.record.StoredInterval;
import org.plateaubench.measure.histogram.HistogramRange;
import org.plateaubench.measure.interval.HistogramTag;
import org.plateaubench.measure.interval.LineInterval;
import org.plateaubench.measure.timeline.PhaseWindow;

/** The steady window of a workload, whole or in the steps of its schedule. It begins at 2 s. */
final class SteadyStretchesTest {
    private static final Scope CACHE = Scope.workload(1, "cache");

    @TempDir
    Path folder;

    private static PlannedWorkload planned(Load load) {
        return new MadePlan().simple(1, load).build().workloads().getFirst();
    }

    private static PlannedWorkload planned(LoadStep... steps) {
        return planned(new Load.Closed(50, 3, List.of(steps), null));
    }

    private static List<StoredInterval> seconds(long from, long to) {
        List<StoredInterval> intervals = new ArrayList<>();
        for (long i = from; i < to; i++) {
            intervals.add(second(i)
                    .with(line("read", LineInterval.Kind.OPERATION, ok(100)))
                    .stored());
        }
        return intervals;
    }

    private List<SteadyBlocks> blocks(
            PlannedWorkload planned, @Nullable Window window, long seconds, HandMade.Stored... histograms) {
        return new SteadyStretches(HandMade.run(folder, seconds(0, seconds), histograms), List.of(planned), window)
                .blocks(CACHE);
    }

    @Test
    void aLoadThatStaysTheSameIsOneStretch() {
        List<SteadyBlocks> blocks = blocks(planned(new Load.Closed(8, 3)), window(2, 12), 20);
        assertThat(blocks).singleElement().satisfies(all -> {
            assertThat(all.portion()).isNull();
            assertThat(all.shape()).isEqualTo(SteadyBlocks.Shape.EVEN);
            assertThat(all.slots()).hasSize(10);
            assertThat(all.completions()).isEqualTo(1_000);
            assertThat(all.together()).isEqualTo(3);
        });
    }

    @Test
    void arrivalsComeOneByOneHoweverManyAUserMayHaveUnderWay() {
        Load open = new Load.Open(100, Load.Arrival.POISSON, 8, 3, 64, 500);
        assertThat(blocks(planned(open), window(2, 12), 20).getFirst().together())
                .isEqualTo(1);
    }

    @Test
    void eachStepIsAStretchOfItsShape() {
        Duration four = Duration.ofSeconds(4);
        PlannedWorkload planned = planned(
                new LoadStep.Constant(four, 10),
                new LoadStep.Ramp(four, 10, 50),
                new LoadStep.Bursts(four, 10, 50, Duration.ofSeconds(2), Duration.ofSeconds(1)),
                new LoadStep.Sine(four, 20, 10, four),
                new LoadStep.Replay(four, List.of(new LoadStep.Point(Duration.ZERO, 10)), ""));
        List<SteadyBlocks> blocks = blocks(planned, window(2, 22), 30);
        assertThat(blocks)
                .extracting(SteadyBlocks::name)
                .containsExactly("step 1", "step 2", "step 3", "step 4", "step 5");
        assertThat(blocks)
                .extracting(SteadyBlocks::shape)
                .containsExactly(
                        SteadyBlocks.Shape.EVEN,
                        SteadyBlocks.Shape.RAMP,
                        SteadyBlocks.Shape.VARYING,
                        SteadyBlocks.Shape.VARYING,
                        SteadyBlocks.Shape.VARYING);
        assertThat(blocks).extracting(SteadyBlocks::completions).containsOnly(400.0);
        assertThat(blocks).extracting(SteadyBlocks::together).containsOnly(3.0);
    }

    @Test
    void aStepThatTheWindowDoesNotHoldToItsEndIsNone() {
        PlannedWorkload planned = planned(
                new LoadStep.Constant(Duration.ofSeconds(4), 10), new LoadStep.Constant(Duration.ofSeconds(6), 50));
        assertThat(blocks(planned, window(2, 12), 20))
                .extracting(SteadyBlocks::completions)
                .containsExactly(400.0, 600.0);
        assertThat(blocks(planned, window(2, 11), 20)).hasSize(1);
    }

    @Test
    void aWindowThatWasNotReachedHasNoStretches() {
        assertThat(blocks(planned(new Load.Closed(8, 3)), null, 20)).isEmpty();
        SteadyStretches none = new SteadyStretches(HandMade.run(folder, List.of(), List.of()), List.of(), null);
        assertThat(none.blocks(CACHE)).isEmpty();
    }

    @Test
    void onlyTheWorkloadItselfCounts() {
        List<StoredInterval> intervals = new ArrayList<>(seconds(0, 20));
        intervals.add(second(5)
                .of(2, "cache")
                .with(line("read", LineInterval.Kind.OPERATION, ok(7)))
                .stored());
        intervals.add(second(5)
                .of(1, "store")
                .with(line("read", LineInterval.Kind.OPERATION, ok(7)))
                .stored());
        SteadyStretches stretches = new SteadyStretches(
                HandMade.run(folder, intervals), List.of(planned(new Load.Closed(8, 1))), window(2, 12));
        assertThat(stretches.blocks(CACHE).getFirst().completions()).isEqualTo(1_000);
        assertThat(stretches.blocks(Scope.workload(2, "cache"))).isEmpty();
    }

    private static HandMade.Stored stored(HistogramTag tag) {
        Histogram slow = HistogramRange.okHistogram();
        slow.recordValueWithCount(900 * MILLI, 30);
        return new HandMade.Stored(3, 4, tag, slow);
    }

    @Test
    void percentilesAreThoseOfTheResponseTimesOfSuccessesOfOperations() {
        PhaseWindow steady = PhaseWindow.STEADY;
        HistogramTag.Kind response = HistogramTag.Kind.RESPONSE;
        HistogramTag.Population ok = HistogramTag.Population.OK;
        Histogram fast = HistogramRange.okHistogram();
        fast.recordValueWithCount(5 * MILLI, 100);
        List<SteadyBlocks> blocks = blocks(
                planned(new Load.Closed(8, 1)),
                window(2, 62),
                70,
                new HandMade.Stored(3, 4, HandMade.Stored.responses("read", steady), fast),
                stored(new HistogramTag(1, "cache", "read", HistogramTag.Kind.SERVICE, ok, steady)),
                stored(new HistogramTag(1, "cache", "read", response, HistogramTag.Population.ERROR, steady)),
                stored(new HistogramTag(1, "cache", "read", response, ok, PhaseWindow.RAMP_UP)),
                stored(new HistogramTag(1, "cache", "order", response, ok, steady)),
                stored(new HistogramTag(1, "store", "read", response, ok, steady)));
        assertThat(blocks.getFirst().p95Ms().getFirst()).isCloseTo(5, withinPercentage(1.1));
        assertThat(blocks.getFirst().p95Ms().subList(1, 12)).containsOnly(Double.NaN);
    }
}

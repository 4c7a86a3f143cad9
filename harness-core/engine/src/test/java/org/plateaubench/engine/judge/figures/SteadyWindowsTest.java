// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge.figures;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;
import static org.plateaubench.engine.judge.figures.TestIntervals.MILLI;
import static org.plateaubench.engine.judge.figures.TestIntervals.line;
import static org.plateaubench.engine.judge.figures.TestIntervals.ok;
import static org.plateaubench.engine.judge.figures.TestIntervals.second;
import static org.plateaubench.engine.judge.figures.TestIntervals.window;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.plateaubench.api.Load;
import org.plateaubench.api.LoadStep;
import org.plateaubench.engine.judge.TestPlan;
import org.plateaubench.engine.plan.PlannedWorkload;
import org.plateaubench.engine.store.StoredInterval;
import org.plateaubench.measure.histogram.HistogramRange;
import org.plateaubench.measure.histogram.Times;
import org.plateaubench.measure.interval.LineInterval;
import org.plateaubench.measure.interval.PhaseWindow;
import org.plateaubench.measure.interval.WorkloadInterval;

/** The steady window of a workload, undivided or by the steps of its schedule. It begins at 2 s. */
final class SteadyWindowsTest {
    private static final Scope CACHE = Scope.workload(1, "cache");

    private static PlannedWorkload planned(Load load) {
        return new TestPlan().simple(1, load).build().workloads().getFirst();
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

    private static List<SteadyBlocks> blocks(PlannedWorkload planned, @Nullable Window window, long seconds) {
        return added(planned, window, seconds(0, seconds)).blocks(CACHE);
    }

    private static SteadyWindows added(
            PlannedWorkload planned, @Nullable Window window, List<StoredInterval> intervals) {
        SteadyWindows steadyWindows = new SteadyWindows(List.of(planned), window, intervals);
        each(intervals, steadyWindows::add);
        steadyWindows.divide();
        each(intervals, steadyWindows::addTimes);
        return steadyWindows;
    }

    private interface Adding {
        void add(String scope, StoredInterval interval, WorkloadInterval workload);
    }

    private static void each(List<StoredInterval> intervals, Adding adding) {
        for (StoredInterval interval : intervals) {
            for (WorkloadInterval workload : interval.workloads()) {
                adding.add(workload.tile() + "/" + workload.workload(), interval, workload);
            }
        }
    }

    @Test
    void constantLoadIsNotDivided() {
        List<SteadyBlocks> blocks = blocks(planned(new Load.Closed(8, 3)), window(2, 12), 20);
        assertThat(blocks).singleElement().satisfies(all -> {
            assertThat(all.portion()).isNull();
            assertThat(all.shape()).isEqualTo(SteadyBlocks.Shape.EVEN);
            assertThat(all.slots()).hasSize(10);
            assertThat(all.completions()).isEqualTo(1_000);
            assertThat(all.operationsDueTogether()).isEqualTo(3);
        });
    }

    @Test
    void eachStepIsEvaluatedSeparately() {
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
        assertThat(blocks).extracting(SteadyBlocks::operationsDueTogether).containsOnly(3.0);
    }

    @Test
    void stepCutOffByTheWindowIsOmitted() {
        PlannedWorkload planned = planned(
                new LoadStep.Constant(Duration.ofSeconds(4), 10), new LoadStep.Constant(Duration.ofSeconds(6), 50));
        assertThat(blocks(planned, window(2, 12), 20))
                .extracting(SteadyBlocks::completions)
                .containsExactly(400.0, 600.0);
        assertThat(blocks(planned, window(2, 11), 20)).hasSize(1);
    }

    @Test
    void otherTilesAndWorkloadsAreNotCounted() {
        List<StoredInterval> intervals = new ArrayList<>(seconds(0, 20));
        intervals.add(second(5)
                .workload(2, "cache")
                .with(line("read", LineInterval.Kind.OPERATION, ok(7)))
                .stored());
        intervals.add(second(5)
                .workload(1, "store")
                .with(line("read", LineInterval.Kind.OPERATION, ok(7)))
                .stored());
        SteadyWindows steadyWindows = added(planned(new Load.Closed(8, 1)), window(2, 12), intervals);
        assertThat(steadyWindows.blocks(CACHE).getFirst().completions()).isEqualTo(1_000);
        assertThat(steadyWindows.blocks(Scope.workload(2, "cache"))).isEmpty();
    }

    @Test
    void percentilesUseResponseTimesOfSuccessfulOperations() {
        Times fast = times(5 * MILLI, 100);
        Times slow = times(900 * MILLI, 30);
        LineInterval.Kind operation = LineInterval.Kind.OPERATION;
        List<StoredInterval> intervals = new ArrayList<>(seconds(0, 70));
        intervals.add(second(3)
                .with(
                        new LineInterval(
                                "read", operation, PhaseWindow.STEADY, ok(0), Map.of(), Map.of(), fast, slow, slow),
                        timed("read", operation, PhaseWindow.RAMP_UP, slow),
                        timed("order", LineInterval.Kind.UNIT, PhaseWindow.STEADY, slow))
                .stored());
        intervals.add(second(3)
                .workload(1, "store")
                .with(timed("read", operation, PhaseWindow.STEADY, slow))
                .stored());
        List<SteadyBlocks> blocks =
                added(planned(new Load.Closed(8, 1)), window(2, 62), intervals).blocks(CACHE);
        assertThat(blocks.getFirst().p95Ms().getFirst()).isCloseTo(5, withinPercentage(1.1));
        assertThat(blocks.getFirst().p95Ms().subList(1, 12)).containsOnly(Double.NaN);
    }

    private static LineInterval timed(String name, LineInterval.Kind kind, PhaseWindow window, Times response) {
        return new LineInterval(name, kind, window, ok(0), Map.of(), Map.of(), response, null, null);
    }

    private static Times times(long nanos, int count) {
        Histogram histogram = HistogramRange.okHistogram();
        histogram.recordValueWithCount(nanos, count);
        return new Times(histogram, 0, nanos, nanos, 0);
    }
}

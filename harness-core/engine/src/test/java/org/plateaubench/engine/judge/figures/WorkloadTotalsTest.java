// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge.figures;

import static org.assertj.core.api.Assertions.assertThat;
import static org.plateaubench.engine.judge.figures.TestIntervals.SECOND;
import static org.plateaubench.engine.judge.figures.TestIntervals.errors;
import static org.plateaubench.engine.judge.figures.TestIntervals.histogram;
import static org.plateaubench.engine.judge.figures.TestIntervals.line;
import static org.plateaubench.engine.judge.figures.TestIntervals.ok;
import static org.plateaubench.engine.judge.figures.TestIntervals.second;
import static org.plateaubench.engine.judge.figures.TestIntervals.window;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.plateaubench.api.Execution;
import org.plateaubench.api.MeasureDefinition;
import org.plateaubench.engine.figure.Figure.Section;
import org.plateaubench.engine.figure.TimeTotals;
import org.plateaubench.engine.figure.TimeTotals.Estimate;
import org.plateaubench.engine.judge.TestPlan;
import org.plateaubench.engine.judge.figures.WorkloadFigures.Edges;
import org.plateaubench.engine.judge.figures.WorkloadFigures.LineTotals;
import org.plateaubench.engine.judge.figures.WorkloadFigures.WorstBacklog;
import org.plateaubench.engine.plan.PlannedWorkload;
import org.plateaubench.measure.histogram.Times;
import org.plateaubench.measure.interval.Attendance;
import org.plateaubench.measure.interval.LagInterval;
import org.plateaubench.measure.interval.LineInterval;
import org.plateaubench.measure.interval.PhaseWindow;

/** The figures of one workload, with a steady window from 2 s to 12 s. */
final class WorkloadTotalsTest {
    private final TestFigures fixture = new TestFigures();
    private final TestPlan plan = fixture.plan;

    private void add(TestIntervals.Interval interval) {
        fixture.add(interval);
    }

    private WorkloadFigures figures() {
        return fixture.figures();
    }

    private static LineInterval timed(String name, LineInterval.Kind kind, PhaseWindow window, long nanos) {
        return new LineInterval(
                name, kind, window, ok(1), Map.of(), Map.of(), timesOf(nanos), timesOf(2 * nanos), timesOf(3 * nanos));
    }

    private static Times timesOf(long nanos) {
        return new Times(histogram(nanos), nanos, nanos, nanos, 0);
    }

    /** The measured times in order, rounded to microseconds. */
    private static List<Long> nanos(TimeTotals times) {
        return LongStream.rangeClosed(1, times.measured())
                .mapToObj(rank -> Math.round(times.nanosAtRank(rank) / 1e3) * 1_000)
                .toList();
    }

    private static LineTotals named(WorkloadFigures figures, String name) {
        return figures.lines().stream()
                .filter(line -> line.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void linesFollowTheDefinitionOrderWithoutData() {
        plan.series = List.of(MeasureDefinition.series("delivery", "Time to delivery."));
        assertThat(figures().lines()).extracting(LineTotals::name).containsExactly("read", "write", "delivery");
        PlannedWorkload store = new TestPlan().store(1).build().workloads().getFirst();
        Extent never = Extent.steady(null);
        assertThat(new WorkloadTotals(store, List.of(never)).figures(never).lines())
                .extracting(LineTotals::name)
                .containsExactly(
                        "login", "newCustomer", "browseCategory", "browseActor", "browseTitle", "purchase", "order");
    }

    @Test
    void operationOutsideTheMixIsOmittedUnlessIssued() {
        plan.weights = Map.of("read", 1.0);
        assertThat(figures().lines()).extracting(LineTotals::name).containsExactly("read");
        add(second(3).with(line("write", LineInterval.Kind.OPERATION, ok(1))));
        assertThat(figures().lines()).extracting(LineTotals::name).containsExactly("read", "write");
    }

    @Test
    void lineCountsOperationsIntendedInTheSteadyWindow() {
        add(second(1).with(timed("read", LineInterval.Kind.OPERATION, PhaseWindow.RAMP_UP, 1_000_000)));
        add(second(2).with(timed("read", LineInterval.Kind.OPERATION, PhaseWindow.STEADY, 2_000)));
        add(second(20).with(timed("read", LineInterval.Kind.OPERATION, PhaseWindow.STEADY, 4_000)));
        add(second(3).workload(2, "cache").with(timed("read", LineInterval.Kind.OPERATION, PhaseWindow.STEADY, 9_000)));
        add(second(3).workload(1, "store").with(timed("read", LineInterval.Kind.OPERATION, PhaseWindow.STEADY, 9_000)));
        LineTotals read = named(figures(), "read");
        assertThat(read.totals().counts()).isEqualTo(ok(2));
        assertThat(read.totals().response().sumNanos()).isEqualTo(6_000);
        assertThat(nanos(read.totals().response())).containsExactly(2_000L, 4_000L);
        assertThat(nanos(read.totals().service())).containsExactly(4_000L, 8_000L);
        assertThat(nanos(read.totals().error())).containsExactly(6_000L, 12_000L);
        assertThat(figures().all().totals().counts()).isEqualTo(ok(2));
    }

    @Test
    void periodHasSeparateHistograms() {
        plan.periods = 2;
        add(second(3).with(timed("read", LineInterval.Kind.OPERATION, PhaseWindow.steadyPart(1), 2_000)));
        add(second(8).with(timed("read", LineInterval.Kind.OPERATION, PhaseWindow.steadyPart(2), 4_000)));
        WorkloadFigures second = fixture.period(2);
        assertThat(nanos(named(second, "read").totals().response())).containsExactly(4_000L);
        assertThat(named(second, "read").totals().counts()).isEqualTo(ok(1));
        assertThat(second.scope()).hasToString("1/cache in period 2 (p)");
        assertThat(second.scope("read")).hasToString("1/cache/read in period 2 (p)");
        assertThat(nanos(named(figures(), "read").totals().response())).containsExactly(2_000L, 4_000L);
    }

    @Test
    void longestFailingTimeIsCutAtTheWindowEdges() {
        add(second(3).with(line("read", LineInterval.Kind.OPERATION, errors(1))));
        add(second(9).with(line("write", LineInterval.Kind.OPERATION, errors(1))));
        add(second(10).with(line("read", LineInterval.Kind.OPERATION, ok(1))));
        assertThat(named(figures(), "read").longestFailingNanos()).isEqualTo(8 * SECOND);
        assertThat(named(figures(), "write").longestFailingNanos()).isEqualTo(10 * SECOND);
    }

    @Test
    void liveFiguresEndWithTheLastInterval() {
        TestIntervals.Interval failing = second(3).with(line("read", LineInterval.Kind.OPERATION, errors(1)));
        Extent steady = Extent.steady(window(2, 12));
        WorkloadTotals totals = new WorkloadTotals(fixture.planned(), List.of(steady));
        totals.add(failing.stored());
        assertThat(named(totals.figures(steady, 5 * SECOND), "read").longestFailingNanos())
                .isEqualTo(3 * SECOND);
    }

    @Test
    void lagsCoverTheSteadyWindowOnly() {
        add(second(1).with(new LagInterval(PhaseWindow.RAMP_UP, timesOf(900_000), timesOf(900_000), timesOf(900_000))));
        add(second(3).with(new LagInterval(PhaseWindow.STEADY, timesOf(2_000), timesOf(3_000), timesOf(5_000))));
        add(second(4).with(new LagInterval(PhaseWindow.STEADY, timesOf(20_000), null, null)));
        plan.execution = Execution.EVENT_LOOP;
        WorkloadFigures figures = figures();
        assertThat(nanos(figures.dispatchLag())).containsExactly(2_000L, 20_000L);
        assertThat(figures.dispatchLag().sumNanos()).isEqualTo(22_000);
        assertThat(nanos(figures.completionLag())).containsExactly(3_000L);
        assertThat(figures.completionLag().sumNanos()).isEqualTo(3_000);
        assertThat(nanos(figures.wakeUpLag())).containsExactly(5_000L);
        assertThat(figures.wakeUpLag().sumNanos()).isEqualTo(5_000);
        assertThat(figures.harnessLag().percentile(Section.RESPONSE_TIMES, 100))
                .isEqualTo(new Estimate(23_000, false, false));
        assertThat(figures.harnessLag().perOperation()).isTrue();
    }

    @Test
    void countersCoverTheSteadyWindowOnly() {
        assertThat(figures().counters()).containsExactly(Map.entry("hits", 0L));
        add(second(1).counter("hits", 1_000));
        add(second(2).counter("hits", 1));
        add(second(11).counter("hits", 2));
        add(second(12).counter("hits", 1_000));
        assertThat(figures().counters()).containsExactly(Map.entry("hits", 3L));
    }

    @Test
    void levelsAndUsersCoverTheSteadyWindowOnly() {
        add(second(2).levels(7, 4, 5, 2).backlog(9));
        add(second(11).levels(7, 6, 8, 2).backlog(3));
        add(second(1).levels(1, 3, 1, 0));
        WorkloadFigures figures = figures();
        assertThat(figures.meanLiveUsers()).isNull();
        assertThat(figures.edges()).isEqualTo(new Edges(3, 6, 8));
        assertThat(figures.worstBacklog()).isEqualTo(new WorstBacklog(9, 3));
        add(second(4)
                .levels(7, 4, 5, 2)
                .with(new Attendance(PhaseWindow.STEADY, SECOND, 8 * SECOND, 6 * SECOND, 0, 0)));
        add(second(1).with(new Attendance(PhaseWindow.RAMP_UP, SECOND, SECOND, SECOND, 0, 0)));
        assertThat(figures().meanLiveUsers()).isEqualTo(6);
        assertThat(Objects.requireNonNull(figures().attendance()).requested()).isEqualTo(8);
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge.figures;

import static org.assertj.core.api.Assertions.assertThat;
import static org.plateaubench.engine.judge.figures.TestIntervals.SECOND;
import static org.plateaubench.engine.judge.figures.TestIntervals.errors;
import static org.plateaubench.engine.judge.figures.TestIntervals.line;
import static org.plateaubench.engine.judge.figures.TestIntervals.ok;
import static org.plateaubench.engine.judge.figures.TestIntervals.operation;
import static org.plateaubench.engine.judge.figures.TestIntervals.second;
import static org.plateaubench.engine.judge.figures.TestIntervals.times;
import static org.plateaubench.engine.judge.figures.TestIntervals.window;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.plateaubench.engine.judge.figures.ScheduleFigures.ScheduleTotals;
import org.plateaubench.measure.interval.LineInterval;
import org.plateaubench.measure.interval.PhaseWindow;
import org.plateaubench.measure.interval.ScheduleInterval;

/**
 * What a schedule drew and how its users spent the window, which lasts from 10 s to 20 s (measurement rules M18 to M20).
 */
final class ScheduleTotalsTest {
    private final ScheduleTotals totals = new ScheduleTotals(window(10, 20));

    private void add(TestIntervals.Interval interval) {
        totals.add(interval.stored(), interval.workload());
    }

    private static ScheduleInterval.Flow flow(long ended, long busy, long idle, long errorService, long pending) {
        return new ScheduleInterval.Flow(ended, busy, idle, errorService, pending, null);
    }

    private static ScheduleInterval.Flow pending(long seconds) {
        return flow(0, 0, 0, 0, seconds * SECOND);
    }

    private ScheduleFigures.Flow flow() {
        return totals.figures().flow();
    }

    private static ScheduleInterval.Draws draws(
            PhaseWindow window, Map<Integer, Long> choices, long gap, ScheduleInterval.Gaps free) {
        return new ScheduleInterval.Draws(window, choices, Map.of(1, gap), free);
    }

    @Test
    void choicesAreCountedForRunAndSteadyWindow() {
        ScheduleInterval.Gaps free = new ScheduleInterval.Gaps(2, 30, 40);
        add(second(9).with(draws(PhaseWindow.RAMP_UP, Map.of(3, 1L), 100, free)));
        add(second(10).with(draws(PhaseWindow.STEADY, Map.of(3, 10L, 4, 5L), 200, free)));
        add(second(11).with(draws(PhaseWindow.steadyPart(2), Map.of(3, 20L), 400, free)));
        ScheduleFigures figures = totals.figures();
        assertThat(figures.runChoices()).containsOnly(Map.entry(3, 31L), Map.entry(4, 5L));
        assertThat(figures.steadyChoices()).containsOnly(Map.entry(3, 30L), Map.entry(4, 5L));
        assertThat(figures.gapNanos()).containsOnly(Map.entry(1, 600L));
        assertThat(figures.freeGaps()).isEqualTo(new ScheduleInterval.Gaps(4, 60, 80));
    }

    @Test
    void operationCountsCoverTheCompleteRun() {
        add(second(9).with(line("read", LineInterval.Kind.OPERATION, PhaseWindow.RAMP_UP, ok(1))));
        add(second(10).with(line("read", LineInterval.Kind.OPERATION, ok(2))));
        add(second(10).with(line("order", LineInterval.Kind.UNIT, ok(50))));
        add(second(30).with((ScheduleInterval.Flow) null).with(line("read", LineInterval.Kind.OPERATION, ok(4))));
        assertThat(totals.figures().performed()).containsOnly(Map.entry("read", ok(7)));
    }

    @Test
    void scheduleIsKnownWhenEveryIntervalHasFlowData() {
        assertThat(totals.figures().known()).isFalse();
        add(second(9));
        assertThat(totals.figures().known()).isTrue();
        add(second(10).with((ScheduleInterval.Flow) null));
        assertThat(totals.figures().known()).isFalse();
    }

    @Test
    void userTimeUsesMeanOfConsecutiveLevels() {
        add(second(9).levels(8, 0, 0, 0));
        add(second(10).levels(8, 0, 0, 0));
        add(second(11).levels(4, 0, 0, 0));
        add(second(12).levels(10, 0, 0, 0));
        assertThat(flow().seconds()).isEqualTo(3);
        assertThat(flow().userSeconds()).isEqualTo(8 + 6 + 7);
        assertThat(flow().userChangeSeconds()).isEqualTo(2 + 3);
    }

    @Test
    void intervalsOutsideTheWindowAreNotAdded() {
        add(second(9).with(flow(1_000, 1_000 * SECOND, 1_000 * SECOND, 1_000 * SECOND, 0)));
        add(second(10).with(flow(1, 2 * SECOND, 4 * SECOND, 8 * SECOND, 0)));
        add(second(19).with(flow(10, 20 * SECOND, 40 * SECOND, 80 * SECOND, 0)));
        add(second(20).with(flow(1_000, 1_000 * SECOND, 1_000 * SECOND, 1_000 * SECOND, 0)));
        assertThat(flow().ended()).isEqualTo(11);
        assertThat(flow().busySeconds()).isEqualTo(22);
        assertThat(flow().serviceSeconds()).isEqualTo(88);
        assertThat(flow().spentSeconds()).isEqualTo(22 + 44);
    }

    @Test
    void pendingTimeAtWindowEdgesIsCorrected() {
        add(second(8).with(pending(100)));
        add(second(9).with(pending(3)));
        add(second(10).with(pending(200)));
        add(second(11).with(pending(7)));
        add(second(20).with(pending(300)));
        add(second(10).agent("b").with(pending(5)));
        add(second(9).agent("gone").with(pending(400)));
        assertThat(flow().spentSeconds()).isEqualTo((7 - 3) + 5);
    }

    @Test
    void successesErrorsAndTimeoutsCountAsRecorded() {
        LineInterval.Counts counts = new LineInterval.Counts(0, 1, 2, 4, 100, 100, 0, 0, 0);
        add(second(9).with(operation("read", ok(50), null, times(50 * SECOND, 1, 2), null)));
        add(second(10)
                .with(
                        operation("read", counts, times(900, 1, 2), times(3 * SECOND, 1, 2), times(800, 1, 2)),
                        line("order", LineInterval.Kind.UNIT, ok(1_000))));
        add(second(11).with(operation("write", ok(8), null, null, null)));
        assertThat(flow().recorded()).isEqualTo(1 + 2 + 4 + 8);
        assertThat(flow().serviceSeconds()).isEqualTo(3);
    }

    @Test
    void longestOperationMayEndAfterTheWindow() {
        add(second(9).with(operation("read", ok(1), null, times(0, 0, 99 * SECOND), null)));
        add(second(10).with(operation("read", ok(1), null, times(0, 0, 2 * SECOND), times(0, 0, SECOND))));
        assertThat(flow().longestSeconds()).isEqualTo(2);
        add(second(11).with(operation("read", errors(1), null, null, times(0, 0, 3 * SECOND))));
        assertThat(flow().longestSeconds()).isEqualTo(3);
        add(second(20)
                .with(
                        operation("read", ok(1), null, times(0, 0, 4 * SECOND), null),
                        new LineInterval(
                                "order",
                                LineInterval.Kind.UNIT,
                                PhaseWindow.STEADY,
                                ok(1),
                                Map.of(),
                                Map.of(),
                                null,
                                times(0, 0, 99 * SECOND),
                                null)));
        assertThat(flow().longestSeconds()).isEqualTo(4);
        add(second(21).with(operation("read", ok(1), null, times(0, 0, 99 * SECOND), null)));
        assertThat(flow().longestSeconds()).isEqualTo(4);
    }
}

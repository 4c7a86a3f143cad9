// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge.figures;

import static org.assertj.core.api.Assertions.assertThat;
import static org.plateaubench.engine.judge.figures.TestIntervals.SECOND;
import static org.plateaubench.engine.judge.figures.TestIntervals.window;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.plateaubench.api.Load;
import org.plateaubench.api.LoadStep;
import org.plateaubench.engine.judge.TestPlan;
import org.plateaubench.engine.judge.figures.Extent.Portion;
import org.plateaubench.engine.plan.PlannedWorkload;
import org.plateaubench.engine.store.StoredInterval;
import org.plateaubench.measure.interval.PhaseWindow;

/** The time over which figures are computed. The steady window is from 2 s to 12 s, its steps take 4 s and 6 s. */
final class ExtentTest {
    private final PlannedWorkload steps = new TestPlan()
            .simple(
                    1,
                    new Load.Closed(
                            50,
                            1,
                            List.of(
                                    new LoadStep.Constant(Duration.ofSeconds(4), 10),
                                    new LoadStep.Constant(Duration.ofSeconds(6), 50)),
                            null))
            .build()
            .workloads()
            .getFirst();

    private static PlannedWorkload periods() {
        TestPlan plan = new TestPlan();
        plan.periods = 2;
        return plan.simple().build().workloads().getFirst();
    }

    @Test
    void stepIsPartOfTheSteadyWindow() {
        Extent second = Extent.step(steps, 2, window(2, 12));
        assertThat(second)
                .isEqualTo(new Extent(window(6, 12), new Portion(Portion.STEP, 2, "50 users, 6s"), Set.of(2), true));
        assertThat(Extent.step(steps, 1, window(2, 12)).window()).isEqualTo(window(2, 6));
    }

    @Test
    void periodIsPartOfTheSteadyWindow() {
        assertThat(Extent.period(periods(), 1, "p1", window(2, 12)))
                .isEqualTo(new Extent(window(2, 7), new Portion(Portion.PERIOD, 1, "p1"), Set.of(1), true));
    }

    @Test
    void steadyExtentContainsAllSteadyParts() {
        Extent steady = Extent.steady(window(2, 12));
        assertThat(steady.complete()).isTrue();
        assertThat(steady.portion()).isNull();
        assertThat(steady.contains(PhaseWindow.STEADY)).isTrue();
        assertThat(steady.contains(PhaseWindow.steadyPart(7))).isTrue();
        assertThat(steady.contains(PhaseWindow.RAMP_DOWN)).isFalse();
    }

    @Test
    void firstStepContainsAnUndividedSteadyWindow() {
        Extent first = Extent.step(steps, 1, window(2, 12));
        assertThat(first.contains(PhaseWindow.steadyPart(1))).isTrue();
        assertThat(first.contains(PhaseWindow.STEADY)).isTrue();
        assertThat(first.contains(PhaseWindow.steadyPart(2))).isFalse();
        assertThat(first.contains(PhaseWindow.RAMP_UP)).isFalse();
        assertThat(Extent.step(steps, 2, window(2, 12)).contains(PhaseWindow.STEADY))
                .isFalse();
    }

    @Test
    void scopesArePrintedWithTheirPath() {
        Portion step = new Portion(Portion.STEP, 3, "50 users, 60s");
        assertThat(Scope.RUN).hasToString("run");
        assertThat(Scope.agent("local")).hasToString("agent/local");
        assertThat(Scope.workload(1, "store")).hasToString("1/store");
        assertThat(Scope.operation(1, "store", "purchase")).hasToString("1/store/purchase");
        assertThat(Scope.operation(1, "store", "purchase").in(step))
                .hasToString("1/store/purchase in step 3 (50 users, 60s)");
        assertThat(Scope.workload(1, "store").in(new Portion(Portion.PERIOD, 2, "")))
                .hasToString("1/store in period 2");
    }

    private final Window window = window(10, 20);

    private static StoredInterval interval(long startNanos, long endNanos) {
        return new TestIntervals.Interval(0, startNanos, endNanos).stored();
    }

    @Test
    void intervalBelongsToTheWindowOfItsMidpoint() {
        assertThat(window.contains(interval(9 * SECOND, 11 * SECOND))).isTrue();
        assertThat(window.contains(interval(9 * SECOND - 2, 11 * SECOND))).isFalse();
        assertThat(window.contains(interval(19 * SECOND - 2, 21 * SECOND))).isTrue();
        assertThat(window.contains(interval(19 * SECOND, 21 * SECOND))).isFalse();
    }

    @Test
    void cutWindowKeepsBothClocks() {
        assertThat(window.cut(12 * SECOND, 15 * SECOND)).isEqualTo(window(12, 15));
        assertThat(window.cut(0, 15 * SECOND)).isEqualTo(window(10, 15));
        assertThat(window.cut(12 * SECOND, 99 * SECOND)).isEqualTo(window(12, 20));
    }
}

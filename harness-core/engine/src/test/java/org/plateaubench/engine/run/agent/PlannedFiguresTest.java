// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.run.agent;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.plateaubench.engine.TestRuns;
import org.plateaubench.engine.TestShop;
import org.plateaubench.engine.config.WrongConfiguration;
import org.plateaubench.engine.plan.planning.Planner;
import org.plateaubench.loader.PluginCatalog;
import org.plateaubench.measure.interval.Attendance;
import org.plateaubench.measure.interval.LagInterval;
import org.plateaubench.measure.interval.LineInterval;
import org.plateaubench.measure.interval.ScheduleInterval;
import org.plateaubench.measure.interval.WorkloadInterval;
import org.plateaubench.measure.timeline.PhaseWindow;

/** Figures that the plan has pass, each once. */
final class PlannedFiguresTest {
    private static PlannedFigures figures(String operation) throws WrongConfiguration {
        PluginCatalog catalog =
                PluginCatalog.of(TestShop.plugin("pings", List.of(new TestShop.Pings("fast", operation)), List.of()));
        return new PlannedFigures(new Planner(catalog)
                .plan(TestRuns.read(TestRuns.PINGS))
                .workloads()
                .getFirst());
    }

    private static WorkloadInterval interval(String operation, ScheduleInterval schedule) {
        return new WorkloadInterval(
                1,
                "pings",
                List.of(new LineInterval(
                        operation,
                        LineInterval.Kind.OPERATION,
                        PhaseWindow.STEADY,
                        new LineInterval.Counts(1, 1, 0, 0, 0, 0, 0, 0, 0),
                        Map.of(),
                        Map.of(),
                        null,
                        null,
                        null)),
                List.of(new LagInterval(PhaseWindow.STEADY, null, null, null)),
                new WorkloadInterval.Levels(0, 0, 0, 0),
                schedule,
                Map.of(),
                Map.of());
    }

    private static Attendance present(PhaseWindow window) {
        return new Attendance(window, 1, 1, 1, 0, 0);
    }

    private static ScheduleInterval attended(Attendance... attendance) {
        return new ScheduleInterval(
                List.of(new ScheduleInterval.Draws(
                        PhaseWindow.STEADY, Map.of(), Map.of(), new ScheduleInterval.Gaps(0, 0, 0))),
                new ScheduleInterval.Flow(1, 1, 1, 0, 0, null),
                List.of(attendance));
    }

    @Test
    void anOperationMayHaveTheNameOfWhatElseIsInAnInterval() throws Exception {
        for (String name : List.of("lag", "draws", "attendance")) {
            PlannedFigures figures = figures(name);
            assertThatCode(() -> figures.check(interval(name, attended(present(PhaseWindow.STEADY)))))
                    .doesNotThrowAnyException();
        }
    }

    /** It is stored, and added up. */
    @Test
    void attendanceOfAWindowIsThereOnce() throws Exception {
        PlannedFigures figures = figures("ping");
        Attendance present = present(PhaseWindow.STEADY);
        assertThatThrownBy(() -> figures.check(interval("ping", attended(present, present))))
                .hasMessage("figures of attendance of 1/pings twice in one interval");
        assertThatThrownBy(() -> figures.check(interval("ping", attended(present(PhaseWindow.steadyPart(7))))))
                .hasMessage("figures of attendance in steady-7 of 1/pings, which that workload does not have");
    }
}

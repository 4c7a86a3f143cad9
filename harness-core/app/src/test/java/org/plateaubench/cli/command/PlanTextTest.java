// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.plateaubench.api.DataPolicy;
import org.plateaubench.api.Distribution;
import org.plateaubench.api.Execution;
import org.plateaubench.api.Load;
import org.plateaubench.api.MetricDefinition;
import org.plateaubench.api.Mix;
import org.plateaubench.api.OperationDefinition;
import org.plateaubench.api.Pacing;
import org.plateaubench.api.Phase;
import org.plateaubench.api.PhaseTimes;
import org.plateaubench.api.UnitDefinition;
import org.plateaubench.app.PlanText;
import org.plateaubench.engine.config.key.RunClass;
import org.plateaubench.engine.plan.JudgeBounds;
import org.plateaubench.engine.plan.Period;
import org.plateaubench.engine.plan.PlannedScore;
import org.plateaubench.engine.plan.PlannedWorkload;
import org.plateaubench.engine.plan.RunPlan;
import org.plateaubench.engine.run.event.EventType;

/** What the command line prints about a plan, and while the plan is executed. */
final class PlanTextTest {
    static RunPlan plan(List<Period> periods) {
        return plan(periods, List.of(pages()));
    }

    static RunPlan plan(List<Period> periods, List<PlannedWorkload> workloads) {
        return plan(Duration.ofMinutes(2), periods, workloads, null);
    }

    static RunPlan plan(
            Duration steady, List<Period> periods, List<PlannedWorkload> workloads, @Nullable PlannedScore score) {
        return new RunPlan(
                "made",
                "",
                1,
                RunClass.STANDARD,
                List.of(),
                List.of(),
                new PhaseTimes(Duration.ofSeconds(10), steady, Duration.ofSeconds(10), Duration.ofSeconds(30)),
                Duration.ofSeconds(1),
                1,
                Duration.ZERO,
                periods,
                score,
                List.of(),
                workloads,
                List.of(),
                List.of(),
                new JudgeBounds(75, true, 50, true, 0, false));
    }

    @Test
    void scoreReferenceIsPrintedOnOneLine() {
        PlannedScore score = new PlannedScore("lab", "0123456789abcdef", 0.8, 0.2, Map.of("store", 500.0), Map.of());
        assertThat(PlanText.lines(plan(Duration.ofMinutes(2), List.of(), List.of(pages()), score)))
                .contains("score: against lab (0123456789ab)");
        assertThat(PlanText.lines(plan(List.of()))).noneMatch(line -> line.startsWith("score"));
    }

    @Test
    void scoredPeriodsAreListedWithTheirLengths() {
        Period quiet = new Period("quiet", Duration.ofSeconds(10), Duration.ofSeconds(40));
        Period busy = new Period("rush", Duration.ofSeconds(40), Duration.ofSeconds(100));
        assertThat(PlanText.lines(plan(List.of(quiet, busy)))).contains("scored periods: quiet 30s, rush 1m");
        assertThat(PlanText.lines(plan(List.of()))).noneMatch(line -> line.contains("periods"));
    }

    /** A workload of 30 users, on threads. */
    static PlannedWorkload pages() {
        return new PlannedWorkload(
                1,
                "pages",
                "pages",
                "pages",
                null,
                DataPolicy.REUSE,
                new Load.Closed(30, 1),
                List.of(),
                Map.of(
                        "look", Pacing.cycle(new Distribution.Fixed(Duration.ofSeconds(1))),
                        "post", Pacing.cycle(new Distribution.Fixed(Duration.ofSeconds(4)))),
                new Mix.Matrix(List.of("look", "post"), List.of(List.of(0.5, 0.5), List.of(1.0, 0.0))),
                List.of(OperationDefinition.of("look", "Looks."), OperationDefinition.of("post", "Posts.")),
                List.of(UnitDefinition.of("look"), UnitDefinition.of("post")),
                Map.of(),
                new MetricDefinition("rate", "/s", "*", 1),
                List.of(),
                List.of(),
                Execution.PLATFORM,
                Map.of("adopt", "", "sizes", Map.of("100", 1.0)),
                1,
                List.of(),
                1,
                Map.of());
    }

    @Test
    void expectedRateAndTargetMixArePrinted() {
        assertThat(PlanText.lines(plan(List.of(), List.of(pages()))))
                .contains("  parameter adopt: \"\"", "  parameter sizes: {\"100\":1.0}")
                .contains(
                        "  expected: 15.0 operations/s: 30 users, one unit every 2 s on average",
                        "  target mix: look 66.67 %, post 33.33 %");
    }

    @Test
    void headerShowsLoadAndDuration() {
        assertThat(RunDisplay.header(plan(List.of(), List.of(pages()))))
                .contains(" \u00b7 30 users \u00b7 ", " s warm-up + ", " measured \u00b7 class ");
    }

    @Test
    void sutStartFailureIsPrintedOnce() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        RunDisplay display =
                new RunDisplay(new PrintStream(bytes, true, StandardCharsets.UTF_8), Terminal.NONE, plan(List.of()));
        display.event(EventType.SUT_FAILED, "sut/db", "Port 9092 is taken.");
        display.phase(Phase.STEADY, 0, 0);
        display.event(EventType.SUT_FAILED, "sut/db", "The SUT has failed.");
        assertThat(bytes.toString(StandardCharsets.UTF_8))
                .doesNotContain("Port 9092")
                .contains("sut/db: The SUT has failed.");
    }
}

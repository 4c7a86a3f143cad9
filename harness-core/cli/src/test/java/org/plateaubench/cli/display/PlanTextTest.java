// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.cli.display;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.plateaubench.api.Phase;
import org.plateaubench.api.PhaseTimes;
import org.plateaubench.engine.config.RunClass;
import org.plateaubench.engine.plan.JudgeBounds;
import org.plateaubench.engine.plan.Period;
import org.plateaubench.engine.plan.RunPlan;
import org.plateaubench.engine.run.EventType;

/** What a person is told of a plan, and while it is carried out. */
final class PlanTextTest {
    private static RunPlan plan(List<Period> periods) {
        return new RunPlan(
                "made",
                "",
                1,
                RunClass.STANDARD,
                List.of(),
                List.of(),
                new PhaseTimes(
                        Duration.ofSeconds(10), Duration.ofMinutes(2), Duration.ofSeconds(10), Duration.ofSeconds(30)),
                Duration.ofSeconds(1),
                1,
                Duration.ZERO,
                periods,
                List.of(),
                List.of(),
                new JudgeBounds(75, true, 50, true, 0));
    }

    @Test
    void scoredPeriodsAreListedWithTheirLengths() {
        Period quiet = new Period("quiet", Duration.ofSeconds(10), Duration.ofSeconds(40));
        Period rush = new Period("rush", Duration.ofSeconds(40), Duration.ofSeconds(100));
        assertThat(PlanText.lines(plan(List.of(quiet, rush)))).contains("scored periods: quiet 30s, rush 1m");
        assertThat(PlanText.lines(plan(List.of()))).noneMatch(line -> line.contains("periods"));
    }

    @Test
    void aSutThatDoesNotStartIsToldOnceByTheEndOfTheRun() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        LineDisplay display = new LineDisplay(new PrintStream(bytes, true, StandardCharsets.UTF_8), plan(List.of()));
        display.event(EventType.SUT_FAILED, "sut/db", "Port 9092 is taken.", Map.of());
        display.phase(Phase.STEADY, 0, 0);
        display.event(EventType.SUT_FAILED, "sut/db", "The SUT has failed.", Map.of());
        assertThat(bytes.toString(StandardCharsets.UTF_8))
                .doesNotContain("Port 9092")
                .contains("sut/db: The SUT has failed.");
    }
}

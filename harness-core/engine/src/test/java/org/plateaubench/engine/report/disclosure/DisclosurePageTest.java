// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.report.disclosure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.plateaubench.engine.judge.MadeRun.MILLI;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plateaubench.api.Load;
import org.plateaubench.engine.judge.Judge;
import org.plateaubench.engine.judge.MadePlan;
import org.plateaubench.engine.judge.MadeRun;
import org.plateaubench.engine.plan.PlannedScore;
import org.plateaubench.engine.store.StoredRun;

/** One tile of a workload that reads ten times a second, twice as often as the reference. */
final class DisclosurePageTest {
    @TempDir
    private Path folder;

    private final MadePlan plan = new MadePlan();

    private String page(long millis) {
        plan.limits.put("read", List.of("p95 < 20ms"));
        plan.steady = Duration.ofSeconds(20);
        plan.periods = 2;
        plan.score = new PlannedScore("lab", "ab".repeat(32), 0.8, 0.2, Map.of("cache", 5.0), Map.of());
        MadeRun run = new MadeRun(folder, plan.simple(1, new Load.Closed(8, 1)).build());
        run.drive(start -> {
            for (int i = 0; i < 10; i++) {
                run.ok("1/cache", "read", start + i * 60L * MILLI, millis * MILLI, 0);
                run.ok("1/cache", "write", start + i * 60L * MILLI, millis * MILLI, 0);
            }
        });
        run.end("completed");
        StoredRun stored = run.read();
        return DisclosurePage.of(
                stored, Judge.judge(stored), List.of("Checked."), "Mine: <script>alert(1)</script>\u202e");
    }

    @Test
    void thePageHasTheScoreWithVerdictTilesAndLimitsOfEachPeriodAndEscapesWhatOthersWrote() {
        plan.description = "\"Lab\" <img src=x>";
        String page = page(5);

        assertThat(page)
                .contains("<p class=\"score\">2.00 @ 1 tile</p>", "PASS, class standard")
                .contains("Period p1, score 2, the median, which scores", "Period p2, score 2")
                .contains("read p95 &lt; 20ms: 5 ms, met", "<td>geometric mean</td>")
                .contains("<th scope=\"row\">Load of cache</th><td>kind closed, users 8, depth 1, pacing (read think"
                        + " time exponential 200ms, write think time exponential 200ms)</td>")
                .contains("&quot;Lab&quot; &lt;img src=x&gt;", "Mine: &lt;script&gt;alert(1)&lt;/script&gt;\ufffd")
                .doesNotContain("<script", "<img", "\u202e", "http://", "https://");
    }

    @Test
    void theNumberOfARunThatMissedALimitIsStruckThrough() {
        assertThat(page(35))
                .contains("<p class=\"score\"><s>2.00 @ 1 tile</s></p>", "FAIL, class standard", "MISSED")
                .contains("score 2 (struck)");
    }
}

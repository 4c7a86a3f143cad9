// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plateaubench.api.Load;
import org.plateaubench.engine.judge.Judge;
import org.plateaubench.engine.judge.MadePlan;
import org.plateaubench.engine.judge.MadeRun;
import org.plateaubench.engine.judge.SampleRun;
import org.plateaubench.engine.store.StoredRun;

final class TextSummaryTest {
    @TempDir
    Path folder;

    @Test
    void theVerdictComesFirstAndEveryLineFitsEightyColumns() {
        List<String> lines =
                summary(SampleRun.failing(folder, 12), TextStyle.PLAIN).lines().toList();
        assertThat(lines.getFirst()).isEqualTo("FAIL  quickstart  class dev, completed");
        assertThat(lines.get(1)).startsWith("- fail: 1/store/purchase: p95 is ");
        assertThat(lines).allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(80));
    }

    @Test
    void operationsHaveTheirFiguresAndLimits() {
        String summary = summary(SampleRun.failing(folder, 12), TextStyle.PLAIN);
        assertThat(summary)
                .contains("orders/min")
                .containsPattern("purchase .* missed")
                .containsPattern("login .* met");
        assertThat(summary).contains("runs/x/report.html");
    }

    @Test
    void aBadHarnessIsToldBeforeTheFiguresOfTheSut() {
        MadeRun bad = SampleRun.passing(folder, 12);
        bad.reconciled("1/store", "rows", 1, 2);
        String summary = summary(bad, TextStyle.PLAIN);
        assertThat(summary.indexOf("Harness")).isLessThan(summary.indexOf("orders/min"));
    }

    @Test
    void comparisonsThatWereNotMetAreCountedToo() {
        MadeRun half = SampleRun.passing(folder, 12);
        half.reconciled("1/store", "rows that are gone", 2, 1);
        assertThat(summary(half, TextStyle.PLAIN)).contains("what was sent in 2 of 3 comparisons.");
    }

    @Test
    void aGoodHarnessIsToldAfterThem() {
        String summary = summary(SampleRun.passing(folder, 12), TextStyle.PLAIN);
        assertThat(summary).startsWith("PASS");
        assertThat(summary.indexOf("Harness")).isGreaterThan(summary.indexOf("orders/min"));
    }

    @Test
    void aStyleOnlyAddsMarksAroundWords() {
        MadeRun run = SampleRun.failing(folder, 12);
        var judgement = Judge.judge(run.read());
        String marked = TextSummary.of(judgement, "runs/x", (tone, text) -> "\u001b[1m" + text + "\u001b[0m");
        assertThat(marked.replaceAll("\u001b\\[[01]m", ""))
                .isEqualTo(TextSummary.of(judgement, "runs/x", TextStyle.PLAIN));
    }

    @Test
    void whatAllTilesDidTogetherComesBeforeEachOfThem() {
        MadeRun run = new MadeRun(
                folder,
                new MadePlan()
                        .simple(1, new Load.Closed(8, 1))
                        .simple(2, new Load.Closed(8, 1))
                        .build());
        run.drive(start -> {
            run.ok("1/cache", "read", start, MadeRun.MILLI, 0);
            run.ok("2/cache", "read", start, MadeRun.MILLI, 0);
        });
        run.end("completed");
        String summary = summary(run, TextStyle.PLAIN);
        assertThat(summary).contains("all 2 tiles/cache  2 reads/s");
        assertThat(summary.indexOf("all 2 tiles/cache")).isLessThan(summary.indexOf("1/cache  1 reads/s"));
        StoredRun stored = run.read();
        assertThat(HtmlReport.of(stored, Judge.judge(stored), List.of())).contains("<h2>All 2 tiles/cache</h2>");
    }

    @Test
    void aRunThatNeverMeasuredShowsNoZeros() {
        MadeRun run = new MadeRun(folder, new MadePlan().store(1).build());
        run.end("crashed");
        assertThat(summary(run, TextStyle.PLAIN))
                .contains("was never in steady state")
                .contains("Harness  nothing was measured")
                .doesNotContain("p95");
    }

    private static String summary(MadeRun run, TextStyle style) {
        return TextSummary.of(Judge.judge(run.read()), "runs/x", style);
    }
}

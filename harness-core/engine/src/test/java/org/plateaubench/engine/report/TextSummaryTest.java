// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plateaubench.api.Load;
import org.plateaubench.api.LoadStep;
import org.plateaubench.api.MeasureDefinition;
import org.plateaubench.engine.config.key.RunClass;
import org.plateaubench.engine.document.Documents;
import org.plateaubench.engine.judge.Judge;
import org.plateaubench.engine.judge.SampleRun;
import org.plateaubench.engine.judge.TestPlan;
import org.plateaubench.engine.judge.TestRun;
import org.plateaubench.engine.judge.audit.AuditResult;
import org.plateaubench.engine.judge.result.Judgement;
import org.plateaubench.engine.store.RunEnvironment;
import org.plateaubench.engine.store.StoredFile;
import org.plateaubench.engine.store.StoredRun;
import org.plateaubench.measure.host.Calibration;
import org.plateaubench.measure.host.Calibration.ClockCost;
import org.plateaubench.measure.host.Calibration.ParkError;
import org.plateaubench.measure.interval.AgentHealth;

final class TextSummaryTest {
    @TempDir
    Path folder;

    @Test
    void missedLimitIsInTheFirstLineAndTheVerdictInTheLast() {
        List<String> lines =
                summary(SampleRun.failing(folder, 12), TextStyle.PLAIN).lines().toList();
        assertThat(lines.getFirst())
                .startsWith("\u2715 FAILED   purchase: p95 is ")
                .contains("; the limit is < ");
        assertThat(lines.getLast()).isEqualTo("\u2715 FAILED");
        assertThat(lines).hasSizeLessThanOrEqualTo(25);
        assertThat(lines).allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(80));
    }

    @Test
    void operationsHaveTheirFiguresAndTheirLimit() {
        String summary = summary(SampleRun.failing(folder, 12), TextStyle.PLAIN);
        assertThat(summary)
                .containsPattern("\noperation +count .*per s +p50 .* p95 limit\n")
                .containsPattern("\npurchase .* < \\d+ \u2715\n")
                .containsPattern("\nlogin .* < \\d+ \u2713\n")
                .containsPattern("\nall .*\ntimes in ms, from when the user wanted to start")
                .containsPattern("\nHeadline +\\d+ orders/min\n")
                .contains("\nAnswers     not verified: login")
                .containsPattern("\nReport +runs/x/report.html");
    }

    @Test
    void reportCommandIsOmittedInNarrowTerminals() {
        Judgement judgement = SampleRun.failing(folder, 12).judged();
        String quickstart = "runs/20261130T190759Z-quickstart-70e574";
        assertThat(TextSummary.of(judgement, quickstart, TextStyle.PLAIN).lines())
                .contains("Report      " + quickstart + "/report.html")
                .noneMatch(line -> line.endsWith("--open)"));
        assertThat(TextSummary.of(judgement, quickstart, TextStyle.PLAIN, 100).lines())
                .contains("Report      " + quickstart + "/report.html (report 70e574 --open)");
    }

    @Test
    void tableIsLimitedToTheMostFrequentOperations() {
        TestPlan plan = new TestPlan();
        plan.series = IntStream.range(0, 10)
                .mapToObj(i -> MeasureDefinition.series("seen" + i, "Time from sending to delivery."))
                .toList();
        TestRun run = new TestRun(folder, plan.simple().build());
        run.drive(start -> {
            run.readsAndWrites(start);
            IntStream.range(0, 10)
                    .forEach(i -> IntStream.rangeClosed(0, i)
                            .forEach(n -> run.ok("1/cache", "seen" + i, start + n * TestRun.MILLI, TestRun.MILLI, 0)));
        });
        run.end("completed");
        assertThat(summary(run, TextStyle.PLAIN))
                .contains("\nread ", "\nseen9 ", "\nseen5 ")
                .contains("\n(report.html has 5 more operations, with fewer executions)\n")
                .doesNotContain("\nseen4 ");
    }

    @Test
    void checksCountAsLimitsAndHaveValues() {
        Judgement judgement = SampleRun.passing(folder, 12).judged();
        assertThat(TextSummary.of(judgement, "runs/x", TextStyle.PLAIN)).startsWith("\u2713 PASSED   all 6 limits met");
        assertThat(TrustText.of(judgement, TextStyle.PLAIN, 80))
                .containsPattern("rows per browse +\\d\\.\\d+ rows +0\\.500 to 10 rows +met\n")
                .containsPattern("new customer share +\\d\\d\\.\\d% +-\n");
    }

    @Test
    void failedDataComparisonsAreCounted() {
        TestRun partial = SampleRun.passing(folder, 12);
        partial.reconciled("1/store", "lost rows", 2, 1);
        assertThat(summary(partial, TextStyle.PLAIN))
                .contains("\nData        2 of 3 totals in the SUT agree with what was sent\n");
    }

    @Test
    void trustSectionNamesUntestedAudits() {
        TestPlan plan = new TestPlan();
        plan.runClass = RunClass.DEV;
        LoadStep step = new LoadStep.Constant(Duration.ofSeconds(2), 8);
        plan.steady = Duration.ofSeconds(6);
        TestRun run = new TestRun(
                folder,
                plan.simple(1, new Load.Closed(8, 1, List.of(step, step, step), null))
                        .build());
        run.drive(start -> {
            for (int i = 0; i < 40; i++) {
                run.ok("1/cache", i % 2 == 0 ? "read" : "write", start + i * 20L * TestRun.MILLI, TestRun.MILLI, 0);
            }
        });
        run.reconciled("1/cache", "keys", 1, 1);
        Judgement judgement = run.judged();
        long ok = judgement.audits().stream()
                        .filter(audit -> audit.state() == AuditResult.State.OK)
                        .count()
                - 1;
        assertThat(TextSummary.of(judgement, "runs/x-4f2a1c", TextStyle.PLAIN))
                .containsPattern("\nTrust       " + ok + " audits ok, \\d+ not tested +\\(report 4f2a1c --trust\\)\n")
                .contains("\nData        all 1 totals in the SUT");
        assertThat(TrustText.of(judgement, TextStyle.PLAIN, 80).replaceAll("\\s+", " "))
                .contains("not tested: 1/cache in step 1 (8 users, 2s) dispatch lag. p99 of 80 operations");
    }

    @Test
    void violatedAuditsAreNotedInClassDev() {
        TestPlan plan = new TestPlan();
        plan.runClass = RunClass.DEV;
        TestRun run = new TestRun(folder, plan.simple().build());
        AgentHealth stalled = new AgentHealth(TestRun.MILLI, 400 * TestRun.MILLI, 0.11, 0.28, 90_000_000, 40);
        for (int second = 0; second < 14; second++) {
            run.ok("1/cache", "read", second * TestRun.SECOND, TestRun.MILLI, 0);
            run.interval(stalled, second == 13);
        }
        run.end("completed");
        assertThat(summary(run, TextStyle.PLAIN))
                .startsWith("\u2713 PASSED with doubts   no limit was set")
                .contains("\n! The load generator paused up to 400 ms: times are approximate.\n")
                .contains(" audits ok, 1 noted, ")
                .contains("\nClass dev   do not publish or compare");
        assertThat(TrustText.of(run.judged(), TextStyle.PLAIN, 80))
                .contains("\nReasons\n- note: agent/local: the longest stall of the agent");
    }

    @Test
    void styleOnlyAddsEscapeSequences() {
        Judgement judgement = SampleRun.failing(folder, 12).judged();
        String marked = TextSummary.of(judgement, "runs/x", (tone, text) -> "\u001b[1m" + text + "\u001b[0m");
        assertThat(marked.replaceAll("\u001b\\[[01]m", ""))
                .isEqualTo(TextSummary.of(judgement, "runs/x", TextStyle.PLAIN));
    }

    @Test
    void tilesShareOneTable() {
        TestRun run = new TestRun(
                folder,
                new TestPlan()
                        .simple(1, new Load.Closed(8, 1))
                        .simple(2, new Load.Closed(8, 1))
                        .build());
        run.drive(start -> {
            run.ok("1/cache", "read", start, TestRun.MILLI, 0);
            run.ok("2/cache", "read", start, TestRun.MILLI, 0);
        });
        run.end("completed");
        assertThat(summary(run, TextStyle.PLAIN)).contains("\ncache, all 2 tiles ", "\nHeadline    2 reads/s\n");
        StoredRun stored = run.read();
        assertThat(OpenedReport.text(stored)).contains("cache, all 2 tiles");
    }

    @Test
    void runWithoutMeasurementShowsNoFigures() {
        TestRun run = new TestRun(folder, new TestPlan().store(1).build());
        run.end("crashed");
        assertThat(summary(run, TextStyle.PLAIN))
                .startsWith("\u2715 BROKE OFF   ")
                .contains("\n! No figures were measured.\n")
                .endsWith("\n\u2715 BROKE OFF\n")
                .doesNotContain("p95", "Limited by");
        assertThat(run.judged().limitedBy()).isNull();
    }

    @Test
    void invalidRunMarksEveryFigure() {
        TestRun bad = SampleRun.passing(folder, 12);
        bad.reconciled("1/store", "rows", 1, 2, "psql");
        String summary = summary(bad, TextStyle.PLAIN);
        assertThat(summary)
                .startsWith("! INVALID   ")
                .contains("\n! The figures do not count. ")
                .containsPattern("\n! operation .*\n! ")
                .containsPattern("\n! purchase ")
                .containsPattern("\nHeadline +\\d+ orders/min \\(does not count\\)\n");
        String good = summary(SampleRun.passing(folder.resolve("good"), 12), TextStyle.PLAIN);
        assertThat(good).startsWith("\u2713 PASSED   all ").doesNotContain("does not count", "\n!");
    }

    @Test
    void reportHasTheCalibration() throws IOException {
        TestRun run = SampleRun.passing(folder, 12);
        ParkError platform = new ParkError(900, 60_000, 90_000, 310_000, 2_000_000, 21_000);
        ParkError virtual = new ParkError(900, 60_000, 90_000, 470_000, 2_000_000, 21_000);
        Calibration calibration =
                new Calibration(new ClockCost(25.5, 30), platform, virtual, 3_000_000, 400_000_000, 20_000, 2);
        Path environment = StoredFile.ENVIRONMENT.in(folder);
        Map<String, Object> tree = new LinkedHashMap<>(Documents.parse(Files.readString(environment)));
        tree.put(RunEnvironment.CALIBRATIONS, Documents.tree(Map.of("local", calibration)));
        Files.writeString(environment, Documents.text(tree));

        StoredRun stored = run.read();
        assertThat(RunEnvironment.of(stored.environment()).calibrations()).isEqualTo(Map.of("local", calibration));
        assertThat(OpenedReport.text(stored)).contains("before the load began").contains(" 0.470 ");
    }

    private static String summary(TestRun run, TextStyle style) {
        return TextSummary.of(Judge.judge(run.read()), "runs/x", style);
    }

    private static TextTable table(int widest) {
        TextTable table = new TextTable(widest, List.of("", "ok", "err"));
        table.add(List.of("purchase", "1 237", "0"));
        return table;
    }

    @Test
    void columnGapsShrinkBeforeNamesAreTruncated() {
        assertThat(table(20).lines()).containsExactly("             ok  err", "purchase  1 237    0");
        assertThat(table(18).lines()).containsExactly("            ok err", "purchase 1 237   0");
    }

    @Test
    void truncatedNameEndsWithAnEllipsis() {
        assertThat(table(16).lines()).containsExactly("          ok err", "purch\u2026 1 237   0");
    }
}

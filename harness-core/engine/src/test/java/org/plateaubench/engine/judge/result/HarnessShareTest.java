// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.plateaubench.engine.judge.TestRun.MILLI;
import static org.plateaubench.engine.judge.TestRun.SECOND;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plateaubench.api.Execution;
import org.plateaubench.engine.config.key.RunClass;
import org.plateaubench.engine.document.Documents;
import org.plateaubench.engine.figure.OperationColumns;
import org.plateaubench.engine.judge.TestPlan;
import org.plateaubench.engine.judge.TestRun;
import org.plateaubench.engine.judge.audit.AuditOrRule;
import org.plateaubench.engine.judge.audit.AuditResult;
import org.plateaubench.engine.judge.result.LineResult.LimitResult;
import org.plateaubench.engine.judge.result.Reason.Severity;
import org.plateaubench.engine.report.TextStyle;
import org.plateaubench.engine.report.TextSummary;

/** Measurement rule M24: every percentile states the share of the harness in it. */
final class HarnessShareTest {
    private static final String CACHE = "1/cache";
    private static final int PER_SECOND = 1_000;

    @TempDir
    Path folder;

    private final TestPlan plan = new TestPlan();

    HarnessShareTest() {
        plan.execution = Execution.EVENT_LOOP;
    }

    /**
     * Judges a run with 10,000 operations in the steady window. In every second, the given number of them are late.
     * Completion lag is half of dispatch lag, see {@link TestRun#ok}.
     */
    private Judgement run(int latePerSecond, long lateResponse, long lateLag) {
        TestRun run = new TestRun(folder, plan.simple().build());
        run.drive(start -> {
            for (int i = 0; i < PER_SECOND; i++) {
                boolean isLate = i < latePerSecond;
                run.ok(
                        CACHE,
                        i % 2 == 0 ? "read" : "write",
                        start + i * (SECOND / PER_SECOND),
                        isLate ? lateResponse : 2 * MILLI,
                        isLate ? lateLag : 100_000);
            }
        });
        return run.judged();
    }

    private static AuditResult share(Judgement judgement) {
        return judgement.audits().stream()
                .filter(audit -> audit.rule() == AuditOrRule.HARNESS_SHARE)
                .findFirst()
                .orElseThrow();
    }

    private static LimitResult limit(Judgement judgement) {
        return judgement.workloads().getFirst().lines().getFirst().limits().getFirst();
    }

    @Test
    void m24LagAboveHalfThePercentileInvalidatesStandardRun() {
        Judgement judgement = run(3, 8 * MILLI, 4 * MILLI);
        assertThat(share(judgement).state()).isEqualTo(AuditResult.State.VIOLATED);
        assertThat(share(judgement).value()).isBetween(74.0, 76.0);
        assertThat(share(judgement).message()).contains("75% of the p99.9 of the response time of all operations");
        assertThat(judgement.reasons()).singleElement().satisfies(reason -> {
            assertThat(reason.rule()).isEqualTo(AuditOrRule.HARNESS_SHARE);
            assertThat(reason.severity()).isEqualTo(Severity.INVALID);
        });
        assertThat(judgement.verdict()).isEqualTo(Verdict.INVALID);
    }

    @Test
    void m24ExcessiveLagIsNotedInClassDev() {
        plan.runClass = RunClass.DEV;
        Judgement judgement = run(3, 60 * MILLI, 30 * MILLI);
        assertThat(share(judgement).state()).isEqualTo(AuditResult.State.VIOLATED);
        assertThat(share(judgement).noted()).isTrue();
        assertThat(judgement.verdict()).isEqualTo(Verdict.PASS);
    }

    @Test
    void m24LagWithinTheBoundMarksTheFigure() {
        Judgement judgement = run(3, MILLI, 600_000);
        LineResult all = judgement.workloads().getFirst().all();
        assertThat(share(judgement).state()).isEqualTo(AuditResult.State.OK);
        assertThat(all.harnessShare(OperationColumns.P50)).isBetween(0.07, 0.08);
        assertThat(all.limitedByHarness()).startsWith("p99_9", "max");
        assertThat(judgement.verdict()).isEqualTo(Verdict.PASS);
        String text = TextSummary.of(judgement, "runs/x", TextStyle.PLAIN);
        assertThat(text).contains("2#", "; # lag over 10 %");
        assertThat(text.lines()).allMatch(line -> line.length() <= 80);
        assertThat(Documents.tree(judgement).toString()).contains("limitedByHarness=[p99_9, max");
    }

    @Test
    void m24LimitBelowTheLagIsNotTested() {
        plan.limits.put("read", List.of("p99 < 0.5ms"));
        Judgement judgement = run(PER_SECOND, 900_000, 400_000);
        assertThat(limit(judgement).met()).isNull();
        assertThat(limit(judgement).untested()).contains("below the precision of the harness", "0.600 ms");
        assertThat(judgement.verdict()).isEqualTo(Verdict.INVALID);
        assertThat(judgement.reasons())
                .anySatisfy(reason -> assertThat(reason.rule()).isEqualTo(AuditOrRule.HIDDEN_LIMIT))
                .noneSatisfy(reason -> assertThat(reason.rule()).isEqualTo(AuditOrRule.LIMIT));
    }
}

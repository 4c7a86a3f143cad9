// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.plateaubench.engine.judge.TestRun.MILLI;
import static org.plateaubench.engine.judge.TestRun.SECOND;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plateaubench.engine.document.Documents;
import org.plateaubench.engine.figure.OperationColumns;
import org.plateaubench.engine.judge.result.Judgement;
import org.plateaubench.engine.judge.result.Judgement.PeriodResult;
import org.plateaubench.engine.judge.result.Verdict;
import org.plateaubench.engine.judge.result.WorkloadResult;
import org.plateaubench.engine.report.OpenedReport;
import org.plateaubench.engine.run.event.EventDetails;
import org.plateaubench.engine.store.StoredRun;

/** Scored periods: a run of two, each with figures and limits of its own. Steady lasts from 2 s to 12 s. */
final class PeriodsTest {
    private static final String CACHE = "1/cache";

    @TempDir
    Path folder;

    private final TestPlan plan = new TestPlan();

    private StoredRun run(String status, long lastSecond) {
        plan.periods = 2;
        plan.limits.put("read", List.of("p95 < 20ms"));
        TestRun run = new TestRun(folder, plan.simple().build());
        run.drive(start -> {
            boolean isFirst = start < 7 * SECOND;
            for (int i = 0; start < lastSecond * SECOND && i < (isFirst ? 30 : 10); i++) {
                run.ok(CACHE, "read", start + i * MILLI, (isFirst ? 5 : 50) * MILLI, 0);
                run.ok(CACHE, "write", start + i * MILLI, 5 * MILLI, 0);
            }
        });
        if (!status.equals("completed")) {
            run.event(new EventDetails.Interrupted("stop"), "", "Stop requested.");
        }
        run.end(status);
        return run.read();
    }

    @Test
    void periodFiguresAddUpToTheRun() {
        Judgement judgement = Judge.judge(run("completed", 100));

        assertThat(judgement.periods()).extracting(PeriodResult::name).containsExactly("p1", "p2");
        assertThat(judgement.periods()).allMatch(PeriodResult::complete);
        WorkloadResult first = judgement.periods().getFirst().workloads().getFirst();
        WorkloadResult second = judgement.periods().getLast().workloads().getFirst();
        assertThat(first.all().count(OperationColumns.OK)).isEqualTo(300);
        assertThat(second.all().count(OperationColumns.OK)).isEqualTo(100);
        assertThat(first.all().number(OperationColumns.THROUGHPUT)).isEqualTo(60);
        assertThat(second.all().number(OperationColumns.THROUGHPUT)).isEqualTo(20);
        assertThat(Objects.requireNonNull(first.metric()).value()).isEqualTo(30);
        assertThat(second.all().number(OperationColumns.MAX)).isEqualTo(50);
        assertThat(judgement.workloads().getFirst().all().count(OperationColumns.OK))
                .isEqualTo(400);
    }

    @Test
    void limitMissedInOnePeriodFailsTheRun() {
        plan.limits.put("write", List.of("p50 < 20ms"));
        StoredRun run = run("completed", 100);
        Judgement judgement = Judge.judge(run);

        assertThat(judgement.verdict()).isEqualTo(Verdict.FAIL);
        assertThat(judgement.reasons())
                .extracting(reason -> reason.scope().toString())
                .contains("1/cache/read in period 2 (p2)")
                .doesNotContain("1/cache/read in period 1 (p1)");
        Map<String, ?> tree = Documents.tree(judgement);
        assertThat(String.valueOf(tree.get("periods"))).contains("name=p1", "complete=true", "cache");
        assertThat(String.valueOf(tree.get("reasons"))).contains("in period 2 (p2)");
        assertThat(OpenedReport.text(run)).contains("Scored periods", " p2 ").doesNotContain("Periods of every tile");
    }

    @Test
    void periodWithoutASuccessFailsTheRun() {
        plan.periods = 2;
        TestRun run = new TestRun(folder, plan.simple().build());
        run.drive(start -> {
            for (int i = 0; i < 10; i++) {
                run.ok(CACHE, "write", start + i * MILLI, 5 * MILLI, 0);
                if (start < 7 * SECOND) {
                    run.ok(CACHE, "read", start + i * MILLI, 5 * MILLI, 0);
                } else {
                    run.declined(CACHE, "read", start + i * MILLI, 5 * MILLI, "out-of-stock");
                }
            }
        });
        assertThat(run.judged().reasons())
                .extracting(reason -> reason.rule() + " " + reason.scope())
                .contains("NO_SUCCESS 1/cache/read in period 2 (p2)");
    }
}

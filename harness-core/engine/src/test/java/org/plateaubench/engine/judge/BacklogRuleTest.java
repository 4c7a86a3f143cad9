// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.plateaubench.engine.judge.TestRun.MILLI;
import static org.plateaubench.engine.judge.TestRun.SECOND;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.LongUnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plateaubench.api.Load;
import org.plateaubench.api.LoadStep;
import org.plateaubench.engine.document.Documents;
import org.plateaubench.engine.judge.audit.AuditOrRule;
import org.plateaubench.engine.judge.result.Judgement;
import org.plateaubench.engine.plan.RunPlan;
import org.plateaubench.engine.report.OpenedReport;
import org.plateaubench.engine.store.StoredRun;
import org.plateaubench.measure.interval.AgentHealth;
import org.plateaubench.measure.interval.WorkloadInterval;

/** A closed load whose units fall due faster than they end (measurement rule M15). */
final class BacklogRuleTest {
    private static final String CACHE = "1/cache";

    @TempDir
    Path folder;

    private final TestPlan plan = new TestPlan();

    private static Load.Closed load(LoadStep... steps) {
        return new Load.Closed(8, 1, List.of(steps), 1.5);
    }

    /** A run with a level at the end of each second, which is given by the second's start. */
    private StoredRun run(Load load, LongUnaryOperator backlogAtEndOf, AgentHealth health) {
        RunPlan builtPlan = plan.simple(1, load).build();
        TestRun run = new TestRun(folder, builtPlan);
        run.drive(
                start -> {
                    run.levels(CACHE, new WorkloadInterval.Levels(8, 2, 0, 0, (int)
                            backlogAtEndOf.applyAsLong(start / SECOND)));
                    for (int i = 0; i < 50; i++) {
                        run.ok(CACHE, "read", start + i * 10L * MILLI, 4 * MILLI, MILLI / 10);
                        run.ok(CACHE, "write", start + i * 10L * MILLI, 4 * MILLI, MILLI / 10);
                    }
                },
                health);
        run.end("completed");
        return run.read();
    }

    private Judgement judged(LongUnaryOperator backlogAtEndOf) {
        return Judge.judge(run(load(), backlogAtEndOf, TestRun.UNLOADED));
    }

    @Test
    void m15BacklogOutsideTheWindowIsNoOverload() {
        long steadyStart = plan.rampUp.toSeconds();
        long steadyEnd = steadyStart + plan.steady.toSeconds();
        Judgement judgement = judged(second -> second < steadyStart || second >= steadyEnd ? 100 : 3);
        assertThat(judgement.reasons()).isEmpty();
    }

    @Test
    void m15BacklogBoundFollowsTheUsersOfTheStep() {
        Duration half = plan.steady.dividedBy(2);
        LoadStep all = new LoadStep.Constant(half, 8);
        LoadStep few = new LoadStep.Constant(half, 2);
        Judgement judgement = Judge.judge(run(load(all, few), second -> 4, TestRun.UNLOADED));
        assertThat(judgement.reasons())
                .filteredOn(reason -> reason.rule() == AuditOrRule.OVERLOAD)
                .singleElement()
                .satisfies(reason -> {
                    assertThat(reason.scope().portion()).isNotNull();
                    assertThat(reason.scope().portion().number()).isEqualTo(2);
                    assertThat(reason.bound()).isEqualTo(3);
                });
    }

    @Test
    void resultAndReportShowTheWorstBacklog() {
        StoredRun run = run(load(), second -> second == 5 ? 9 : 2, TestRun.UNLOADED);
        Judgement judgement = Judge.judge(run);
        assertThat(Documents.line(judgement).replaceAll("\\s", ""))
                .contains("\"backlog\":{\"worst\":9,\"atSeconds\":6.0,\"bound\":12.0,\"perUser\":1.5}");
        assertThat(OpenedReport.text(run)).contains("Most units that were due and had not ended: 9, of 12 allowed.");
    }
}

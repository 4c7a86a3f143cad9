// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.ObjLongConsumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plateaubench.api.Load;
import org.plateaubench.api.LoadStep;
import org.plateaubench.api.Phase;
import org.plateaubench.engine.figure.OperationColumns;
import org.plateaubench.engine.judge.audit.AuditOrRule;
import org.plateaubench.engine.judge.result.Judgement;
import org.plateaubench.engine.judge.result.LineResult;
import org.plateaubench.engine.judge.result.Reason;
import org.plateaubench.engine.judge.result.Verdict;
import org.plateaubench.engine.judge.result.WorkloadResult.StepResult;
import org.plateaubench.engine.report.OpenedReport;
import org.plateaubench.engine.report.TextStyle;
import org.plateaubench.engine.report.TextSummary;
import org.plateaubench.engine.store.StoredRun;
import org.plateaubench.measure.interval.WorkloadInterval;

/** Every step of a schedule is judged by itself, and all of them as one run. */
final class StepsTest {
    private static final String CACHE = "1/cache";
    private static final long MILLI = 1_000_000;
    private static final long SECOND = 1_000 * MILLI;
    private static final Duration LONG = Duration.ofSeconds(20);

    @TempDir
    private Path folder;

    private final TestPlan plan = new TestPlan();

    private static LoadStep step(double level) {
        return new LoadStep.Constant(Duration.ofSeconds(5), level);
    }

    private static Load users(double first, double second) {
        return new Load.Closed(50, 1, List.of(step(first), step(second)), null);
    }

    /** Both operations, 40 times a second in the first step and 80 times in the second. */
    private static void readAndWrite(TestRun run, long start, long secondStepResponse) {
        boolean isSecond = start >= 7 * SECOND;
        int times = isSecond ? 80 : 40;
        for (int i = 0; i < times; i++) {
            long response = isSecond ? secondStepResponse : 4 * MILLI;
            run.ok(CACHE, i % 2 == 0 ? "read" : "write", start + i * 10L * MILLI, response, 50_000);
        }
    }

    private StoredRun play(Load load, ObjLongConsumer<TestRun> second) {
        TestRun run = new TestRun(folder, plan.simple(1, load).build());
        run.drive(start -> second.accept(run, start));
        run.end("completed");
        return run.read();
    }

    private static StepResult stepOf(Judgement judgement, int number) {
        return judgement.workloads().getFirst().steps().get(number - 1);
    }

    private static @Nullable Verdict verdict(Judgement judgement, int number) {
        return stepOf(judgement, number).verdict();
    }

    @Test
    void stepFiguresAddUpToTheRun() {
        Judgement judgement = Judge.judge(play(users(10, 50), (run, start) -> readAndWrite(run, start, 4 * MILLI)));
        assertThat(judgement.reasons()).isEmpty();
        LineResult total = judgement.workloads().getFirst().all();
        assertThat(total.count(OperationColumns.OK)).isEqualTo(5 * 40 + 5 * 80);
        assertThat(stepOf(judgement, 1).all().count(OperationColumns.OK)).isEqualTo(200);
        assertThat(stepOf(judgement, 2).all().count(OperationColumns.OK)).isEqualTo(400);
        assertThat(stepOf(judgement, 1).all().number(OperationColumns.THROUGHPUT))
                .isEqualTo(40);
        assertThat(stepOf(judgement, 2).all().number(OperationColumns.THROUGHPUT))
                .isEqualTo(80);
        assertThat(total.number(OperationColumns.THROUGHPUT)).isEqualTo(60);
        assertThat(verdict(judgement, 1)).isEqualTo(Verdict.PASS);
        assertThat(verdict(judgement, 2)).isEqualTo(Verdict.PASS);
        assertThat(judgement.audits())
                .filteredOn(audit -> audit.rule() == AuditOrRule.DISPATCH_LAG)
                .extracting(audit -> audit.scope().toString())
                .containsExactly(CACHE, "1/cache in step 1 (10 users, 5s)", "1/cache in step 2 (50 users, 5s)");
    }

    @Test
    void limitMissedInOneStepFailsTheRun() {
        plan.limits.put("read", List.of("p50 < 10ms"));
        // Only a third of the operations are slow, so that the limit is met over the whole run.
        Judgement judgement = Judge.judge(play(users(10, 50), (run, start) -> {
            int times = start >= 7 * SECOND ? 20 : 40;
            for (int i = 0; i < times; i++) {
                long response = start >= 7 * SECOND ? 40 * MILLI : 4 * MILLI;
                run.ok(CACHE, i % 2 == 0 ? "read" : "write", start + i * 10L * MILLI, response, 50_000);
            }
        }));
        assertThat(judgement.verdict()).isEqualTo(Verdict.FAIL);
        assertThat(judgement.reasons()).singleElement().satisfies(reason -> {
            assertThat(reason.rule()).isEqualTo(AuditOrRule.LIMIT);
            assertThat(reason.message()).startsWith("1/cache/read in step 2 (50 users, 5s): p50 is 40 ms");
        });
        assertThat(verdict(judgement, 1)).isEqualTo(Verdict.PASS);
        assertThat(verdict(judgement, 2)).isEqualTo(Verdict.FAIL);
    }

    @Test
    void standstillIsReportedInTheAffectedStep() {
        plan.steady = Duration.ofSeconds(40);
        Judgement judgement = Judge.judge(play(longSteps(new LoadStep.Constant(LONG, 50)), (run, start) -> {
            if (start < 28 * SECOND || start >= 34 * SECOND) {
                readAndWrite(run, start, 4 * MILLI);
            }
        }));
        assertThat(judgement.reasons())
                .filteredOn(reason -> reason.rule() == AuditOrRule.OUTAGE)
                .singleElement()
                .satisfies(reason -> assertThat(reason.message())
                        .startsWith("1/cache in step 2 (50 users, 20s): the SUT stopped: from second 6 to 12"));
        assertThat(verdict(judgement, 1)).isEqualTo(Verdict.PASS);
        assertThat(verdict(judgement, 2)).isEqualTo(Verdict.FAIL);
    }

    private static Load longSteps(LoadStep second) {
        return new Load.Closed(50, 1, List.of(new LoadStep.Constant(LONG, 10), second), null);
    }

    @Test
    void stepWithoutUsersPasses() {
        Judgement judgement = Judge.judge(play(users(50, 0), (run, start) -> {
            if (start < 7 * SECOND) {
                readAndWrite(run, start, 4 * MILLI);
            }
        }));
        assertThat(judgement.reasons()).isEmpty();
        assertThat(verdict(judgement, 2)).isEqualTo(Verdict.PASS);
    }

    @Test
    void incompleteStepHasNoVerdict() {
        plan.limits.put("read", List.of("p50 < 1ms"));
        TestRun run = new TestRun(folder, plan.simple(1, users(10, 50)).build());
        // Too slow, but the rest of the step is unknown.
        run.phase(Phase.STEADY, 2 * SECOND);
        for (long start = 0; start < 5 * SECOND; start += SECOND) {
            readAndWrite(run, start, 4 * MILLI);
            run.interval(false);
        }
        run.phase(Phase.RAMP_DOWN, 5 * SECOND);
        run.interval(true);
        run.end("interrupted");
        StoredRun stored = run.read();
        Judgement judgement = Judge.judge(stored);
        assertThat(judgement.reasons())
                .extracting(Reason::rule)
                .containsExactly(AuditOrRule.COMPLETED, AuditOrRule.LIMIT);
        assertThat(stepOf(judgement, 1).window()).isNotNull();
        assertThat(stepOf(judgement, 1).complete()).isFalse();
        assertThat(verdict(judgement, 1)).isNull();
        assertThat(stepOf(judgement, 2).window()).isNull();
        assertThat(verdict(judgement, 2)).isNull();
        assertThat(TextSummary.of(judgement, "runs/x", TextStyle.PLAIN)).contains("not reached");
        assertThat(TextSummary.of(judgement, "runs/x", TextStyle.PLAIN).lines())
                .filteredOn(line -> line.contains(" users, 5s "))
                .satisfiesExactly(
                        cut -> assertThat(cut).startsWith("!   1 10 users").endsWith("cut off"),
                        missed ->
                                assertThat(missed).startsWith("!   2 50 users").endsWith("not reached"));
        assertThat(OpenedReport.text(stored)).contains("10 users, 5s – cut off", "50 users, 5s – not reached");
    }

    @Test
    void reportAndTerminalShowEveryStep() {
        plan.limits.put("read", List.of("p95 < 10ms"));
        StoredRun stored = play(users(10, 50), (run, start) -> {
            readAndWrite(run, start, 40 * MILLI);
            run.levels(CACHE, new WorkloadInterval.Levels(start < 7 * SECOND ? 10 : 50, 0, 0, 0));
        });
        Judgement judgement = Judge.judge(stored);
        String text = TextSummary.of(judgement, "runs/x", TextStyle.PLAIN);
        assertThat(text.lines().map(String::strip))
                .anyMatch(line -> line.matches("1 10 users, 5s +200 +0 +40 +4 .*passed"))
                .anyMatch(line -> line.matches("2 50 users, 5s +400 +0 +80 +40 .*failed"));
        assertThat(text.lines()).allMatch(line -> line.length() <= 80);
        assertThat(OpenedReport.text(stored))
                .contains("Load curve", "up to 50 users in 2 steps", "Step Verdict load, mean users")
                .containsPattern("1 10 users, 5s ✓ Passed 10 .* 2 50 users, 5s ✕ Failed 50 ");
    }
}

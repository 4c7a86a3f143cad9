// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.plateaubench.engine.judge.TestRun.MILLI;
import static org.plateaubench.engine.judge.TestRun.SECOND;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.plateaubench.api.Phase;
import org.plateaubench.engine.config.key.RunClass;
import org.plateaubench.engine.judge.audit.AuditOrRule;
import org.plateaubench.engine.judge.result.Judgement;
import org.plateaubench.engine.judge.result.Reason;
import org.plateaubench.engine.judge.result.Reason.Severity;
import org.plateaubench.engine.judge.result.Verdict;
import org.plateaubench.engine.report.TextStyle;
import org.plateaubench.engine.report.TextSummary;
import org.plateaubench.engine.run.event.EventDetails;
import org.plateaubench.engine.run.event.EventType;
import org.plateaubench.measure.interval.AgentHealth;

/** Verdicts that follow from several rules together. */
final class RulesTogetherTest {
    private static final String CACHE = "1/cache";

    @TempDir
    Path folder;

    private final TestPlan plan = new TestPlan();

    @Test
    void failedReconciliationFailsTheRun() {
        Judgement judgement = steady(run -> {
            run.event(new EventDetails.Prevented(EventType.RECONCILIATION.label()), CACHE, "The server is gone.");
            run.event(new EventDetails.Prevented(EventType.PREPARE.label()), CACHE, "Closing failed.");
            run.event(new EventDetails.Prevented(EventType.RECONCILIATION.label()), "2/cache", "Another one is gone.");
        });
        assertThat(judgement.reasons()).singleElement().satisfies(reason -> {
            assertThat(reason.rule()).isEqualTo(AuditOrRule.RECONCILIATION);
            assertThat(reason.severity()).isEqualTo(Severity.FAIL);
            assertThat(reason.message())
                    .endsWith("so lost work would not be noticed. The server is gone. Correct that and run again.");
        });
    }

    @Test
    void untestedLimitIsReported() {
        plan.weights = Map.of("read", 1.0, "write", 0.001);
        plan.limits.put("write", List.of("p95 < 3ms"));
        TestRun run = new TestRun(folder, plan.simple().build());
        run.drive(start -> {
            for (int i = 0; i < 10; i++) {
                run.ok(CACHE, "read", start + i * MILLI, 5 * MILLI, 0);
            }
        });
        assertThat(run.judged().reasons())
                .filteredOn(reason -> reason.rule() == AuditOrRule.LIMIT)
                .singleElement()
                .satisfies(reason -> {
                    assertThat(reason.severity()).isEqualTo(Severity.NOTE);
                    assertThat(reason.message())
                            .startsWith(
                                    "1/cache: the limits of write were not tested, since none of these operations was due");
                });
    }

    /** A run whose agent stalled for 3 of 10 seconds, so that the operations due in them started late. */
    private Judgement judgedWithStalledAgent(RunClass runClass) {
        plan.runClass = runClass;
        plan.limits.put("read", List.of("p95 < 100ms"));
        TestRun run = new TestRun(folder, plan.simple().build());
        for (int second = 0; second < 15; second++) {
            boolean isStopped = second >= 5 && second < 8;
            boolean isLate = second == 8;
            for (int i = 0; !isStopped && i < 50; i++) {
                long lagNanos = isLate ? 3_000 * MILLI : 0;
                run.ok(CACHE, "read", second * SECOND + i * MILLI - lagNanos, 5 * MILLI + lagNanos, lagNanos);
                run.ok(CACHE, "write", second * SECOND + i * MILLI - lagNanos, 5 * MILLI + lagNanos, lagNanos);
            }
            run.interval(
                    isLate ? new AgentHealth(3_000 * MILLI, 0, 0.11, 0.28, 90_000_000, 40) : TestRun.UNLOADED,
                    second == 14);
        }
        return run.judged();
    }

    @ParameterizedTest
    @EnumSource(RunClass.class)
    void stalledAgentIsTheFirstReason(RunClass runClass) {
        Judgement judgement = judgedWithStalledAgent(runClass);
        Reason first = judgement.reasons().getFirst();
        assertThat(first.rule()).isEqualTo(AuditOrRule.LONGEST_STALL);
        assertThat(first.severity()).isEqualTo(Severity.INVALID);
        assertThat(judgement.verdict()).isEqualTo(Verdict.INVALID);
        assertThat(judgement.conclusion().detail()).startsWith("the load generator paused up to 3 000 ms");
        assertThat(judgement.conclusion().meaning()).contains("Its process or host was delayed");
        assertThat(judgement.reasons())
                .filteredOn(reason -> List.of(AuditOrRule.DISPATCH_LAG, AuditOrRule.LIMIT, AuditOrRule.OUTAGE)
                        .contains(reason.rule()))
                .isNotEmpty()
                .allSatisfy(reason -> {
                    assertThat(reason.effectOf()).isEqualTo(AuditOrRule.LONGEST_STALL);
                    assertThat(reason.message())
                            .endsWith("This may be an effect of the longest stall of agent/local. Correct that first.");
                });
        assertThat(TextSummary.of(judgement, "runs/x", TextStyle.PLAIN)).doesNotContain("p95 is");
    }

    @Test
    void sutOutageIsNamedBeforeTheMissedLimit() {
        plan.limits.put("read", List.of("p95 < 100ms"));
        plan.steady = Duration.ofSeconds(60);
        TestRun run = new TestRun(folder, plan.simple().build());
        run.drive(start -> {
            boolean isStill = start >= 20 * SECOND && start < 26 * SECOND;
            for (int i = 0; !isStill && i < 50; i++) {
                run.ok(CACHE, "read", start + i * 15L * MILLI, 5 * MILLI, 0);
                run.ok(CACHE, "write", start + i * 15L * MILLI, 5 * MILLI, 0);
            }
            for (int i = 0; start == 26 * SECOND && i < 300; i++) {
                run.ok(CACHE, "read", start - 6 * SECOND + i * MILLI, 6_000 * MILLI, 0);
            }
        });
        Judgement judgement = run.judged();
        assertThat(judgement.verdict()).isEqualTo(Verdict.FAIL);
        assertThat(judgement.reasons())
                .extracting(Reason::rule)
                .startsWith(AuditOrRule.OUTAGE)
                .contains(AuditOrRule.LIMIT);
        assertThat(judgement.reasons())
                .filteredOn(reason -> reason.rule() == AuditOrRule.LIMIT)
                .allSatisfy(reason -> assertThat(reason.effectOf()).isEqualTo(AuditOrRule.OUTAGE));
    }

    /** A run with a steady state of 10 s that is ended after 4 s of it. */
    private Judgement ended(EventDetails details) {
        TestRun run = new TestRun(folder, plan.simple().build());
        for (int second = 0; second < 8; second++) {
            run.readsAndWrites(second * SECOND);
            if (second == 6) {
                run.event(EventType.CERTAIN_FAILURE, "", "This run can no longer pass.");
                run.event(details, "", "The run was asked to end.");
                run.phase(Phase.RAMP_DOWN, 6 * SECOND);
            }
            run.interval(second == 7);
        }
        run.end("completed");
        return run.judged();
    }

    @Test
    void runEndedByCertainFailureFails() {
        plan.limits.put("read", List.of("max < 3ms"));
        Judgement judgement = ended(new EventDetails.Interrupted("certain-failure"));
        assertThat(judgement.reasons()).extracting(Reason::rule).containsExactly(AuditOrRule.LIMIT);
        assertThat(judgement.verdict()).isEqualTo(Verdict.FAIL);
        assertThat(judgement.window().seconds()).isEqualTo(4);
        assertThat(judgement.conclusion().detail()).startsWith("read: max is 5 ms");
        assertThat(judgement.conclusion().meaning())
                .isEqualTo("The run was ended after 4 s of its steady state, since its failure was certain.");
    }

    @Test
    void certainFailureWithoutAReasonMakesTheRunInvalid() {
        Judgement judgement = ended(new EventDetails.Interrupted("certain-failure"));
        assertThat(judgement.verdict()).isEqualTo(Verdict.INVALID);
        assertThat(judgement.reasons()).extracting(Reason::message).containsExactly("This run can no longer pass.");
    }

    private Judgement steady(Consumer<TestRun> extra) {
        TestRun run = new TestRun(folder, plan.simple().build());
        run.drive(start -> {
            run.readsAndWrites(start);
            if (start == 3 * SECOND) {
                extra.accept(run);
            }
        });
        return run.judged();
    }
}

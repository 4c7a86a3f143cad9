// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.plateaubench.engine.judge.TestRun.MILLI;
import static org.plateaubench.engine.judge.TestRun.SECOND;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plateaubench.api.CheckDefinition;
import org.plateaubench.api.CheckDefinition.Term;
import org.plateaubench.api.Load;
import org.plateaubench.engine.judge.audit.AuditOrRule;
import org.plateaubench.engine.judge.result.Judgement;
import org.plateaubench.engine.judge.result.Reason;
import org.plateaubench.engine.judge.result.WorkloadResult.CheckResult;
import org.plateaubench.engine.plan.RunPlan;

/**
 * The checks that a workload defines on its own counters. The steady window lasts 10 s after 2 s of ramp-up; each
 * second brings 20 reads and 20 writes of 5 ms that succeed, and 30 hits.
 */
final class ChecksTest {
    private static final CheckDefinition HITS = CheckDefinition.ratio(
            "hitsPerRead",
            "Keys found per read",
            "hits",
            List.of(Term.counter("hits")),
            List.of(Term.completed("read")));

    @TempDir
    Path folder;

    private final TestPlan plan = new TestPlan();

    @BeforeEach
    void setPauseOfPlannedRate() {
        // 8 users with cycles of 195 ms + 5 ms make 40 operations per second.
        plan.pause = Duration.ofMillis(195);
    }

    private Judgement judged(CheckDefinition... checks) {
        plan.checks = List.of(checks);
        return judged(plan.simple().build());
    }

    private Judgement judged(RunPlan builtPlan) {
        TestRun run = new TestRun(folder, builtPlan);
        run.drive(start -> builtPlan.workloads().forEach(workload -> {
            String scope = workload.tile() + "/" + workload.name();
            for (int i = 0; i < 20; i++) {
                run.ok(scope, "read", start + i * 40L * MILLI, 5 * MILLI, 0);
                run.ok(scope, "write", start + i * 40L * MILLI, 5 * MILLI, 0);
            }
            // Counts before the window are ignored.
            run.recorder(scope).counter(0, start < 2 * SECOND ? 1_000_000 : 30);
        }));
        run.end("completed");
        try (run) {
            return Judge.judge(run.read());
        }
    }

    private static CheckResult only(Judgement judgement) {
        return judgement.workloads().getFirst().checks().getFirst();
    }

    /** 400 operations of 8 users in 10 s. */
    @Test
    void achievedRateIsCheckedOnceThereAreEnoughOperations() {
        CheckResult onPlan = only(judged(CheckDefinition.achieved("achievedOverPlanned", "*", 0.2, 0.2)));
        assertThat(onPlan.value()).isEqualTo(1);
        assertThat(onPlan.met()).isTrue();
        assertThat(CheckDefinition.achieved("achievedOverPlanned", "*", 0.2, 0.02)
                        .needed())
                .isCloseTo(40_000 * 0.2, within(1e-6));
    }

    @Test
    void rateAboveThePlanMissesTheCheck() {
        CheckResult more = only(judged(CheckDefinition.achieved("achievedOverPlanned", "*", 0.3, 0.25)));
        assertThat(more.value()).isEqualTo(1.5);
        assertThat(more.met()).isFalse();
    }

    @Test
    void numeratorAndDenominatorAreSummedOverTiles() {
        plan.checks = List.of(
                HITS.atLeast(2),
                CheckDefinition.ratio(
                        "usersPerRate", "", "", List.of(Term.userSeconds()), List.of(Term.completed("*"))),
                CheckDefinition.ratio(
                        "readsPerSecond", "", "", List.of(Term.completed("read")), List.of(Term.seconds())),
                CheckDefinition.total("hits", "", "", List.of(Term.counter("hits"))));
        Load load = new Load.Closed(8, 1);
        Judgement judgement = judged(plan.simple(1, load).simple(2, load).build());
        assertThat(judgement.aggregates().getFirst().checks())
                .extracting(CheckResult::value)
                .containsExactly(1.5, 0.2, 40.0, 600.0);
        assertThat(judgement.reasons()).extracting(Reason::rule).containsOnly(AuditOrRule.CHECK);
        assertThat(judgement.reasons())
                .extracting(reason -> reason.scope().toString())
                .containsExactly("1/cache", "2/cache");
    }

    @Test
    void checksApplyToTheWindowAndNotToPeriods() {
        plan.periods = 2;
        Judgement judgement = judged(HITS.atLeast(100));
        assertThat(judgement.periods()).hasSize(2);
        assertThat(judgement.periods().getFirst().workloads().getFirst().checks())
                .isEmpty();
        assertThat(judgement.reasons()).hasSize(1);
    }
}

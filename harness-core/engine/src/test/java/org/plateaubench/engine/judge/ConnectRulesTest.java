// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.plateaubench.engine.judge.TestRun.SECOND;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plateaubench.api.Load;
import org.plateaubench.api.LoadStep;
import org.plateaubench.engine.judge.audit.AuditOrRule;
import org.plateaubench.engine.judge.result.Judgement;
import org.plateaubench.engine.judge.result.Reason.Severity;
import org.plateaubench.engine.judge.result.Verdict;
import org.plateaubench.measure.interval.PhaseWindow;
import org.plateaubench.measure.interval.WorkloadInterval;

/** Users that cannot connect: the SUT's fault, in contrast to a run in which nothing was due (measurement rule M15). */
final class ConnectRulesTest {
    private static final String CACHE = "1/cache";

    @TempDir
    Path folder;

    private final TestPlan plan = new TestPlan();

    @Test
    void runFailsWhenNoUserCanConnect() {
        TestRun run = new TestRun(folder, plan.simple().build());
        run.levels(CACHE, new WorkloadInterval.Levels(0, 0, 0, 0));
        run.attendance(CACHE, 8, 0, 8);
        run.drive(start -> {
            refused(run, start, 3);
            for (int i = 0; i < 50; i++) {
                run.recorder(CACHE).abandoned(run.line(CACHE, "read"), PhaseWindow.STEADY, SECOND);
            }
        });
        Judgement judgement = run.judged();
        assertThat(judgement.verdict()).isEqualTo(Verdict.FAIL);
        assertThat(judgement.reasons())
                .first()
                .satisfies(reason -> assertThat(reason.message()).contains("none of 8 users could connect"));
    }

    private static void assertOnlyReason(Judgement judgement, Severity severity, String words) {
        assertThat(judgement.reasons()).singleElement().satisfies(reason -> {
            assertThat(reason.rule()).isEqualTo(AuditOrRule.CONNECTED_USERS);
            assertThat(reason.severity()).isEqualTo(severity);
            assertThat(reason.message()).contains(words);
        });
    }

    @Test
    void missingUsersOfAnOpenLoadFailTheRun() {
        TestRun run = new TestRun(
                folder,
                plan.simple(1, new Load.Open(100, Load.Arrival.POISSON, 10, 1, 4, 100))
                        .build());
        run.attendance(CACHE, 10, 9, 1);
        run.drive(start -> run.readsAndWrites(start));
        assertOnlyReason(run.judged(), Severity.FAIL, "9 of 10 users");
    }

    /** Users are missing in one of two steps only: the mean over the window would hide it. */
    @Test
    void missingUsersOfOneStepAreReported() {
        LoadStep step = new LoadStep.Constant(Duration.ofSeconds(5), 8);
        TestRun run = new TestRun(
                folder,
                plan.simple(1, new Load.Closed(8, 1, List.of(step, step), null)).build());
        run.drive(start -> {
            double away = start < 7 * SECOND ? 0 : 0.3;
            run.attendance(CACHE, 8, 8 - away, away);
            run.readsAndWrites(start);
        });
        assertThat(run.judged().reasons()).singleElement().satisfies(reason -> {
            assertThat(reason.rule()).isEqualTo(AuditOrRule.CONNECTED_USERS);
            assertThat(reason.scope().toString()).contains("in step 2");
        });
    }

    private static void refused(TestRun run, long atNanos, int times) {
        for (int i = 0; i < times; i++) {
            run.recorder(CACHE).connectFailed("connection refused", atNanos);
        }
    }
}

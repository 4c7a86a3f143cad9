// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.plateaubench.engine.judge.MadeRun.MILLI;
import static org.plateaubench.engine.judge.MadeRun.SECOND;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plateaubench.engine.judge.audit.Rule;
import org.plateaubench.measure.PhaseWindow;
import org.plateaubench.measure.WorkloadInterval;

/** Users that cannot connect: the SUT's fault, told apart from a run in which nothing was due (measurement rule M15). */
final class ConnectRulesTest {
    private static final String CACHE = "1/cache";

    @TempDir
    Path folder;

    private final MadePlan plan = new MadePlan();

    @Test
    void whenNoUserCouldConnectTheSutFailsAndTheRunIsNotInvalid() {
        MadeRun run = new MadeRun(folder, plan.simple().build());
        run.levels(CACHE, new WorkloadInterval.Levels(0, 0, 0, 0));
        run.drive(start -> refused(run, start, 3));
        Judgement judgement = ended(run);
        assertThat(judgement.verdict()).isEqualTo(Verdict.FAIL);
        assertThat(judgement.reasons()).singleElement().satisfies(reason -> {
            assertThat(reason.rule()).isEqualTo(Rule.NO_SUCCESS);
            assertThat(reason.message())
                    .contains("none of 8 users could connect: connection refused (")
                    .contains("times). Start or reach the system, then run again.");
        });
    }

    @Test
    void whenNoUserCouldConnectAndAllThatFellDueWasAbandonedTheSutFailsToo() {
        MadeRun run = new MadeRun(folder, plan.simple().build());
        run.levels(CACHE, new WorkloadInterval.Levels(0, 0, 0, 0));
        run.drive(start -> {
            refused(run, start, 3);
            for (int i = 0; i < 50; i++) {
                run.recorder(CACHE).abandoned(run.line(CACHE, "read"), PhaseWindow.STEADY, SECOND);
            }
        });
        Judgement judgement = ended(run);
        assertThat(judgement.verdict()).isEqualTo(Verdict.FAIL);
        assertThat(judgement.reasons())
                .first()
                .satisfies(reason -> assertThat(reason.message()).contains("none of 8 users could connect"));
    }

    @Test
    void whenNothingWasDueAlthoughUsersWereConnectedTheRunStaysInvalid() {
        MadeRun run = new MadeRun(folder, plan.simple().build());
        run.drive(start -> refused(run, start, 1));
        assertThat(ended(run).reasons()).extracting(Reason::rule).containsExactly(Rule.NOT_OBSERVED);
    }

    @Test
    void usersWithoutAConnectionAreNotedWhenOperationsRan() {
        MadeRun run = new MadeRun(folder, plan.simple().build());
        run.drive(start -> {
            boolean out = start >= 4 * SECOND && start < 9 * SECOND;
            run.levels(CACHE, new WorkloadInterval.Levels(out ? 0 : 8, 0, 0, 0));
            if (out) {
                refused(run, start, 8);
            } else {
                both(run, start);
            }
        });
        Judgement judgement = ended(run);
        assertThat(judgement.verdict()).isEqualTo(Verdict.PASS);
        assertThat(judgement.reasons()).singleElement().satisfies(reason -> {
            assertThat(reason.rule()).isEqualTo(Rule.CONNECTED_USERS);
            assertThat(reason.severity()).isEqualTo(Severity.NOTE);
            assertThat(reason.value()).isEqualTo(4);
            assertThat(reason.bound()).isEqualTo(8);
            assertThat(reason.message())
                    .contains("without a connection for 50% of the window", "40 failed connects", "think time");
        });
        assertThat(block(judgement, "read").counts().errors()).isZero();
    }

    @Test
    void connectsThatFailedBeforeTheWindowOnlyAreNotNoted() {
        MadeRun run = new MadeRun(folder, plan.simple().build());
        run.drive(start -> {
            if (start < SECOND) {
                refused(run, start, 8);
            }
            both(run, start);
        });
        assertThat(ended(run).reasons()).isEmpty();
    }

    private static void both(MadeRun run, long startNanos) {
        for (int i = 0; i < 50; i++) {
            run.ok(CACHE, "read", startNanos + i * 15L * MILLI, 5 * MILLI, 50_000);
            run.ok(CACHE, "write", startNanos + i * 15L * MILLI, 5 * MILLI, 50_000);
        }
    }

    private static void refused(MadeRun run, long atNanos, int times) {
        for (int i = 0; i < times; i++) {
            run.recorder(CACHE).connectFailed("connection refused", atNanos);
        }
    }

    private static Judgement ended(MadeRun run) {
        run.end("completed");
        return judge(run);
    }

    private static Block block(Judgement judgement, String line) {
        return judgement.workloads().getFirst().lines().stream()
                .filter(result -> result.name().equals(line))
                .findFirst()
                .orElseThrow()
                .block();
    }

    private static Judgement judge(MadeRun run) {
        return Judge.judge(run.read());
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge.rule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.plateaubench.engine.judge.MadeRun.MILLI;
import static org.plateaubench.engine.judge.MadeRun.SECOND;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.plateaubench.api.Load;
import org.plateaubench.api.LoadStep;
import org.plateaubench.engine.judge.MadePlan;
import org.plateaubench.engine.judge.MadeRun;
import org.plateaubench.engine.judge.audit.Rule;
import org.plateaubench.engine.judge.result.Judgement;
import org.plateaubench.engine.judge.result.Reason;
import org.plateaubench.engine.judge.result.Severity;
import org.plateaubench.engine.judge.result.Verdict;
import org.plateaubench.measure.interval.WorkloadInterval;
import org.plateaubench.measure.recorder.DistinctErrors;
import org.plateaubench.measure.timeline.PhaseWindow;

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
        Judgement judgement = run.judged();
        assertThat(judgement.verdict()).isEqualTo(Verdict.FAIL);
        assertThat(judgement.reasons()).singleElement().satisfies(reason -> {
            assertThat(reason.rule()).isEqualTo(Rule.NO_SUCCESS);
            assertThat(reason.message())
                    .contains("none of 8 users could connect: connection refused (")
                    .contains("times). Start the system or make it reachable, then run again.");
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
        Judgement judgement = run.judged();
        assertThat(judgement.verdict()).isEqualTo(Verdict.FAIL);
        assertThat(judgement.reasons())
                .first()
                .satisfies(reason -> assertThat(reason.message()).contains("none of 8 users could connect"));
    }

    @Test
    void whenNothingWasDueAlthoughUsersWereConnectedTheRunStaysInvalid() {
        MadeRun run = new MadeRun(folder, plan.simple().build());
        run.drive(start -> refused(run, start, 1));
        assertThat(run.judged().reasons()).extracting(Reason::rule).containsExactly(Rule.NOT_OBSERVED);
    }

    /** Of a run that an earlier version stored only the levels at the ends of intervals are known. */
    @Test
    void usersThatTheSutRefusedFailAStoredRunOfLevelsToo() {
        MadeRun run = new MadeRun(folder, plan.simple().build());
        run.drive(start -> {
            boolean out = start >= 4 * SECOND && start < 9 * SECOND;
            run.levels(CACHE, new WorkloadInterval.Levels(out ? 0 : 8, 0, 0, 0));
            if (out) {
                refused(run, start, 8);
            } else {
                run.both(start);
            }
        });
        Judgement judgement = run.judged();
        assertThat(judgement.verdict()).isEqualTo(Verdict.FAIL);
        assertThat(judgement.reasons()).extracting(Reason::rule).contains(Rule.OUTAGE);
        assertThat(judgement.reasons())
                .filteredOn(reason -> reason.rule() == Rule.CONNECTED_USERS)
                .singleElement()
                .satisfies(reason -> {
                    assertThat(reason.severity()).isEqualTo(Severity.FAIL);
                    assertThat(reason.value()).isEqualTo(4);
                    assertThat(reason.bound()).isEqualTo(7.84);
                    assertThat(reason.message())
                            .contains("4 of 8 users were connected on average, 50%; at least 98% must be")
                            .contains("connection refused (40 times in the run)");
                });
        assertThat(MadeRun.block(judgement, "read").counts().errors()).isZero();
    }

    @Test
    void usersThatNothingOfTheSutExplainsVoidAStoredRunOfLevels() {
        MadeRun run = new MadeRun(folder, plan.simple().build());
        run.levels(CACHE, new WorkloadInterval.Levels(7, 0, 0, 1));
        run.drive(start -> run.both(start));
        assertOnlyReason(run.judged(), Severity.INVALID, "Lost by the harness: 1 of them");
    }

    private static void assertOnlyReason(Judgement judgement, Severity severity, String words) {
        assertThat(judgement.reasons()).singleElement().satisfies(reason -> {
            assertThat(reason.rule()).isEqualTo(Rule.CONNECTED_USERS);
            assertThat(reason.severity()).isEqualTo(severity);
            assertThat(reason.message()).contains(words);
        });
    }

    /** Whoever reconnects between two looks is missed all the same: the levels are perfect. */
    @Test
    void whatCountsIsTheIntegralAndNotTheLevels() {
        MadeRun run = new MadeRun(folder, plan.simple().build());
        run.attendance(CACHE, 8, 7.8, 0.2);
        run.drive(start -> run.both(start));
        assertOnlyReason(run.judged(), Severity.FAIL, "7.80 of 8 users were connected on average, 97.5%");
    }

    @Test
    void aFiftiethOfTheUsersMayBeMissing() {
        MadeRun run = new MadeRun(folder, plan.simple().build());
        run.attendance(CACHE, 8, 7.84, 0.16);
        run.drive(start -> run.both(start));
        assertThat(run.judged().reasons()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "0.5, 0.3, INVALID FAIL",
        "1.0, 0.1, FAIL",
        "0.1, 1.0, INVALID",
        "0.09, 0.08, FAIL",
        "0.08, 0.09, INVALID",
        "0.07, 0.08, ''"
    })
    void whomTheHarnessLostVoidsAndWhomTheSutKeptOutFails(double away, double lost, String severities) {
        MadeRun run = new MadeRun(folder, plan.simple().build());
        run.attendance(CACHE, 8, 8 - away - lost, away);
        run.drive(start -> run.both(start));
        assertThat(run.judged().reasons().stream()
                        .map(reason -> {
                            assertThat(reason.rule()).isEqualTo(Rule.CONNECTED_USERS);
                            return reason.severity().name();
                        })
                        .collect(Collectors.joining(" ")))
                .isEqualTo(severities);
    }

    @Test
    void usersThatNoAgentHasVoidTheRun() {
        MadeRun run = new MadeRun(folder, plan.simple().build());
        run.attendance(CACHE, 4, 4, 0);
        run.drive(start -> run.both(start));
        assertOnlyReason(run.judged(), Severity.INVALID, "Lost by the harness: 4 of them");
    }

    @Test
    void usersOfAnOpenLoadCountTooAllThatThePlanConnects() {
        MadeRun run = new MadeRun(
                folder,
                plan.simple(1, new Load.Open(100, Load.Arrival.POISSON, 10, 1, 4, 100))
                        .build());
        run.attendance(CACHE, 10, 9, 1);
        run.drive(start -> run.both(start));
        assertOnlyReason(run.judged(), Severity.FAIL, "9 of 10 users");
    }

    /** One step in two is short of users: the mean over the window would forgive it. */
    @Test
    void usersCountInEveryStep() {
        LoadStep step = new LoadStep.Constant(Duration.ofSeconds(5), 8);
        MadeRun run = new MadeRun(
                folder,
                plan.simple(1, new Load.Closed(8, 1, List.of(step, step))).build());
        run.drive(start -> {
            double away = start < 7 * SECOND ? 0 : 0.3;
            run.attendance(CACHE, 8, 8 - away, away);
            run.both(start);
        });
        assertThat(run.judged().reasons()).singleElement().satisfies(reason -> {
            assertThat(reason.rule()).isEqualTo(Rule.CONNECTED_USERS);
            assertThat(reason.scope().toString()).contains("in step 2");
        });
    }

    @Test
    void usersCountInEveryPeriod() {
        plan.periods = 2;
        MadeRun run = new MadeRun(folder, plan.simple().build());
        run.drive(start -> {
            double away = start < 7 * SECOND ? 0 : 0.3;
            run.attendance(CACHE, 8, 8 - away, away);
            run.both(start);
        });
        assertThat(run.judged().reasons()).singleElement().satisfies(reason -> {
            assertThat(reason.rule()).isEqualTo(Rule.CONNECTED_USERS);
            assertThat(reason.scope().toString()).contains("in period 2");
        });
    }

    /** Twenty seconds of twenty minutes are less than a fiftieth. */
    @ParameterizedTest
    @CsvSource({"20, true", "11, true", "9, false"})
    void anOutageOfTenSecondsFailsHoweverLongTheRunIs(int seconds, boolean found) {
        plan.steady = Duration.ofMinutes(20);
        MadeRun run = new MadeRun(folder, plan.simple().build());
        run.drive(start -> {
            boolean out = start >= 300 * SECOND && start < (300 + seconds) * SECOND;
            run.attendance(CACHE, 8, out ? 6 : 8, out ? 2 : 0);
            run.both(start);
        });
        Judgement judgement = run.judged();
        if (found) {
            assertOnlyReason(
                    judgement, Severity.FAIL, "without a connection for " + seconds + " s without interruption");
        } else {
            assertThat(judgement.reasons()).isEmpty();
        }
    }

    /** In intervals that a short outage fills but in part it is not taken for a long one. */
    @Test
    void aShortOutageAcrossTwoIntervalsIsNoLongOne() {
        plan.steady = Duration.ofMinutes(20);
        MadeRun run = new MadeRun(folder, plan.simple().build());
        run.drive(start -> {
            boolean out = start == 300 * SECOND || start == 301 * SECOND;
            run.attendance(CACHE, 8, out ? 6 : 8, out ? 2 : 0);
            run.both(start);
        });
        assertThat(run.judged().reasons()).isEmpty();
    }

    @Test
    void whatAPluginThrowsVoidsTheRunAndIsNoFailureOfTheSut() {
        MadeRun run = new MadeRun(folder, plan.simple().build());
        run.drive(start -> {
            run.both(start);
            if (start == 5 * SECOND) {
                for (int i = 0; i < 100; i++) {
                    run.error(
                            CACHE,
                            "read",
                            start + i * MILLI,
                            MILLI,
                            DistinctErrors.PLUGIN_FAULT,
                            "at com.example.Shop.execute(Shop.java:31): java.lang.NullPointerException");
                }
            }
        });
        Judgement judgement = run.judged();
        assertThat(judgement.verdict()).isEqualTo(Verdict.INVALID);
        assertThat(judgement.reasons()).singleElement().satisfies(reason -> {
            assertThat(reason.rule()).isEqualTo(Rule.PLUGIN_FAULT);
            assertThat(reason.value()).isEqualTo(100);
            assertThat(reason.message())
                    .contains("plugin ", "in read at com.example.Shop.execute(Shop.java:31)", "(100 times)");
        });
    }

    @Test
    void whatAPluginThrowsWhenItConnectsInRampUpVoidsTheRunToo() {
        MadeRun run = new MadeRun(folder, plan.simple().build());
        run.drive(start -> {
            if (start == 0) {
                run.recorder(CACHE).pluginFault(DistinctErrors.CONNECT, "no driver: java.lang.Error", start);
            }
            run.both(start);
        });
        assertThat(run.judged().reasons()).extracting(Reason::rule).containsExactly(Rule.PLUGIN_FAULT);
    }

    @Test
    void connectsThatFailedBeforeTheWindowOnlyAreNotNoted() {
        MadeRun run = new MadeRun(folder, plan.simple().build());
        run.drive(start -> {
            if (start < SECOND) {
                refused(run, start, 8);
            }
            run.both(start);
        });
        assertThat(run.judged().reasons()).isEmpty();
    }

    private static void refused(MadeRun run, long atNanos, int times) {
        for (int i = 0; i < times; i++) {
            run.recorder(CACHE).connectFailed("connection refused", atNanos);
        }
    }
}

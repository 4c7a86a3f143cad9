// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.reference;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.plateaubench.api.Distribution;
import org.plateaubench.api.Execution;
import org.plateaubench.api.Load;
import org.plateaubench.api.Mix;
import org.plateaubench.api.Outcome;
import org.plateaubench.api.Pacing;
import org.plateaubench.api.UnitDefinition;
import org.plateaubench.engine.config.key.RunClass;
import org.plateaubench.engine.judge.audit.AuditOrRule;
import org.plateaubench.engine.judge.audit.AuditResult;
import org.plateaubench.engine.judge.result.Judgement;
import org.plateaubench.engine.judge.result.Reason.Severity;
import org.plateaubench.engine.judge.result.Verdict;
import org.plateaubench.spi.Driver;
import org.plateaubench.spi.OperationCall;
import org.plateaubench.spi.UserContext;

/** Users that do not get their share of the work, in virtual time up to the verdict (measurement rule M25). */
final class EvennessTest {
    private static final long MILLI = 1_000_000L;

    @TempDir
    Path folder;

    /** Users without pauses, each of whose operations would take about 10 ms. */
    private ReferenceRun run(Load load, Execution execution) {
        ReferenceRun run = new ReferenceRun(folder.resolve("run"));
        run.planned.phases = ReferencePlan.phases(60, 12);
        run.planned.units = List.of(UnitDefinition.of("read"));
        run.planned.mix = Mix.Flat.only("read");
        run.planned.pacing = Pacing.think(new Distribution.Fixed(Duration.ZERO));
        run.planned.load = load;
        run.planned.execution = execution;
        run.planned.runClass = RunClass.DEV;
        return run.driveAsPlanned();
    }

    /** Serves all but the first users slowly. */
    private static TimedSut slowExceptFor(ReferenceRun run, int fastUsers, long slowNanos) {
        return new TimedSut(run.clock) {
            @Override
            long serviceNanos(int user, int operation) {
                return user < fastUsers ? super.serviceNanos(user, operation) : slowNanos;
            }
        };
    }

    private static AuditResult assertFound(Judgement judgement, Severity severity) {
        AuditResult audit = Audits.of(judgement, AuditOrRule.EVENNESS);
        assertThat(audit.state()).as(audit.message()).isEqualTo(AuditResult.State.VIOLATED);
        assertThat(judgement.reasons())
                .as("%s", judgement.reasons())
                .anyMatch(reason -> reason.rule() == AuditOrRule.EVENNESS && reason.severity() == severity);
        return audit;
    }

    @ParameterizedTest
    @EnumSource(Execution.class)
    void singleBusyUserFailsTheRun(Execution execution) throws Exception {
        ReferenceRun run = run(new Load.Closed(20, 1), execution);
        Judgement judgement = run.carryOut(slowExceptFor(run, 1, 10_000 * MILLI));
        AuditResult audit = assertFound(judgement, Severity.FAIL);
        assertThat(audit.value()).isGreaterThan(19);
        assertThat(audit.message()).contains("user 0 began", "98", "were in operations");
        assertThat(judgement.verdict()).as("%s", judgement.reasons()).isEqualTo(Verdict.FAIL);
    }

    @Test
    void starvedTenthOfUsersFailsTheRun() throws Exception {
        ReferenceRun run = run(new Load.Closed(20, 1), Execution.VIRTUAL);
        AuditResult audit = assertFound(run.carryOut(slowExceptFor(run, 18, 40 * MILLI)), Severity.FAIL);
        assertThat(audit.message()).contains("2 of 20 users");
    }

    @Test
    void starvedPipelinesFailTheRun() throws Exception {
        ReferenceRun run = run(new Load.Closed(12, 8), Execution.EVENT_LOOP);
        assertFound(run.carryOut(slowExceptFor(run, 1, 1_000 * MILLI)), Severity.FAIL);
    }

    /** In an open load, the user that has been free for longest takes the next arrival, so slow users get fewer. */
    @ParameterizedTest
    @EnumSource(
            value = Execution.class,
            names = {"PLATFORM", "EVENT_LOOP"})
    void delayedConnectionsOfAnOpenLoadFailTheRun(Execution execution) throws Exception {
        ReferenceRun run = run(new Load.Open(100, Load.Arrival.POISSON, 10, 1, 4, 500), execution);
        assertFound(run.carryOut(slowExceptFor(run, 8, 3_000 * MILLI)), Severity.FAIL);
    }

    /** The driver delays most users before their operations. */
    @Test
    void driverDelayingUsersMakesRunInvalid() throws Exception {
        ReferenceRun run = run(new Load.Closed(20, 1), Execution.PLATFORM);
        TimedSut sut = new TimedSut(run.clock) {
            @Override
            public Driver driver(UserContext user) {
                Driver correct = super.driver(user);
                return new Driver() {
                    @Override
                    public void prepareOperation(OperationCall call) throws Exception {
                        if (user.user() > 0) {
                            clock.parkUntil(clock.nanoTime() + 900 * MILLI);
                        }
                    }

                    @Override
                    public Outcome execute(OperationCall call) throws Exception {
                        return correct.execute(call);
                    }
                };
            }
        };
        Judgement judgement = run.carryOut(sut);
        assertFound(judgement, Severity.INVALID);
        assertThat(judgement.verdict()).isEqualTo(Verdict.INVALID);
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.reference;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.plateaubench.api.Distribution;
import org.plateaubench.api.Execution;
import org.plateaubench.api.Load;
import org.plateaubench.api.LoadStep;
import org.plateaubench.api.Mix;
import org.plateaubench.api.Pacing;
import org.plateaubench.api.PhaseTimes;
import org.plateaubench.api.UnitDefinition;
import org.plateaubench.engine.config.key.RunClass;
import org.plateaubench.engine.judge.audit.AuditOrRule;
import org.plateaubench.engine.judge.audit.AuditResult;
import org.plateaubench.engine.judge.result.Judgement;
import org.plateaubench.engine.judge.result.Reason;
import org.plateaubench.engine.judge.result.Verdict;

/**
 * A correct harness with unusual loads and a disturbed SUT: no audit reports that as a fault of the harness
 * (measurement rule M15).
 */
final class DisturbedSutTest {
    @TempDir
    Path folder;

    private ReferenceRun run() {
        return new ReferenceRun(folder);
    }

    private static Distribution fixed(long millis) {
        return new Distribution.Fixed(Duration.ofMillis(millis));
    }

    private static LoadStep step(long seconds, double level) {
        return new LoadStep.Constant(Duration.ofSeconds(seconds), level);
    }

    private static void setOnlyUnit(ReferenceRun run, UnitDefinition unit) {
        run.planned.units = List.of(unit);
        run.planned.mix = Mix.Flat.only(unit.name());
    }

    /** A SUT whose service times are between two given times. */
    private static final class SlowSut extends TimedSut {
        private final long leastNanos;
        private final long mostNanos;

        SlowSut(ReferenceRun run, long leastMillis, long mostMillis) {
            super(run.clock);
            leastNanos = leastMillis * 1_000_000;
            mostNanos = mostMillis * 1_000_000;
        }

        @Override
        long serviceNanos() {
            // The position within 5 to 15 ms.
            double share = (super.serviceNanos() - 5_000_000) / 1e7;
            return leastNanos + (long) (share * (mostNanos - leastNanos));
        }
    }

    /** The next operation starts late, because the user is still busy when its cycle is over. */
    @ParameterizedTest
    @EnumSource(value = Execution.class, names = "VIRTUAL", mode = EnumSource.Mode.EXCLUDE)
    void m19SutSlowerThanRebasedCyclePassesAudits(Execution execution) throws Exception {
        ReferenceRun run = run();
        run.planned.execution = execution;
        run.planned.pacing = new Pacing(Pacing.Kind.CYCLE, fixed(100), Pacing.OnLate.REBASE);
        setOnlyUnit(run, UnitDefinition.of("read"));
        Judgement judgement = run.driveAsPlanned().carryOut(new SlowSut(run, 40, 160));
        assertThat(Audits.violated(judgement)).isEmpty();
        Audits.assertOk(judgement, AuditOrRule.PACING, AuditOrRule.DRAWS, AuditOrRule.USER_TIME);
    }

    /** A user beyond the level of a step is connected and idle, and does not count as a user of the load. */
    @ParameterizedTest
    @EnumSource(value = Execution.class, names = "VIRTUAL", mode = EnumSource.Mode.EXCLUDE)
    void m20ReturningUsersPassAudits(Execution execution) throws Exception {
        ReferenceRun run = run();
        run.planned.execution = execution;
        run.planned.pacing = Pacing.think(Distribution.Exponential.ofMean(Duration.ofMillis(100)));
        run.planned.phases = ReferencePlan.phases(90, 2);
        run.planned.load = new Load.Closed(12, 1, List.of(step(30, 12), step(30, 4), step(30, 8)), null);
        Judgement judgement = run.driveAsPlanned().carryOut(new TimedSut(run.clock));
        assertThat(Audits.violated(judgement)).isEmpty();
        Audits.assertOk(judgement, AuditOrRule.USER_TIME, AuditOrRule.IN_FLIGHT, AuditOrRule.PACING);
    }

    /** A unit without operations is part of the gap between two units with operations. */
    @ParameterizedTest
    @EnumSource(value = Execution.class, names = "VIRTUAL", mode = EnumSource.Mode.EXCLUDE)
    void m20UnitsWithoutOperationsPassAudits(Execution execution) throws Exception {
        ReferenceRun run = run();
        run.planned.execution = execution;
        run.planned.pacing = Pacing.think(fixed(50));
        setOnlyUnit(run, new UnitDefinition("maybe", List.of(UnitDefinition.Step.repeated(Map.of("read", 1.0), 0, 1))));
        Judgement judgement = run.driveAsPlanned().carryOut(new TimedSut(run.clock));
        assertThat(Audits.violated(judgement)).isEmpty();
        Audits.assertOk(judgement, AuditOrRule.USER_TIME, AuditOrRule.IN_FLIGHT, AuditOrRule.PERFORMED);
    }

    /** The queue fills up in the first step and is empty again when the second ends. */
    @Test
    void m15m21UnsustainedStepFailsTheRun() throws Exception {
        ReferenceRun run = run();
        run.planned.phases = ReferencePlan.phases(80, 2);
        run.planned.load =
                new Load.Open(150, Load.Arrival.REGULAR, 1, 1, 1, 3_000, List.of(step(50, 150), step(30, 5)));
        setOnlyUnit(run, UnitDefinition.of("read"));
        Judgement judgement = run.driveAsPlanned().carryOut(new TimedSut(run.clock));
        assertThat(judgement.verdict()).as("%s", judgement.reasons()).isEqualTo(Verdict.FAIL);
        AuditResult steadiness = Audits.of(judgement, AuditOrRule.STEADINESS);
        assertThat(steadiness.state()).isEqualTo(AuditResult.State.VIOLATED);
        assertThat(steadiness.voidsRun()).isFalse();
    }

    /** With a fixed schedule, a SUT that is too slow falls further behind. */
    @Test
    void m15m21UsersBehindTheirCycleFailTheRun() throws Exception {
        ReferenceRun run = run();
        run.planned.load = new Load.Closed(12, 1);
        run.planned.pacing = Pacing.cycle(fixed(100));
        setOnlyUnit(run, UnitDefinition.of("read"));
        Judgement judgement = run.driveAsPlanned().carryOut(new SlowSut(run, 100, 200));
        assertThat(judgement.verdict()).as("%s", judgement.reasons()).isEqualTo(Verdict.FAIL);
        assertThat(Audits.of(judgement, AuditOrRule.STEADINESS).state()).isEqualTo(AuditResult.State.VIOLATED);
    }

    /** A workload with a bound on its backlog: a stall of 3 s exceeds the bound, a healthy SUT does not. */
    @ParameterizedTest
    @EnumSource(value = Execution.class, names = "VIRTUAL", mode = EnumSource.Mode.EXCLUDE)
    void m15BacklogBeyondBoundFailsTheRun(Execution execution) throws Exception {
        ReferenceRun run = run();
        run.planned.execution = execution;
        run.planned.load = new Load.Closed(12, 1, List.of(), 1.5);
        run.planned.pacing = Pacing.cycle(Distribution.Exponential.ofMean(Duration.ofSeconds(1)));
        setOnlyUnit(run, UnitDefinition.of("read"));
        Judgement judgement = run.driveAsPlanned().carryOut(new StallingSut(run));
        assertThat(judgement.verdict()).as("%s", judgement.reasons()).isEqualTo(Verdict.FAIL);
        assertThat(judgement.reasons()).extracting(Reason::rule).contains(AuditOrRule.OVERLOAD);

        ReferenceRun healthy = new ReferenceRun(folder.resolve("healthy"));
        healthy.planned.execution = execution;
        healthy.planned.load = run.planned.load;
        healthy.planned.pacing = run.planned.pacing;
        setOnlyUnit(healthy, UnitDefinition.of("read"));
        judgement = healthy.driveAsPlanned().carryOut(new TimedSut(healthy.clock));
        assertThat(judgement.verdict()).as("%s", judgement.reasons()).isEqualTo(Verdict.PASS);
        assertThat(judgement.workloads().getFirst().backlog()).isNotNull();
    }

    /** A SUT that completes nothing for 3 s. */
    private static final class StallingSut extends TimedSut {
        private static final long BEGIN_NANOS = 20_000_000_000L;
        private static final long END_NANOS = 23_000_000_000L;

        StallingSut(ReferenceRun run) {
            super(run.clock);
        }

        @Override
        long serviceNanos() {
            long now = clock.nanoTime();
            boolean isStalled = now >= BEGIN_NANOS && now < END_NANOS;
            return super.serviceNanos() + (isStalled ? END_NANOS - now : 0);
        }
    }

    /** The bounds of class dev allow two missing intervals, and the arrivals in them are not known. */
    @Test
    void m17m19ArrivalsOfMissingIntervalAreNotTested() throws Exception {
        ReferenceRun run = run();
        run.planned.runClass = RunClass.DEV;
        run.planned.missing = 2;
        run.planned.load = new Load.Open(60, Load.Arrival.REGULAR, 12, 1, 4, 300);
        run.intervalChange = (sequence, interval) -> sequence == 20 || sequence == 40 ? null : interval;
        Judgement judgement = run.driveAsPlanned().carryOut(new TimedSut(run.clock));
        assertThat(judgement.verdict()).as("%s", judgement.reasons()).isEqualTo(Verdict.PASS);
        assertThat(Audits.of(judgement, AuditOrRule.ARRIVALS).state()).isEqualTo(AuditResult.State.NOT_TESTED);
    }

    /** A matrix always starts in its first state, so the first choices of users are no evidence. */
    @Test
    void m15MixWithTooFewChoicesIsNotTested() throws Exception {
        ReferenceRun run = run();
        run.planned.phases =
                new PhaseTimes(Duration.ZERO, Duration.ofSeconds(5), Duration.ofSeconds(1), Duration.ofSeconds(2));
        run.planned.load = new Load.Closed(2, 1);
        run.planned.pacing = Pacing.think(fixed(500));
        Judgement judgement = run.driveAsPlanned().carryOut(new TimedSut(run.clock));
        assertThat(Audits.of(judgement, AuditOrRule.MIX).state()).isEqualTo(AuditResult.State.NOT_TESTED);
    }
}

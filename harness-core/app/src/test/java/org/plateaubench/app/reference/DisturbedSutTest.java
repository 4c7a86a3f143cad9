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
 * A sound harness with unusual loads and a disturbed SUT: no audit mistakes that for a fault of the harness
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

    private static void only(ReferenceRun run, UnitDefinition unit) {
        run.asked.units = List.of(unit);
        run.asked.mix = Mix.Flat.only(unit.name());
    }

    /** A SUT that takes between two times for everything. */
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
            // Of 5 to 15 ms.
            double share = (super.serviceNanos() - 5_000_000) / 1e7;
            return leastNanos + (long) (share * (mostNanos - leastNanos));
        }
    }

    /** The next start waits for the end: the user was not free when the cycle was over. */
    @ParameterizedTest
    @EnumSource(value = Execution.class, names = "VIRTUAL", mode = EnumSource.Mode.EXCLUDE)
    void m19SutSlowerThanRebasedCyclePassesAudits(Execution execution) throws Exception {
        ReferenceRun run = run();
        run.asked.execution = execution;
        run.asked.pacing = new Pacing(Pacing.Kind.CYCLE, fixed(100), Pacing.OnLate.REBASE);
        only(run, UnitDefinition.of("read"));
        Judgement judgement = run.honest().play(new SlowSut(run, 40, 160));
        assertThat(Audits.violated(judgement)).isEmpty();
        Audits.assertOk(judgement, AuditOrRule.PACING, AuditOrRule.DRAWS, AuditOrRule.USER_TIME);
    }

    /** A user that has gone is connected and idle, but not one of the load's. */
    @ParameterizedTest
    @EnumSource(value = Execution.class, names = "VIRTUAL", mode = EnumSource.Mode.EXCLUDE)
    void m20ReturningUsersPassAudits(Execution execution) throws Exception {
        ReferenceRun run = run();
        run.asked.execution = execution;
        run.asked.pacing = Pacing.think(Distribution.Exponential.ofMean(Duration.ofMillis(100)));
        run.asked.phases = ReferencePlan.phases(90, 2);
        run.asked.load = new Load.Closed(12, 1, List.of(step(30, 12), step(30, 4), step(30, 8)), null);
        Judgement judgement = run.honest().play(new TimedSut(run.clock));
        assertThat(Audits.violated(judgement)).isEmpty();
        Audits.assertOk(judgement, AuditOrRule.USER_TIME, AuditOrRule.IN_FLIGHT, AuditOrRule.PACING);
    }

    /** A unit that happens to have no operations is part of the gap between those that have some. */
    @ParameterizedTest
    @EnumSource(value = Execution.class, names = "VIRTUAL", mode = EnumSource.Mode.EXCLUDE)
    void m20UnitsWithoutOperationsPassAudits(Execution execution) throws Exception {
        ReferenceRun run = run();
        run.asked.execution = execution;
        run.asked.pacing = Pacing.think(fixed(50));
        only(run, new UnitDefinition("maybe", List.of(UnitDefinition.Step.repeated(Map.of("read", 1.0), 0, 1))));
        Judgement judgement = run.honest().play(new TimedSut(run.clock));
        assertThat(Audits.violated(judgement)).isEmpty();
        Audits.assertOk(judgement, AuditOrRule.USER_TIME, AuditOrRule.IN_FLIGHT, AuditOrRule.PERFORMED);
    }

    /** The queue fills up in the first step and is empty again when the second ends. */
    @Test
    void m15m21UnsustainedStepFailsTheRun() throws Exception {
        ReferenceRun run = run();
        run.asked.phases = ReferencePlan.phases(80, 2);
        run.asked.load = new Load.Open(150, Load.Arrival.REGULAR, 1, 1, 1, 3_000, List.of(step(50, 150), step(30, 5)));
        only(run, UnitDefinition.of("read"));
        Judgement judgement = run.honest().play(new TimedSut(run.clock));
        assertThat(judgement.verdict()).as("%s", judgement.reasons()).isEqualTo(Verdict.FAIL);
        AuditResult steadiness = Audits.of(judgement, AuditOrRule.STEADINESS);
        assertThat(steadiness.state()).isEqualTo(AuditResult.State.VIOLATED);
        assertThat(steadiness.voidsRun()).isFalse();
    }

    /** With a fixed schedule, a SUT that is too slow falls further behind. */
    @Test
    void m15m21UsersBehindTheirCycleFailTheRun() throws Exception {
        ReferenceRun run = run();
        run.asked.load = new Load.Closed(12, 1);
        run.asked.pacing = Pacing.cycle(fixed(100));
        only(run, UnitDefinition.of("read"));
        Judgement judgement = run.honest().play(new SlowSut(run, 100, 200));
        assertThat(judgement.verdict()).as("%s", judgement.reasons()).isEqualTo(Verdict.FAIL);
        assertThat(Audits.of(judgement, AuditOrRule.STEADINESS).state()).isEqualTo(AuditResult.State.VIOLATED);
    }

    /** A workload that bounds what may be due at once: a stall of 3 s exceeds the bound, an idle SUT does not. */
    @ParameterizedTest
    @EnumSource(value = Execution.class, names = "VIRTUAL", mode = EnumSource.Mode.EXCLUDE)
    void m15BacklogBeyondBoundFailsTheRun(Execution execution) throws Exception {
        ReferenceRun run = run();
        run.asked.execution = execution;
        run.asked.load = new Load.Closed(12, 1, List.of(), 1.5);
        run.asked.pacing = Pacing.cycle(Distribution.Exponential.ofMean(Duration.ofSeconds(1)));
        only(run, UnitDefinition.of("read"));
        Judgement judgement = run.honest().play(new StallingSut(run));
        assertThat(judgement.verdict()).as("%s", judgement.reasons()).isEqualTo(Verdict.FAIL);
        assertThat(judgement.reasons()).extracting(Reason::rule).contains(AuditOrRule.OVERLOAD);

        ReferenceRun healthy = new ReferenceRun(folder.resolve("healthy"));
        healthy.asked.execution = execution;
        healthy.asked.load = run.asked.load;
        healthy.asked.pacing = run.asked.pacing;
        only(healthy, UnitDefinition.of("read"));
        judgement = healthy.honest().play(new TimedSut(healthy.clock));
        assertThat(judgement.verdict()).as("%s", judgement.reasons()).isEqualTo(Verdict.PASS);
        assertThat(judgement.workloads().getFirst().backlog()).isNotNull();
    }

    /** A SUT that does nothing for 3 s. */
    private static final class StallingSut extends TimedSut {
        private static final long BEGIN_NANOS = 20_000_000_000L;
        private static final long END_NANOS = 23_000_000_000L;

        StallingSut(ReferenceRun run) {
            super(run.clock);
        }

        @Override
        long serviceNanos() {
            long now = clock.nanoTime();
            boolean stalled = now >= BEGIN_NANOS && now < END_NANOS;
            return super.serviceNanos() + (stalled ? END_NANOS - now : 0);
        }
    }

    /** Class dev forgives two intervals, and with them the arrivals that were counted in them. */
    @Test
    void m17m19ArrivalsOfMissingIntervalAreNotTested() throws Exception {
        ReferenceRun run = run();
        run.asked.runClass = RunClass.DEV;
        run.asked.missing = 2;
        run.asked.load = new Load.Open(60, Load.Arrival.REGULAR, 12, 1, 4, 300);
        run.tamper = (sequence, interval) -> sequence == 20 || sequence == 40 ? null : interval;
        Judgement judgement = run.honest().play(new TimedSut(run.clock));
        assertThat(judgement.verdict()).as("%s", judgement.reasons()).isEqualTo(Verdict.PASS);
        assertThat(Audits.of(judgement, AuditOrRule.ARRIVALS).state()).isEqualTo(AuditResult.State.NOT_TESTED);
    }

    /** A chain starts in its first state: that says nothing of where it goes. */
    @Test
    void m15MixWithTooFewChoicesIsNotTested() throws Exception {
        ReferenceRun run = run();
        run.asked.phases =
                new PhaseTimes(Duration.ZERO, Duration.ofSeconds(5), Duration.ofSeconds(1), Duration.ofSeconds(2));
        run.asked.load = new Load.Closed(2, 1);
        run.asked.pacing = Pacing.think(fixed(500));
        Judgement judgement = run.honest().play(new TimedSut(run.clock));
        assertThat(Audits.of(judgement, AuditOrRule.MIX).state()).isEqualTo(AuditResult.State.NOT_TESTED);
    }
}

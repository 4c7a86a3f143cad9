// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.reference;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
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
import org.plateaubench.measure.clock.NanoClock;
import org.plateaubench.spi.OperationCall;

/** Planted faults of an agent that drives another load than planned, of a driver and of a SUT: each is detected. */
final class LoadFaultsTest {
    private static final long MILLI = 1_000_000L;

    @TempDir
    Path folder;

    private ReferenceRun run() {
        return new ReferenceRun(folder.resolve("run"));
    }

    /** Asserts that the audit of a rule detects an agent that drives another plan. */
    private static AuditResult assertDetected(AuditOrRule rule, ReferenceRun run, Consumer<ReferencePlan> change)
            throws Exception {
        ReferencePlan driven = new ReferencePlan();
        change.accept(driven);
        run.slice = driven.slice();
        return Audits.assertDetected(run.carryOut(new TimedSut(run.clock)), rule);
    }

    private static Mix.Matrix matrix(double toRead, double toWrite, double toOrder) {
        return new Mix.Matrix(
                List.of("read", "write", "order"),
                List.of(List.of(0.5, 0.5, 0.0), List.of(toRead, toWrite, toOrder), List.of(0.2, 0.8, 0.0)));
    }

    @Test
    void m18SkewedMatrixRowIsDetected() throws Exception {
        assertDetected(AuditOrRule.MIX, run(), driven -> driven.mix = matrix(0.30, 0.40, 0.30));
    }

    @Test
    void m18DrawInZeroCellIsDetected() throws Exception {
        AuditResult audit = assertDetected(
                AuditOrRule.MIX,
                run(),
                driven -> driven.mix = new Mix.Matrix(
                        List.of("read", "write", "order"),
                        List.of(List.of(0.5, 0.5, 0.0), List.of(0.4, 0.3, 0.3), List.of(0.2, 0.795, 0.005))));
        assertThat(audit.bound()).isZero();
    }

    @Test
    void m18SkewedFlatMixUnderOpenLoadIsDetected() throws Exception {
        ReferenceRun run = run();
        run.planned.load = new Load.Open(100, Load.Arrival.POISSON, 20, 1, 4, 500);
        run.planned.mix = new Mix.Flat(Map.of("read", 3.0, "write", 1.0));
        assertDetected(AuditOrRule.MIX, run, driven -> {
            driven.load = run.planned.load;
            driven.mix = new Mix.Flat(Map.of("read", 2.6, "write", 1.4));
        });
    }

    private static List<UnitDefinition> units(UnitDefinition.Step... steps) {
        return List.of(
                UnitDefinition.of("read"), UnitDefinition.of("write"), new UnitDefinition("order", List.of(steps)));
    }

    @Test
    void m18SkewedSequenceBranchIsDetected() throws Exception {
        assertDetected(
                AuditOrRule.MIX,
                run(),
                driven -> driven.units = units(
                        UnitDefinition.Step.once("read"),
                        UnitDefinition.Step.repeated(Map.of("read", 1.0, "write", 1.0), 1, 3),
                        UnitDefinition.Step.once("pay")));
    }

    @Test
    void m18SkippedOperationIsDetected() throws Exception {
        assertDetected(
                AuditOrRule.PERFORMED,
                run(),
                driven -> driven.units = units(
                        UnitDefinition.Step.repeated(Map.of("read", 1.0, "write", 2.0), 1, 3),
                        UnitDefinition.Step.once("pay")));
    }

    @Test
    void m19WrongCycleMeanIsDetected() throws Exception {
        assertDetected(
                AuditOrRule.DRAWS,
                run(),
                driven -> driven.pacing = Pacing.cycle(Distribution.Exponential.ofMean(Duration.ofMillis(120))));
    }

    @Test
    void m19MissingArrivalsAreDetected() throws Exception {
        ReferenceRun run = run();
        run.planned.load = new Load.Open(60, Load.Arrival.REGULAR, 12, 1, 4, 300);
        assertDetected(
                AuditOrRule.ARRIVALS,
                run,
                driven -> driven.load = new Load.Open(57, Load.Arrival.REGULAR, 12, 1, 4, 300));
    }

    /** A client whose sleeps are too long: every start of the harness is late. */
    @Test
    void m16m19SlowClientIsDetected() throws Exception {
        ReferenceRun run = run();
        NanoClock exact = run.clock;
        TimedSut sut = new TimedSut(exact);
        run.driveClock = slow(exact, 4 * MILLI);
        Judgement judgement = run.carryOut(sut);
        Audits.assertDetected(judgement, AuditOrRule.DISPATCH_LAG);
        Audits.assertDetected(judgement, AuditOrRule.PACING);
    }

    /**
     * A client that stops for three seconds of the minute: one late sleep of each thread, but sixty late probes, one in
     * twenty.
     */
    @Test
    void m16FreezeCountsAsManyLateProbes() throws Exception {
        for (Execution execution : List.of(Execution.PLATFORM, Execution.EVENT_LOOP)) {
            ReferenceRun run = new ReferenceRun(folder.resolve("freeze-" + execution));
            run.planned.execution = execution;
            run.driveClock = frozen(run.clock, 20_000 * MILLI, 23_000 * MILLI);
            Judgement judgement = run.driveAsPlanned().carryOut(new TimedSut(run.clock));
            AuditOrRule rule = execution == Execution.EVENT_LOOP ? AuditOrRule.WAKE_UP_LAG : AuditOrRule.COMPLETION_LAG;
            AuditResult audit = Audits.assertDetected(judgement, rule);
            assertThat(audit.value()).as(execution + " p99 in ms").isBetween(1_000.0, 3_000.0);
        }
    }

    /** The thread that wakes up the loops is 5 ms late each time; they poll thousands of times per second. */
    @Test
    void m16LateProbeDoesNotCountForPollingLoop() throws Exception {
        ReferenceRun run = run();
        run.planned.load = new Load.Closed(200, 1);
        run.planned.execution = Execution.EVENT_LOOP;
        run.driveClock = withLateProbe(run.clock, 5 * MILLI);
        AuditResult audit = Audits.of(run.driveAsPlanned().carryOut(new TimedSut(run.clock)), AuditOrRule.WAKE_UP_LAG);
        assertThat(audit.value()).as("p99 in ms").isBetween(0.1, 3.0);
    }

    /** An event-loop driver that reports the end after half of the time. */
    @Test
    void m20EarlyEndReportedByDriverIsDetected() throws Exception {
        ReferenceRun run = run();
        run.planned.execution = Execution.EVENT_LOOP;
        run.driveAsPlanned();
        TimedSut sut = new TimedSut(run.clock) {
            @Override
            long reportedEndNanos(long beginNanos, long endNanos) {
                return beginNanos + (endNanos - beginNanos) / 2;
            }
        };
        Audits.assertDetected(run.carryOut(sut), AuditOrRule.IN_FLIGHT);
    }

    /** 5 ms at the start of five minutes, 45 ms at their end: more than four times fails in every class. */
    @Test
    void m21DriftingSutFailsTheRun() throws Exception {
        for (RunClass runClass : new RunClass[] {RunClass.STANDARD, RunClass.DEV}) {
            ReferenceRun run = fiveMinutes("drift" + runClass);
            run.planned.runClass = runClass;
            TimedSut sut = new TimedSut(run.clock) {
                @Override
                long serviceNanos() {
                    return 5 * MILLI + clock.nanoTime() / 7_500;
                }
            };
            assertFails(run.carryOut(sut), AuditOrRule.STEADINESS);
        }
    }

    private ReferenceRun fiveMinutes(String name) {
        ReferenceRun run = new ReferenceRun(folder.resolve(name));
        run.planned.phases = ReferencePlan.phases(300, 30);
        run.planned.pacing = Pacing.cycle(Distribution.Exponential.ofMean(Duration.ofMillis(300)));
        return run.driveAsPlanned();
    }

    @Test
    void m21LevelShiftIsDetected() throws Exception {
        ReferenceRun run = fiveMinutes("shift");
        TimedSut sut = new TimedSut(run.clock) {
            @Override
            long serviceNanos() {
                return (clock.nanoTime() < 151 * ReferenceRun.SECOND ? 1 : 2) * super.serviceNanos();
            }
        };
        Audits.assertDetected(run.carryOut(sut), AuditOrRule.STEADINESS);
    }

    @Test
    void m21HangFailsTheRunInEveryClass() throws Exception {
        for (RunClass runClass : new RunClass[] {RunClass.STANDARD, RunClass.DEV}) {
            ReferenceRun run = new ReferenceRun(folder.resolve("hang" + runClass));
            run.planned.runClass = runClass;
            run.planned.pacing = Pacing.think(Distribution.Exponential.ofMean(Duration.ofMillis(100)));
            run.driveAsPlanned();
            long begin = 20 * ReferenceRun.SECOND;
            long end = 40 * ReferenceRun.SECOND;
            TimedSut sut = new TimedSut(run.clock) {
                @Override
                long serviceNanos() {
                    long now = clock.nanoTime();
                    return super.serviceNanos() + (now >= begin && now < end ? end - now : 0);
                }
            };
            assertFails(run.carryOut(sut), AuditOrRule.OUTAGE);
        }
    }

    /** For 20 s, and for 4 s that stay within an error limit of a tenth: refused at once, or answered by an error. */
    @Test
    void m21RefusedConnectionsAndErrorBurstFailTheRun() throws Exception {
        for (long seconds : new long[] {4, 20}) {
            ReferenceRun run = new ReferenceRun(folder.resolve("refused" + seconds)).driveAsPlanned();
            TimedSut sut = new TimedSut(run.clock) {
                @Override
                Outcome outcome(OperationCall call) {
                    long second = clock.nanoTime() / ReferenceRun.SECOND;
                    return second >= 20 && second < 20 + seconds ? Outcome.connectionLost("refused", "") : Outcome.ok();
                }
            };
            assertFails(run.carryOut(sut), AuditOrRule.OUTAGE);
        }
    }

    private static void assertFails(Judgement judgement, AuditOrRule rule) {
        assertThat(judgement.verdict()).as("%s", judgement.reasons()).isEqualTo(Verdict.FAIL);
        assertThat(judgement.reasons()).anyMatch(reason -> reason.rule() == rule && reason.severity() == Severity.FAIL);
    }

    @Test
    void m22LostAndExtraWritesFailTheRun() throws Exception {
        for (long difference : new long[] {-1, 1, 1_000}) {
            ReferenceRun run = new ReferenceRun(folder.resolve("writes" + difference));
            run.sutCount = sent -> sent + difference;
            assertFails(run.carryOut(new TimedSut(run.clock)), AuditOrRule.RECONCILIATION);
        }
    }

    /** The driver returns before the SUT has done the work, which takes two minutes; unfinished work is missing. */
    @Test
    void m22DriverReturningBeforeCompletionFailsTheRun() throws Exception {
        ReferenceRun run = run();
        long workNanos = 120 * ReferenceRun.SECOND;
        ConcurrentLinkedQueue<Long> doneAt = new ConcurrentLinkedQueue<>();
        TimedSut sut = new TimedSut(run.clock) {
            @Override
            long serviceNanos() {
                doneAt.add(clock.nanoTime() + workNanos);
                return MILLI;
            }
        };
        run.sutCount =
                sent -> doneAt.stream().filter(at -> at <= run.clock.nanoTime()).count();
        assertFails(run.carryOut(sut), AuditOrRule.RECONCILIATION);
    }

    /** A clock of a client whose waits may end late. */
    private static final class ClientClock extends ReferenceClock {
        private final Sleep sleep;

        /** A way in which the current thread waits. */
        private interface Sleep {
            void until(long deadlineNanos) throws InterruptedException;
        }

        ClientClock(NanoClock exact, Sleep sleep) {
            super(exact);
            this.sleep = sleep;
        }

        @Override
        public void parkUntil(long deadlineNanos) throws InterruptedException {
            sleep.until(deadlineNanos);
        }
    }

    /** Every sleep is too long. */
    private static NanoClock slow(NanoClock exact, long lateNanos) {
        return new ClientClock(exact, deadline -> {
            if (deadline > exact.nanoTime()) {
                exact.parkUntil(deadline == Long.MAX_VALUE ? deadline : deadline + lateNanos);
            }
        });
    }

    /** A clock on which no wait ends between two instants. */
    private static NanoClock frozen(NanoClock exact, long fromNanos, long toNanos) {
        return new ClientClock(exact, deadline -> {
            exact.parkUntil(deadline);
            if (exact.nanoTime() >= fromNanos && exact.nanoTime() < toNanos) {
                exact.parkUntil(toNanos);
            }
        });
    }

    /** Only the thread that sends the probes is late. */
    private static NanoClock withLateProbe(NanoClock exact, long lateNanos) {
        return new ClientClock(exact, deadline -> {
            boolean isProbe = Thread.currentThread().getName().endsWith("probe");
            exact.parkUntil(isProbe ? deadline + lateNanos : deadline);
        });
    }
}

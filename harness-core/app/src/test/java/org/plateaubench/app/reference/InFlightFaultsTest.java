// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.reference;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.plateaubench.api.Distribution;
import org.plateaubench.api.Execution;
import org.plateaubench.api.Load;
import org.plateaubench.api.Mix;
import org.plateaubench.api.Outcome;
import org.plateaubench.api.Pacing;
import org.plateaubench.api.UnitDefinition;
import org.plateaubench.engine.judge.audit.AuditOrRule;
import org.plateaubench.engine.judge.audit.AuditResult;
import org.plateaubench.engine.judge.result.Judgement;
import org.plateaubench.measure.clock.NanoClock;
import org.plateaubench.measure.histogram.Times;
import org.plateaubench.measure.interval.LineInterval;
import org.plateaubench.spi.AsyncDriver;
import org.plateaubench.spi.Driver;
import org.plateaubench.spi.EventLoop;
import org.plateaubench.spi.OperationCall;
import org.plateaubench.spi.UserContext;

/**
 * Wrong time stamps and counts in our own layers, planted one by one: samples of the users' state at random instants
 * detect each (measurement rule M20). And correct runs with much work per reply, which are not reported.
 */
final class InFlightFaultsTest {
    private static final long MILLI = 1_000_000L;

    @TempDir
    Path folder;

    private ReferenceRun run() {
        ReferenceRun run = new ReferenceRun(folder.resolve("run"));
        run.planned.units = List.of(UnitDefinition.of("read"));
        run.planned.mix = Mix.Flat.only("read");
        run.planned.pacing = Pacing.think(new Distribution.Fixed(Duration.ofMillis(30)));
        return run;
    }

    /** A clock with an offset for a thread, which a driver sets. */
    private static final class OffsetClock extends ReferenceClock {
        private final ThreadLocal<Long> aheadNanos = ThreadLocal.withInitial(() -> 0L);
        private final ThreadLocal<Long> nextAheadNanos = ThreadLocal.withInitial(() -> 0L);

        OffsetClock(NanoClock exact) {
            super(exact);
        }

        @Override
        public long nanoTime() {
            long ahead = aheadNanos.get() + nextAheadNanos.get();
            nextAheadNanos.set(0L);
            return exact.nanoTime() + ahead;
        }

        @Override
        public void parkUntil(long deadlineNanos) throws InterruptedException {
            exact.parkUntil(deadlineNanos == Long.MAX_VALUE ? deadlineNanos : deadlineNanos - aheadNanos.get());
        }
    }

    /** The time stamp of the end is taken 2 ms before the driver returns. */
    @Test
    void m20EarlyEndTimestampIsDetected() throws Exception {
        ReferenceRun run = run();
        OffsetClock offset = new OffsetClock(run.clock);
        run.driveClock = offset;
        TimedSut sut = new TimedSut(run.clock) {
            @Override
            Outcome outcome(OperationCall call) {
                offset.nextAheadNanos.set(-2 * MILLI);
                return Outcome.ok();
            }
        };
        assertOnlyInFlightIsViolated(run.driveAsPlanned().carryOut(sut));
    }

    /** The operation begins 2 ms before its time stamp. */
    @Test
    void m20LateStartTimestampIsDetected() throws Exception {
        ReferenceRun run = run();
        OffsetClock offset = new OffsetClock(run.clock);
        run.driveClock = offset;
        TimedSut sut = new TimedSut(run.clock) {
            @Override
            public Driver driver(UserContext user) {
                Driver correct = super.driver(user);
                return new Driver() {
                    @Override
                    public void prepareOperation(OperationCall call) {
                        offset.aheadNanos.set(2 * MILLI);
                    }

                    @Override
                    public Outcome execute(OperationCall call) throws Exception {
                        offset.aheadNanos.set(0L);
                        return correct.execute(call);
                    }
                };
            }
        };
        assertOnlyInFlightIsViolated(run.driveAsPlanned().carryOut(sut));
    }

    /** All time stamps and gaps agree with each other; only the sampled state of the users differs. */
    private static void assertOnlyInFlightIsViolated(Judgement judgement) {
        AuditResult audit = Audits.assertDetected(judgement, AuditOrRule.IN_FLIGHT);
        assertThat(Audits.violated(judgement)).containsExactly(audit);
        Audits.assertOk(judgement, AuditOrRule.USER_TIME, AuditOrRule.PERFORMED);
    }

    /** Each user has two operations in flight; the record contains only one of them. */
    @Test
    void m20TwoConcurrentOperationsPerUserAreDetected() throws Exception {
        ReferenceRun run = run();
        run.planned.execution = Execution.EVENT_LOOP;
        run.driveAsPlanned();
        ReferencePlan driven = new ReferencePlan();
        driven.units = run.planned.units;
        driven.mix = run.planned.mix;
        driven.pacing = run.planned.pacing;
        driven.execution = Execution.EVENT_LOOP;
        driven.load = new Load.Closed(8, 2);
        run.slice = driven.slice();
        run.intervalChange = (sequence, interval) -> ReferenceRun.with(
                interval,
                interval.lines().stream().map(InFlightFaultsTest::halved).toList());
        Audits.assertDetected(run.carryOut(new TimedSut(run.clock)), AuditOrRule.IN_FLIGHT);
    }

    private static LineInterval halved(LineInterval line) {
        LineInterval.Counts all = line.counts();
        LineInterval.Counts half = new LineInterval.Counts(
                all.issued() / 2, all.ok() / 2, 0, all.errors() / 2, 0, 0, all.okEnds() / 2, 0, 0);
        Times service = line.service();
        Times halfService = service == null
                ? null
                : new Times(service.histogram(), service.sumNanos() / 2, service.minNanos(), service.maxNanos(), 0);
        return new LineInterval(
                line.line(),
                line.kind(),
                line.window(),
                half,
                line.errorsByClass(),
                line.declinedByReason(),
                line.response(),
                halfService,
                line.error());
    }

    /** An event-loop driver that reads a reply, stamps it, and processes it before it reports the end. */
    private static final class WorkingSut extends TimedSut {
        private final long serviceNanos;
        private final long workNanos;

        WorkingSut(ReferenceRun run, long serviceNanos, long workNanos) {
            super(run.clock);
            this.serviceNanos = serviceNanos;
            this.workNanos = workNanos;
        }

        @Override
        public AsyncDriver asyncDriver(UserContext user, EventLoop loop) {
            return (call, completion) -> {
                long end = loop.nanoTime() + serviceNanos;
                loop.schedule(end, () -> {
                    work(end);
                    completion.complete(Outcome.ok(), end);
                });
            };
        }

        private void work(long end) {
            try {
                clock.parkUntil(end + workNanos);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /**
     * The time in which a driver processes a reply belongs to the harness and not to the operation, even if it is long
     * (88 us of 1 ms). With 0.05 operations in flight for 4 s the audit is not tested.
     */
    @ParameterizedTest
    @ValueSource(longs = {4, 60})
    void m20ReplyProcessingViolatesNoAudit(long seconds) throws Exception {
        ReferenceRun run = run();
        run.planned.execution = Execution.EVENT_LOOP;
        boolean isTooShort = seconds == 4;
        run.planned.load = new Load.Closed(1, 1);
        run.planned.pacing =
                Pacing.cycle(new Distribution.Fixed(Duration.ofNanos(isTooShort ? 20 * MILLI : 2 * MILLI)));
        run.planned.phases = ReferencePlan.phases(seconds, 2);
        Judgement judgement = run.driveAsPlanned().carryOut(new WorkingSut(run, MILLI, 88_000));
        assertThat(Audits.violated(judgement))
                .noneMatch(audit -> audit.rule() == AuditOrRule.IN_FLIGHT || audit.rule() == AuditOrRule.USER_TIME);
        AuditResult audit = Audits.of(judgement, AuditOrRule.IN_FLIGHT);
        assertThat(audit.state())
                .as(audit.message())
                .isEqualTo(isTooShort ? AuditResult.State.NOT_TESTED : AuditResult.State.OK);
    }
}

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
 * Stamps and counts that our own layers get wrong, planted one by one (measurement rule M20): the users' own state, looked
 * at at random instants, gives them away. And honest runs that a count beside the recorder once took for such.
 */
final class InFlightLiesTest {
    private static final long MILLI = 1_000_000L;

    @TempDir
    Path folder;

    private ReferenceRun run() {
        ReferenceRun run = new ReferenceRun(folder.resolve("run"));
        run.asked.units = List.of(UnitDefinition.of("read"));
        run.asked.mix = Mix.Flat.only("read");
        run.asked.pacing = Pacing.think(new Distribution.Fixed(Duration.ofMillis(30)));
        return run;
    }

    /** A clock that is off for a thread when a driver has told it to be. */
    private static final class LyingClock extends ReferenceClock {
        private final ThreadLocal<Long> aheadNanos = ThreadLocal.withInitial(() -> 0L);
        private final ThreadLocal<Long> nextAheadNanos = ThreadLocal.withInitial(() -> 0L);

        LyingClock(NanoClock exact) {
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

    /** The stamp of the end is taken 2 ms before the driver comes back. */
    @Test
    void m20EarlyEndTimestampIsDetected() throws Exception {
        ReferenceRun run = run();
        LyingClock lying = new LyingClock(run.clock);
        run.driveClock = lying;
        TimedSut sut = new TimedSut(run.clock) {
            @Override
            Outcome outcome(OperationCall call) {
                lying.nextAheadNanos.set(-2 * MILLI);
                return Outcome.ok();
            }
        };
        assertOnlyInFlightIsViolated(run.honest().play(sut));
    }

    /** The user sets off 2 ms before it writes down that it does. */
    @Test
    void m20LateStartTimestampIsDetected() throws Exception {
        ReferenceRun run = run();
        LyingClock lying = new LyingClock(run.clock);
        run.driveClock = lying;
        TimedSut sut = new TimedSut(run.clock) {
            @Override
            public Driver driver(UserContext user) {
                Driver honest = super.driver(user);
                return new Driver() {
                    @Override
                    public void prepareOperation(OperationCall call) {
                        lying.aheadNanos.set(2 * MILLI);
                    }

                    @Override
                    public Outcome execute(OperationCall call) throws Exception {
                        lying.aheadNanos.set(0L);
                        return honest.execute(call);
                    }
                };
            }
        };
        assertOnlyInFlightIsViolated(run.honest().play(sut));
    }

    /** All stamps agree with each other and with the gaps between them; only what the users were at does not. */
    private static void assertOnlyInFlightIsViolated(Judgement judgement) {
        AuditResult audit = Audits.assertCaught(judgement, AuditOrRule.IN_FLIGHT);
        assertThat(Audits.violated(judgement)).containsExactly(audit);
        Audits.assertOk(judgement, AuditOrRule.USER_TIME, AuditOrRule.PERFORMED);
    }

    /** Each user has two operations out at a time, of which the record keeps one. */
    @Test
    void m20TwoConcurrentOperationsPerUserAreDetected() throws Exception {
        ReferenceRun run = run();
        run.asked.execution = Execution.EVENT_LOOP;
        run.honest();
        ReferencePlan driven = new ReferencePlan();
        driven.units = run.asked.units;
        driven.mix = run.asked.mix;
        driven.pacing = run.asked.pacing;
        driven.execution = Execution.EVENT_LOOP;
        driven.load = new Load.Closed(8, 2);
        run.slice = driven.slice();
        run.tamper = (sequence, interval) -> ReferenceRun.with(
                interval,
                interval.lines().stream().map(InFlightLiesTest::halved).toList());
        Audits.assertCaught(run.play(new TimedSut(run.clock)), AuditOrRule.IN_FLIGHT);
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

    /** A driver on an event loop that reads a reply, stamps it, and works on it before it says so, as one must. */
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
     * A run of a partner was invalid because of 8.1 %, with 0.05 operations in flight over 4 s. What was counted beside
     * the recorder ran until the harness heard of an end, the recorder's time until the driver's stamp; 88 us of work
     * on a reply are much beside a service time of 1 ms. That work is the harness's and counted as such; and so few
     * operations in flight for so short a time say nothing at all.
     */
    @ParameterizedTest
    @ValueSource(longs = {4, 60})
    void m20ReplyProcessingViolatesNoAudit(long seconds) throws Exception {
        ReferenceRun run = run();
        run.asked.execution = Execution.EVENT_LOOP;
        boolean few = seconds == 4;
        run.asked.load = new Load.Closed(1, 1);
        run.asked.pacing = Pacing.cycle(new Distribution.Fixed(Duration.ofNanos(few ? 20 * MILLI : 2 * MILLI)));
        run.asked.phases = ReferencePlan.phases(seconds, 2);
        Judgement judgement = run.honest().play(new WorkingSut(run, MILLI, 88_000));
        assertThat(Audits.violated(judgement))
                .noneMatch(audit -> audit.rule() == AuditOrRule.IN_FLIGHT || audit.rule() == AuditOrRule.USER_TIME);
        AuditResult audit = Audits.of(judgement, AuditOrRule.IN_FLIGHT);
        assertThat(audit.state())
                .as(audit.message())
                .isEqualTo(few ? AuditResult.State.NOT_TESTED : AuditResult.State.OK);
    }
}

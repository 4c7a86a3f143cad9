// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.plateaubench.testkit.Scenario.MILLI;
import static org.plateaubench.testkit.Scenario.READ;
import static org.plateaubench.testkit.Scenario.SECOND;
import static org.plateaubench.testkit.Scenario.fixedMillis;
import static org.plateaubench.testkit.Scenario.line;
import static org.plateaubench.testkit.Scenario.phases;

import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.plateaubench.api.Execution;
import org.plateaubench.api.Load;
import org.plateaubench.api.Outcome;
import org.plateaubench.api.Pacing;
import org.plateaubench.api.Phase;
import org.plateaubench.measure.interval.LineInterval;
import org.plateaubench.measure.interval.WorkloadInterval;
import org.plateaubench.measure.recorder.DistinctErrors;
import org.plateaubench.spi.AsyncDriver;
import org.plateaubench.spi.Completion;
import org.plateaubench.spi.Driver;
import org.plateaubench.spi.EventLoop;
import org.plateaubench.spi.OperationCall;
import org.plateaubench.spi.UserContext;
import org.plateaubench.spi.WorkloadSession;

/** M9, M10: whatever a driver does, every operation has one outcome and the run ends in time. */
@org.junit.jupiter.api.parallel.Execution(ExecutionMode.CONCURRENT)
class HostileDriversTest {
    private final ManualClock clock = new ManualClock(-SECOND);
    private final Scenario scenario = new Scenario(clock);

    /** Ten units a second for a user, four seconds long. */
    private void tenPerSecond(Scenario of) {
        of.phases = phases(0, 4, 0, 2);
        of.pacing = Map.of(READ, Pacing.cycle(fixedMillis(100)));
    }

    private static long outcomes(LineInterval line) {
        LineInterval.Counts counts = line.counts();
        return counts.ok() + counts.declined() + counts.errors() + counts.abandoned() + counts.dropped();
    }

    /** Kinds of exceptions and errors. */
    enum Failure {
        OUT_OF_MEMORY,
        STACK_OVERFLOW,
        ERROR,
        UNDECLARED,
        MISSING_CLASS,
        FAILING_MESSAGE
    }

    private static Throwable thrown(Failure failure) {
        return switch (failure) {
            case OUT_OF_MEMORY -> new OutOfMemoryError("made up");
            case STACK_OVERFLOW -> new StackOverflowError("made up");
            case ERROR -> new Error("made up");
            case UNDECLARED -> new Exception("made up");
            case MISSING_CLASS -> new Exception("cannot connect", new NoClassDefFoundError("made/up/Library"));
            case FAILING_MESSAGE -> new FailingMessage();
        };
    }

    /** Exceptions that the SPI allows concern the SUT; all others are faults of the plugin. */
    private static String classOf(Failure failure) {
        return failure == Failure.UNDECLARED ? "exception" : DistinctErrors.PLUGIN_FAULT;
    }

    /** An exception whose message cannot be read. */
    private static final class FailingMessage extends RuntimeException {
        private static final long serialVersionUID = 1L;

        @Override
        public String getMessage() {
            throw new IllegalStateException("not even that");
        }
    }

    /** Throws what no signature declares, as other languages of the JVM do. */
    @SuppressWarnings({"unchecked", "DoNotCallSuggester", "TypeParameterUnusedInFormals"})
    private static <E extends Throwable> Outcome raise(Throwable thrown) throws E {
        throw (E) thrown;
    }

    @ParameterizedTest
    @EnumSource(Failure.class)
    void m9AnyDriverExceptionIsOneError(Failure failure) throws InterruptedException {
        assertOneError(scenario, failure, Sessions.of(user -> call -> outcome(call, failure)));
        Scenario onLoop = new Scenario(new ManualClock(-SECOND));
        onLoop.execution = Execution.EVENT_LOOP;
        assertOneError(
                onLoop,
                failure,
                Sessions.ofAsync((user, loop) -> (call, completion) -> completion.complete(outcome(call, failure))));
    }

    private static Outcome outcome(OperationCall call, Failure failure) {
        return call.unitNumber() == 7 ? HostileDriversTest.<RuntimeException>raise(thrown(failure)) : Outcome.ok();
    }

    private void assertOneError(Scenario played, Failure failure, WorkloadSession session) throws InterruptedException {
        tenPerSecond(played);
        LineInterval line = line(played.play(session), READ, Phase.STEADY);
        assertThat(line.errorsByClass()).containsExactly(Map.entry(classOf(failure), 1L));
        assertThat(line.counts().ok()).isEqualTo(39);
        assertThat(line.counts().issued()).isEqualTo(40);
        assertThat(played.faults).isEmpty();
    }

    @Test
    void m9RepeatedCompletionDoesNotEndLaterOperation() throws InterruptedException {
        // Every operation takes 50 ms; its driver completes it again 20 ms into the next one.
        scenario.execution = Execution.EVENT_LOOP;
        tenPerSecond(scenario);

        WorkloadInterval interval = scenario.play(Sessions.ofAsync((user, loop) -> (call, completion) -> {
            long begin = loop.nanoTime();
            loop.schedule(begin + 50 * MILLI, () -> completion.complete(Outcome.ok()));
            loop.schedule(begin + 120 * MILLI, () -> completion.complete(Outcome.ok()));
        }));

        LineInterval line = line(interval, READ, Phase.STEADY);
        assertThat(line.counts().ok()).isEqualTo(40);
        assertThat(Scenario.service(line).minNanos()).isEqualTo(50 * MILLI);
    }

    @Test
    void m1EndInFutureIsReplacedByCurrentTime() throws InterruptedException {
        scenario.execution = Execution.EVENT_LOOP;
        tenPerSecond(scenario);

        WorkloadInterval interval = scenario.play(Sessions.ofAsync((user, loop) -> (call, completion) -> loop.schedule(
                loop.nanoTime() + MILLI, () -> completion.complete(Outcome.ok(), loop.nanoTime() + 1_000 * SECOND))));

        LineInterval line = line(interval, READ, Phase.STEADY);
        assertThat(line.counts().ok()).isEqualTo(40);
        assertThat(Scenario.service(line).maxNanos()).isEqualTo(MILLI);
    }

    @Test
    void m9CompletionFromOtherThreadIsHandledOnLoop() throws InterruptedException {
        Scenario real = Scenario.onTheRealClock(Execution.EVENT_LOOP);
        tenPerSecond(real);
        // What is due at the end of the steady state still starts, however busy the machine is.
        real.phases = phases(0, 1, 1, 2);
        real.load = new Load.Closed(8, 4);

        WorkloadInterval interval = real.play(Sessions.ofAsync((user, loop) ->
                (call, completion) -> Thread.ofVirtual().start(() -> completion.complete(Outcome.ok()))));

        LineInterval line = line(interval, READ, Phase.STEADY);
        assertThat(line.counts().ok()).isEqualTo(line.counts().issued()).isEqualTo(8 * 4 * 10);
        assertThat(interval.levels().inFlight()).isZero();
    }

    @ParameterizedTest
    @EnumSource(Execution.class)
    void m10UserWithoutDriverIsCountedWhenIssuingEnds(Execution execution) throws InterruptedException {
        scenario.execution = execution;
        tenPerSecond(scenario);
        scenario.at(2 * SECOND, () -> scenario.timeline().stopIssuingAt(2 * SECOND));
        WorkloadInterval interval = scenario.play(new WorkloadSession() {
            @Override
            public Driver driver(UserContext user) {
                throw new IllegalStateException("none");
            }

            @Override
            public AsyncDriver asyncDriver(UserContext user, EventLoop loop) {
                throw new IllegalStateException("none");
            }
        });

        LineInterval line = line(interval, READ, Phase.STEADY);
        assertThat(line.counts().abandoned()).isEqualTo(20);
        assertThat(line.counts().longestCensoredNanos()).isLessThanOrEqualTo(2 * SECOND);
        assertThat(scenario.failures).singleElement().asString().contains("no driver");
    }

    @Test
    void m10UserWithHangingDriverCreationIsLost() throws InterruptedException {
        Scenario real = Scenario.onTheRealClock(Execution.PLATFORM);
        tenPerSecond(real);
        // What is due at the end of the steady state still starts, however busy the machine is.
        real.phases = phases(0, 1, 1, 1);
        real.load = new Load.Closed(2, 1);
        CountDownLatch never = new CountDownLatch(1);
        try {
            WorkloadInterval interval = real.play(Sessions.of(user -> {
                if (user.user() == 1) {
                    awaitUninterruptibly(never);
                }
                return call -> Outcome.ok();
            }));

            LineInterval line = line(interval, READ, Phase.STEADY);
            assertThat(line.counts().ok()).isEqualTo(10);
            assertThat(line.counts().abandoned()).isEqualTo(10);
            assertThat(interval.levels().lostUsers()).isEqualTo(1);
        } finally {
            never.countDown();
        }
    }

    private static void awaitUninterruptibly(CountDownLatch latch) {
        boolean done = false;
        while (!done) {
            try {
                latch.await();
                done = true;
            } catch (InterruptedException e) {
                // Simulates code that ignores interrupts.
            }
        }
    }

    @Test
    void m10OperationsOfBlockedLoopAreAbandonedOnTime() throws InterruptedException {
        // The only user of its loop blocks it for good in the start of its 11th batch: four commands are issued at
        // most.
        Scenario real = Scenario.onTheRealClock(Execution.EVENT_LOOP);
        tenPerSecond(real);
        real.phases = phases(0, 2, 0, 1);
        real.load = new Load.Closed(1, 4);
        CountDownLatch never = new CountDownLatch(1);
        CountDownLatch closed = new CountDownLatch(1);
        try {
            WorkloadInterval interval = real.play(Sessions.ofAsync((user, loop) -> new AsyncDriver() {
                @Override
                public void start(OperationCall call, Completion completion) {
                    if (call.unitNumber() == 41) {
                        awaitUninterruptibly(never);
                    }
                    completion.complete(Outcome.ok());
                }

                @Override
                public void close() {
                    closed.countDown();
                }
            }));

            LineInterval line = line(interval, READ, Phase.STEADY);
            assertThat(line.counts().ok()).isEqualTo(41);
            assertThat(line.counts().issued()).isEqualTo(42);
            assertThat(outcomes(line)).isEqualTo(80);
            assertThat(line.counts().abandoned()).isEqualTo(39);
            // In flight since about 1 s, and the drain deadline is at 3 s.
            assertThat(line.counts().longestCensoredNanos()).isBetween(1_899 * MILLI, 2_001 * MILLI);
            assertThat(interval.levels().lostUsers()).isEqualTo(1);
            assertThat(interval.levels().inFlight()).isZero();
            assertThat(interval.levels().liveUsers()).isZero();
            never.countDown();
            assertThat(closed.await(60, TimeUnit.SECONDS)).isTrue();
            // A completion by the driver after the end is ignored.
            assertThat(real.interval().lines()).isEmpty();
        } finally {
            never.countDown();
        }
    }

    @Test
    void m9OperationOnBlockedLoopStillTimesOut() throws InterruptedException {
        Scenario real = Scenario.onTheRealClock(Execution.EVENT_LOOP);
        tenPerSecond(real);
        real.phases = phases(0, 4, 1, 2);
        real.definition = Scenario.limited(100);
        CountDownLatch never = new CountDownLatch(1);

        WorkloadInterval interval = real.play(Sessions.ofAsync((user, loop) -> (call, completion) -> {
            if (call.unitNumber() == 5) {
                awaitBriefly(never);
            }
            completion.complete(Outcome.ok());
        }));

        LineInterval line = line(interval, READ, Phase.STEADY);
        assertThat(line.errorsByClass()).containsKey("timeout");
        assertThat(line.counts().censored()).isEqualTo(line.counts().errors());
        assertThat(line.counts().longestCensoredNanos()).isGreaterThanOrEqualTo(500 * MILLI);
        assertThat(outcomes(line)).isEqualTo(40).isEqualTo(line.counts().issued());
        assertThat(Objects.requireNonNull(line.error()).count())
                .isEqualTo(line.counts().errors());
    }

    /** Waits at least half a second, on a latch that is never released. */
    private static void awaitBriefly(CountDownLatch never) {
        try {
            assertThat(never.await(500, TimeUnit.MILLISECONDS)).isFalse();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}

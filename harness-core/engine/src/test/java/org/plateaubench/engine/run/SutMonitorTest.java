// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.plateaubench.api.SutAddress;
import org.plateaubench.engine.run.RunSuts.FailedSut;
import org.plateaubench.engine.run.RunSuts.SutMonitor;
import org.plateaubench.engine.run.event.EventDetails.SutFailure;
import org.plateaubench.measure.clock.NanoClock;
import org.plateaubench.spi.Progress;
import org.plateaubench.spi.SutContext.Mode;
import org.plateaubench.spi.SutService;
import org.plateaubench.spi.SutStatus;

class SutMonitorTest {
    private static final long MINUTE_NANOS = 60_000_000_000L;

    private final JumpingClock clock = new JumpingClock();

    @Test
    void embeddedAndExternalSutsAreCheckedPeriodically() throws InterruptedException {
        assertThat(pollsPerMinute(Mode.EMBEDDED)).isEqualTo(60);
        assertThat(pollsPerMinute(Mode.EXTERNAL)).isEqualTo(6);
    }

    @Test
    void failedSutIsReportedOnce() throws InterruptedException {
        try (SutMonitor monitor =
                new SutMonitor(List.of(new RunSuts.Started("db", Mode.EMBEDDED, failingService(), address())), clock)) {
            FailedSut failed = awaitFailure(monitor);
            assertThat(failed).isEqualTo(new FailedSut("sut/db", "Stopped after a minute.", SutFailure.UNDER_LOAD));
            assertThat(monitor.next()).isNull();
        }
    }

    private int pollsPerMinute(Mode mode) throws InterruptedException {
        clock.now.set(0);
        FailingService service = failingService();
        try (SutMonitor monitor = new SutMonitor(List.of(new RunSuts.Started("db", mode, service, address())), clock)) {
            assertThat(service.firstFailure.await(60, TimeUnit.SECONDS)).isTrue();
            assertThat(awaitFailure(monitor)).isNotNull();
        }
        return service.polls.get();
    }

    private static @Nullable FailedSut awaitFailure(SutMonitor monitor) {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        FailedSut failed = monitor.next();
        while (failed == null && System.nanoTime() < deadline) {
            Thread.onSpinWait();
            failed = monitor.next();
        }
        return failed;
    }

    private static SutAddress address() {
        return new SutAddress("db", "testdb", Map.of());
    }

    private FailingService failingService() {
        return new FailingService(clock);
    }

    /** A clock that advances at once, and only when a thread waits. */
    private static final class JumpingClock implements NanoClock {
        private final AtomicLong now = new AtomicLong();

        @Override
        public long nanoTime() {
            return now.get();
        }

        @Override
        public Instant wallTime() {
            return Instant.EPOCH;
        }

        @Override
        public void parkUntil(long deadlineNanos) {
            now.set(deadlineNanos);
        }
    }

    /** Fails after one minute. */
    private static final class FailingService implements SutService {
        private final AtomicInteger polls = new AtomicInteger();
        private final CountDownLatch firstFailure = new CountDownLatch(1);
        private final NanoClock clock;

        FailingService(NanoClock clock) {
            this.clock = clock;
        }

        @Override
        public SutStatus status() {
            polls.incrementAndGet();
            if (clock.nanoTime() < MINUTE_NANOS) {
                return new SutStatus(SutStatus.State.RUNNING, "Running.", List.of());
            }
            firstFailure.countDown();
            return new SutStatus(SutStatus.State.FAILED, "Stopped after a minute.", List.of());
        }

        @Override
        public SutAddress start(Progress progress) {
            return address();
        }

        @Override
        public void stop() {}

        @Override
        public void clear() {}

        @Override
        public Map<String, String> configuration() {
            return Map.of();
        }

        @Override
        public List<Path> logs() {
            return List.of();
        }

        @Override
        public void close() {}
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.measure.clock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 60, unit = TimeUnit.SECONDS)
class SystemClockTest {
    private final NanoClock clock = SystemClock.instance();

    @Test
    void waitLastsUntilTheDeadline() throws InterruptedException {
        for (long waitNanos : new long[] {-1_000_000, 0, 1, 60_000, 3_000_000}) {
            long deadlineNanos = clock.nanoTime() + waitNanos;
            clock.parkUntil(deadlineNanos);
            assertThat(clock.nanoTime()).isGreaterThanOrEqualTo(deadlineNanos);
        }
    }

    @Test
    void virtualThreadWaitsUntilTheDeadline() throws Exception {
        try (ExecutorService virtual = Executors.newVirtualThreadPerTaskExecutor()) {
            long deadlineNanos = clock.nanoTime() + 3_000_000;
            Future<Long> end = virtual.submit(() -> {
                clock.parkUntil(deadlineNanos);
                return clock.nanoTime();
            });
            assertThat(end.get()).isGreaterThanOrEqualTo(deadlineNanos);
        }
    }

    @Test
    void interruptEndsTheWait() {
        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> clock.parkUntil(clock.nanoTime() + 3_600_000_000_000L))
                .isInstanceOf(InterruptedException.class);
        assertThat(Thread.currentThread().isInterrupted()).isFalse();
    }

    @Test
    void clockRunsFromMovedOrigin() throws InterruptedException {
        long originNanos = clock.nanoTime() + 2_000_000;
        NanoClock moved = clock.startingAt(originNanos);
        long beforeNanos = clock.nanoTime();
        long movedNanos = moved.nanoTime();
        assertThat(movedNanos).isBetween(beforeNanos - originNanos, clock.nanoTime() - originNanos);
        moved.parkUntil(0);
        assertThat(clock.nanoTime()).isGreaterThanOrEqualTo(originNanos);
    }

    @Test
    void timerSlackOfPlatformThreadIsReduced() throws Exception {
        try (ExecutorService platform = Executors.newSingleThreadExecutor()) {
            platform.submit(SystemClockTest::assertSlackIsReduced).get();
        }
    }

    @Test
    void timerSlackOfVirtualThreadIsNotChanged() throws Exception {
        try (ExecutorService virtual = Executors.newVirtualThreadPerTaskExecutor()) {
            assertThat(virtual.submit(TimerSlack::reduceForThisThread).get()).isFalse();
        }
    }

    private static boolean assertSlackIsReduced() throws IOException {
        Path thread = Path.of("/proc/thread-self");
        assertThat(TimerSlack.reduceForThisThread()).isEqualTo(Files.exists(thread));
        if (Files.exists(thread)) {
            Path number = Files.readSymbolicLink(thread).getFileName();
            String slackNanos =
                    Files.readString(Path.of("/proc").resolve(number).resolve("timerslack_ns"));
            assertThat(slackNanos.strip()).isEqualTo("1000");
        }
        return true;
    }
}

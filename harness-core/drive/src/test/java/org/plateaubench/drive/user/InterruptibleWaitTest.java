// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.drive.user;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.plateaubench.measure.clock.NanoClock;
import org.plateaubench.measure.clock.SystemClock;

@Timeout(60)
class InterruptibleWaitTest {
    private static final int ROUNDS = 20_000;

    private final NanoClock clock = SystemClock.instance();
    private final InterruptibleWait wait = new InterruptibleWait();

    @Test
    void wakeUpEndsTheWaitAndClearsInterrupt() {
        AtomicInteger requested = new AtomicInteger();
        AtomicInteger acknowledged = new AtomicInteger();
        Thread.ofPlatform().daemon().start(() -> {
            for (int round = 1; round <= ROUNDS; round++) {
                requested.set(round);
                wait.wake();
                while (acknowledged.get() < round) {
                    Thread.onSpinWait();
                }
            }
        });
        for (int round = 1; round <= ROUNDS; round++) {
            int before = round - 1;
            while (requested.get() == before) {
                wait.until(clock, Long.MAX_VALUE, () -> requested.get() == before);
            }
            assertThat(Thread.interrupted()).isFalse();
            acknowledged.set(round);
        }
    }

    /** The operating system may interrupt the waking thread in the middle of its work, and run the woken thread. */
    @Test
    void wokenThreadYieldsToDelayedWaker() throws InterruptedException {
        CountDownLatch maySleep = new CountDownLatch(1);
        CountDownLatch mayContinue = new CountDownLatch(1);
        Thread sleeper = new Thread() {
            @Override
            public void run() {
                wait.until(clock, Long.MAX_VALUE, () -> {
                    maySleep.countDown();
                    return true;
                });
            }

            @Override
            public void interrupt() {
                super.interrupt();
                awaitQuietly(mayContinue);
            }
        };
        sleeper.setDaemon(true);
        sleeper.start();
        assertThat(maySleep.await(30, TimeUnit.SECONDS)).isTrue();
        Thread waker = Thread.ofPlatform().daemon().start(wait::wake);
        long deadline = clock.nanoTime() + Duration.ofSeconds(30).toNanos();
        while (sleeper.getState() != Thread.State.BLOCKED) {
            assertThat(clock.nanoTime()).isLessThan(deadline);
            Thread.onSpinWait();
        }
        mayContinue.countDown();
        assertThat(sleeper.join(Duration.ofSeconds(30))).isTrue();
        assertThat(waker.join(Duration.ofSeconds(30))).isTrue();
    }

    private static void awaitQuietly(CountDownLatch latch) {
        boolean interrupted = false;
        while (latch.getCount() > 0) {
            try {
                latch.await();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class ManualClockTest {
    private final ManualClock clock = new ManualClock(0);

    private void waitUntil(long until) {
        try {
            clock.parkUntil(until);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void timeJumpsToEarliestInstantInRegistrationOrder() throws InterruptedException {
        List<String> order = new ArrayList<>();
        CountDownLatch done = new CountDownLatch(3);
        for (String name : List.of("a", "b", "c")) {
            Thread.ofPlatform().start(clock.participating(() -> {
                for (int i = 1; i <= 3; i++) {
                    waitUntil(name.equals("c") ? i * 15L : i * 10L);
                    order.add(name + clock.nanoTime());
                }
                done.countDown();
            }));
        }
        clock.proceed();

        assertThat(done.await(60, TimeUnit.SECONDS)).isTrue();
        // At 30 the participant c comes after a and b, though it has waited longer.
        assertThat(order).containsExactly("a10", "b10", "c15", "a20", "b20", "a30", "b30", "c30", "c45");
    }

    @Test
    void interruptEndsWaitWithoutAdvancingTime() throws InterruptedException {
        List<String> seen = new ArrayList<>();
        CountDownLatch done = new CountDownLatch(2);
        Thread sleeper = Thread.ofPlatform().start(clock.participating(() -> {
            try {
                clock.parkUntil(1_000);
            } catch (InterruptedException e) {
                seen.add("interrupted at " + clock.nanoTime());
            }
            done.countDown();
        }));
        Thread.ofPlatform().start(clock.participating(() -> {
            waitUntil(10);
            sleeper.interrupt();
            waitUntil(20);
            seen.add("later at " + clock.nanoTime());
            done.countDown();
        }));
        clock.proceed();

        assertThat(done.await(60, TimeUnit.SECONDS)).isTrue();
        assertThat(seen).containsExactly("interrupted at 10", "later at 20");
    }
}

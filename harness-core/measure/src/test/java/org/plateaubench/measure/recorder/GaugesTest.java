// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.measure.recorder;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Levels are code of a plugin: one that throws or blocks affects no other thread. */
@Timeout(60)
class GaugesTest {
    private final Gauges gauges = new Gauges();

    @Test
    void throwingGaugeIsOmittedAndCauseKept() {
        gauges.register("level", () -> 1);
        gauges.register("level", () -> {
            throw new Error("no level");
        });
        gauges.register("depth", () -> 3);

        // Repeated, because the thread that reads the levels may not get a processor in time.
        Map<String, Double> sums = gauges.sums();
        while (sums.isEmpty()) {
            sums = gauges.sums();
        }
        assertThat(sums).isEqualTo(Map.of("depth", 3.0));
        assertThat(gauges.failures()).containsEntry("level", "java.lang.Error: no level");
    }

    @Test
    void blockedGaugeIsSkippedUntilItReturns() throws InterruptedException {
        CountDownLatch readingStarted = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        gauges.register("level", () -> {
            readingStarted.countDown();
            awaitUninterruptibly(release);
            return 7;
        });

        assertThat(gauges.sums()).isEmpty();
        readingStarted.await();
        assertThat(gauges.failures().get("level")).contains("must not block");
        // While the first read is in progress, no gauge is read and no caller waits.
        assertThat(gauges.sums()).isEmpty();
        release.countDown();
        Map<String, Double> sums = gauges.sums();
        while (sums.isEmpty()) {
            Thread.onSpinWait();
            sums = gauges.sums();
        }
        assertThat(sums).isEqualTo(Map.of("level", 7.0));
    }

    private static void awaitUninterruptibly(CountDownLatch latch) {
        boolean done = false;
        while (!done) {
            try {
                latch.await();
                done = true;
            } catch (InterruptedException e) {
                // A blocked gauge may ignore interrupts.
            }
        }
    }
}

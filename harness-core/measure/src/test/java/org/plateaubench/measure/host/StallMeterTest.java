// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.measure.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 60, unit = TimeUnit.SECONDS)
class StallMeterTest {
    private static final long PERIOD = StallMeter.PERIOD_NANOS;

    private final SteppedClock clock = new SteppedClock();

    @Test
    void longestDelaySinceLastCallIsReported() throws InterruptedException {
        try (StallMeter meter = new StallMeter(clock)) {
            clock.awaitWaiting();
            long now = wakeUpLate(0, 30_000_000);
            now = wakeUpLate(now, 70_000_000);
            now = wakeUpLate(now, 1_000_000);
            assertThat(meter.takeLongestNanos()).isEqualTo(70_000_000);
            wakeUpLate(now, 4_000_000);
            assertThat(meter.takeLongestNanos()).isEqualTo(4_000_000);
            assertThat(meter.takeLongestNanos()).isZero();
        }
    }

    @Test
    void ongoingStallIsCounted() throws InterruptedException {
        try (StallMeter meter = new StallMeter(clock)) {
            clock.awaitWaiting();
            clock.set(PERIOD + 500_000_000);
            assertThat(meter.takeLongestNanos()).isEqualTo(500_000_000);
        }
    }

    @Test
    void delayReportedByOthersIsCounted() throws InterruptedException {
        try (StallMeter meter = new StallMeter(clock)) {
            clock.awaitWaiting();
            meter.recordLateness(30_000_000);
            meter.recordLateness(20_000_000);
            assertThat(meter.takeLongestNanos()).isEqualTo(30_000_000);
        }
    }

    @Test
    void closeEndsTheThread() {
        StallMeter meter = new StallMeter(clock);
        meter.close();
        clock.set(PERIOD + 500_000_000);
        assertThat(meter.takeLongestNanos()).isZero();
    }

    /** Ends one sleep late; returns once the next sleep has begun, so that the lateness has been recorded. */
    private long wakeUpLate(long startNanos, long lateNanos) throws InterruptedException {
        long nowNanos = (startNanos / PERIOD + 1) * PERIOD + lateNanos;
        clock.set(nowNanos);
        clock.wakeUp();
        clock.awaitWaiting();
        return nowNanos;
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.measure.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.plateaubench.measure.clock.NanoClock;
import org.plateaubench.measure.clock.SystemClock;
import org.plateaubench.measure.host.Calibration.ParkError;

@Timeout(value = 60, unit = TimeUnit.SECONDS)
class CalibratorTest {
    private static final long MILLI = 1_000_000;

    @Test
    void calibrationTakesAboutTheGivenTime() throws InterruptedException {
        Calibration calibration = new Calibrator(SystemClock.instance()).calibrate(Duration.ofMillis(200));
        assertThat(calibration.clock().readNanos()).isBetween(1.0, 1e6);
        assertThat(calibration.clock().stepNanos()).isBetween(1L, MILLI);
        for (ParkError error : new ParkError[] {calibration.platform(), calibration.virtual()}) {
            assertThat(error.count()).isBetween(8, 8 * 151);
            assertThat(error.p50Nanos()).isBetween(0L, error.p90Nanos());
            assertThat(error.p99Nanos()).isBetween(error.p90Nanos(), error.maxNanos());
            assertThat(error.cpuNanosPerWait()).isBetween(0L, 100 * MILLI);
        }
        assertThat(calibration.exchangeNanos()).isBetween(1_000L, MILLI);
        assertThat(calibration.longestStallNanos()).isPositive();
        assertThat(calibration.lengthNanos()).isBetween(150 * MILLI, 20_000 * MILLI);
    }

    /** On a host that wakes up 3 ms late, every wait is 3 ms late, and the stall meter measures it too. */
    @Test
    void wakeUpDelayIsMeasured() throws InterruptedException {
        Calibration calibration = new Calibrator(new LateClock(3 * MILLI)).calibrate(Duration.ofMillis(160));
        for (ParkError error : new ParkError[] {calibration.platform(), calibration.virtual()}) {
            assertThat(error.p50Nanos()).isGreaterThanOrEqualTo(3 * MILLI);
            assertThat(error.p99Nanos()).isGreaterThanOrEqualTo(3 * MILLI);
        }
        assertThat(calibration.longestStallNanos()).isGreaterThanOrEqualTo(3 * MILLI);
    }

    @Test
    void clockReadTimeAndStepAreMeasured() throws InterruptedException {
        Calibration calibration = new Calibrator(new CoarseClock(40)).calibrate(Duration.ofMillis(1));
        assertThat(calibration.clock().readNanos()).isEqualTo(40);
        assertThat(calibration.clock().stepNanos()).isEqualTo(40);
    }

    @Test
    void parkErrorPercentilesUseNearestRank() {
        assertThat(ParkError.of(LongStream.rangeClosed(1, 200).toArray(), 400))
                .isEqualTo(new ParkError(200, 100, 180, 198, 200, 2));
        assertThat(ParkError.of(new long[] {7}, -1)).isEqualTo(new ParkError(1, 7, 7, 7, 7, -1));
        assertThat(ParkError.of(new long[0], 5)).isEqualTo(new ParkError(0, 0, 0, 0, 0, -1));
    }

    @Test
    void interruptEndsCalibration() {
        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> new Calibrator(SystemClock.instance()).calibrate(Duration.ofMinutes(1)))
                .isInstanceOf(InterruptedException.class);
    }

    /** The clock of this machine, whose waits end later. */
    private record LateClock(long lateNanos) implements NanoClock {
        @Override
        public long nanoTime() {
            return SystemClock.instance().nanoTime();
        }

        @Override
        public Instant wallTime() {
            return SystemClock.instance().wallTime();
        }

        @Override
        public void parkUntil(long deadlineNanos) throws InterruptedException {
            SystemClock.instance().parkUntil(deadlineNanos + lateNanos);
        }
    }

    /** A clock that advances by a fixed step at each reading, and whose waits end at once. */
    private static final class CoarseClock implements NanoClock {
        private final AtomicLong nanos = new AtomicLong();
        private final long stepNanos;

        CoarseClock(long stepNanos) {
            this.stepNanos = stepNanos;
        }

        @Override
        public long nanoTime() {
            return nanos.addAndGet(stepNanos);
        }

        @Override
        public Instant wallTime() {
            return Instant.EPOCH;
        }

        @Override
        public void parkUntil(long deadlineNanos) throws InterruptedException {
            if (Thread.currentThread().isInterrupted()) {
                throw new InterruptedException();
            }
            Thread.onSpinWait();
        }
    }
}

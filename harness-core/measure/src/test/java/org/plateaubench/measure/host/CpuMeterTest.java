// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.measure.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.plateaubench.measure.clock.NanoClock;
import org.plateaubench.measure.clock.SystemClock;
import org.plateaubench.measure.host.CpuMeter.CumulativeCpu;
import org.plateaubench.measure.interval.CpuUse;

@Timeout(value = 60, unit = TimeUnit.SECONDS)
class CpuMeterTest {
    private final NanoClock clock = SystemClock.instance();
    private final SteppedClock stepped = new SteppedClock();
    private final AtomicLong cpuNanos = new AtomicLong(500);
    private final int cores = 3;
    private final CpuMeter simulated = new CpuMeter(stepped, cpuNanos::get, cores);

    @Test
    void cpuTimeOfShortLivedChildrenIsCounted() throws IOException, InterruptedException {
        String loop = "while :; do /bin/sh -c 'i=0; while [ $i -lt 20000 ]; do i=$((i+1)); done'; done";
        Process process = new ProcessBuilder("/bin/sh", "-c", loop)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        try {
            CpuMeter tree = new CpuMeter(clock, List.of(process.pid()));
            double cores = Runtime.getRuntime().availableProcessors();
            long deadlineNanos = clock.nanoTime() + 30_000_000_000L;
            double coreSeconds = 0;
            long seenNanos = clock.nanoTime();
            while (coreSeconds < 0.5 && clock.nanoTime() < deadlineNanos) {
                clock.parkUntil(clock.nanoTime() + 100_000_000);
                double share = tree.takeShare();
                long nowNanos = clock.nanoTime();
                coreSeconds += share * cores * (nowNanos - seenNanos) / 1e9;
                seenNanos = nowNanos;
                assertThat(share).isBetween(0.0, 1.0);
            }
            assertThat(coreSeconds).isGreaterThanOrEqualTo(0.5);
            double ownSeconds = process.info()
                    .totalCpuDuration()
                    .map(own -> own.toNanos() / 1e9)
                    .orElse(0.0);
            assertThat(ownSeconds).as("without the children").isLessThan(coreSeconds / 2);
        } finally {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly().waitFor();
        }
    }

    @Test
    void shareIsCpuTimePerElapsedTimeAndCores() {
        pass(1000, 250L * cores);
        assertThat(simulated.takeShare()).isCloseTo(0.25, within(1e-9));
        pass(1000, 1000L * cores);
        assertThat(simulated.takeShare()).isCloseTo(1, within(1e-9));
        pass(1000, 0);
        assertThat(simulated.takeShare()).isZero();
    }

    @Test
    void shareMayExceedAllCores() {
        pass(1000, 1300L * cores);
        assertThat(simulated.takeShare()).isCloseTo(1.3, within(1e-9));
    }

    @Test
    void shareIsUnchangedWhenNoTimeHasPassed() {
        pass(1000, 250L * cores);
        double first = simulated.takeShare();
        assertThat(simulated.takeShare()).isEqualTo(first);
    }

    @Test
    void shareIsUnknownWhileCpuTimeIsUnknown() {
        pass(1000, 0);
        cpuNanos.set(-1);
        assertThat(simulated.takeShare()).isEqualTo(CpuUse.UNKNOWN);
        pass(1000, 400);
        assertThat(simulated.takeShare()).isEqualTo(CpuUse.UNKNOWN);
        pass(1000, 100L * cores);
        assertThat(simulated.takeShare()).isCloseTo(0.1, within(1e-9));
    }

    private void pass(long nanos, long cpu) {
        stepped.set(stepped.nanoTime() + nanos);
        cpuNanos.addAndGet(cpu);
    }

    private final Deque<Long> readings = new ArrayDeque<>();
    private final CumulativeCpu cpu = new CumulativeCpu(readings::remove);

    @Test
    void decreasedReadingIsRepeated() {
        readings.addAll(List.of(100L, 60L, 110L, 120L));
        assertThat(cpu.getAsLong()).isEqualTo(100);
        assertThat(cpu.getAsLong()).isEqualTo(110);
        assertThat(cpu.getAsLong()).isEqualTo(120);
    }

    @Test
    void cpuTimeContinuesAfterPermanentLoss() {
        readings.addAll(List.of(100L, 60L, 60L, 75L));
        assertThat(cpu.getAsLong()).isEqualTo(100);
        assertThat(cpu.getAsLong()).isEqualTo(100);
        assertThat(cpu.getAsLong()).isEqualTo(115);
    }

    @Test
    void unknownCpuTimeIsReported() {
        readings.addAll(List.of(100L, -1L));
        assertThat(cpu.getAsLong()).isEqualTo(100);
        assertThat(cpu.getAsLong()).isNegative();
    }
}

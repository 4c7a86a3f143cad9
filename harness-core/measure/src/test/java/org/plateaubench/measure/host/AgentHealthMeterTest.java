// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.measure.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.plateaubench.measure.clock.NanoClock;
import org.plateaubench.measure.clock.SystemClock;
import org.plateaubench.measure.host.AgentHealthMeter.CollectorPauses;
import org.plateaubench.measure.interval.AgentHealth;
import org.plateaubench.measure.interval.CpuUse;

@Timeout(value = 60, unit = TimeUnit.SECONDS)
class AgentHealthMeterTest {
    private static final long SPUN_NANOS = 200_000_000;

    private final NanoClock clock = SystemClock.instance();

    /** The CPU time that a thread has used must be in the figures, regardless of other load. */
    @Test
    @EnabledOnOs(OS.LINUX)
    void cpuUseIsReportedByCategory() throws InterruptedException {
        try (AgentHealthMeter meter = new AgentHealthMeter(clock)) {
            meter.take();
            long startNanos = clock.nanoTime();
            CountDownLatch spun = new CountDownLatch(1);
            CountDownLatch seen = new CountDownLatch(1);
            Thread user = Thread.ofPlatform().name("plateau-1-store-user-0").start(() -> {
                ThreadMXBean threads = ManagementFactory.getThreadMXBean();
                while (threads.getCurrentThreadCpuTime() < SPUN_NANOS) {
                    Thread.onSpinWait();
                }
                spun.countDown();
                awaitQuietly(seen);
            });
            spun.await();
            CpuUse cpu = meter.take().cpu();
            double elapsedNanos = clock.nanoTime() - startNanos;
            seen.countDown();
            user.join();
            assertThat(cpu.driveCores() * elapsedNanos).isGreaterThan(0.9 * SPUN_NANOS);
            assertThat(cpu.cores() * elapsedNanos).isGreaterThan(0.9 * SPUN_NANOS);
            assertThat(cpu.availableCores()).isPositive();
            assertThat(cpu.driveWait()).isNotNegative();
        }
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void processHealthIsMeasured() throws InterruptedException {
        try (AgentHealthMeter meter = new AgentHealthMeter(clock)) {
            AgentHealth health;
            do {
                clock.parkUntil(clock.nanoTime() + 10_000_000);
                health = meter.take();
            } while (health.longestStallNanos() == 0);
            assertThat(health.processCpuShare()).isNotNegative();
            assertThat(health.hostCpuShare()).isBetween(-1.0, 1.0);
            assertThat(health.heapUsedBytes()).isPositive();
            assertThat(health.threads()).isPositive();
        }
        assertThat(Thread.getAllStackTraces().keySet())
                .noneMatch(thread -> thread.getName().equals("stall-meter"));
    }

    @Test
    void collectorPauseIsReportedOnce() {
        try (CollectorPauses pauses = new CollectorPauses()) {
            long longestNanos = 0;
            // A collection of a small heap may round to 0 ms, so there may have to be more than one.
            while (longestNanos == 0) {
                byte[][] live = new byte[2000][10_000];
                System.gc();
                assertThat(live).hasNumberOfRows(2000);
                LockSupport.parkNanos(20_000_000);
                longestNanos = pauses.takeLongestNanos();
            }
            assertThat(longestNanos).isBetween(1_000_000L, 20_000_000_000L);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "G1 Young Generation, true",
        "G1 Old Generation, true",
        "G1 Concurrent GC, true",
        "Copy, true",
        "PS MarkSweep, true",
        "ZGC Minor Cycles, false",
        "ZGC Major Pauses, true",
        "Shenandoah Cycles, false",
        "Shenandoah Pauses, true"
    })
    void pausesAreDistinguishedFromCycles(String collector, boolean pause) {
        assertThat(CollectorPauses.stopsTheWorld(collector)).isEqualTo(pause);
    }
}

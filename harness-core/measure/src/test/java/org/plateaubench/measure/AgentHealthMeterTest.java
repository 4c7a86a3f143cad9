// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.plateaubench.measure.clock.NanoClock;
import org.plateaubench.measure.clock.SystemClock;

@Timeout(value = 60, unit = TimeUnit.SECONDS)
class AgentHealthMeterTest {
    private final NanoClock clock = SystemClock.instance();

    @Test
    void seesHowThisProcessDoes() throws InterruptedException {
        try (AgentHealthMeter meter = new AgentHealthMeter(clock)) {
            clock.parkUntil(clock.nanoTime() + 200_000_000);
            AgentHealth health = meter.take();
            assertThat(health.processCpuShare()).isBetween(0.0, 1.0);
            assertThat(health.hostCpuShare()).isBetween(-1.0, 1.0);
            assertThat(health.heapUsedBytes()).isPositive();
            assertThat(health.threads()).isPositive();
            assertThat(health.longestStallNanos()).isPositive();
        }
        assertThat(Thread.getAllStackTraces().keySet())
                .noneMatch(thread -> thread.getName().equals("stall-meter"));
    }

    @Test
    void hearsOfACollectorPauseOnce() {
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
    void tellsPausesFromCycles(String collector, boolean pause) {
        assertThat(CollectorPauses.stopsTheWorld(collector)).isEqualTo(pause);
    }
}

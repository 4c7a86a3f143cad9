// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.measure.health;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.plateaubench.measure.clock.NanoClock;
import org.plateaubench.measure.clock.SystemClock;

@Timeout(value = 60, unit = TimeUnit.SECONDS)
class CpuMeterTest {
    private final NanoClock clock = SystemClock.instance();

    @Test
    void givesTheShareOfAProcessThatWorks() {
        CpuMeter meter = new CpuMeter(clock, List.of(ProcessHandle.current().pid()));
        long endNanos = clock.nanoTime() + 300_000_000;
        double work = 1;
        while (clock.nanoTime() < endNanos) {
            work = Math.sqrt(work + 2);
        }
        assertThat(work).isPositive();
        assertThat(meter.takeShare()).isGreaterThan(0.01).isLessThanOrEqualTo(1);
    }

    @Test
    void doesNotKnowTheShareOfAProcessThatHasEnded() throws IOException, InterruptedException {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        Process process = new ProcessBuilder(java, "-version")
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        CpuMeter meter = new CpuMeter(clock, List.of(process.pid()));
        process.waitFor();
        assertThat(meter.takeShare()).isNegative();
    }

    @Test
    void seesTheWorkOfChildrenThatComeAndGo() throws IOException, InterruptedException {
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
}

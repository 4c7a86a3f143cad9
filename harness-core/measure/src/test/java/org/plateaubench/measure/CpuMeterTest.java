// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
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
        CpuMeter meter = new CpuMeter(clock, ProcessHandle.current());
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
        CpuMeter meter = new CpuMeter(clock, process.toHandle());
        process.waitFor();
        assertThat(meter.takeShare()).isNegative();
    }
}

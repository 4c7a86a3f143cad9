// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.measure.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HostCpuMeterTest {
    private static final long SECOND = 1_000_000_000L;

    @TempDir
    private Path folder;

    private final Deque<HostCpu> host = new ArrayDeque<>();
    private final AtomicLong ownNanos = new AtomicLong();

    @Test
    void totalsOfAllCpusAreRead() throws IOException {
        String stat = """
                cpu  2366201 606432 412383 3566909 10944 5 58490 4233 17 0
                cpu0 1175227 303692 199348 1803742 3145 0 25560 2148 0 0
                cpu1 1190973 302739 213034 1763166 7799 0 32930 2084 0 0
                intr 51183873 0 0
                ctxt 900
                """;
        long busy = 2366201 + 606432 + 412383 + 5 + 58490;
        assertThat(HostCpu.read(Files.writeString(folder.resolve("stat"), stat)))
                .isEqualTo(new HostCpu(busy, 4233, busy + 3566909 + 10944 + 4233, 2));
    }

    @Test
    void malformedTextGivesNoValue() throws IOException {
        assertThat(HostCpu.read(folder.resolve("absent"))).isNull();
        assertThat(HostCpu.read(Files.writeString(folder.resolve("stat"), "ctxt 900\n")))
                .isNull();
    }

    @Test
    void remainingBusyTimeIsAttributedToOthers() {
        HostCpuMeter meter = meter(new HostCpu(1000, 10, 5000, 2), new HostCpu(1120, 30, 5200, 2));
        ownNanos.addAndGet(SECOND * 40 / 100);
        // Of 200 ticks, 120 were busy, 40 of them because of this process.
        assertThat(meter.take()).isEqualTo(new HostCpuMeter.Shares(0.4, 0.1));
    }

    @Test
    void ownCpuTimeIsNeverAttributedToOthers() {
        HostCpuMeter meter = meter(new HostCpu(1000, 0, 5000, 2), new HostCpu(1100, 0, 5200, 2));
        ownNanos.addAndGet(SECOND * 103 / 100);
        assertThat(meter.take()).isEqualTo(new HostCpuMeter.Shares(0, 0));
    }

    @Test
    void shareOfOthersNeedsOwnCpuTime() {
        HostCpuMeter meter = meter(new HostCpu(0, 0, 0, 2), new HostCpu(100, 50, 200, 2));
        ownNanos.set(-1);
        assertThat(meter.take()).isEqualTo(new HostCpuMeter.Shares(-1, 0.25));
    }

    @Test
    void sharesAreUnknownWithoutKernelCounters() {
        assertThat(meter().take()).isNull();
    }

    private HostCpuMeter meter(HostCpu... samples) {
        host.addAll(List.of(samples));
        return new HostCpuMeter(host::poll, ownNanos::get);
    }
}

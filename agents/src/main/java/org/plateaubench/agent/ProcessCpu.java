// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.agent;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.plateaubench.wire.TelemetrySample;

/** CPU time of some processes of this host, as a share of all its cores. One thread. */
final class ProcessCpu {
    private final String source;
    private final List<ProcessHandle> processes;
    private final int cores = Runtime.getRuntime().availableProcessors();
    private long beforeCpuNanos;
    private long beforeNanos;
    private boolean started;

    ProcessCpu(String source, List<Long> processIds) {
        this.source = source;
        processes = processIds.stream()
                .map(ProcessHandle::of)
                .flatMap(Optional::stream)
                .toList();
    }

    /** The share since the last call; nothing at the first one, or when no process is left. */
    List<TelemetrySample> sample(long runNanos) {
        long cpuNanos = 0;
        boolean alive = false;
        for (ProcessHandle process : processes) {
            Optional<Duration> cpu = process.info().totalCpuDuration();
            alive |= cpu.isPresent();
            cpuNanos += cpu.orElse(Duration.ZERO).toNanos();
        }
        long cpuDelta = cpuNanos - beforeCpuNanos;
        long delta = runNanos - beforeNanos;
        boolean usable = started && alive && delta > 0 && cpuDelta >= 0;
        started = true;
        beforeCpuNanos = cpuNanos;
        beforeNanos = runNanos;
        return usable
                ? List.of(new TelemetrySample(
                        runNanos, source, "cpu", (double) cpuDelta / delta / cores, "share", false))
                : List.of();
    }
}

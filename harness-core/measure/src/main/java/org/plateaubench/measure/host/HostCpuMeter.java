// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.measure.host;

import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Measures the use of this host's CPU by other programs and by the hypervisor, from the kernel's counters in steps of
 * 10 ms. Not thread-safe.
 */
public final class HostCpuMeter {
    public static final String SOURCE = "host";

    /** Series of {@link Shares#others}. */
    public static final String OTHERS = "others";

    /** Series of {@link Shares#steal}. */
    public static final String STEAL = "steal";

    private final Supplier<@Nullable HostCpu> host;
    private final LongSupplier ownCpuNanos;
    private @Nullable HostCpu last;
    private long lastOwnNanos;

    /** Shares of all CPUs of the host, 0 to 1; {@code others} is -1 if the CPU time of this process is unknown. */
    public record Shares(double others, double steal) {}

    public HostCpuMeter(LongSupplier ownCpuNanos) {
        this(() -> HostCpu.read(HostCpu.STAT), ownCpuNanos);
    }

    HostCpuMeter(Supplier<@Nullable HostCpu> host, LongSupplier ownCpuNanos) {
        this.host = host;
        this.ownCpuNanos = ownCpuNanos;
        last = host.get();
        lastOwnNanos = ownCpuNanos.getAsLong();
    }

    /** Shares since the last call or since the start; null when the host does not report them or no time has passed. */
    public @Nullable Shares take() {
        HostCpu before = last;
        long beforeOwnNanos = lastOwnNanos;
        HostCpu now = host.get();
        lastOwnNanos = ownCpuNanos.getAsLong();
        last = now;
        if (now == null || before == null || now.totalTicks() <= before.totalTicks()) {
            return null;
        }
        double ticks = (double) (now.totalTicks() - before.totalTicks());
        double others = -1;
        if (beforeOwnNanos >= 0 && lastOwnNanos >= beforeOwnNanos) {
            double ownTicks = (lastOwnNanos - beforeOwnNanos) / (double) HostCpu.TICK_NANOS;
            // The two readings were not taken at the same instant.
            others = Math.clamp((now.busyTicks() - before.busyTicks() - ownTicks) / ticks, 0, 1);
        }
        return new Shares(others, Math.clamp((now.stealTicks() - before.stealTicks()) / ticks, 0, 1));
    }
}

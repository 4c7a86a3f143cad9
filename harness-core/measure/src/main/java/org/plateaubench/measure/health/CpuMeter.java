// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.measure.health;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongSupplier;
import org.plateaubench.measure.clock.NanoClock;
import org.plateaubench.measure.host.HostCpu;
import org.plateaubench.measure.interval.CpuUse;

/**
 * Measures the CPU use of other processes on this machine, each with all its descendants, because a server may fork a
 * process for each connection. A process that has ended counts for the time that it ran. The kernel's resolution is
 * about 10 ms. Not thread-safe.
 */
public final class CpuMeter {
    private static final Path PROC = Path.of("/proc");

    private final CpuShare share;

    /** Starts to measure the processes that now have these ids. */
    public CpuMeter(NanoClock clock, List<Long> processIds) {
        share = new CpuShare(clock, cpuNanos(processIds), HostCpu.processors());
    }

    /**
     * CPU time of processes and all their descendants in nanoseconds, negative when it is not known. Never goes
     * backwards.
     *
     * @param processIds ids of the processes, as they are now
     */
    public static LongSupplier cpuNanos(List<Long> processIds) {
        return new GrowingCpu(
                Files.isReadable(PROC.resolve("self").resolve("stat"))
                        ? new ProcTreeCpu(PROC, processIds)
                        : new HandleTreeCpu(processIds));
    }

    /**
     * The share of all cores of the host (even if this process may use fewer) since the last call or since the start, 1
     * for all of them; negative when it is not known because the processes have ended or this process may not read
     * them.
     */
    public double takeShare() {
        return share.take();
    }

    /**
     * CPU time of a tree of processes that never goes backwards. A tree can lose time: the time of a process whose parent
     * does not wait for it vanishes with the process. Not thread-safe.
     */
    static final class GrowingCpu implements LongSupplier {
        private final LongSupplier cpuNanos;
        private long lostNanos;
        private long seenNanos;

        /** The supplier gives nanoseconds, negative when they are not known. */
        GrowingCpu(LongSupplier cpuNanos) {
            this.cpuNanos = cpuNanos;
        }

        /** Nanoseconds, negative when they are not known. */
        @Override
        public long getAsLong() {
            long nowNanos = cpuNanos.getAsLong();
            if (nowNanos >= 0 && nowNanos < seenNanos) {
                // The time of a process that ended during one reading of the tree is in its parent's time at the next.
                nowNanos = cpuNanos.getAsLong();
            }
            if (nowNanos < 0) {
                return nowNanos;
            }
            lostNanos += Math.max(0, seenNanos - nowNanos);
            seenNanos = nowNanos;
            return seenNanos + lostNanos;
        }
    }

    /** CPU time of the live processes of a tree, for platforms that report no more than this. Not thread-safe. */
    static final class HandleTreeCpu implements LongSupplier {
        private final List<ProcessHandle> roots;

        HandleTreeCpu(List<Long> processIds) {
            roots = processIds.stream()
                    .map(ProcessHandle::of)
                    .flatMap(Optional::stream)
                    .toList();
        }

        /** Nanoseconds, negative when they are not known for any root. */
        @Override
        public long getAsLong() {
            Set<ProcessHandle> tree = new HashSet<>();
            boolean known = false;
            for (ProcessHandle root : roots) {
                known |= root.info().totalCpuDuration().isPresent();
                tree.add(root);
                root.descendants().forEach(tree::add);
            }
            long nanos = 0;
            for (ProcessHandle process : tree) {
                nanos +=
                        process.info().totalCpuDuration().map(Duration::toNanos).orElse(0L);
            }
            return known ? nanos : -1;
        }
    }

    /** Computes the share of the machine's cores from a growing CPU time between two calls. Not thread-safe. */
    static final class CpuShare {
        private final NanoClock clock;
        private final LongSupplier cpuNanos;
        private final double cores;
        private long seenNanos;
        private long seenCpuNanos;
        private double share = CpuUse.UNKNOWN;

        /**
         * Starts to measure.
         *
         * @param cpuNanos nanoseconds of all cores, negative when they are not known
         * @param cores cores of the machine
         */
        CpuShare(NanoClock clock, LongSupplier cpuNanos, int cores) {
            this.clock = clock;
            this.cpuNanos = cpuNanos;
            this.cores = cores;
            seenNanos = clock.nanoTime();
            seenCpuNanos = cpuNanos.getAsLong();
        }

        /**
         * The share since the last call, 1 for all cores; negative when the CPU time is not known at either end.
         */
        double take() {
            long nowNanos = clock.nanoTime();
            long nowCpuNanos = cpuNanos.getAsLong();
            long elapsedNanos = nowNanos - seenNanos;
            if (elapsedNanos > 0) {
                boolean known = seenCpuNanos >= 0 && nowCpuNanos >= seenCpuNanos;
                // Two clocks of different resolution may give slightly more than 1; much more is a fault that must stay
                // visible.
                share = known ? (nowCpuNanos - seenCpuNanos) / (elapsedNanos * cores) : CpuUse.UNKNOWN;
                seenNanos = nowNanos;
                seenCpuNanos = nowCpuNanos;
            }
            return share;
        }
    }
}

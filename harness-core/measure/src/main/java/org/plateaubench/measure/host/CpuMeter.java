// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.measure.host;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongSupplier;
import org.plateaubench.measure.clock.NanoClock;
import org.plateaubench.measure.interval.CpuUse;

/**
 * Measures the CPU use of other processes on this machine, each with all its descendants, because a server may fork a
 * process for each connection. A process that has ended counts for the time that it ran. The kernel's resolution is
 * about 10 ms. Not thread-safe.
 */
public final class CpuMeter {
    private static final Path PROC = Path.of("/proc");

    private final NanoClock clock;
    private final LongSupplier cpuNanos;
    private final double cores;
    private long lastNanos;
    private long lastCpuNanos;
    private double share = CpuUse.UNKNOWN;

    public CpuMeter(NanoClock clock, List<Long> processIds) {
        this(clock, cpuNanos(processIds), HostCpu.processors());
    }

    CpuMeter(NanoClock clock, LongSupplier cpuNanos, int cores) {
        this.clock = clock;
        this.cpuNanos = cpuNanos;
        this.cores = cores;
        lastNanos = clock.nanoTime();
        lastCpuNanos = cpuNanos.getAsLong();
    }

    /**
     * CPU time of processes and all their descendants in nanoseconds, negative when it is not known. Never goes
     * backwards.
     */
    public static LongSupplier cpuNanos(List<Long> processIds) {
        return new CumulativeCpu(new ProcTreeCpu(PROC, processIds));
    }

    /**
     * The used share of all cores of the host since the last call or since the start, even if this process may use
     * fewer; 1 for all of them. Negative if the processes have ended or this process may not read their state.
     */
    public double takeShare() {
        long nowNanos = clock.nanoTime();
        long nowCpuNanos = cpuNanos.getAsLong();
        long elapsedNanos = nowNanos - lastNanos;
        if (elapsedNanos > 0) {
            boolean known = lastCpuNanos >= 0 && nowCpuNanos >= lastCpuNanos;
            // Two clocks of different resolution may give slightly more than 1; much more is a fault that must stay
            // visible.
            share = known ? (nowCpuNanos - lastCpuNanos) / (elapsedNanos * cores) : CpuUse.UNKNOWN;
            lastNanos = nowNanos;
            lastCpuNanos = nowCpuNanos;
        }
        return share;
    }

    /**
     * CPU time of a tree of processes that never goes backwards. A tree can lose time: the time of a process whose
     * parent does not wait for it vanishes with the process. Not thread-safe.
     */
    static final class CumulativeCpu implements LongSupplier {
        private final LongSupplier cpuNanos;
        private long lostNanos;
        private long lastNanos;

        /** The supplier gives nanoseconds, negative when they are not known. */
        CumulativeCpu(LongSupplier cpuNanos) {
            this.cpuNanos = cpuNanos;
        }

        /** Nanoseconds, negative when they are not known. */
        @Override
        public long getAsLong() {
            long nowNanos = cpuNanos.getAsLong();
            if (nowNanos >= 0 && nowNanos < lastNanos) {
                // The time of a process that ended during one reading of the tree is in its parent's time at the next.
                nowNanos = cpuNanos.getAsLong();
            }
            if (nowNanos < 0) {
                return nowNanos;
            }
            lostNanos += Math.max(0, lastNanos - nowNanos);
            lastNanos = nowNanos;
            return lastNanos + lostNanos;
        }
    }

    /**
     * CPU time of processes and all their descendants from Linux's {@code /proc}: for each live process its own time
     * and that of the children for which it has waited. So the time of a process that has ended moves to its parent and
     * stays in the sum. Not thread-safe.
     */
    static final class ProcTreeCpu implements LongSupplier {
        /**
         * The number of readings after which all processes are read again, because the id of an unrelated process may
         * have been reused for a descendant.
         */
        static final int READINGS_PER_COMPLETE_READING = 30;

        private final Path proc;
        /** The start times of the given processes, because an id may later be reused for another process. */
        private final Map<Long, Long> rootStartTicks = new HashMap<>();
        /**
         * Live processes that are no descendants and cannot become any: a process that loses its parent gets one of its
         * ancestors, or process 1, as its parent.
         */
        private final Set<Long> unrelated = new HashSet<>();

        private int readings;

        ProcTreeCpu(Path proc, List<Long> processIds) {
            this.proc = proc;
            for (long id : processIds) {
                ProcessStat stat = ProcessStat.read(proc.resolve(Long.toString(id)));
                if (stat != null) {
                    rootStartTicks.put(id, stat.startTicks());
                }
            }
        }

        /** Nanoseconds, negative when no root is left. */
        @Override
        public long getAsLong() {
            Map<Long, ProcessStat> roots = roots();
            if (roots.isEmpty()) {
                return -1;
            }
            if (readings++ % READINGS_PER_COMPLETE_READING == 0) {
                unrelated.clear();
            }
            // Roots come first, so that a child that ends in the meantime is not counted twice.
            Map<Long, ProcessStat> all = all();
            all.putAll(roots);
            Map<Long, Boolean> within = new HashMap<>();
            roots.keySet().forEach(id -> within.put(id, true));
            long ticks = 0;
            for (Map.Entry<Long, ProcessStat> process : all.entrySet()) {
                if (isWithin(process.getKey(), all, within)) {
                    ticks += process.getValue().ticks();
                } else if (isParentKnown(process.getValue(), all)) {
                    unrelated.add(process.getKey());
                }
            }
            return ticks * HostCpu.TICK_NANOS;
        }

        /** Whether the parent is known; it is not known if the parent started or ended during the reading. */
        private boolean isParentKnown(ProcessStat stat, Map<Long, ProcessStat> all) {
            return stat.parentId() == 0 || all.containsKey(stat.parentId()) || unrelated.contains(stat.parentId());
        }

        private Map<Long, ProcessStat> roots() {
            Map<Long, ProcessStat> roots = new HashMap<>();
            rootStartTicks.forEach((id, startTicks) -> {
                ProcessStat stat = ProcessStat.read(proc.resolve(Long.toString(id)));
                if (stat != null && stat.isLive() && stat.startTicks() == startTicks) {
                    roots.put(id, stat);
                }
            });
            return roots;
        }

        private Map<Long, ProcessStat> all() {
            Map<Long, ProcessStat> all = new HashMap<>();
            for (Path folder : ProcessStat.folders(proc)) {
                long id = Long.parseLong(folder.getFileName().toString());
                ProcessStat stat = unrelated.contains(id) ? null : ProcessStat.read(folder);
                if (stat != null) {
                    all.put(id, stat);
                }
            }
            return all;
        }

        /**
         * Whether a process is within the tree. Walks towards the first process, and keeps the results found on the
         * way.
         */
        private static boolean isWithin(long id, Map<Long, ProcessStat> all, Map<Long, Boolean> within) {
            Boolean known = within.get(id);
            if (known != null) {
                return known;
            }
            // Set before the walk, so that ids reused during the reading cannot cause an endless loop.
            within.put(id, false);
            ProcessStat stat = all.get(id);
            boolean isIncluded = stat != null && isWithin(stat.parentId(), all, within);
            within.put(id, isIncluded);
            return isIncluded;
        }
    }
}

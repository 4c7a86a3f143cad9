// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.measure.host;

import com.sun.management.GarbageCollectionNotificationInfo;
import com.sun.management.OperatingSystemMXBean;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import javax.management.ListenerNotFoundException;
import javax.management.Notification;
import javax.management.NotificationEmitter;
import javax.management.NotificationListener;
import javax.management.openmbean.CompositeData;
import org.plateaubench.measure.clock.NanoClock;
import org.plateaubench.measure.interval.AgentHealth;
import org.plateaubench.measure.interval.CpuUse;

/** Measures the health of its own process (measurement rule M16). One thread reads. */
public final class AgentHealthMeter implements AutoCloseable {
    private final OperatingSystemMXBean system = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    private final StallMeter stalls;
    private final CollectorPauses pauses;
    private final CpuUseMeter cpu;

    public AgentHealthMeter(NanoClock clock) {
        stalls = new StallMeter(clock);
        pauses = new CollectorPauses();
        cpu = new CpuUseMeter(clock, system::getProcessCpuTime);
        // The first value covers the time before the first call.
        system.getCpuLoad();
    }

    /** The health since the last call, or since the start. It is imprecise if called more often than every 100 ms. */
    public AgentHealth take() {
        CpuUse use = cpu.take();
        double hostShare = system.getCpuLoad();
        return new AgentHealth(
                stalls.takeLongestNanos(),
                pauses.takeLongestNanos(),
                use.cores() < 0 ? CpuUse.UNKNOWN : use.cores() / use.availableCores(),
                hostShare >= 0 ? hostShare : CpuUse.UNKNOWN,
                ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed(),
                ManagementFactory.getThreadMXBean().getThreadCount(),
                use);
    }

    /** Reports how late a thread woke up that only waits for scheduled instants. May be called on any thread. */
    public void recordLateWakeUp(long lateNanos) {
        stalls.recordLateness(lateNanos);
    }

    @Override
    public void close() {
        pauses.close();
        stalls.close();
    }

    /**
     * Receives the pauses in which the garbage collectors of this process stop all threads. They report pauses in whole
     * milliseconds, shortly afterwards.
     */
    static final class CollectorPauses implements AutoCloseable {
        private final AtomicLong longestNanos = new AtomicLong();
        private final NotificationListener listener = this::collected;
        private final List<NotificationEmitter> collectors = new ArrayList<>();

        CollectorPauses() {
            for (GarbageCollectorMXBean collector : ManagementFactory.getGarbageCollectorMXBeans()) {
                if (stopsTheWorld(collector.getName()) && collector instanceof NotificationEmitter emitter) {
                    emitter.addNotificationListener(listener, null, null);
                    collectors.add(emitter);
                }
            }
        }

        /**
         * Whether the reports of a collector are pauses. ZGC and Shenandoah also report whole cycles, during which
         * threads keep running; the other collectors report only pauses (G1's concurrent one: remark and cleanup).
         */
        static boolean stopsTheWorld(String collectorName) {
            return !collectorName.endsWith("Cycles");
        }

        /** The longest pause reported since the last call. */
        long takeLongestNanos() {
            return longestNanos.getAndSet(0);
        }

        @Override
        public void close() {
            for (NotificationEmitter collector : collectors) {
                try {
                    collector.removeNotificationListener(listener);
                } catch (ListenerNotFoundException e) {
                    // The object was closed before.
                }
            }
        }

        private void collected(Notification notification, Object handback) {
            if (notification.getUserData() instanceof CompositeData data) {
                long pauseMillis =
                        GarbageCollectionNotificationInfo.from(data).getGcInfo().getDuration();
                longestNanos.accumulateAndGet(TimeUnit.MILLISECONDS.toNanos(pauseMillis), Math::max);
            }
        }
    }

    /** Measures the CPU use of this process between two calls, in cores and by its threads. Not thread-safe. */
    static final class CpuUseMeter {
        private final NanoClock clock;
        private final LongSupplier processCpuNanos;
        private final ThreadAccounts threads = new ThreadAccounts(Path.of("/proc/self/task"));
        private final CpuGrant grant = CpuGrant.ofThisProcess();
        private long lastNanos;
        private long lastCpuNanos;
        private ThreadAccounts.Sums lastThreads;
        private long lastThrottledNanos;
        private CpuUse use = CpuUse.NOT_REPORTED;

        /** The supplier gives nanoseconds of all cores, negative when they are not known. */
        CpuUseMeter(NanoClock clock, LongSupplier processCpuNanos) {
            this.clock = clock;
            this.processCpuNanos = processCpuNanos;
            lastNanos = clock.nanoTime();
            lastCpuNanos = processCpuNanos.getAsLong();
            lastThreads = threads.sums();
            lastThrottledNanos = grant.throttledNanos();
        }

        /** The use since the last call; the same again when no time has passed. */
        CpuUse take() {
            long nowNanos = clock.nanoTime();
            long nowCpuNanos = processCpuNanos.getAsLong();
            double elapsed = nowNanos - lastNanos;
            if (elapsed <= 0) {
                return use;
            }
            ThreadAccounts.Sums before = lastThreads;
            ThreadAccounts.Sums now = threads.sums();
            long nowThrottledNanos = grant.throttledNanos();
            double cores = share(lastCpuNanos, nowCpuNanos, elapsed);
            double throttled = share(lastThrottledNanos, nowThrottledNanos, elapsed);
            use = new CpuUse(
                    cores,
                    share(before.driveNanos(), now.driveNanos(), elapsed),
                    share(before.collectorNanos(), now.collectorNanos(), elapsed),
                    share(before.compilerNanos(), now.compilerNanos(), elapsed),
                    grant.cores(),
                    share(before.driveWaitNanos(), now.driveWaitNanos(), elapsed),
                    perSecond(before.driveTurns(), now.driveTurns(), elapsed),
                    throttled);
            lastNanos = nowNanos;
            lastCpuNanos = nowCpuNanos;
            lastThreads = now;
            lastThrottledNanos = nowThrottledNanos;
            return use;
        }

        private static double perSecond(long before, long now, double elapsedNanos) {
            double share = share(before, now, elapsedNanos);
            return share == CpuUse.UNKNOWN ? share : 1e9 * share;
        }

        private static double share(long before, long now, double elapsedNanos) {
            return before >= 0 && now >= before ? (now - before) / elapsedNanos : CpuUse.UNKNOWN;
        }
    }
}

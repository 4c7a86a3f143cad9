// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.measure.health;

import com.sun.management.GarbageCollectionNotificationInfo;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import javax.management.ListenerNotFoundException;
import javax.management.Notification;
import javax.management.NotificationEmitter;
import javax.management.NotificationListener;
import javax.management.openmbean.CompositeData;

/**
 * Listens to the collectors of this process for the pauses in which they stop every thread. They report them in whole
 * milliseconds, shortly after the pause.
 */
final class CollectorPauses implements AutoCloseable {
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
     * Whether the reports of a collector are pauses. Besides pauses, ZGC and Shenandoah report whole cycles, during
     * which threads keep running; the other collectors report pauses only (G1's concurrent one: remark and cleanup).
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
                // It was closed twice.
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

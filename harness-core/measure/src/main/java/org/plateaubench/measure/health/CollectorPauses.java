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
 * Receives the pauses in which the garbage collectors of this process stop all threads. They report pauses in whole
 * milliseconds, shortly afterwards.
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
     * Whether the reports of a collector are pauses. ZGC and Shenandoah also report whole cycles, during which threads
     * keep running; the other collectors report only pauses (G1's concurrent one: remark and cleanup).
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

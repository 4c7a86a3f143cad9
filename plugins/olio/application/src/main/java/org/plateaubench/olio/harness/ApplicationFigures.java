// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.olio.harness;

import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryUsage;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.plateaubench.olio.store.Database;
import org.plateaubench.plugin.olio.data.ApplicationSettings;

/** The settings and figures of the application. Any thread. */
public final class ApplicationFigures {
    private static final long MEBIBYTE = 1L << 20;
    private static final double MILLIS_PER_SECOND = 1e3;

    private final ApplicationSettings settings;
    private final Database database;
    private final SiteFigures site;

    public ApplicationFigures(ApplicationSettings settings, Database database, SiteFigures site) {
        this.settings = settings;
        this.database = database;
        this.site = site;
    }

    /** Returns what does not change. */
    Map<String, Object> settings() {
        String version = ApplicationFigures.class.getPackage().getImplementationVersion();
        Map<String, Object> told = new LinkedHashMap<>();
        told.put("version", version == null ? "unversioned" : version);
        told.put("java", System.getProperty("java.vm.name") + " " + System.getProperty("java.runtime.version"));
        told.put("heapMebibytes", Runtime.getRuntime().maxMemory() / MEBIBYTE);
        told.put("database", database.product());
        told.put("databasePlace", settings.databaseUrl().isEmpty() ? "own file" : "server");
        told.put("connections", database.connections());
        told.put("pageCache", settings.pageCache());
        return told;
    }

    /** Returns what changes: totals since the start, and levels. */
    Map<String, Object> metrics() {
        Map<String, Object> told = new LinkedHashMap<>();
        told.put("requests", site.requests());
        told.put("failures", site.failures());
        told.put("sessions", site.sessions());
        told.put("busyConnections", database.busyConnections());
        told.put("waitingRequests", database.waitingRequests());
        MemoryUsage heap = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage();
        told.put("heapUsedBytes", heap.getUsed());
        told.put("heapMaxBytes", heap.getMax());
        told.put("threads", ManagementFactory.getThreadMXBean().getThreadCount());
        told.put("cpuSeconds", cpuSeconds());
        told.put("collectionSeconds", collectionSeconds());
        return told;
    }

    private static double cpuSeconds() {
        return ProcessHandle.current()
                        .info()
                        .totalCpuDuration()
                        .orElse(Duration.ZERO)
                        .toMillis()
                / MILLIS_PER_SECOND;
    }

    private static double collectionSeconds() {
        long millis = 0;
        for (GarbageCollectorMXBean collector : ManagementFactory.getGarbageCollectorMXBeans()) {
            millis += Math.max(0, collector.getCollectionTime());
        }
        return millis / MILLIS_PER_SECOND;
    }
}

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
        Map<String, Object> figures = new LinkedHashMap<>();
        figures.put("version", version == null ? "unversioned" : version);
        figures.put("java", System.getProperty("java.vm.name") + " " + System.getProperty("java.runtime.version"));
        figures.put("heapMebibytes", Runtime.getRuntime().maxMemory() / MEBIBYTE);
        figures.put("database", database.product());
        figures.put("databasePlace", settings.databaseUrl().isEmpty() ? "own file" : "server");
        figures.put("connections", database.connections());
        figures.put("pageCache", settings.pageCache());
        return figures;
    }

    /** Returns what changes: totals since the start, and levels. */
    Map<String, Object> metrics() {
        Map<String, Object> figures = new LinkedHashMap<>();
        figures.put("requests", site.requests());
        figures.put("failures", site.failures());
        figures.put("sessions", site.sessions());
        figures.put("busyConnections", database.busyConnections());
        figures.put("waitingRequests", database.waitingRequests());
        MemoryUsage heap = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage();
        figures.put("heapUsedBytes", heap.getUsed());
        figures.put("heapMaxBytes", heap.getMax());
        figures.put("threads", ManagementFactory.getThreadMXBean().getThreadCount());
        figures.put("cpuSeconds", cpuSeconds());
        figures.put("collectionSeconds", collectionSeconds());
        return figures;
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

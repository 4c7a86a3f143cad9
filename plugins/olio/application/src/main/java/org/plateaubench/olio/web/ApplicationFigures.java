// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.olio.web;

import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryUsage;
import java.time.Duration;
import java.util.function.LongSupplier;
import org.plateaubench.olio.store.Database;
import org.plateaubench.plugin.olio.data.ApplicationSettings;

/** The settings and figures of the application. Any thread. */
final class ApplicationFigures {
    private static final long MEBIBYTE = 1L << 20;
    private static final double MILLIS_PER_SECOND = 1e3;

    private final ApplicationSettings settings;
    private final Database database;
    private final Sessions sessions;
    private final LongSupplier requests;
    private final LongSupplier failures;

    ApplicationFigures(
            ApplicationSettings settings,
            Database database,
            Sessions sessions,
            LongSupplier requests,
            LongSupplier failures) {
        this.settings = settings;
        this.database = database;
        this.sessions = sessions;
        this.requests = requests;
        this.failures = failures;
    }

    record Settings(
            String version, String java, long heapMebibytes, String database, String databasePlace, int connections) {}

    Settings settings() {
        String version = ApplicationFigures.class.getPackage().getImplementationVersion();
        return new Settings(
                version == null ? "unversioned" : version,
                System.getProperty("java.vm.name") + " " + System.getProperty("java.runtime.version"),
                Runtime.getRuntime().maxMemory() / MEBIBYTE,
                database.product(),
                settings.databaseUrl().isEmpty() ? "own file" : "server",
                database.connections());
    }

    /** What changes: totals since the start, and levels. */
    record Metrics(
            long requests,
            long failures,
            int sessions,
            int busyConnections,
            int waitingRequests,
            long heapUsedBytes,
            long heapMaxBytes,
            int threads,
            double cpuSeconds,
            double collectionSeconds) {}

    Metrics metrics() {
        MemoryUsage heap = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage();
        return new Metrics(
                requests.getAsLong(),
                failures.getAsLong(),
                sessions.count(),
                database.busyConnections(),
                database.waitingRequests(),
                heap.getUsed(),
                heap.getMax(),
                ManagementFactory.getThreadMXBean().getThreadCount(),
                cpuSeconds(),
                collectionSeconds());
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

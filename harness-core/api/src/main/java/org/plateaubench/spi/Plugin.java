// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.spi;

import java.util.List;

/**
 * The entry point of a plugin, found by {@link java.util.ServiceLoader} inside the plugin's own class loader. A plugin
 * is loaded once per process; its methods are called by one thread at a time and must not block.
 */
public interface Plugin {
    /**
     * The name in run files, valid according to {@link org.plateaubench.api.Names}; the same as that of the plugin's
     * folder.
     */
    String id();

    /** One sentence for lists. */
    default String description() {
        return "";
    }

    /** Version for environment files and lists. */
    default String version() {
        String version = getClass().getPackage().getImplementationVersion();
        return version == null ? "unversioned" : version;
    }

    /** Workloads; a run file names the only one by the plugin's id, one of several as {@code id/name}. */
    default List<Workload<?>> workloads() {
        return List.of();
    }

    /** Systems under test that the harness can start, stop or describe. */
    default List<SutServiceType<?>> sutServices() {
        return List.of();
    }

    /** Time series of systems under test on the run's clock. */
    default List<TelemetrySourceType> telemetrySources() {
        return List.of();
    }

    /** Sections that reports show for a workload of this plugin. */
    default List<ReportSection> reportSections() {
        return List.of();
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.spi;

import java.util.List;

/**
 * The entry point of a plugin, which {@link java.util.ServiceLoader} finds in the plugin's own class loader. A plugin
 * is loaded once per process. Its methods are called by one thread at a time and must not block.
 */
public interface Plugin {
    /** The name of the plugin in run files and of its folder, valid according to {@link org.plateaubench.api.Names}. */
    String id();

    /** The description in lists, one sentence. */
    default String description() {
        return "";
    }

    /** The version in lists and in the environment of a run. */
    default String version() {
        String version = getClass().getPackage().getImplementationVersion();
        return version == null ? "unversioned" : version;
    }

    /**
     * The workloads. A run file refers to the only workload of a plugin by the plugin's id, and to one of several as
     * {@code id/name}.
     */
    default List<Workload<?>> workloads() {
        return List.of();
    }

    /** The kinds of systems under test that the harness can start, stop or describe. */
    default List<SutServiceType<?>> sutServices() {
        return List.of();
    }

    /** The kinds of telemetry of systems under test. */
    default List<TelemetrySourceType> telemetrySources() {
        return List.of();
    }

    /** The sections that reports show for workloads of this plugin. */
    default List<ReportSection> reportSections() {
        return List.of();
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.plugin;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** A plugin; {@code problem} says why it cannot be described further. */
public record PluginDescription(
        String id,
        String version,
        String description,
        @Nullable String problem,
        List<Jar> jars,
        List<WorkloadDescription> workloads,
        List<ServiceDescription> services) {
    public record Jar(String name, String sha256) {}
}

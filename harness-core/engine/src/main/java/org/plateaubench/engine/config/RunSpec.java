// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.config;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A run as its file gives it, before any default is applied; null for missing or invalid values.
 *
 * @param name name of the run
 * @param description a sentence for reports
 * @param seed seed of all draws
 * @param dataSeed seed of the data sets
 * @param requestedClass highest class that the run may have
 * @param phases phases
 * @param interval snapshot period
 * @param tiles tiles
 * @param periods scored periods
 * @param suts SUTs in the order of the file
 * @param workloads workloads in the order of the file
 */
public record RunSpec(
        @Nullable String name,
        @Nullable String description,
        @Nullable Long seed,
        @Nullable Long dataSeed,
        @Nullable RunClass requestedClass,
        PhasesSpec phases,
        @Nullable Duration interval,
        TilesSpec tiles,
        PeriodsSpec periods,
        List<SutSpec> suts,
        List<WorkloadSpec> workloads) {
    public RunSpec {
        suts = List.copyOf(suts);
        workloads = List.copyOf(workloads);
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.store;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.document.Documents;
import org.plateaubench.loader.LoadedPlugin.PluginJar;
import org.plateaubench.measure.host.Calibration;

/**
 * The environment in which a run was made, in the form of {@code environment.json}: hosts, versions, digests and
 * settings, without secrets.
 *
 * @param hosts the controller's host, with the agents that run on it; facts about other agents are in the events
 * @param programs versions of the programs that each workload runs on the hosts of its agents, by its scope
 */
public record RunEnvironment(
        @Nullable Instant capturedAt,
        @Nullable Program plateau,
        @JsonSetter(nulls = Nulls.AS_EMPTY) List<Host> hosts,
        @JsonSetter(nulls = Nulls.AS_EMPTY) Map<String, Calibration> calibrations,
        @Nullable Jvm jvm,
        @JsonSetter(nulls = Nulls.AS_EMPTY) List<Plugin> plugins,
        @JsonSetter(nulls = Nulls.AS_EMPTY) Map<String, Object> suts,
        @JsonSetter(nulls = Nulls.AS_EMPTY) Map<String, Object> data,
        @JsonSetter(nulls = Nulls.AS_EMPTY) Map<String, Object> programs) {
    /** Calibrations, which are measured and so differ from run to run. */
    public static final String CALIBRATIONS = "calibrations";

    private static final RunEnvironment EMPTY =
            new RunEnvironment(null, null, List.of(), Map.of(), null, List.of(), Map.of(), Map.of(), Map.of());

    public record Program(String version, @Nullable String digest) {}

    /** A host; unknown values are null, and cores are logical processors. */
    public record Host(
            @Nullable String name,
            @JsonSetter(nulls = Nulls.AS_EMPTY) List<String> agents,
            @Nullable String operatingSystem,
            @Nullable String kernel,
            @Nullable String architecture,
            @Nullable String cpuModel,
            @Nullable Integer cores,
            @Nullable Long memoryBytes,
            @JsonSetter(nulls = Nulls.AS_EMPTY) Map<String, Object> settings) {}

    /** A JVM; its flags are without secrets. */
    public record Jvm(String vendor, String version, String name, List<String> flags, long maxHeapBytes) {}

    public record Plugin(
            String id,
            String version,
            @JsonSetter(nulls = Nulls.AS_EMPTY) List<PluginJar> jars,
            @JsonInclude(Include.NON_EMPTY) List<String> services) {}

    /** Reads an environment; one that cannot be read is empty. */
    public static RunEnvironment of(Map<String, ?> tree) {
        return Documents.ifValid(tree, RunEnvironment.class).orElse(EMPTY);
    }
}

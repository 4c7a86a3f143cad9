// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.store;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.document.Documents;
import org.plateaubench.loader.PluginJar;
import org.plateaubench.measure.host.Calibration;

/**
 * The environment in which a run was made, in the form of {@code environment.json}: hosts, versions, digests and
 * settings, without secrets. <p>Stored runs are not trusted: {@link #of} reads the
 * fields that fit, and other fields count as missing.
 *
 * @param capturedAt when it was captured, null when it is not known
 * @param plateau the program that made the run, null when it is not known
 * @param hosts the controller's host, with the agents that run on it; facts about other agents are in the events
 * @param jvm the JVM of the controller, null when it is not known
 * @param plugins installed plugins
 * @param suts version and settings of each SUT, by name
 * @param data size, schema and settings of the data of each workload, by its scope
 * @param programs versions of the programs that each workload runs on the hosts of its agents, by its scope
 */
public record RunEnvironment(
        @Nullable Instant capturedAt,
        @Nullable Program plateau,
        List<Host> hosts,
        Map<String, Calibration> calibrations,
        @Nullable Jvm jvm,
        List<Plugin> plugins,
        Map<String, Object> suts,
        Map<String, Object> data,
        Map<String, Object> programs) {
    /** Calibrations, which are measured and so differ from run to run. */
    public static final String CALIBRATIONS = "calibrations";

    private static final String HOSTS = "hosts";
    private static final String PLUGINS = "plugins";
    private static final String SUTS = "suts";
    private static final String DATA = "data";
    private static final String PROGRAMS = "programs";

    /**
     * A build of Plateau.
     *
     * @param version its version
     * @param digest SHA-256 of all its jars; null when it is not known, as in tests
     */
    public record Program(String version, @Nullable String digest) {}

    /**
     * A host; unknown values are null.
     *
     * @param cores number of logical processors
     */
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

    /** The parts that occur only once. */
    private record Single(
            @Nullable Instant capturedAt,
            @Nullable Program plateau,
            @Nullable Jvm jvm) {}

    /** Reads the fields of an environment that fit. Never throws. */
    public static RunEnvironment of(Map<String, ?> tree) {
        Single single = Documents.fitting(tree, Single.class).orElse(new Single(null, null, null));
        Map<String, Calibration> calibrations = new TreeMap<>();
        named(tree.get(CALIBRATIONS))
                .forEach((agent, calibration) ->
                        part(calibration, Calibration.class).ifPresent(stored -> calibrations.put(agent, stored)));
        return new RunEnvironment(
                single.capturedAt(),
                single.plateau(),
                hosts(tree),
                calibrations,
                single.jvm(),
                parts(tree.get(PLUGINS), Plugin.class),
                named(tree.get(SUTS)),
                named(tree.get(DATA)),
                named(tree.get(PROGRAMS)));
    }

    public static List<Host> hosts(Map<String, ?> tree) {
        return parts(tree.get(HOSTS), Host.class);
    }

    private static <T> List<T> parts(@Nullable Object list, Class<T> type) {
        return Documents.mappings(list).stream()
                .flatMap(each -> part(each, type).stream())
                .toList();
    }

    private static <T> Optional<T> part(@Nullable Object tree, Class<T> type) {
        return tree instanceof Map<?, ?> ? Documents.fitting(named(tree), type) : Optional.empty();
    }

    private static Map<String, Object> named(@Nullable Object tree) {
        Map<String, Object> named = new LinkedHashMap<>();
        if (tree instanceof Map<?, ?> map) {
            map.forEach((name, value) -> named.put(String.valueOf(name), value));
        }
        return named;
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.plan;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.PhaseTimes;
import org.plateaubench.engine.config.key.PlannedMeter;
import org.plateaubench.engine.config.key.RunClass;
import org.plateaubench.engine.document.Documents;
import org.plateaubench.engine.document.RecordSchema;
import org.plateaubench.loader.LoadedPlugin;
import org.plateaubench.loader.ParameterBinder;
import org.plateaubench.loader.Sha256;

/**
 * A completely resolved run, from which agents and judge need not derive anything. Immutable. It contains neither the
 * ports of embedded SUTs nor secrets.
 *
 * @param stagger delay of each tile's load after the tile before it, zero when all start together
 */
public record RunPlan(
        String name,
        String description,
        long seed,
        @JsonProperty("class") RunClass runClass,
        List<String> classReasons,
        List<String> notes,
        PhaseTimes phases,
        Duration interval,
        int tiles,
        @JsonInclude(Include.NON_EMPTY) Duration stagger,
        @JsonInclude(Include.NON_EMPTY) List<Period> periods,
        @JsonInclude(Include.NON_NULL) @Nullable PlannedScore score,
        List<PlannedSut> suts,
        List<PlannedWorkload> workloads,

        @JsonProperty("observers") @JsonInclude(Include.NON_EMPTY)
        List<SampledProcesses> sampledProcesses,

        @JsonInclude(Include.NON_EMPTY) List<PlannedMeter> meters,
        JudgeBounds bounds) {
    /** Version of the format of {@link #toTree}. */
    public static final String SCHEMA = "plateau.plan/1";

    private static final int ID_LENGTH = 16;

    public Duration rampStart(int tile) {
        return stagger.multipliedBy(tile - 1L);
    }

    /** Whether a SUT is only a power meter: the run continues if the meter is not available. */
    public boolean isMeterOnly(String sut) {
        return meters.stream()
                .anyMatch(meter -> meter.onlyMeter() && meter.sut().equals(sut));
    }

    /** The names of the agents: each has a share of every workload, which may have no users. */
    public List<String> agents() {
        return workloads.getFirst().shares().stream().map(AgentShare::agent).toList();
    }

    /** The programs and control groups that an agent samples in addition to its host. */
    public SampledProcesses sampledProcesses(String agent) {
        return sampledProcesses.stream()
                .filter(sampled -> sampled.agent().equals(agent))
                .findFirst()
                .orElse(new SampledProcesses(agent, List.of(), List.of()));
    }

    public Set<String> workloadNames() {
        return workloads.stream().map(PlannedWorkload::name).collect(Collectors.toCollection(TreeSet::new));
    }

    /** The names of the {@link #agents} that have users of any workload, in alphabetical order. */
    public Set<String> drivingAgents() {
        return workloads.stream()
                .flatMap(workload -> workload.drivingShares().stream())
                .map(AgentShare::agent)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** Whether the run uses a plugin: its workloads, its services, or telemetry of a service. */
    public boolean uses(LoadedPlugin plugin) {
        Set<String> services = suts.stream().map(PlannedSut::service).collect(Collectors.toSet());
        return workloads.stream().anyMatch(workload -> workload.plugin().equals(plugin.id()))
                || plugin.sutServices().stream().anyMatch(service -> services.contains(service.name()))
                || plugin.telemetrySources().stream().anyMatch(source -> services.contains(source.service()));
    }

    /** The first of the {@link #agents} that drives load. */
    public String firstDrivingAgent() {
        return agents().stream().filter(drivingAgents()::contains).findFirst().orElseThrow();
    }

    /** Length of each tile's ramp: the ramp-up phase minus the last tile's delay, so that all ramps end together. */
    public Duration rampLength() {
        return phases.rampUp().minus(rampStart(tiles));
    }

    /** The first 16 hexadecimal digits of the SHA-256 of {@link #canonicalText} in UTF-8. */
    public String id() {
        return HexFormat.of().formatHex(Sha256.of(canonicalText())).substring(0, ID_LENGTH);
    }

    /** As JSON: names sorted, two spaces per level, a line end at the end; the content of {@code plan.json}. */
    public String canonicalText() {
        return Documents.canonical(toTree());
    }

    /** The plan as a tree of String, Long, Double, Boolean, and lists and maps of these. */
    public Map<String, Object> toTree() {
        Map<String, @Nullable Object> tree = Documents.tree(this);
        tree.put("schema", SCHEMA);
        return ParameterBinder.canonical(tree);
    }

    public static String jsonSchema() {
        return RecordSchema.text(RunPlan.class, SCHEMA);
    }

    /** The plan of a tree, for instance of a parsed {@code plan.json}; any type of number is accepted. */
    public static RunPlan fromTree(Map<String, ?> tree) {
        if (!SCHEMA.equals(tree.get("schema"))) {
            throw new IllegalArgumentException(
                    "plan: the schema is '" + tree.get("schema") + "', and this version of Plateau reads " + SCHEMA);
        }
        try {
            return Documents.ofTree(tree, RunPlan.class);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("plan: " + e.getMessage(), e);
        }
    }

    /** The programs and control groups that an agent samples in addition to its host. */
    public record SampledProcesses(
            String agent,
            @JsonInclude(Include.NON_EMPTY) List<String> processes,
            @JsonInclude(Include.NON_EMPTY) List<String> controlGroups) {}
}

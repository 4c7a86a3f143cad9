// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.plan.planning;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.Execution;
import org.plateaubench.api.Finding;
import org.plateaubench.api.KeyedRandom;
import org.plateaubench.api.Load;
import org.plateaubench.api.MeasureDefinition;
import org.plateaubench.api.Mix;
import org.plateaubench.api.OperationDefinition;
import org.plateaubench.api.UnitDefinition;
import org.plateaubench.api.UsedFile;
import org.plateaubench.api.WorkloadDefinition;
import org.plateaubench.engine.config.RunFileKeys;
import org.plateaubench.engine.config.RunSpec.WorkloadSpec;
import org.plateaubench.engine.config.TilesSpec;
import org.plateaubench.engine.config.key.LoadKeys;
import org.plateaubench.engine.config.key.LoadSpec;
import org.plateaubench.engine.document.Documents;
import org.plateaubench.engine.plan.AgentShare;
import org.plateaubench.engine.plan.MixShares;
import org.plateaubench.engine.plan.PlannedWorkload;
import org.plateaubench.engine.plan.PlannedWorkload.PlannedFile;
import org.plateaubench.engine.plan.planning.LoadRule.BurstOffset;
import org.plateaubench.loader.NearestName;
import org.plateaubench.loader.ParameterBinder;
import org.plateaubench.loader.ParameterBinder.Binding;
import org.plateaubench.loader.PluginCall;
import org.plateaubench.loader.PluginCatalog.WorkloadEntry;
import org.plateaubench.spi.Workload;

final class WorkloadPlanner {
    private final WorkloadSpec spec;
    private final WorkloadEntry entry;
    private final PlanProblems problems;
    private final ClassRule classRule;
    private final String path;

    WorkloadPlanner(WorkloadSpec spec, WorkloadEntry entry, PlanProblems problems, ClassRule classRule) {
        this.spec = spec;
        this.entry = entry;
        this.problems = problems;
        this.classRule = classRule;
        this.path = RunFileKeys.WORKLOADS.entry(spec.name());
    }

    record Shared(long dataSeed, DriverRule drivers, Map<String, String> services, TilesSpec tiles) {}

    <P extends Record> @Nullable PlannedWorkload plan(Workload<P> workload, int tile, Shared shared) {
        checkSut(workload);
        P parameters = parameters(workload, tile);
        WorkloadDefinition definition = parameters == null ? null : define(workload, parameters, sutService(shared));
        Map<String, PlannedFile> files =
                parameters == null ? Map.of() : files(workload, parameters, definition != null);
        if (parameters == null || definition == null) {
            return null;
        }
        checkNames(definition);
        LoadSpec loadSpec = spec.get(RunFileKeys.LOAD);
        if (loadSpec == null) {
            return null;
        }
        BurstOffset offset = BurstOffset.of(shared.tiles(), tile);
        if (loadSpec.steps().stream().anyMatch(offset::isBeyondBounds)) {
            problems.atValue(
                    LoadKeys.SCHEDULE_OF_USERS.within(RunFileKeys.LOAD.within(path)),
                    "has a step of more than " + BurstOffset.MAX_BURSTS
                            + " bursts, which tiles cannot offset: make its every longer or align the bursts");
            return null;
        }
        Load load = LoadRule.load(loadSpec, definition, offset);
        List<AgentShare> shares = LoadRule.shares(
                load, shared.drivers().agents(), shared.drivers().driversOrAll(spec.name()));
        Mix mix = spec.get(RunFileKeys.MIX);
        PlannedWorkload planned = new PlannedWorkload(
                tile,
                spec.name(),
                entry.plugin().id(),
                workload.name(),
                spec.get(RunFileKeys.SUT),
                spec.values().orDefault(RunFileKeys.DATA),
                load,
                shares,
                LoadRule.pacing(definition, loadSpec),
                mix == null ? definition.mix() : mix,
                EffectiveLimits.operations(definition, spec),
                definition.units().stream().map(unit -> unit.withGap(null)).toList(),
                EffectiveLimits.units(definition, spec),
                definition.metric(),
                EffectiveLimits.measures(definition, spec),
                definition.checks(),
                execution(definition, load, shares),
                ParameterBinder.plain(parameters),
                KeyedRandom.key(
                        KeyedRandom.key(shared.dataSeed(), entry.plugin().id()), workload.name()),
                List.of(),
                0,
                files);
        checkLimitsAreInTheMix(planned);
        classRule.include(planned, definition, ParameterBinder.plainDefaults(workload.parametersType()));
        return planned;
    }

    private void checkSut(Workload<?> workload) {
        Boolean needsSut = query("Asking whether " + path + " needs a SUT", workload::needsSut);
        if (Boolean.TRUE.equals(needsSut) && spec.get(RunFileKeys.SUT) == null) {
            problems.atValue(path, "needs the key 'sut', a SUT of the suts section");
        }
    }

    /** The plugin's answer; null, with a problem, if the call fails. */
    private <T> @Nullable T query(String what, Callable<T> question) {
        try {
            return PluginCall.query(what, entry.workload(), question);
        } catch (PluginCall.Failure e) {
            problems.atValue(RunFileKeys.PLUGIN.within(path), e.describe());
            return null;
        }
    }

    private Optional<String> sutService(Shared shared) {
        return Optional.ofNullable(spec.get(RunFileKeys.SUT)).map(shared.services()::get);
    }

    /** Binds the parameters in a plugin call: the constructor of the record is plugin code and may do anything. */
    private <P extends Record> @Nullable P parameters(Workload<P> workload, int tile) {
        Map<String, @Nullable Object> raw = new LinkedHashMap<>(spec.parameters());
        List<String> trees = query("Reading the parameters", () -> ParameterBinder.trees(workload.parametersType()));
        for (String name : trees == null ? List.<String>of() : trees) {
            Object tree = problems.tree(RunFileKeys.PARAMETERS.within(path) + "." + name);
            if (tree == null && raw.get(name) != null) {
                return null;
            }
            raw.replace(name, tree);
        }
        Binding<P> binding = query("Binding the parameters", () -> {
            Binding<P> bound = PlanProblems.bound(workload.parametersType(), raw, tile);
            if (bound.value() != null) {
                // The values for the plan must be readable.
                ParameterBinder.plain(bound.value());
            }
            return bound;
        });
        return binding == null ? null : problems.value(RunFileKeys.PARAMETERS.within(path), binding);
    }

    /** The files that parameters name. If the parameters are refused, only unreadable files are reported. */
    private <P extends Record> Map<String, PlannedFile> files(Workload<P> workload, P parameters, boolean isAccepted) {
        List<UsedFile> used;
        try {
            used = PluginCall.query("Asking for its files", workload, () -> workload.files(parameters));
        } catch (PluginCall.Failure e) {
            if (isAccepted) {
                problems.atValue(RunFileKeys.PLUGIN.within(path), e.describe());
            }
            return Map.of();
        }
        String section = RunFileKeys.PARAMETERS.within(path);
        Map<String, PlannedFile> files = new TreeMap<>();
        Map<String, String> texts = new TreeMap<>();
        problems.files(section, used).forEach((name, file) -> {
            files.put(name, PlannedFile.of(file.relativePath(), file.text()));
            texts.put(name, file.text());
        });
        if (isAccepted && used.stream().allMatch(file -> texts.containsKey(file.name()))) {
            List<Finding> findings = query("Checking its files", () -> workload.checkFiles(parameters, texts));
            problems.accepts(section, findings == null ? List.of() : findings);
        }
        return files;
    }

    private <P extends Record> @Nullable WorkloadDefinition define(
            Workload<P> workload, P parameters, Optional<String> sutService) {
        try {
            List<Finding> findings =
                    PluginCall.query("Checking the parameters", workload, () -> workload.check(parameters, sutService));
            return problems.accepts(RunFileKeys.PARAMETERS.within(path), findings)
                    ? PluginCall.query("Defining the workload", workload, () -> workload.define(parameters))
                    : null;
        } catch (PluginCall.Failure e) {
            if (e.getCause() instanceof IllegalArgumentException refusal) {
                String id = entry.plugin().id();
                problems.atValue(
                        RunFileKeys.PARAMETERS.within(path),
                        "plugin " + id + " refuses: " + PluginCall.describe(refusal));
            } else {
                problems.atValue(RunFileKeys.PLUGIN.within(path), e.describe());
            }
            return null;
        }
    }

    private Execution execution(WorkloadDefinition definition, Load load, List<AgentShare> shares) {
        Execution requested = spec.get(RunFileKeys.EXECUTION);
        if (requested != null && !definition.executions().contains(requested)) {
            List<String> possible =
                    definition.executions().stream().map(Documents::word).toList();
            problems.atValue(
                    RunFileKeys.EXECUTION.within(path),
                    "must be one that " + entry.reference() + " supports: " + String.join(", ", possible) + ", found '"
                            + Documents.word(requested) + "'");
        }
        Execution execution = requested == null ? LoadRule.execution(definition.executions(), load, shares) : requested;
        if (load.depth() > 1 && execution != Execution.EVENT_LOOP) {
            problems.atValue(
                    LoadKeys.DEPTH.within(RunFileKeys.LOAD.within(path)),
                    "must be 1 for drivers that run as " + Documents.word(execution) + ", found " + load.depth());
        }
        return execution;
    }

    private void checkNames(WorkloadDefinition definition) {
        List<String> operations =
                definition.operations().stream().map(OperationDefinition::name).toList();
        List<String> units =
                definition.units().stream().map(UnitDefinition::name).toList();
        List<String> lines = new ArrayList<>(operations);
        units.stream().filter(unit -> !operations.contains(unit)).forEach(lines::add);
        EffectiveLimits.series(definition).stream().map(MeasureDefinition::name).forEach(lines::add);
        checkKeys("operation", RunFileKeys.TIMEOUT.within(path), spec.timeouts(), operations);
        checkKeys("operation", RunFileKeys.QOS.within(path), spec.limits(), lines);
        LoadSpec load = spec.get(RunFileKeys.LOAD);
        if (load != null) {
            checkKeys(
                    "unit",
                    LoadKeys.UNITS.within(RunFileKeys.LOAD.within(path)),
                    load.values().or(LoadKeys.UNITS, Map.of()),
                    units);
        }
        checkMix(units);
    }

    /** Limits on operations that are never issued would have no effect. Called after names and mix were checked. */
    private void checkLimitsAreInTheMix(PlannedWorkload planned) {
        Set<String> known = new HashSet<>();
        planned.units().forEach(unit -> known.add(unit.name()));
        if (!known.containsAll(planned.mix().units())) {
            return;
        }
        for (String name : MixShares.notInMix(planned)) {
            if (spec.limits().containsKey(name)) {
                problems.atKey(
                        RunFileKeys.QOS.within(path) + "." + name,
                        "the mix never issues '" + name + "', so the limit would have no effect: leave it out, or put '"
                                + name + "' into the mix");
            }
        }
    }

    private void checkKeys(String kind, String section, Map<String, ?> byName, List<String> known) {
        for (String name : byName.keySet()) {
            if (!name.equals(WorkloadSpec.ALL) && !known.contains(name)) {
                problems.atKey(section + "." + name, unknown(kind, name, known));
            }
        }
    }

    private static String unknown(String kind, String name, List<String> known) {
        return "unknown " + kind + " '" + name + "'" + NearestName.hint(name, known);
    }

    private void checkMix(List<String> known) {
        Mix mix = spec.get(RunFileKeys.MIX);
        if (mix == null) {
            return;
        }
        for (int i = 0; i < mix.units().size(); i++) {
            String unit = mix.units().get(i);
            if (!known.contains(unit)) {
                String place = switch (mix) {
                    case Mix.Flat flat -> ".mix.flat." + unit;
                    case Mix.Matrix matrix -> ".mix.matrix." + unit;
                    case Mix.Sequence sequence -> ".mix.sequence[" + i + "]";
                };
                problems.atKey(path + place, unknown("unit", unit, known));
            }
        }
    }
}

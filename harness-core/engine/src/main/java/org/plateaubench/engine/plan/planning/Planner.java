// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.plan.planning;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.Durations;
import org.plateaubench.api.Finding;
import org.plateaubench.api.OperationDefinition;
import org.plateaubench.api.PhaseTimes;
import org.plateaubench.engine.config.RunFileKeys;
import org.plateaubench.engine.config.RunFileReader.RunFile;
import org.plateaubench.engine.config.RunSpec;
import org.plateaubench.engine.config.RunSpec.SutSpec;
import org.plateaubench.engine.config.RunSpec.WorkloadSpec;
import org.plateaubench.engine.config.TilesSpec;
import org.plateaubench.engine.config.WrongConfiguration;
import org.plateaubench.engine.config.key.MappingValues;
import org.plateaubench.engine.config.key.PlannedMeter;
import org.plateaubench.engine.config.key.RigSpec;
import org.plateaubench.engine.config.key.RunClass;
import org.plateaubench.engine.plan.AgentShare;
import org.plateaubench.engine.plan.HostRules;
import org.plateaubench.engine.plan.JudgeBounds;
import org.plateaubench.engine.plan.Period;
import org.plateaubench.engine.plan.PlannedScore;
import org.plateaubench.engine.plan.PlannedSut;
import org.plateaubench.engine.plan.PlannedWorkload;
import org.plateaubench.engine.plan.RunPlan;
import org.plateaubench.engine.plan.RunPlan.SampledProcesses;
import org.plateaubench.loader.NearestName;
import org.plateaubench.loader.ParameterBinder;
import org.plateaubench.loader.PluginCall;
import org.plateaubench.loader.PluginCatalog;
import org.plateaubench.loader.PluginCatalog.WorkloadEntry;
import org.plateaubench.loader.SecretReferences;
import org.plateaubench.spi.SutContext;
import org.plateaubench.spi.SutServiceType;
import org.plateaubench.wire.AgentNames;

/**
 * Converts a run file to a plan. Defaults, seeds, shares of agents, limits and the class of a run are determined only
 * here. The plan depends only on the file, the plugins and the names of the agents.
 */
public final class Planner {
    public static final String LOCAL_AGENT = AgentNames.LOCAL;

    private final PluginCatalog catalog;
    private final List<String> agents;
    private final @Nullable HostRules rules;

    public Planner(PluginCatalog catalog) {
        this(catalog, List.of(LOCAL_AGENT));
    }

    /**
     * Creates a planner for agents with the given names, at least one: those of the command line, or one for each agent
     * of a broker that the run file names.
     */
    public Planner(PluginCatalog catalog, List<String> agents) {
        this(catalog, agents, null);
    }

    /** For a run requested from outside, which may name only some parts of the host. */
    public Planner(PluginCatalog catalog, List<String> agents, @Nullable HostRules rules) {
        this.catalog = catalog;
        this.agents = List.copyOf(agents);
        this.rules = rules;
    }

    public RunPlan plan(RunFile file) throws WrongConfiguration {
        RunSpec spec = file.spec();
        PlanProblems problems = new PlanProblems(file);
        if (rules != null) {
            // Plugins may read files that parameters name, so they receive no refused parameters.
            problems.throwWith(rules.refused(file, catalog));
        }
        ClassRule classRule = new ClassRule();
        int tiles = spec.tiles().count();
        List<PlannedSut> suts = suts(spec, tiles, problems);
        List<PlannedWorkload> workloads = workloads(spec, tiles, problems, classRule);
        if (spec.workloads().isEmpty()) {
            problems.atValue(RunFileKeys.WORKLOADS.name(), "must hold at least one workload that is enabled");
        }
        Duration steady = SteadyRule.steady(spec, problems);
        problems.throwIfAny();

        PhaseTimes phases = phases(spec.phases(), steady, workloads);
        Duration defaultInterval = interval(phases, workloads);
        Duration interval = orElse(spec.run().get(RunFileKeys.INTERVAL), defaultInterval);
        List<Period> periods = SteadyRule.periods(spec.periods(), phases, interval, problems);
        PlannedScore score = ScoreRule.score(spec.score(), workloads, catalog, problems);
        Duration stagger = stagger(spec.tiles(), tiles, phases.rampUp(), problems);
        List<PlannedMeter> meters = MeterRule.meters(spec, problems);
        classRule.include(phases, longestTimeout(workloads));
        classRule.includeInterval(interval, interval(phases));
        suts.forEach(classRule::include);
        classRule.include(spec.rig());
        boolean allowUntested = spec.run().orDefault(RunFileKeys.ALLOW_UNTESTED);
        classRule.includeUntested(allowUntested);
        RunClass runClass = runClass(spec.run().get(RunFileKeys.CLASS), classRule, problems);
        problems.throwIfAny();
        List<String> reasons = new ArrayList<>(classRule.reasons());
        if (runClass != classRule.highest()) {
            reasons.addFirst("the run file requests class " + runClass.label());
        }
        return new RunPlan(
                spec.run().or(RunFileKeys.NAME, ""),
                spec.run().or(RunFileKeys.DESCRIPTION, ""),
                spec.run().orDefault(RunFileKeys.SEED),
                runClass,
                reasons,
                problems.notes(),
                phases,
                interval,
                tiles,
                stagger,
                periods,
                score,
                suts,
                workloads.stream()
                        .map(workload -> withParts(workload, phases, periods, runClass))
                        .toList(),
                sampledProcesses(spec.rig(), workloads.getFirst().shares()),
                meters,
                JudgeBounds.of(runClass, allowUntested));
    }

    /** Separate from planning, which must work on hosts without the secrets. */
    public static void checkSecrets(RunFile file, RunPlan plan, SecretReferences references) throws WrongConfiguration {
        PlanProblems problems = new PlanProblems(file);
        for (PlannedSut sut : plan.suts()) {
            check(RunFileKeys.SUTS.entry(sut.name()), sut.parameters(), references, problems);
        }
        for (PlannedWorkload workload : plan.workloads()) {
            String path = RunFileKeys.WORKLOADS.entry(workload.name());
            check(RunFileKeys.PARAMETERS.within(path), workload.parameters(), references, problems);
        }
        problems.throwIfAny();
    }

    private static void check(
            String section, Map<String, Object> parameters, SecretReferences references, PlanProblems problems) {
        parameters.forEach((name, value) -> {
            try {
                references.resolveAll(Map.of(name, value));
            } catch (IllegalArgumentException e) {
                problems.atValue(section + "." + name, String.valueOf(e.getMessage()));
            }
        });
    }

    private static PlannedWorkload withParts(
            PlannedWorkload workload, PhaseTimes phases, List<Period> periods, RunClass runClass) {
        return workload.withParts(
                SteadyRule.parts(phases, SteadyRule.steps(phases, workload.load()), periods),
                JudgeBounds.lagBoundMs(runClass, workload.tightestLimitMs()));
    }

    private static List<SampledProcesses> sampledProcesses(@Nullable RigSpec rig, List<AgentShare> agents) {
        List<SampledProcesses> sampledProcesses = new ArrayList<>();
        List<RigSpec.Chosen> choices = rig == null ? List.of() : rig.choices();
        for (int i = 0; i < choices.size(); i++) {
            RigSpec.Chosen chosen = choices.get(i);
            if (!chosen.processes().isEmpty() || !chosen.controlGroups().isEmpty()) {
                sampledProcesses.add(
                        new SampledProcesses(agents.get(i).agent(), chosen.processes(), chosen.controlGroups()));
            }
        }
        return sampledProcesses;
    }

    private static <T> T orElse(@Nullable T value, T fallback) {
        return value == null ? fallback : value;
    }

    /**
     * The default interval. With intervals of a second, a long run would fill the disk with data that no reader needs,
     * and the controller could not process the intervals of many agents and workloads within a second.
     */
    private static Duration interval(PhaseTimes phases, List<PlannedWorkload> workloads) {
        int shares = workloads.stream()
                .mapToInt(workload -> workload.drivingShares().size())
                .sum();
        return shares <= RunFileKeys.MAX_SHARES ? interval(phases) : RunFileKeys.LONG_INTERVAL;
    }

    /** Depends on the length of the run: short enough to find drifts, stops and outages as its class requires. */
    private static Duration interval(PhaseTimes phases) {
        Duration all = phases.rampUp().plus(phases.steady()).plus(phases.rampDown());
        return all.compareTo(RunFileKeys.LONG_RUN) < 0 ? RunFileKeys.SHORT_INTERVAL : RunFileKeys.LONG_INTERVAL;
    }

    /** The last tile's load must have time to rise before the steady phase, which is common to all tiles. */
    private static Duration stagger(TilesSpec spec, int tiles, Duration rampUp, PlanProblems problems) {
        Duration every = spec.every();
        if (every == null || tiles == 1) {
            return Duration.ZERO;
        }
        Duration last = every.multipliedBy(tiles - 1L);
        if (last.compareTo(rampUp) >= 0) {
            problems.atValue(
                    TilesSpec.EVERY.within(RunFileKeys.TILES.name()),
                    "the last of " + tiles + " tiles would start after " + Durations.format(last)
                            + ", which must be before rampUp ends after " + Durations.format(rampUp)
                            + ": make rampUp longer or every shorter");
            return Duration.ZERO;
        }
        return every;
    }

    private List<PlannedSut> suts(RunSpec spec, int tiles, PlanProblems problems) {
        List<PlannedSut> result = new ArrayList<>();
        Set<String> onlyMeters = MeterRule.onlyMeters(spec);
        for (int tile = 1; tile <= tiles; tile++) {
            SutUses uses = new SutUses(spec, problems);
            for (SutSpec sut : spec.suts()) {
                PlannedSut planned = sut(sut, tile, problems, uses);
                if (planned != null && (tile == 1 || !onlyMeters.contains(sut.name()))) {
                    result.add(planned);
                }
            }
            uses.check();
        }
        return result;
    }

    private @Nullable PlannedSut sut(SutSpec sut, int tile, PlanProblems problems, SutUses uses) {
        String service = sut.service();
        if (service == null) {
            return null;
        }
        Optional<SutServiceType<?>> type = catalog.sutService(service);
        if (type.isEmpty()) {
            problems.atValue(
                    RunFileKeys.SERVICE.within(RunFileKeys.SUTS.entry(sut.name())),
                    "unknown service '" + service + "'" + NearestName.hint(service, catalog.sutServiceNames())
                            + catalog.reasonMissing(service));
            return null;
        }
        return sut(sut, service, tile, type.get(), problems, uses);
    }

    private static <P extends Record> @Nullable PlannedSut sut(
            SutSpec sut, String service, int tile, SutServiceType<P> type, PlanProblems problems, SutUses uses) {
        String path = RunFileKeys.SUTS.entry(sut.name());
        SutContext.Mode mode = sut.mode();
        try {
            P parameters = problems.value(
                    path,
                    PluginCall.query(
                            "Binding the parameters",
                            type,
                            () -> PlanProblems.bound(type.parametersType(), sut.parameters(), tile)));
            if (parameters == null || mode == null) {
                return null;
            }
            Map<String, Object> plain = ParameterBinder.plain(parameters);
            List<Finding> findings =
                    PluginCall.query("Checking the parameters", type, () -> type.check(mode, parameters));
            uses.add(sut.name(), ParameterBinder.sutNames(type.parametersType(), plain));
            if (!problems.accepts(path, findings)) {
                return null;
            }
            return new PlannedSut(tile, sut.name(), service, mode, plain);
        } catch (PluginCall.Failure e) {
            problems.atValue(RunFileKeys.SERVICE.within(path), e.describe());
            return null;
        }
    }

    private List<PlannedWorkload> workloads(RunSpec spec, int tiles, PlanProblems problems, ClassRule classRule) {
        DriverRule drivers = DriverRule.of(spec, agents, problems);
        WorkloadPlanner.Shared shared = new WorkloadPlanner.Shared(
                spec.run().orDefault(RunFileKeys.DATA_SEED), drivers, services(spec), spec.tiles());
        List<String> sutNames = spec.suts().stream().map(SutSpec::name).toList();
        List<PlannedWorkload> result = new ArrayList<>();
        for (int tile = 1; tile <= tiles; tile++) {
            for (WorkloadSpec workload : spec.workloads()) {
                checkSut(workload, sutNames, problems);
                WorkloadEntry entry = entry(workload, problems);
                PlannedWorkload planned = entry == null
                        ? null
                        : new WorkloadPlanner(workload, entry, problems, classRule)
                                .plan(entry.workload(), tile, shared);
                if (planned != null) {
                    result.add(planned);
                }
            }
        }
        return result;
    }

    private static Map<String, String> services(RunSpec spec) {
        Map<String, String> services = new HashMap<>();
        for (SutSpec sut : spec.suts()) {
            String service = sut.service();
            if (service != null) {
                services.put(sut.name(), service);
            }
        }
        return services;
    }

    private static void checkSut(WorkloadSpec workload, List<String> sutNames, PlanProblems problems) {
        String sut = workload.get(RunFileKeys.SUT);
        if (sut != null && !sutNames.contains(sut)) {
            problems.unknownSut(RunFileKeys.SUT.within(RunFileKeys.WORKLOADS.entry(workload.name())), sut, sutNames);
        }
    }

    private @Nullable WorkloadEntry entry(WorkloadSpec workload, PlanProblems problems) {
        String reference = workload.get(RunFileKeys.PLUGIN);
        if (reference == null) {
            return null;
        }
        Optional<WorkloadEntry> entry = catalog.workload(reference);
        if (entry.isEmpty()) {
            problems.atValue(
                    RunFileKeys.PLUGIN.within(RunFileKeys.WORKLOADS.entry(workload.name())),
                    "unknown plugin '" + reference + "'" + NearestName.hint(reference, catalog.workloadReferences())
                            + catalog.reasonMissing(reference));
        }
        return entry.orElse(null);
    }

    private static PhaseTimes phases(MappingValues values, @Nullable Duration steady, List<PlannedWorkload> workloads) {
        if (steady == null) {
            throw new IllegalStateException("a missing steady is a problem that was reported before");
        }
        return new PhaseTimes(
                values.orDefault(RunFileKeys.RAMP_UP),
                steady,
                values.orDefault(RunFileKeys.RAMP_DOWN),
                values.or(RunFileKeys.DRAIN, longestTimeout(workloads)));
    }

    /** The default drain deadline (M10). */
    private static Duration longestTimeout(List<PlannedWorkload> workloads) {
        return workloads.stream()
                .flatMap(workload -> workload.operations().stream())
                .map(OperationDefinition::timeout)
                .max(Duration::compareTo)
                .orElse(Duration.ZERO);
    }

    private static RunClass runClass(@Nullable RunClass requested, ClassRule rule, PlanProblems problems) {
        RunClass highest = rule.highest();
        if (requested == null || requested == highest) {
            return highest;
        }
        if (requested.compareTo(highest) > 0) {
            problems.atValue(
                    "run.class",
                    "cannot be " + requested.label() + ", the run is " + highest.label() + ": "
                            + String.join("; ", rule.reasons()));
        }
        return requested;
    }

    /** A SUT may use only existing SUTs, and there must be no cycles. Not thread-safe. */
    private static final class SutUses {
        private final RunSpec spec;
        private final PlanProblems problems;
        private final Map<String, Map<String, String>> uses = new LinkedHashMap<>();

        SutUses(RunSpec spec, PlanProblems problems) {
            this.spec = spec;
            this.problems = problems;
        }

        void add(String sut, Map<String, String> byParameter) {
            uses.put(sut, byParameter);
        }

        void check() {
            List<String> known = spec.suts().stream().map(SutSpec::name).toList();
            uses.forEach((sut, byParameter) -> byParameter.forEach((parameter, used) -> {
                String path = RunFileKeys.SUTS.entry(sut) + "." + parameter;
                if (!known.contains(used)) {
                    problems.unknownSut(path, used, known);
                } else {
                    checkCycle(path, sut, used);
                }
            }));
        }

        private void checkCycle(String path, String sut, String used) {
            String chain = chain(used, sut, new HashSet<>());
            if (used.equals(sut)) {
                problems.atValue(path, "names the SUT itself");
            } else if (chain != null) {
                problems.atValue(
                        path,
                        "is part of a cycle: " + sut + " uses " + chain
                                + ", so that none of them can be started first");
            }
        }

        /** How one SUT uses another, directly or indirectly, in words; null if it does not. */
        private @Nullable String chain(String from, String to, Set<String> visited) {
            if (from.equals(to)) {
                return from;
            }
            if (visited.add(from)) {
                for (String next : uses.getOrDefault(from, Map.of()).values()) {
                    String chain = chain(next, to, visited);
                    if (chain != null) {
                        return from + ", which uses " + chain;
                    }
                }
            }
            return null;
        }
    }
}

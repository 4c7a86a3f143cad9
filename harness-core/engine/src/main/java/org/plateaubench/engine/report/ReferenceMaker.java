// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.report;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.config.ReferenceFile;
import org.plateaubench.engine.config.ScoreReference;
import org.plateaubench.engine.config.key.RunClass;
import org.plateaubench.engine.figure.OperationColumns;
import org.plateaubench.engine.judge.Judge;
import org.plateaubench.engine.judge.result.Judgement;
import org.plateaubench.engine.judge.result.LineResult;
import org.plateaubench.engine.judge.result.Verdict;
import org.plateaubench.engine.judge.result.WorkloadResult;
import org.plateaubench.engine.plan.PlannedWorkload;
import org.plateaubench.engine.plan.RunPlan;
import org.plateaubench.engine.plan.planning.ComparableSettings;
import org.plateaubench.engine.run.event.EventType;
import org.plateaubench.engine.store.RunEnvironment;
import org.plateaubench.engine.store.RunFolder;
import org.plateaubench.engine.store.RunReader;
import org.plateaubench.engine.store.StoredFile;
import org.plateaubench.engine.store.StoredRun;
import org.plateaubench.loader.Sha256;
import org.plateaubench.measure.interval.LineInterval;

/** Makes a reference from stored runs: the mean rates of their tiles in the steady state. Not thread-safe. */
public final class ReferenceMaker {
    private static final double SECONDS_PER_HOUR = 3600;
    private static final int MAX_DIFFERENCES = 20;

    private final List<ReferenceRun> runs;
    private final Set<String> infrastructure;
    private final List<String> problems = new ArrayList<>();

    private ReferenceMaker(List<ReferenceRun> runs, Set<String> infrastructure) {
        this.runs = runs;
        this.infrastructure = infrastructure;
    }

    public record Result(String text, List<String> problems) {}

    public static Result make(
            String name, List<Path> folders, Set<String> infrastructure, ScoreReference.Weights weights)
            throws IOException {
        List<ReferenceRun> runs = new ArrayList<>();
        for (Path folder : folders) {
            runs.add(ReferenceRun.read(folder));
        }
        return new ReferenceMaker(runs, infrastructure).make(name, weights);
    }

    private Result make(String name, ScoreReference.Weights weights) {
        for (ReferenceRun run : runs) {
            if (!run.problem().isEmpty()) {
                problems.add("The run " + run.stored().runId() + " " + run.problem() + ".");
            }
        }
        ReferenceRun first = runs.getFirst();
        runs.stream().skip(1).forEach(run -> compare(first, run));
        Map<String, ScoreReference.TileWorkload> application = new LinkedHashMap<>();
        Map<String, ScoreReference.InfrastructureWorkload> others = new LinkedHashMap<>();
        Set<String> names = new LinkedHashSet<>();
        for (PlannedWorkload workload : first.plan().workloads()) {
            if (names.add(workload.name())) {
                if (infrastructure.contains(workload.name())) {
                    others.put(workload.name(), infrastructure(workload));
                } else {
                    application.put(workload.name(), tile(workload));
                }
            }
        }
        infrastructure.stream()
                .filter(workload -> !names.contains(workload))
                .forEach(workload -> problems.add(
                        "There is no workload " + workload + "; the runs have " + String.join(", ", names) + "."));
        if (application.isEmpty()) {
            problems.add("Every workload is infrastructure, but a score needs at least one other workload.");
        }
        if (!problems.isEmpty()) {
            return new Result("", problems);
        }
        return new Result(
                ReferenceFile.text(new ScoreReference(
                        name,
                        weights,
                        runs.stream().map(ReferenceRun::provenance).toList(),
                        application,
                        others,
                        "")),
                List.of());
    }

    private void compare(ReferenceRun first, ReferenceRun run) {
        String prefix =
                "The runs " + first.stored().runId() + " and " + run.stored().runId() + " differ: ";
        Map<String, PlannedWorkload> expected = tile(first);
        Map<String, PlannedWorkload> actual = tile(run);
        if (!expected.keySet().equals(actual.keySet())) {
            problems.add(prefix + "the second has the workloads " + String.join(", ", actual.keySet()) + ", the first "
                    + String.join(", ", expected.keySet()) + ".");
            return;
        }
        actual.forEach((name, workload) -> {
            PlannedWorkload other = Objects.requireNonNull(expected.get(name));
            if (!Objects.equals(first.version(other), run.version(workload))) {
                problems.add(prefix + "the version of " + workload.plugin() + ".");
            }
            ComparableSettings.differences(ComparableSettings.of(workload), ComparableSettings.of(other)).stream()
                    .limit(MAX_DIFFERENCES)
                    .forEach(difference -> problems.add(prefix + "workloads." + name + "." + difference + "."));
        });
    }

    private static Map<String, PlannedWorkload> tile(ReferenceRun run) {
        Map<String, PlannedWorkload> workloads = new LinkedHashMap<>();
        run.plan().workloads().stream()
                .filter(workload -> workload.tile() == 1)
                .forEach(workload -> workloads.put(workload.name(), workload));
        return workloads;
    }

    private ScoreReference.TileWorkload tile(PlannedWorkload workload) {
        double mean = results(workload).stream()
                .map(WorkloadResult::metric)
                .mapToDouble(metric -> metric == null ? 0 : metric.value())
                .average()
                .orElse(0);
        return new ScoreReference.TileWorkload(
                version(workload),
                positive(mean, workload.name()),
                workload.metric().unit(),
                ComparableSettings.of(workload));
    }

    private ScoreReference.InfrastructureWorkload infrastructure(PlannedWorkload workload) {
        Map<String, Double> sums = new LinkedHashMap<>();
        for (WorkloadResult result : results(workload)) {
            for (LineResult line : result.lines()) {
                if (line.kind() == LineInterval.Kind.OPERATION) {
                    sums.merge(line.name(), line.rate(OperationColumns.THROUGHPUT), Double::sum);
                }
            }
        }
        sums.replaceAll(
                (operation, sum) -> positive(sum / runs.size() * SECONDS_PER_HOUR, workload.name() + "/" + operation));
        return new ScoreReference.InfrastructureWorkload(version(workload), sums, ComparableSettings.of(workload));
    }

    private List<WorkloadResult> results(PlannedWorkload workload) {
        return runs.stream()
                .flatMap(run -> run.judgement().workloads().stream())
                .filter(result -> result.name().equals(workload.name()))
                .toList();
    }

    private String version(PlannedWorkload workload) {
        String version = runs.getFirst().version(workload);
        if (version == null) {
            problems.add("The environment of the run "
                    + runs.getFirst().stored().runId() + " does not name the plugin " + workload.plugin() + ".");
        }
        return version == null ? "" : version;
    }

    private double positive(double rate, String what) {
        if (rate > 0) {
            return rate;
        }
        problems.add("No operation of " + what + " succeeded, but every rate of a reference must be above 0.");
        return 1;
    }

    private record ReferenceRun(StoredRun stored, RunPlan plan, Judgement judgement, String resultDigest) {
        static ReferenceRun read(Path folder) throws IOException {
            try {
                StoredRun run = RunReader.read(folder);
                Path result = RunFolder.of(folder).file(StoredFile.RESULT);
                return new ReferenceRun(run, RunPlan.fromTree(run.plan()), Judge.judge(run), Sha256.of(result));
            } catch (UncheckedIOException | IllegalArgumentException e) {
                throw new IOException("The run " + folder + " cannot be judged: " + e.getMessage(), e);
            }
        }

        String problem() {
            if (plan.runClass() == RunClass.DEV) {
                return "is of class dev (" + String.join("; ", plan.classReasons())
                        + "), and no reference is made of such a run";
            }
            if (judgement.verdict() != Verdict.PASS) {
                return "has the verdict " + judgement.verdict().word() + ", and a reference is made of runs that pass";
            }
            return stored.events().stream()
                    .filter(event -> event.is(EventType.SUT_FAILED))
                    .findFirst()
                    .map(event -> "had a system under test that failed during the run (" + event.scope() + ")")
                    .orElse("");
        }

        /** The version of a workload's plugin, null if the environment of the run does not contain it. */
        @Nullable
        String version(PlannedWorkload workload) {
            return RunEnvironment.of(stored.environment()).plugins().stream()
                    .filter(plugin -> workload.plugin().equals(plugin.id()))
                    .map(RunEnvironment.Plugin::version)
                    .findFirst()
                    .orElse(null);
        }

        ScoreReference.Run provenance() {
            RunEnvironment environment = RunEnvironment.of(stored.environment());
            List<String> used =
                    plan.workloads().stream().map(PlannedWorkload::plugin).toList();
            return new ScoreReference.Run(
                    stored.runId(),
                    plan.id(),
                    plan.runClass().label(),
                    resultDigest,
                    judgement.phases().getFirst().start().toString(),
                    environment.hosts().stream()
                            .map(host -> host.name() + ": " + host.cpuModel() + ", " + host.cores() + " cores, "
                                    + host.operatingSystem() + ", agents " + host.agents())
                            .toList(),
                    environment.plugins().stream()
                            .filter(plugin -> used.contains(plugin.id()))
                            .map(plugin -> plugin.id() + " " + plugin.version() + jars(plugin))
                            .toList());
        }

        private static String jars(RunEnvironment.Plugin plugin) {
            return plugin.jars().stream()
                    .map(jar -> ", " + jar.name() + " sha256 " + Sha256.shown(jar.sha256()))
                    .collect(Collectors.joining());
        }
    }
}

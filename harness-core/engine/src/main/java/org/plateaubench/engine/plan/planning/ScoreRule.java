// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.plan.planning;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.config.ScoreReference;
import org.plateaubench.engine.plan.PlannedScore;
import org.plateaubench.engine.plan.PlannedWorkload;
import org.plateaubench.loader.PluginCatalog;
import org.plateaubench.loader.PluginCatalog.WorkloadEntry;

/** Checks that a run has the workloads of its reference, with the same definitions and plugin versions. */
final class ScoreRule {
    private static final String PATH = "score.reference";

    private final ScoreReference reference;
    private final PlanProblems problems;
    private final PluginCatalog catalog;
    private final Map<String, PlannedWorkload> planned;

    private ScoreRule(
            ScoreReference reference, List<PlannedWorkload> workloads, PluginCatalog catalog, PlanProblems problems) {
        this.reference = reference;
        this.catalog = catalog;
        this.problems = problems;
        // The tiles differ only in the values of '${tile}'.
        this.planned = workloads.stream()
                .filter(workload -> workload.tile() == 1)
                .collect(
                        Collectors.toMap(PlannedWorkload::name, workload -> workload, (a, b) -> a, LinkedHashMap::new));
    }

    /** Null without a reference or, with problems, if the reference does not fit. */
    static @Nullable PlannedScore score(
            @Nullable ScoreReference reference,
            List<PlannedWorkload> workloads,
            PluginCatalog catalog,
            PlanProblems problems) {
        return reference == null ? null : new ScoreRule(reference, workloads, catalog, problems).score();
    }

    private PlannedScore score() {
        checkNames();
        Map<String, Double> application = new LinkedHashMap<>();
        reference.application().forEach((name, workload) -> {
            check(name, workload.version(), workload.definition());
            application.put(name, workload.rate());
        });
        Map<String, Map<String, Double>> infrastructure = new LinkedHashMap<>();
        reference.infrastructure().forEach((name, workload) -> {
            check(name, workload.version(), workload.definition());
            infrastructure.put(name, workload.ratesPerHour());
        });
        return new PlannedScore(
                reference.name(),
                reference.digest(),
                reference.weights().application(),
                reference.weights().infrastructure(),
                application,
                infrastructure);
    }

    private void checkNames() {
        Set<String> expected = new TreeSet<>(reference.application().keySet());
        expected.addAll(reference.infrastructure().keySet());
        Set<String> actual = new TreeSet<>(planned.keySet());
        if (!expected.equals(actual)) {
            reject("the run has the workloads " + String.join(", ", actual) + ", and the reference has "
                    + String.join(", ", expected));
        }
    }

    private void check(String name, String version, Map<String, String> definition) {
        PlannedWorkload workload = planned.get(name);
        if (workload == null) {
            return;
        }
        Optional<WorkloadEntry> entry = catalog.workload(workload.reference());
        String installed = entry.map(found -> found.plugin().version()).orElse("");
        if (!installed.equals(version)) {
            reject("workloads." + name + ".plugin: " + workload.plugin() + " has version '" + installed + "' and had '"
                    + version + "'");
        }
        ComparableSettings.differences(ComparableSettings.of(workload), definition)
                .forEach(difference -> reject("workloads." + name + "." + difference));
    }

    private void reject(String difference) {
        problems.atValue(
                PATH, "does not fit, so there can be no score against " + reference.name() + ": " + difference);
    }
}

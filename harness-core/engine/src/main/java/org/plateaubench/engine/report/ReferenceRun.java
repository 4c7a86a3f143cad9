// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.report;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.config.ScoreReference;
import org.plateaubench.engine.config.key.RunClass;
import org.plateaubench.engine.judge.Judge;
import org.plateaubench.engine.judge.result.Judgement;
import org.plateaubench.engine.judge.result.Verdict;
import org.plateaubench.engine.plan.PlannedWorkload;
import org.plateaubench.engine.plan.RunPlan;
import org.plateaubench.engine.run.event.EventType;
import org.plateaubench.engine.store.RunEnvironment;
import org.plateaubench.engine.store.RunFolder;
import org.plateaubench.engine.store.RunReader;
import org.plateaubench.engine.store.StoredFile;
import org.plateaubench.engine.store.StoredRun;
import org.plateaubench.loader.PluginJar;
import org.plateaubench.loader.Sha256;

record ReferenceRun(StoredRun stored, RunPlan plan, Judgement judgement, String resultDigest) {
    static ReferenceRun read(Path folder) throws IOException {
        try {
            StoredRun run = RunReader.read(folder);
            Path result = RunFolder.of(folder).file(StoredFile.RESULT);
            return new ReferenceRun(run, RunPlan.fromTree(run.plan()), Judge.judge(run), Sha256.of(result));
        } catch (UncheckedIOException | IllegalArgumentException e) {
            throw new IOException("The run " + folder + " cannot be judged: " + e.getMessage(), e);
        }
    }

    /** The reason why no reference can be made from it; empty if one can. */
    String flaw() {
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
                .map(event -> "had a system under test that failed on the way (" + event.scope()
                        + "), whatever its limits say")
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
        StringBuilder text = new StringBuilder();
        for (PluginJar jar : plugin.jars()) {
            text.append(", ").append(jar.name()).append(" sha256 ").append(Sha256.shown(jar.sha256()));
        }
        return text.toString();
    }
}

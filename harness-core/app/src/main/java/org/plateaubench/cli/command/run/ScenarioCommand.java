// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.cli.command.run;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.plateaubench.app.Installation;
import org.plateaubench.app.PlannedRun;
import org.plateaubench.app.RunApplication;
import org.plateaubench.app.UsageError;
import org.plateaubench.app.scenario.OneUser;
import org.plateaubench.cli.command.ExitCode;
import org.plateaubench.cli.command.run.RunOptions.PlanFile;
import org.plateaubench.engine.config.WrongConfiguration;
import org.plateaubench.engine.plan.PlannedWorkload;
import org.plateaubench.engine.run.event.RunObserver;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
        name = "scenario",
        description = "Tries a scenario of a run file.",
        footer = "  ./plateau scenario try shop.yaml")
public final class ScenarioCommand {
    @Command(
            name = "try",
            description = {
                "Sends one user through each flow of a scenario once, without pauses, and shows each request,"
                        + " answer, extracted value and check.",
                "SUTs are started and data is prepared as for a run.",
                "The exit code is 1 if an operation ended with an error."
            },
            footer = "  ./plateau scenario try shop.yaml")
    int attempt(
            @Mixin PlanFile planFile,
            @Option(names = "--workload", description = "The workload to try, if the run file has several.") @Nullable
                    String workload)
            throws IOException, WrongConfiguration, InterruptedException {
        try (Installation installation = PlanFile.open()) {
            RunApplication application = PlanFile.applicationWithoutRuns(installation);
            PlannedRun run = planFile.plan(application);
            application.requireSecrets(run);
            PlannedWorkload tried = tried(run.plan().workloads(), workload);
            OneUser user = new OneUser(run, tried, installation.catalog(), System.out::println);
            AtomicInteger failed = new AtomicInteger();
            application.prepared(run, tried, RunObserver.NONE, sut -> failed.set(user.attempt(sut)));
            int errors = failed.get();
            System.out.println();
            System.out.println(errors == 0 ? "No errors." : errors == 1 ? "1 error." : errors + " errors.");
            return (errors == 0 ? ExitCode.PASS : ExitCode.FAIL).code();
        }
    }

    private static PlannedWorkload tried(List<PlannedWorkload> workloads, @Nullable String workload) throws UsageError {
        List<String> names =
                workloads.stream().map(PlannedWorkload::name).distinct().toList();
        if (workload == null && names.size() > 1) {
            throw new UsageError("Name one of the workloads with --workload: " + String.join(", ", names) + ".");
        }
        String name = workload == null ? names.getFirst() : workload;
        return workloads.stream()
                .filter(each -> each.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new UsageError("--workload: there is no workload '" + name + "'; there are "
                        + String.join(", ", names) + "."));
    }
}

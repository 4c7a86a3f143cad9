// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.cli.command.run;

import java.io.IOException;
import java.util.Map;
import java.util.concurrent.Callable;
import org.plateaubench.app.Installation;
import org.plateaubench.app.PlanText;
import org.plateaubench.cli.command.CommandName;
import org.plateaubench.cli.command.ExitCode;
import org.plateaubench.engine.config.WrongConfiguration;
import org.plateaubench.engine.document.Documents;
import org.plateaubench.engine.plan.RunPlan;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
        name = "plan",
        description = "Shows what a run of this file would do, with every default resolved, and changes nothing.",
        footer = {"", "Example:", "  ./plateau plan configs/runs/quickstart.yaml --set run.seed=7"})
public final class PlanCommand implements Callable<Integer> {
    @Mixin
    private PlanFile planFile = new PlanFile();

    @Option(names = "--json", description = "Print the whole plan as JSON.")
    private boolean json;

    private record Shown(String planId, Map<String, Object> plan) {}

    @Override
    public Integer call() throws IOException, WrongConfiguration {
        try (Installation installation = Installation.open()) {
            installation.problems().forEach(CommandName::report);
            RunPlan plan =
                    planFile.plan(PlanFile.applicationWithoutRuns(installation)).plan();
            if (json) {
                System.out.print(Documents.text(new Shown(plan.id(), plan.toTree())));
            } else {
                PlanText.lines(plan).forEach(System.out::println);
            }
            return ExitCode.PASS.code();
        }
    }
}

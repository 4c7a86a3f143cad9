// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.cli.command;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import org.plateaubench.app.Installation;
import org.plateaubench.app.PlanText;
import org.plateaubench.app.PlannedRun;
import org.plateaubench.app.RunApplication;
import org.plateaubench.cli.display.LineDisplay;
import org.plateaubench.engine.config.WrongConfiguration;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Checks a run file. */
@Command(
        name = "validate",
        description = "Checks a run file and reports every problem with its place in the file.",
        footer = {"", "Example:", "  ./plateau validate configs/runs/quickstart.yaml --connect"},
        mixinStandardHelpOptions = true)
public final class ValidateCommand implements Callable<Integer> {
    @Mixin
    private PlanFile planFile = new PlanFile();

    @Option(
            names = "--connect",
            description = "Also start or reach the SUTs and check them, without loading or changing data.")
    private boolean connect;

    @Override
    public Integer call() throws IOException, WrongConfiguration, InterruptedException {
        try (Installation installation = Installation.open()) {
            PluginProblems.show(installation);
            RunApplication application = PlanFile.applicationWithoutRuns(installation);
            PlannedRun run = planFile.plan(application);
            application.requireSecrets(run);
            if (connect) {
                List<String> problems = application.check(run, new LineDisplay(System.out, run.plan()));
                problems.forEach(problem -> System.err.println("plateau: " + problem));
                if (!problems.isEmpty()) {
                    return ExitCode.CANNOT.code();
                }
            }
            System.out.println(planFile.file() + " is valid: " + PlanText.head(run.plan()));
            return ExitCode.PASS.code();
        }
    }
}

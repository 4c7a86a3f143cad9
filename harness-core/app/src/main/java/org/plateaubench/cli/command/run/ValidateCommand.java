// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.cli.command.run;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.plateaubench.app.Installation;
import org.plateaubench.app.PlanText;
import org.plateaubench.app.PlannedRun;
import org.plateaubench.app.RunApplication;
import org.plateaubench.app.RunSource;
import org.plateaubench.app.UsageError;
import org.plateaubench.app.rig.RigAgents;
import org.plateaubench.app.study.StudyPlan;
import org.plateaubench.app.study.StudyPlanner;
import org.plateaubench.cli.command.CommandName;
import org.plateaubench.cli.command.ControllerCredentials;
import org.plateaubench.cli.command.ExitCode;
import org.plateaubench.cli.command.RunDisplay;
import org.plateaubench.cli.command.Terminal;
import org.plateaubench.engine.config.ReferenceFile;
import org.plateaubench.engine.config.ScoreReference;
import org.plateaubench.engine.config.StudyFileReader;
import org.plateaubench.engine.config.WrongConfiguration;
import org.plateaubench.engine.config.key.RigSpec;
import org.plateaubench.engine.config.text.Problems;
import org.plateaubench.engine.figure.Figures;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
        name = "validate",
        description =
                "Checks a run file, a study file or a reference and reports every problem with its position in the"
                        + " file.",
        footer = {"", "Example:", "  ./plateau validate configs/runs/quickstart.yaml --connect"})
public final class ValidateCommand implements Callable<Integer> {
    @Mixin
    private PlanFile planFile = new PlanFile();

    @Option(
            names = "--connect",
            description =
                    "Also start or connect to the SUTs and check them, without loading or changing data, and check"
                            + " that the broker has the agents that the file names.")
    private boolean connect;

    @Option(names = "--force", description = "Allow a load above the calibrated rate of a host, as 'run --force' does.")
    private boolean force;

    @Mixin
    private ControllerCredentials credentials = new ControllerCredentials();

    @Override
    public Integer call() throws IOException, WrongConfiguration, InterruptedException {
        try (Installation installation = Installation.open()) {
            installation.problems().forEach(CommandName::report);
            RunApplication application = PlanFile.applicationWithoutRuns(installation);
            RunSource source = planFile.source();
            if (StudyFileReader.isStudy(source.text())) {
                return study(application);
            }
            if (ReferenceFile.isReference(source.name(), source.text())) {
                return reference(source.name(), source.text());
            }
            PlannedRun run = planFile.plan(application);
            if (run.file().spec().isSequence()) {
                new StudyPlanner(application).sequence(source, planFile.settings());
            }
            application.requireSecrets(run);
            RigSpec rig = run.file().spec().rig();
            boolean isOfBroker = rig != null && rig.isOfBroker();
            if (!force && !isOfBroker && !run.file().spec().isSequence()) {
                application.requireCalibratedRate(run);
            }
            if (connect) {
                List<String> problems = new ArrayList<>();
                if (rig != null && isOfBroker) {
                    RigAgents agents = RigAgents.of(credentials.file("The rig of the run file"), rig);
                    agents.agents().forEach(agent -> agent.lines().forEach(System.out::println));
                    RunApplication remoteApplication = application.withAgents(agents);
                    run = planFile.plan(remoteApplication);
                    if (!force) {
                        remoteApplication.requireCalibratedRate(run);
                    }
                    problems.addAll(agents.obstacles(run.plan()));
                } else {
                    run = planFile.plan(application);
                }
                problems.addAll(application.check(run, new RunDisplay(System.out, Terminal.NONE, run.plan())));
                problems.forEach(CommandName::report);
                if (!problems.isEmpty()) {
                    return ExitCode.CANNOT.code();
                }
            }
            System.out.println(planFile.file() + " is valid: " + PlanText.head(run.plan()));
            return ExitCode.PASS.code();
        }
    }

    /** Checks a reference alone. Whether it fits a run file is only checked when the run file is planned. */
    private static int reference(String file, String text) throws WrongConfiguration {
        Problems problems = new Problems();
        ScoreReference reference = ReferenceFile.read(file, text, problems);
        if (reference == null) {
            throw new WrongConfiguration(problems.sorted());
        }
        System.out.println(file + " is valid: the reference " + reference.name() + " of "
                + reference.runs().size()
                + (reference.runs().size() == 1 ? " run" : " runs") + ", workloads "
                + String.join(", ", reference.application().keySet()));
        return ExitCode.PASS.code();
    }

    /** Checks a study at full size and at each of its scales. Secrets are only checked when a run begins. */
    private int study(RunApplication application) throws IOException, WrongConfiguration {
        if (connect) {
            throw new UsageError("--connect is for a run file; a study reaches its SUTs when its runs begin.");
        }
        StudyPlanner planner = new StudyPlanner(application);
        List<String> sizes = new ArrayList<>();
        for (String scale : Stream.concat(
                        Stream.of(""), StudyFileReader.scales(planFile.source().text()).stream())
                .toList()) {
            StudyPlan plan = planner.study(planFile.source(), planFile.settings(), scale);
            sizes.add("  " + (scale.isEmpty() ? "full size" : "scale " + scale) + ": at most "
                    + plan.sequence().remaining(List.of()) + " runs, in about "
                    + Figures.text(plan.sequence().remainingSeconds(List.of()) / 60, "min")
                    + " without preparation and pauses");
        }
        System.out.println(planFile.file() + " is valid: a study");
        sizes.forEach(System.out::println);
        return ExitCode.PASS.code();
    }
}

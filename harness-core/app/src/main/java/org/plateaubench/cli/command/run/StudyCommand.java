// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.cli.command.run;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.plateaubench.app.Installation;
import org.plateaubench.app.RunApplication;
import org.plateaubench.app.RunTicket;
import org.plateaubench.app.study.StudyPlanner;
import org.plateaubench.cli.command.RunsFolder;
import org.plateaubench.cli.command.StandardInput;
import org.plateaubench.cli.command.StudiesFolder;
import org.plateaubench.cli.command.UsageError;
import org.plateaubench.cli.display.CommandName;
import org.plateaubench.engine.config.WrongConfiguration;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "study",
        description = "Carries out the runs of a study: a run file, the factors that vary in it, and trials of each"
                + " combination.",
        footer = {
            "",
            "Its results are a page, tables and JSON in a folder of studies; the runs are in the folder of all runs.",
            "A study that was interrupted or killed continues with ./plateau resume.",
            "Exit codes: 0 all trials passed, 1 a trial failed, 2 incomplete or invalid,",
            "3 a cell could not be carried out, 4 wrong configuration or usage, 130 stopped by the user.",
            "",
            "Examples:",
            "  ./plateau study configs/studies/redis-single.yaml --scale small",
            "  ./plateau study configs/studies/dvdstore.yaml --scale small --set phases.steady=30s"
        },
        mixinStandardHelpOptions = true)
public final class StudyCommand implements Callable<Integer> {
    @Parameters(index = "0", paramLabel = "FILE", description = "Study file (YAML).")
    private Path file = Path.of("");

    @Option(
            names = "--scale",
            paramLabel = "NAME",
            description = "One of the smaller variants that the file defines under scales.")
    private String scale = "";

    @Option(
            names = "--set",
            paramLabel = "PATH=VALUE",
            description = "Replaces a value of the run file in all runs; may be repeated.")
    private List<String> settings = new ArrayList<>();

    @Option(
            names = "--json",
            description = "Print the results as JSON on standard output, and everything else on standard error.")
    private boolean json;

    @Option(names = "--quiet", description = "Print nothing during the runs.")
    private boolean quiet;

    @Option(names = "--wait", description = "Wait while another run uses the rig.")
    private boolean wait;

    @Mixin
    private RunsFolder runs = new RunsFolder();

    @Mixin
    private StudiesFolder studies = new StudiesFolder();

    @Mixin
    private RigOptions rigOptions = new RigOptions();

    @Mixin
    private StandardInput input = new StandardInput();

    @Mixin
    private QueueOptions queued = new QueueOptions();

    @Override
    public Integer call() throws IOException, WrongConfiguration, UsageError, InterruptedException {
        return queued.carryOut(settings::addAll, this::carryOut);
    }

    private int carryOut(Optional<RunTicket> ticket)
            throws IOException, WrongConfiguration, UsageError, InterruptedException {
        try (Installation installation = Installation.open()) {
            installation.problems().forEach(CommandName::report);
            RunApplication before = rigOptions.of(RunApplication.of(installation, runs.path()));
            RunApplication application = rigOptions.of(
                    before,
                    new StudyPlanner(before, runs.path())
                            .study(file, settings, scale)
                            .rig());
            SequenceExecution execution =
                    new SequenceExecution(application, runs.path(), studies.path(), json, quiet, ticket);
            return execution.begin(execution.planner().study(file, settings, scale), wait, input);
        }
    }
}

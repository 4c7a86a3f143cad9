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
import org.plateaubench.app.RunSource;
import org.plateaubench.app.RunTicket;
import org.plateaubench.app.UsageError;
import org.plateaubench.app.study.StudyPlanner;
import org.plateaubench.cli.command.CommandName;
import org.plateaubench.cli.command.run.RunOptions.QueueOptions;
import org.plateaubench.engine.config.StudyFileReader;
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
            "Its results are a page and JSON in a folder of studies; the runs are in the folder of all runs.",
            "A study that was interrupted or killed continues with ./plateau resume.",
            "Exit codes: 0 all trials passed, 1 a trial failed, 2 incomplete or invalid,",
            "3 a cell could not be carried out, 4 wrong configuration or usage, 130 stopped by the user.",
            "",
            "Examples:",
            "  ./plateau study configs/studies/redis-single.yaml --scale small",
            "  ./plateau study configs/studies/dvdstore.yaml --scale small --set phases.steady=30s"
        })
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

    @Mixin
    private RunOptions options = new RunOptions();

    @Mixin
    private QueueOptions queued = new QueueOptions();

    @Override
    public Integer call() throws IOException, WrongConfiguration, InterruptedException {
        return queued.carryOut(settings::addAll, this::carryOut);
    }

    private int carryOut(Optional<RunTicket> ticket) throws IOException, WrongConfiguration, InterruptedException {
        try (Installation installation = PlanFile.open()) {
            RunSource source = RunSource.of(file);
            if (StudyFileReader.isRun(source.text())) {
                throw new UsageError(file + " is a run file, not a study. Use: ./plateau run " + CommandName.word(file));
            }
            RunApplication before = options.rig.of(RunApplication.of(installation, options.runs.path()));
            RunApplication application = options.rig.of(
                    before,
                    new StudyPlanner(before).study(source, settings, scale).rig());
            SequenceExecution execution = new SequenceExecution(application, options, ticket);
            return execution.begin(execution.planner().study(source, settings, scale));
        }
    }
}

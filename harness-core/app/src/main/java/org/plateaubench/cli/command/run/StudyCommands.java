// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.cli.command.run;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.plateaubench.app.Installation;
import org.plateaubench.app.RunApplication;
import org.plateaubench.app.RunSource;
import org.plateaubench.app.UsageError;
import org.plateaubench.app.study.StudyFolder;
import org.plateaubench.app.study.StudyPlanner;
import org.plateaubench.cli.command.CommandName;
import org.plateaubench.cli.command.RunsFolder;
import org.plateaubench.cli.command.run.RunOptions.QueueOptions;
import org.plateaubench.engine.config.StudyFileReader;
import org.plateaubench.engine.config.WrongConfiguration;
import org.plateaubench.engine.store.RunFolder;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The commands that carry out several runs, or what is left of one. */
public final class StudyCommands {
    private StudyCommands() {}

    @Command(
            name = "study",
            description = {
                "Carries out the runs of a study: a run file, the factors that vary in it, and trials of each"
                        + " combination.",
                "Its results are a page and JSON in a folder of studies; the runs are in the folder of all runs.",
                "A study that was interrupted or killed continues with ./plateau resume.",
                "Exit codes: 0 all trials passed, 1 a trial failed, 2 incomplete or invalid, 3 a cell could not be"
                        + " carried out, 4 wrong configuration or usage, 130 stopped by the user."
            },
            footer = {
                "  ./plateau study configs/studies/redis-single.yaml --scale small",
                "  ./plateau study configs/studies/dvdstore.yaml --scale small --set phases.steady=30s"
            })
    static int study(
            @Mixin PlanFile planFile,
            @Option(
                            names = "--scale",
                            defaultValue = "",
                            description = "One of the smaller variants that the file defines under scales.")
                    String scale,
            @Mixin RunOptions options,
            @Mixin QueueOptions queued)
            throws IOException, WrongConfiguration, InterruptedException {
        return queued.carryOut(planFile::addSettings, ticket -> {
            try (Installation installation = PlanFile.open()) {
                RunSource source = planFile.source();
                if (StudyFileReader.isRun(source.text())) {
                    throw new UsageError(planFile.file() + " is a run file, not a study. Use: ./plateau run "
                            + CommandName.word(planFile.file()));
                }
                List<String> settings = planFile.settings();
                RunApplication before = options.rig.of(RunApplication.of(installation, options.runs.path()));
                RunApplication application = options.rig.of(
                        before,
                        new StudyPlanner(before).study(source, settings, scale).rig());
                SequenceExecution execution = new SequenceExecution(application, options, ticket);
                return execution.begin(execution.planner().study(source, settings, scale));
            }
        });
    }

    @Command(
            name = "resume",
            description = {
                "Completes a run whose controller was killed: waits until its agents have reached the end of their plan,"
                        + " adds what they have published at the broker to the run folder, judges the run and writes its"
                        + " result. What was stored is not changed, and nothing is stored twice. Agents of this host end"
                        + " with their controller; such a run is judged by what was stored. A run that ended by itself is"
                        + " complete: nothing is added to it.",
                "Trials, a search or a study continue at the first run that did not end.",
                "Exit codes: 0 pass, 1 fail, 2 invalid, 3 an agent has not delivered what it measured."
            },
            footer = {"  ./plateau resume 4f2a1c --credentials desk.credentials", "  ./plateau resume last"})
    static int resume(
            @Parameters(
                            description = "Run, or trials, search or study: a folder, an id, a unique part of an id, or"
                                    + " '" + RunsFolder.LAST + "': the last trials, search or study if there are any,"
                                    + " otherwise the last run.")
                    String run,
            @Option(
                            names = "--without",
                            paramLabel = "<name>",
                            split = ",",
                            description = "Agents, separated by commas, that will never answer again and are left out.")
                    @Nullable
                    Set<String> without,
            @Mixin RunOptions options)
            throws IOException, WrongConfiguration, InterruptedException {
        StudyFolder study = options.studies.findIfAny(run).orElse(null);
        RunFolder folder = study == null ? RunFolder.of(options.runs.find(run)) : null;
        try (Installation installation = PlanFile.open()) {
            if (folder != null) {
                return RunCommand.finish(
                        RunApplication.of(installation, options.runs.path())
                                .resume(
                                        folder,
                                        options.rig.credentials().orElse(null),
                                        without == null ? Set.of() : without,
                                        CommandName::report),
                        false);
            }
            StudyFolder continued = Objects.requireNonNull(study);
            RunApplication before = options.rig.of(
                    RunApplication.of(installation, Path.of(continued.request().runs())));
            RunApplication application = options.rig.of(
                    before, new StudyPlanner(before).again(continued.request()).rig());
            return new SequenceExecution(application, options, Optional.empty()).resume(continued);
        }
    }
}

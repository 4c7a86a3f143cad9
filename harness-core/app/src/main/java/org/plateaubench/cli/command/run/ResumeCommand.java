// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.cli.command.run;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.plateaubench.app.Installation;
import org.plateaubench.app.RunApplication;
import org.plateaubench.app.RunReports.FinishedRun;
import org.plateaubench.app.RunReports;
import org.plateaubench.app.study.StudyFolder;
import org.plateaubench.app.study.StudyPlanner;
import org.plateaubench.cli.command.CommandName;
import org.plateaubench.cli.command.ExitCode;
import org.plateaubench.cli.command.RunsFolder;
import org.plateaubench.cli.command.Terminal;
import org.plateaubench.engine.config.WrongConfiguration;
import org.plateaubench.engine.run.event.RunEnd;
import org.plateaubench.engine.store.RunFolder;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "resume",
        description = {
            "Completes a run whose controller was killed: waits until its agents have reached the end of their plan,"
                    + " adds what they have published at the broker to the run folder, judges the run and writes its result. What"
                    + " was stored is not changed, and nothing is stored twice. Agents of this host end with their"
                    + " controller; such a run is judged by what was stored. A run that ended by itself is complete:"
                    + " nothing is added to it.",
            "Trials, a search or a study continue at the first run that did not end."
        },
        footer = {
            "",
            "Exit codes: 0 pass, 1 fail, 2 invalid, 3 an agent has not delivered what it measured.",
            "",
            "Examples:",
            "  ./plateau resume 4f2a1c --credentials desk.credentials",
            "  ./plateau resume last"
        })
public final class ResumeCommand implements Callable<Integer> {
    @Parameters(
            index = "0",
            paramLabel = "RUN",
            description = "Run, or trials, search or study: a folder, an id, a unique part of an id, or '"
                    + RunsFolder.LAST + "': the last trials, search or study if there are any, otherwise the last run.")
    private String run = "";

    @Option(
            names = "--without",
            paramLabel = "NAME",
            split = ",",
            description = "Agents, separated by commas, that will never answer again and are left out.")
    private List<String> without = List.of();

    @Mixin
    private RunOptions options = new RunOptions();

    @Override
    public Integer call() throws IOException, WrongConfiguration, InterruptedException {
        Optional<StudyFolder> sequence = options.studies.findIfAny(run);
        if (sequence.isPresent()) {
            return continued(sequence.get());
        }
        return completed(RunFolder.of(options.runs.find(run)));
    }

    private int continued(StudyFolder folder) throws IOException, WrongConfiguration, InterruptedException {
        Path all = Path.of(folder.request().runs());
        try (Installation installation = PlanFile.open()) {
            RunApplication before = options.rig.of(RunApplication.of(installation, all));
            RunApplication application = options.rig.of(
                    before, new StudyPlanner(before).again(folder.request()).rig());
            return new SequenceExecution(application, options, Optional.empty()).resume(folder);
        }
    }

    private int completed(RunFolder folder) throws IOException, InterruptedException {
        try (Installation installation = Installation.open()) {
            return report(RunApplication.of(installation, options.runs.path())
                    .resume(
                            folder,
                            options.rig.credentials().orElse(null),
                            new LinkedHashSet<>(without),
                            CommandName::report));
        }
    }

    private static int report(FinishedRun finished) {
        finished.end().sentences().forEach(CommandName::report);
        RunReports reports = finished.reports();
        if (reports == null) {
            return ExitCode.CANNOT.code();
        }
        Terminal.print(reports.judgement(), finished.folder().path());
        return finished.end().status() == RunEnd.Status.COMPLETED
                ? ExitCode.of(reports.judgement().verdict()).code()
                : ExitCode.CANNOT.code();
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.cli.command;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.plateaubench.app.FinishedRun;
import org.plateaubench.app.Installation;
import org.plateaubench.app.RunReports;
import org.plateaubench.app.rig.RigJournals;
import org.plateaubench.cli.display.Terminal;
import org.plateaubench.engine.report.TextSummary;
import org.plateaubench.engine.run.RunEnd;
import org.plateaubench.engine.store.RunFolder;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Completes a run whose controller was killed. */
@Command(
        name = "resume",
        description = {
            "Completes a run whose controller was killed: waits until its agents have come to the end of their plan, adds"
                    + " what they have kept to the run folder, judges the run and writes its result. What was stored stays"
                    + " as it is, and nothing is there twice.",
            "Agents of this host end with their controller; such a run is judged with what was stored."
        },
        footer = {
            "",
            "Exit codes: 0 pass, 1 fail, 2 invalid, 3 an agent has not come to its end, or does not answer.",
            "",
            "Example:",
            "  ./plateau resume last --credentials desk.credentials"
        },
        mixinStandardHelpOptions = true)
public final class ResumeCommand implements Callable<Integer> {
    @Parameters(index = "0", paramLabel = "RUN", description = RunsFolder.RUN_HELP)
    private String run = "";

    @Mixin
    private RunsFolder runs = new RunsFolder();

    @Option(
            names = "--credentials",
            paramLabel = "FILE",
            description = "Credentials of a controller, for a run with agents of a broker.")
    private @Nullable Path credentials;

    @Option(
            names = "--without",
            paramLabel = "NAME",
            split = ",",
            description = "Agents that are left out since they will not answer any more, separated by commas.")
    private List<String> without = List.of();

    @Override
    public Integer call() throws IOException, UsageError, InterruptedException {
        RunFolder folder = RunFolder.of(runs.find(run));
        try (Installation installation = Installation.open();
                RigJournals kept = credentials == null ? null : RigJournals.connect(credentials)) {
            Set<String> left = new LinkedHashSet<>(without);
            FinishedRun finished = installation
                    .application(runs.path())
                    .resume(folder, kept, left, sentence -> System.err.println("plateau: " + sentence));
            return tell(finished);
        }
    }

    private static int tell(FinishedRun finished) {
        finished.end().sentences().forEach(sentence -> System.err.println("plateau: " + sentence));
        RunReports reports = finished.reports();
        if (reports == null) {
            return ExitCode.CANNOT.code();
        }
        System.out.print(TextSummary.of(
                reports.judgement(), finished.folder().path().toString(), Verdicts.style(Terminal.detect())));
        return finished.end().status() == RunEnd.Status.COMPLETED
                ? Verdicts.exitCode(reports.judgement().verdict()).code()
                : ExitCode.CANNOT.code();
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.cli.command.stored;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.plateaubench.app.Installation;
import org.plateaubench.app.RunReports;
import org.plateaubench.cli.command.RunsFolder;
import org.plateaubench.cli.command.Verdicts;
import org.plateaubench.engine.store.RunFolder;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "judge",
        description = "Judges a stored run again, from its folder alone. The exit code corresponds to the verdict.",
        footer = {"", RunsFolder.VERDICT_HELP, "", "Example:", "  ./plateau judge last --write"})
public final class JudgeCommand implements Callable<Integer> {
    @Parameters(index = "0", paramLabel = "RUN", description = RunsFolder.RUN_HELP)
    private String run = "";

    @Mixin
    private RunsFolder runs = new RunsFolder();

    @Option(names = "--write", description = "Add the judgement to the run as judgements/NNN.json.")
    private boolean write;

    @Override
    public Integer call() throws IOException {
        Path folder = runs.findEnded(run);
        try (Installation installation = Installation.open()) {
            RunReports reports = installation.reports(folder);
            Verdicts.print(reports.judgement(), folder);
            if (write) {
                System.out.println("written: " + RunFolder.of(folder).addJudgement(reports.judgement()));
            }
            return Verdicts.exitCode(reports.judgement().verdict()).code();
        }
    }
}

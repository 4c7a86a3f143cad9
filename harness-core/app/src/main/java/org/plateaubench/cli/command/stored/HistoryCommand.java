// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.cli.command.stored;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import org.plateaubench.app.UsageError;
import org.plateaubench.app.runs.PastRuns;
import org.plateaubench.app.runs.PastRuns.SharedTrees;
import org.plateaubench.cli.command.ExitCode;
import org.plateaubench.cli.command.RunsFolder;
import org.plateaubench.cli.command.Terminal;
import org.plateaubench.engine.document.Documents;
import org.plateaubench.engine.report.comparison.History;
import org.plateaubench.engine.report.comparison.History.PastRun;
import org.plateaubench.engine.report.comparison.HistoryText;
import org.plateaubench.engine.store.RunFolder;
import org.plateaubench.engine.store.RunFolder.FolderId;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "history",
        description = {
            "Shows the figures of all runs of a name over time, and the changes in them.",
            "For each change the first run after it is named. Runs with different plans, classes or hosts are"
                    + " examined separately; no figure includes runs that did not complete or are invalid. The newest"
                    + " " + PastRuns.MAX_RUNS
                    + " runs are read.",
        },
        footer = {
            "",
            "Examples:",
            "  ./plateau history quickstart",
            "  ./plateau history shop --runs-dir /srv/runs --json"
        })
public final class HistoryCommand implements Callable<Integer> {
    @Parameters(paramLabel = "NAME", description = "Name of the runs: run.name of their run files.")
    private String name = "";

    @Mixin
    private RunsFolder runs = new RunsFolder();

    @Option(names = "--json", description = "Print the history as JSON, schema " + History.SCHEMA + ".")
    private boolean json;

    @Override
    public Integer call() throws IOException {
        List<RunFolder> all = RunFolder.list(runs.path());
        List<PastRun> past = new ArrayList<>();
        SharedTrees shared = new SharedTrees();
        for (RunFolder folder : PastRuns.named(all, name)) {
            past.add(PastRuns.read(folder, shared));
        }
        if (past.isEmpty()) {
            throw new UsageError("no run of the name '" + name + "' has ended in "
                    + runs.path().toAbsolutePath() + "; " + names(all));
        }
        History history = History.of(name, past);
        System.out.print(
                json
                        ? Documents.text(history)
                        : HistoryText.of(history, Terminal.detect().columns()));
        return ExitCode.PASS.code();
    }

    private static String names(List<RunFolder> all) {
        TreeSet<String> names = new TreeSet<>();
        all.forEach(folder -> FolderId.of(folder.runId()).ifPresent(id -> names.add(id.name())));
        return names.isEmpty() ? "there is no run." : "there are: " + String.join(", ", names) + ".";
    }
}

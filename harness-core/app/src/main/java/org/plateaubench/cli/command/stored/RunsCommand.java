// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.cli.command.stored;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.plateaubench.app.runs.RunSummary;
import org.plateaubench.app.runs.SummaryReader;
import org.plateaubench.cli.command.ExitCode;
import org.plateaubench.cli.command.RunsFolder;
import org.plateaubench.cli.command.UsageError;
import org.plateaubench.engine.document.Documents;
import org.plateaubench.engine.figure.Figures;
import org.plateaubench.engine.judge.result.Conclusion;
import org.plateaubench.engine.judge.result.Verdict;
import org.plateaubench.engine.store.RunAnnotation;
import org.plateaubench.engine.store.RunFolder;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
        name = "runs",
        description = "Lists the stored runs, the oldest first.",
        footer = {
            "",
            "Examples:",
            "  ./plateau runs",
            "  ./plateau runs --tag baseline --archived",
            "  ./plateau runs --json",
            "  ./plateau runs prune --older 90d"
        },
        mixinStandardHelpOptions = true,
        subcommands = RunsPruneCommand.class)
public final class RunsCommand implements Callable<Integer> {
    @Mixin
    private RunsFolder runs = new RunsFolder();

    @Option(names = "--tag", paramLabel = "TAG", description = "List only runs with this tag; may be repeated.")
    private List<String> tags = List.of();

    @Option(names = "--archived", description = "Also list runs that were archived in the console.")
    private boolean archived;

    @Option(names = "--json", description = "Print the summaries of the judged runs as a JSON array.")
    private boolean json;

    @Override
    public Integer call() throws IOException, UsageError {
        List<String> wanted = wanted();
        List<RunFolder> all = new ArrayList<>();
        for (RunFolder folder : RunFolder.list(runs.path())) {
            RunAnnotation annotation = annotation(folder);
            if ((archived || !annotation.archived()) && annotation.tags().containsAll(wanted)) {
                all.add(folder);
            }
        }
        if (json) {
            System.out.print(Documents.text(all.stream()
                    .map(RunsCommand::summary)
                    .flatMap(Optional::stream)
                    .toList()));
            return ExitCode.PASS.code();
        }
        if (all.isEmpty()) {
            System.out.println("no runs in " + runs.path().toAbsolutePath());
            return ExitCode.PASS.code();
        }
        System.out.printf(Locale.ROOT, "%-44s %-12s %-18s %-9s %s%n", "run", "status", "verdict", "class", "metric");
        for (RunFolder folder : all) {
            RunAnnotation annotation = annotation(folder);
            Row row = row(folder);
            System.out.printf(
                    Locale.ROOT,
                    "%-44s %-12s %-18s %-9s %s%s%s%n",
                    folder.runId(),
                    folder.state().label(),
                    row.verdict(),
                    row.runClass(),
                    row.metric(),
                    annotation.pinned() ? "  (pinned)" : "",
                    annotation.tags().isEmpty() ? "" : "  #" + String.join(" #", annotation.tags()));
        }
        return ExitCode.PASS.code();
    }

    private List<String> wanted() throws UsageError {
        try {
            return tags.stream().map(RunAnnotation::tag).toList();
        } catch (IllegalArgumentException e) {
            throw new UsageError("--tag: " + e.getMessage());
        }
    }

    /** Reads an annotation. An unreadable one is treated as missing. */
    private static RunAnnotation annotation(RunFolder folder) {
        try {
            return RunAnnotation.read(folder);
        } catch (IOException e) {
            return RunAnnotation.NONE;
        }
    }

    private record Row(String verdict, String runClass, String metric) {}

    /** Summarises a run; empty if it was not judged. One that cannot be read must not hide other runs. */
    private static Optional<RunSummary> summary(RunFolder folder) {
        try {
            return SummaryReader.ofResult(folder);
        } catch (IOException | IllegalArgumentException e) {
            return Optional.of(RunSummary.unreadable(folder.runId(), String.valueOf(e.getMessage())));
        }
    }

    private static Row row(RunFolder folder) {
        try {
            return SummaryReader.ofResult(folder).map(RunsCommand::row).orElse(new Row("-", "-", ""));
        } catch (IOException | IllegalArgumentException e) {
            return new Row("unreadable", "-", String.valueOf(e.getMessage()));
        }
    }

    /** Creates a row. A run that is in progress again after it was judged has no verdict until it ends. */
    private static Row row(RunSummary run) {
        Conclusion conclusion = run.conclusion();
        String word = conclusion == null ? "-" : conclusion.kind().word().toLowerCase(Locale.ROOT);
        return new Row(
                Verdict.INVALID.label().equals(run.verdict()) ? Verdict.INVALID.label() : word,
                run.runClass() == null ? "-" : run.runClass(),
                run.headline() == null ? "" : metric(run, run.headline()));
    }

    /** The figure over all tiles of the first workload that has one, with the workload's name if there are several. */
    private static String metric(RunSummary run, RunSummary.Headline headline) {
        long workloads = run.workloads().stream()
                .map(RunSummary.Workload::name)
                .distinct()
                .count();
        return Figures.text(headline.value(), headline.unit())
                + (workloads == 1 ? "" : " (" + headline.workload() + ")");
    }
}

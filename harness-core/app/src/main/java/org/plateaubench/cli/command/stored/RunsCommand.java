// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.cli.command.stored;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.plateaubench.app.UsageError;
import org.plateaubench.app.WallTime;
import org.plateaubench.app.runs.RunDeletion;
import org.plateaubench.app.runs.RunSummary;
import org.plateaubench.app.runs.SummaryReader;
import org.plateaubench.cli.command.CommandName;
import org.plateaubench.cli.command.ExitCode;
import org.plateaubench.cli.command.RunsFolder;
import org.plateaubench.engine.document.Documents;
import org.plateaubench.engine.figure.Figures;
import org.plateaubench.engine.judge.result.Conclusion;
import org.plateaubench.engine.judge.result.Verdict;
import org.plateaubench.engine.store.RunAnnotation;
import org.plateaubench.engine.store.RunEvent;
import org.plateaubench.engine.store.RunFolder;
import org.plateaubench.engine.store.RunFolder.FolderId;
import org.plateaubench.engine.store.StoredFile;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
        name = "runs",
        description = "Lists the stored runs, the oldest first.",
        footer = {"", "Examples:", "  ./plateau runs", "  ./plateau runs --json", "  ./plateau runs prune --older 90d"},
        subcommands = RunsCommand.RunsPruneCommand.class)
public final class RunsCommand implements Callable<Integer> {
    @Mixin
    private RunsFolder runs = new RunsFolder();

    @Option(names = "--json", description = "Print the summaries of the judged runs as a JSON array.")
    private boolean json;

    @Override
    public Integer call() throws IOException {
        List<RunFolder> all = RunFolder.list(runs.path());
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
            RunSummary run = summary(folder).orElseGet(() -> SummaryReader.read(folder));
            RunAnnotation annotation = run.annotation();
            System.out.printf(
                    Locale.ROOT,
                    "%-44s %-12s %-18s %-9s %s%s%s%n",
                    folder.runId(),
                    folder.state().label(),
                    verdict(run),
                    run.runClass() == null ? "-" : run.runClass(),
                    metric(run),
                    annotation.pinned() ? "  (pinned)" : "",
                    annotation.tags().isEmpty() ? "" : "  #" + String.join(" #", annotation.tags()));
        }
        return ExitCode.PASS.code();
    }

    /** Summarises a run; empty if it was not judged. One that cannot be read must not hide other runs. */
    private static Optional<RunSummary> summary(RunFolder folder) {
        try {
            return SummaryReader.ofResult(folder);
        } catch (IOException | IllegalArgumentException e) {
            return Optional.of(RunSummary.unreadable(folder.runId(), String.valueOf(e.getMessage())));
        }
    }

    /** A run that is in progress again after it was judged has no verdict until it ends. */
    private static String verdict(RunSummary run) {
        Conclusion conclusion = run.conclusion();
        if (conclusion == null) {
            return "-";
        }
        if (Verdict.INVALID.label().equals(run.verdict())) {
            return run.runClass() == null ? "unreadable" : Verdict.INVALID.label();
        }
        return conclusion.kind().word().toLowerCase(Locale.ROOT);
    }

    /** The figure over all tiles of the first workload that has one, with the workload's name if there are several. */
    private static String metric(RunSummary run) {
        RunSummary.Headline headline = run.headline();
        if (headline == null) {
            return String.join(" ", run.problems());
        }
        long workloads = run.workloads().stream()
                .map(RunSummary.Workload::name)
                .distinct()
                .count();
        return Figures.text(headline.value(), headline.unit())
                + (workloads == 1 ? "" : " (" + headline.workload() + ")");
    }

    @Command(
            name = "prune",
            description = {
                "Deletes old runs, for example each night by cron.",
                "Never deletes a run that is pinned, tagged or in progress, nor one whose files or notes cannot be read. The"
                        + " age of a run counts from its end or, without an end, from its last sign of activity."
            },
            footer = {"", "Example:", "  ./plateau runs prune --older 90d --keep 5 --dry-run"})
    static final class RunsPruneCommand implements Callable<Integer> {
        private static final Pattern AGE = Pattern.compile("([1-9][0-9]{0,4})([dh])");

        @Mixin
        private RunsFolder runs = new RunsFolder();

        @Option(
                names = "--older",
                paramLabel = "AGE",
                required = true,
                description = "Delete runs that are older: days or hours, such as 90d or 12h.")
        private String older = "";

        @Option(
                names = "--keep",
                paramLabel = "N",
                description = "Keep the newest N runs of each name, however old (default: ${DEFAULT-VALUE}).",
                defaultValue = "0")
        private int keep;

        @Option(names = "--dry-run", description = "Only print what would be deleted.")
        private boolean dryRun;

        /** The size of a run and the time of its last change, apart from notes. */
        private record Content(long bytes, Instant changedAt) {
            static Content of(RunFolder run) throws IOException {
                long bytes = 0;
                Instant changedAt = Instant.EPOCH;
                try (Stream<Path> files = Files.walk(run.path())) {
                    for (Path file : files.filter(Files::isRegularFile).toList()) {
                        bytes += Files.size(file);
                        Instant at = Files.getLastModifiedTime(file).toInstant();
                        boolean isAnnotation = file.endsWith(StoredFile.ANNOTATION.fileName());
                        changedAt = isAnnotation || at.isBefore(changedAt) ? changedAt : at;
                    }
                } catch (UncheckedIOException e) {
                    throw new IOException(e.getMessage(), e);
                }
                return new Content(bytes, changedAt);
            }
        }

        @Override
        public Integer call() throws IOException {
            Instant before = WallTime.now().minus(age());
            if (keep < 0) {
                throw new UsageError("--keep must be 0 or more, found " + keep);
            }
            if (!dryRun) {
                RunDeletion.removeLeftovers(runs.path());
            }
            List<RunFolder> all = RunFolder.list(runs.path());
            Map<String, Integer> newer = new HashMap<>();
            all.forEach(run -> newer.merge(name(run), 1, Integer::sum));
            int count = 0;
            long bytes = 0;
            boolean hasFailed = false;
            for (RunFolder run : all) {
                try {
                    if (newer.merge(name(run), -1, Integer::sum) < keep || isProtected(run)) {
                        continue;
                    }
                    Content content = Content.of(run);
                    Instant ended = run.end().map(RunEvent::at).orElse(content.changedAt());
                    if (ended.isBefore(before)) {
                        if (!dryRun) {
                            RunDeletion.removeFiles(RunDeletion.moveAway(run));
                        }
                        System.out.printf(
                                Locale.ROOT,
                                "%-44s %s  %10s%n",
                                run.runId(),
                                ended.truncatedTo(ChronoUnit.SECONDS),
                                size(content.bytes()));
                        count++;
                        bytes += content.bytes();
                    }
                } catch (IOException e) {
                    hasFailed = true;
                    CommandName.report("The run " + run.runId() + " is not deleted (" + e.getMessage() + ").");
                }
            }
            System.out.println(count + " of " + all.size() + (all.size() == 1 ? " run in " : " runs in ")
                    + runs.path().toAbsolutePath() + (dryRun ? " would be deleted, " : " deleted, ") + size(bytes)
                    + ".");
            return (hasFailed ? ExitCode.CANNOT : ExitCode.PASS).code();
        }

        /** Whether the run must be kept at any age. Folders that are not known to be runs, such as renamed ones, are kept. */
        private static boolean isProtected(RunFolder run) throws IOException {
            RunAnnotation annotation = RunAnnotation.read(run);
            return FolderId.of(run.runId()).isEmpty()
                    || Files.isSymbolicLink(run.path())
                    || run.isOwned()
                    || annotation.pinned()
                    || !annotation.tags().isEmpty();
        }

        private static String name(RunFolder run) {
            return FolderId.of(run.runId()).map(FolderId::name).orElse("");
        }

        private Duration age() throws UsageError {
            Matcher found = AGE.matcher(older);
            if (!found.matches()) {
                throw new UsageError(
                        "--older must be a number of days or hours, such as 90d or 12h, and not '" + older + "'");
            }
            long number = Long.parseLong(found.group(1));
            return found.group(2).equals("d") ? Duration.ofDays(number) : Duration.ofHours(number);
        }

        private static String size(long bytes) {
            return bytes < 1_000_000_000
                    ? String.format(Locale.ROOT, "%.1f MB", bytes / 1e6)
                    : String.format(Locale.ROOT, "%.1f GB", bytes / 1e9);
        }
    }
}

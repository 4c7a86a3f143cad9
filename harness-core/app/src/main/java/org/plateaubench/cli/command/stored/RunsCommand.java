// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.cli.command.stored;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.Durations;
import org.plateaubench.api.Names;
import org.plateaubench.app.Installation;
import org.plateaubench.app.TelemetryImport;
import org.plateaubench.app.UsageError;
import org.plateaubench.app.runs.RunDeletion;
import org.plateaubench.app.runs.RunSummary;
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
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "runs",
        description = "Lists the stored runs, the oldest first.",
        footer = {"  ./plateau runs", "  ./plateau runs --json", "  ./plateau runs prune --older 90d"})
public final class RunsCommand implements Callable<Integer> {
    private static final Pattern AGE = Pattern.compile("([1-9][0-9]{0,4})([dh])");

    @Mixin
    private RunsFolder runs = new RunsFolder();

    @Option(names = "--json", description = "Print the summaries of the runs as a JSON array.")
    private boolean json;

    @Override
    public Integer call() throws IOException {
        List<RunFolder> all = RunFolder.list(runs.path());
        if (json) {
            System.out.print(Documents.text(all.stream().map(RunSummary::read).toList()));
            return ExitCode.PASS.code();
        }
        if (all.isEmpty()) {
            System.out.println("no runs in " + runs.path().toAbsolutePath());
            return ExitCode.PASS.code();
        }
        System.out.printf(Locale.ROOT, "%-44s %-12s %-18s %-9s %s%n", "run", "status", "verdict", "class", "metric");
        for (RunFolder folder : all) {
            RunSummary run = RunSummary.read(folder);
            RunAnnotation annotation = run.annotation();
            System.out.printf(
                    Locale.ROOT,
                    "%-44s %-12s %-18s %-9s %s%s%s%n",
                    folder.runId(),
                    run.state().label(),
                    verdict(run),
                    run.runClass() == null ? "-" : run.runClass(),
                    metric(run),
                    annotation.pinned() ? "  (pinned)" : "",
                    annotation.tags().isEmpty() ? "" : "  #" + String.join(" #", annotation.tags()));
        }
        return ExitCode.PASS.code();
    }

    private static String verdict(RunSummary run) {
        Conclusion conclusion = run.conclusion();
        if (conclusion == null) {
            return "-";
        }
        if (Verdict.INVALID.label().equals(run.verdict())) {
            boolean isUnreadable = run.workloads().isEmpty() && !run.problems().isEmpty();
            return isUnreadable ? "unreadable" : Verdict.INVALID.label();
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
                "Never deletes a run that is pinned, tagged or in progress, nor one whose files or notes cannot be read."
                        + " The age of a run counts from its end or, without an end, from its start."
            },
            footer = "  ./plateau runs prune --older 90d --keep 5 --dry-run")
    static int prune(
            @Mixin RunsFolder folder,
            @Option(
                            names = "--older",
                            paramLabel = "<age>",
                            required = true,
                            description = "Delete runs that are older: days or hours, such as 90d or 12h.")
                    String older,
            @Option(
                            names = "--keep",
                            defaultValue = "0",
                            description =
                                    "Keep the newest N runs of each name, however old (default: ${DEFAULT-VALUE}).")
                    int keep,
            @Option(names = "--dry-run", description = "Only print what would be deleted.") boolean dryRun)
            throws IOException {
        Instant before = Installation.now().minus(age(older));
        if (keep < 0) {
            throw new UsageError("--keep must be 0 or more, found " + keep);
        }
        if (!dryRun) {
            RunDeletion.removeLeftovers(folder.path());
        }
        List<RunFolder> all = RunFolder.list(folder.path());
        Map<String, Integer> newer = new HashMap<>();
        all.forEach(run -> newer.merge(name(run), 1, Integer::sum));
        int count = 0;
        boolean hasFailed = false;
        for (RunFolder run : all) {
            try {
                boolean isKept = newer.merge(name(run), -1, Integer::sum) < keep || isProtected(run);
                if (!isKept && ended(run).isBefore(before)) {
                    if (!dryRun) {
                        RunDeletion.removeFiles(RunDeletion.moveAway(run));
                    }
                    System.out.println(run.runId());
                    count++;
                }
            } catch (IOException e) {
                hasFailed = true;
                CommandName.report("The run " + run.runId() + " is not deleted (" + e.getMessage() + ").");
            }
        }
        System.out.println(count + " of " + all.size() + (all.size() == 1 ? " run in " : " runs in ")
                + folder.path().toAbsolutePath() + (dryRun ? " would be deleted." : " deleted."));
        return (hasFailed ? ExitCode.CANNOT : ExitCode.PASS).code();
    }

    private static Duration age(String older) throws UsageError {
        Matcher found = AGE.matcher(older);
        if (!found.matches()) {
            throw new UsageError(
                    "--older must be a number of days or hours, such as 90d or 12h, and not '" + older + "'");
        }
        long number = Long.parseLong(found.group(1));
        return found.group(2).equals("d") ? Duration.ofDays(number) : Duration.ofHours(number);
    }

    /** Whether the run must be kept at any age, as must folders that may not be runs, such as renamed ones. */
    private static boolean isProtected(RunFolder run) throws IOException {
        RunAnnotation annotation = RunAnnotation.read(run);
        return FolderId.of(run.runId()).isEmpty()
                || Files.isSymbolicLink(run.path())
                || run.isOwned()
                || annotation.pinned()
                || !annotation.tags().isEmpty();
    }

    private static Instant ended(RunFolder run) throws IOException {
        return run.end()
                .map(RunEvent::at)
                .or(() -> FolderId.of(run.runId()).flatMap(FolderId::startedAt))
                .orElse(Instant.MAX);
    }

    private static String name(RunFolder run) {
        return FolderId.of(run.runId()).map(FolderId::name).orElse("");
    }

    @Command(
            name = "telemetry",
            description = "Adds telemetry that other tools have recorded to a run that has ended.",
            footer = "  ./plateau telemetry import last sar.txt --host db1 --clock-bound 50ms")
    public static final class TelemetryCommand {
        @Command(
                name = "import",
                description = {
                    "Adds a file of sadf -d, or of CSV with a time column (esxtop -b, typeperf, collectl -P --sep ,), to a"
                            + " run that has ended: charts show it, and judge adds its figures to the result.",
                    "Its samples are placed on the run's clock by their times, which come from another clock; the result"
                            + " shows what these options state about that clock. The files of the run are not changed."
                },
                footer = {
                    "  sadf -d sa26 -- -u -r -q -n DEV > db1.sadf",
                    "  ./plateau telemetry import last db1.sadf --host db1 --clock-bound 50ms",
                    "  ./plateau telemetry import last esx1.csv --host esx1 --series '*Physical Cpu(_Total)*'",
                    "  ./plateau judge last --write"
                })
        static void read(
                @Parameters(description = RunsFolder.RUN_HELP) String run,
                @Parameters(description = "The file.") Path file,
                @Mixin RunsFolder runs,
                @Option(
                                names = "--host",
                                required = true,
                                description =
                                        "Name of the source, such as the host's; a second import with the same name"
                                                + " replaces the first.")
                        String host,
                @Option(
                                names = "--series",
                                description = "Import only series of this name, where * matches any characters; may be"
                                        + " repeated (default: all).")
                        @Nullable
                        List<String> series,
                @Option(names = "--zone", description = "Time zone of times without one, such as Europe/Berlin.")
                        @Nullable
                        String zone,
                @Option(
                                names = "--clock-ahead",
                                paramLabel = "<duration>",
                                defaultValue = "0ms",
                                description =
                                        "How far the clock of the file is ahead of the controller's, such as 250ms or"
                                                + " -1s (default: 0).")
                        String ahead,
                @Option(
                                names = "--clock-bound",
                                paramLabel = "<duration>",
                                description = "Greatest error of --clock-ahead, such as the root dispersion of chronyc"
                                        + " tracking (default: not known).")
                        @Nullable
                        String bound)
                throws IOException {
            RunFolder folder = RunFolder.of(runs.find(run));
            if (!Names.isValid(host)) {
                throw new UsageError(
                        "'" + host + "' cannot be the name of a source; write a lowercase letter, then letters,"
                                + " digits and hyphens.");
            }
            TelemetryImport telemetry = new TelemetryImport(
                    host,
                    series == null ? List.of() : series,
                    zone == null ? null : zone(zone),
                    duration("--clock-ahead", ahead),
                    bound == null ? null : duration("--clock-bound", bound));
            System.out.println(telemetry.addTo(folder, file));
            System.out.println(
                    CommandName.in("./plateau judge " + run + " has its figures; result.json stays as it was."));
        }

        private static ZoneId zone(String zone) throws UsageError {
            try {
                return ZoneId.of(zone);
            } catch (DateTimeException e) {
                throw new UsageError("--zone is '" + zone + "', which is not a zone such as Europe/Berlin or UTC.");
            }
        }

        private static Duration duration(String option, String text) throws UsageError {
            boolean isNegative = text.startsWith("-");
            try {
                Duration length = Durations.parse(isNegative ? text.substring(1) : text);
                return isNegative ? length.negated() : length;
            } catch (IllegalArgumentException e) {
                throw new UsageError(option + " is '" + text + "'; write " + Durations.FORM + ".");
            }
        }
    }
}

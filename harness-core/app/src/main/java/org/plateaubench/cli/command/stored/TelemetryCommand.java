// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.cli.command.stored;

import java.io.IOException;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.ZoneId;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.Durations;
import org.plateaubench.api.Names;
import org.plateaubench.app.TelemetryImport;
import org.plateaubench.app.UsageError;
import org.plateaubench.cli.command.CommandName;
import org.plateaubench.cli.command.RunsFolder;
import org.plateaubench.engine.store.RunFolder;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "telemetry",
        description = "Adds telemetry that other tools have recorded to a run that has ended.",
        footer = "  ./plateau telemetry import last sar.txt --host db1 --clock-bound 50ms")
public final class TelemetryCommand {
    @Command(
            name = "import",
            description = {
                "Adds a file of sadf -d, or of CSV with a time column (esxtop -b, typeperf, collectl -P --sep ,), to a"
                        + " run that has ended: charts show it, and judge adds its figures to the result.",
                "Its samples are placed on the run's clock by their times, which are those of another clock; the result"
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
                            description = "Name of the source, such as the host's; a second import with the same name"
                                    + " replaces the first.")
                    String host,
            @Option(
                            names = "--series",
                            description = "Import only series of this name, where * matches any characters; may be"
                                    + " repeated (default: all).")
                    @Nullable
                    List<String> series,
            @Option(names = "--zone", description = "Time zone of times without one, such as Europe/Berlin.") @Nullable
                    String zone,
            @Option(
                            names = "--clock-ahead",
                            paramLabel = "<duration>",
                            defaultValue = "0ms",
                            description = "How far the clock of the file is ahead of the controller's, such as 250ms or"
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
        TelemetryImport wanted = new TelemetryImport(
                host,
                series == null ? List.of() : series,
                zone == null ? null : zone(zone),
                duration("--clock-ahead", ahead),
                bound == null ? null : duration("--clock-bound", bound));
        System.out.println(wanted.into(folder, file));
        System.out.println(CommandName.in("./plateau judge " + run + " has its figures; result.json stays as it was."));
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

// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.figure.Figures;
import org.plateaubench.engine.statistics.Nanos;
import org.plateaubench.engine.store.ImportedTelemetry;
import org.plateaubench.engine.store.RunEvent;
import org.plateaubench.engine.store.RunFolder;
import org.plateaubench.engine.store.RunReader;
import org.plateaubench.engine.store.StoredRun;
import org.plateaubench.wire.TelemetrySample;

/**
 * Adds a file of telemetry to a run that has ended. The times in such files come from the clock of their host, often in
 * whole seconds. The given difference between this clock and the controller's places them on the clock of the run, with
 * an error of at most a second plus the bound of that difference.
 *
 * @param series names of series, in which * matches any characters; empty for all
 * @param ahead how far the clock of the file is ahead of the controller's
 * @param bound error bound of {@code ahead}; null when it is not known
 */
public record TelemetryImport(
        String name,
        List<String> series,
        @Nullable ZoneId zone,
        Duration ahead,
        @Nullable Duration bound) {
    private static final int MAX_NAME_LENGTH = 100;

    /** The resolution of times in files, which are truncated to seconds. */
    private static final Duration RESOLUTION = Duration.ofSeconds(1);

    public String addTo(RunFolder folder, Path file) throws IOException {
        if (folder.isOwned()) {
            throw new UsageError("The run " + folder.runId() + " is still running; import the file when it has ended.");
        }
        StoredRun run = RunReader.read(folder.path());
        RunEvent start = run.events().stream()
                .filter(event -> event.runNanos() >= 0)
                .findFirst()
                .orElseThrow(() -> new UsageError(
                        "The clock of this run was never started, so the samples cannot be placed on it."));
        RunEvent end = run.events().getLast();
        Instant origin = start.at().minusNanos(start.runNanos());
        TelemetryFile.Content content = content(TelemetryFile.read(file, series, zone));
        List<TelemetryFile.Sample> read = content.samples();
        if (read.isEmpty()) {
            throw new UsageError(
                    file + " has no sample" + (series.isEmpty() ? "" : " of these series") + "." + leftOut(content));
        }
        List<TelemetrySample> samples = new ArrayList<>();
        for (TelemetryFile.Sample sample : read) {
            Instant at = sample.at().minus(ahead);
            if (!at.isBefore(origin) && !at.isAfter(end.at())) {
                samples.add(new TelemetrySample(
                        Duration.between(origin, at).toNanos(),
                        ImportedTelemetry.SOURCE + name,
                        shortened(file, sample.series()),
                        sample.value(),
                        sample.unit(),
                        false));
            }
        }
        if (samples.isEmpty()) {
            throw new UsageError(file + " has samples from "
                    + second(read.getFirst().at()) + " to "
                    + second(read.getLast().at())
                    + ", none of them of the run, which lasted from " + second(origin) + " to " + second(end.at())
                    + "; is it the right file, and the right zone?");
        }
        String message = message(file, content, samples);
        ImportedTelemetry.write(folder, name, start, message, content.format(), samples);
        return message;
    }

    static TelemetryFile.Content content(TelemetryFile file) throws IOException {
        return SadfTables.isFormatOf(file.lines()) ? new SadfTables(file).read() : new CsvColumns(file).read();
    }

    private static String shortened(Path file, String name) throws IOException {
        if (name.length() > MAX_NAME_LENGTH) {
            return name.substring(0, MAX_NAME_LENGTH - 9) + "#" + String.format(Locale.ROOT, "%08x", name.hashCode());
        }
        if (name.isBlank()) {
            throw new UsageError(file + " has a series without a name.");
        }
        return name;
    }

    private String message(Path file, TelemetryFile.Content content, List<TelemetrySample> samples) {
        String placed = bound == null
                ? "how far its clock is from the run's is not known (--clock-bound): it is taken as " + seconds(ahead)
                        + " ahead, and instants are within 1 s of that"
                : "its clock is " + seconds(ahead) + " ahead of the run's, so that instants are wrong by "
                        + seconds(RESOLUTION.plus(bound)) + " at most";
        return String.format(
                Locale.ROOT,
                "Imported from %s (%s): %d of %d samples, of %d series, from %.1f to %.1f s of the run; %s.%s",
                file.getFileName(),
                content.format(),
                samples.size(),
                content.samples().size(),
                samples.stream().map(TelemetrySample::series).distinct().count(),
                samples.stream().mapToLong(TelemetrySample::runNanos).min().orElse(0) / Nanos.PER_SECOND,
                samples.stream().mapToLong(TelemetrySample::runNanos).max().orElse(0) / Nanos.PER_SECOND,
                placed,
                leftOut(content));
    }

    private static String leftOut(TelemetryFile.Content content) {
        return content.leftOut().isEmpty()
                ? ""
                : " Left out, because it is not understood: " + String.join("; ", content.leftOut()) + ".";
    }

    private static Instant second(Instant instant) {
        return instant.truncatedTo(ChronoUnit.SECONDS);
    }

    private static String seconds(Duration duration) {
        return Figures.text(duration.toMillis() / 1e3, "s");
    }

    /**
     * The tables of {@code sadf -d} (sysstat, manual page sadf(1)): a heading that begins with {@code #}, then lines
     * with host, length of the interval, time, optionally an item such as a processor, and values. A value refers to
     * the interval before its time. Lines with an interval of -1 are restarts and comments. A table with anything else
     * is left out. Not thread-safe.
     */
    private static final class SadfTables {
        private static final String HEAD = "# hostname;";
        private static final String MINUS_ONE = "-1";
        private static final Set<String> ITEM_COLUMNS =
                Set.of("CPU", "IFACE", "DEV", "FILESYSTEM", "INTR", "MOUNTPOINT", "BUS", "TTY");
        private static final int FIRST_VALUE = 3;

        private final Map<String, List<TelemetryFile.Sample>> tables = new LinkedHashMap<>();
        private final Set<String> leftOut = new LinkedHashSet<>();
        private final TelemetryFile file;

        SadfTables(TelemetryFile file) {
            this.file = file;
        }

        static boolean isFormatOf(List<String> lines) {
            return !lines.isEmpty()
                    && (lines.getFirst().startsWith(HEAD)
                            || isMark(lines.getFirst().split(";", -1)));
        }

        private static boolean isMark(String[] cells) {
            return cells.length > 1 && cells[1].equals(MINUS_ONE);
        }

        TelemetryFile.Content read() throws IOException {
            String head = "";
            for (int at = 0; at < file.lines().size(); at++) {
                String line = file.lines().get(at);
                String[] cells = line.split(";", -1);
                if (line.startsWith("#")) {
                    head = line;
                } else if (!line.isBlank() && !isMark(cells) && !row(at + 1, head, cells)) {
                    leftOut.add(head);
                }
            }
            leftOut.forEach(tables::remove);
            return new TelemetryFile.Content(
                    "sadf -d",
                    tables.values().stream().flatMap(List::stream).toList(),
                    leftOut.stream()
                            .map(heading -> "table " + heading.replaceFirst("^# hostname;interval;timestamp;?", ""))
                            .toList());
        }

        private boolean row(int number, String heading, String[] cells) throws IOException {
            String[] head = heading.split(";", -1);
            // A line of a table with lists has more cells than its heading has names.
            if (cells.length <= FIRST_VALUE || cells.length != head.length) {
                return false;
            }
            Instant at = file.time(number, cells[FIRST_VALUE - 1], false);
            boolean hasItem = ITEM_COLUMNS.contains(head[FIRST_VALUE]);
            String item = hasItem
                    ? head[FIRST_VALUE].toLowerCase(Locale.ROOT) + " "
                            + (cells[FIRST_VALUE].equals(MINUS_ONE) ? "all" : cells[FIRST_VALUE]) + " "
                    : "";
            List<TelemetryFile.Sample> samples = new ArrayList<>();
            for (int i = hasItem ? FIRST_VALUE + 1 : FIRST_VALUE; i < cells.length; i++) {
                // sysstat writes the decimal sign of the locale.
                OptionalDouble value = TelemetryFile.number(cells[i].replace(',', '.'));
                if (value.isEmpty()) {
                    return false;
                }
                if (file.isChosen().test(item + head[i])) {
                    samples.add(new TelemetryFile.Sample(at, item + head[i], value.getAsDouble(), unit(head[i])));
                }
            }
            tables.computeIfAbsent(heading, key -> new ArrayList<>()).addAll(samples);
            return true;
        }

        private static String unit(String column) {
            if (column.startsWith("%")) {
                return "%";
            }
            if (!column.endsWith("/s")) {
                return "value";
            }
            return column.endsWith("kB/s") ? "kB/s" : column.endsWith("pck/s") ? "packets/s" : "count/s";
        }
    }

    /**
     * CSV with a heading, whose first column is the time and whose others are series. It also reads the heading of
     * Windows Performance Monitor, {@code (PDH-CSV 4.0)} with {@code \\HOST\GROUP\COUNTER}, which {@code typeperf} and
     * {@code esxtop -b} write, and that of {@code collectl -P --sep ,}, {@code #Date,Time}. An empty value, or {@code
     * nan}, is missing.
     */
    record CsvColumns(TelemetryFile file) {
        private static final Pattern PDH =
                Pattern.compile("\\(PDH-CSV 4\\.0\\)(?: \\(([^)]*)\\)\\((-?[0-9]{1,4})\\))?");
        private static final Pattern CELL =
                Pattern.compile("(?:^|,)(?:\\s*\"([^\"]*+(?:\"\"[^\"]*+)*+)(?:\"|$)\\s*|([^,]*))");
        private static final String COLLECTL = "#Date";

        TelemetryFile.Content read() throws IOException {
            int at = 0;
            while (at < file.lines().size() && isSkipped(file.lines().get(at))) {
                at++;
            }
            List<String> head =
                    at == file.lines().size() ? List.of() : cells(file.lines().get(at));
            boolean isCollectl = !head.isEmpty() && head.getFirst().equals(COLLECTL);
            int times = isCollectl ? 2 : 1;
            if (head.size() <= times) {
                throw file.wrong(
                        1,
                        "this is neither output of sadf -d nor CSV with a heading, whose first column is the time and whose"
                                + " others are series.");
            }
            Matcher pdh = PDH.matcher(head.getFirst());
            boolean isPdh = pdh.matches();
            TelemetryFile zoned = isPdh ? zoned(pdh) : file;
            List<String> series = head.stream().map(CsvColumns::series).toList();
            // Checked before the cells are read, since a file of all counters has millions of them.
            TelemetryFile.requireFew(
                    file.path(),
                    series.stream()
                            .skip(times)
                            .filter(file.isChosen())
                            .distinct()
                            .count());
            List<Boolean> chosen = series.stream().map(file.isChosen()::test).toList();
            List<TelemetryFile.Sample> samples = new ArrayList<>();
            List<String> leftOut = new ArrayList<>();
            for (int line = at + 1; line < file.lines().size(); line++) {
                if (isSkipped(file.lines().get(line))) {
                    continue;
                }
                List<String> cells = cells(file.lines().get(line));
                if (cells.size() < series.size() && line == file.lines().size() - 1) {
                    leftOut.add("the last line, which is incomplete");
                    continue;
                }
                if (cells.size() != series.size()) {
                    throw file.wrong(
                            line + 1,
                            "it has " + cells.size() + " values, and the heading names " + series.size() + ".");
                }
                Instant time = zoned.time(line + 1, String.join(" ", cells.subList(0, times)), isPdh);
                for (int i = times; i < cells.size(); i++) {
                    if (chosen.get(i) && !isMissing(cells.get(i))) {
                        samples.add(new TelemetryFile.Sample(
                                time, series.get(i), value(line + 1, cells.get(i)), unit(series.get(i))));
                    }
                }
            }
            return new TelemetryFile.Content("CSV", samples, leftOut);
        }

        private static boolean isSkipped(String line) {
            return line.isBlank() || (line.startsWith("#") && !line.startsWith(COLLECTL + ","));
        }

        private static boolean isMissing(String value) {
            return value.isBlank() || value.strip().equalsIgnoreCase("nan");
        }

        /** The file with the zone of its heading, unless the user has named one. */
        private TelemetryFile zoned(Matcher heading) {
            boolean isUtc = "UTC".equals(heading.group(1)) && Integer.parseInt(heading.group(2)) == 0;
            ZoneId zone = file.zone() == null && isUtc ? ZoneOffset.UTC : file.zone();
            return new TelemetryFile(file.path(), file.lines(), file.isChosen(), zone);
        }

        private double value(int line, String text) throws IOException {
            OptionalDouble value = TelemetryFile.number(text);
            if (value.isEmpty()) {
                throw file.wrong(line, "'" + text + "' is not a number.");
            }
            return value.getAsDouble();
        }

        /** The name without the host, which is the same in all columns. */
        private static String series(String column) {
            return column.strip().replaceFirst("^\\\\\\\\[^\\\\]*\\\\", "").replace('\\', ' ');
        }

        private static String unit(String series) {
            return series.contains("%") ? "%" : "value";
        }

        /** The cells of a line (RFC 4180), also of one that was cut within a cell. */
        private static List<String> cells(String line) {
            return CELL.matcher(line)
                    .results()
                    .map(cell -> cell.group(1) == null
                            ? cell.group(2)
                            : cell.group(1).replace("\"\"", "\""))
                    .toList();
        }
    }
}

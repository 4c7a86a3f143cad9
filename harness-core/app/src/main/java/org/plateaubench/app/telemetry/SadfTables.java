// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.telemetry;

import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;

/**
 * The tables of {@code sadf -d} (sysstat, manual page sadf(1)): a heading that begins with {@code #}, then lines with
 * host, length of the interval, time, optionally an item such as a processor, and values. A value refers to the
 * interval before its time. Lines with an interval of -1 are restarts and comments. A table with anything else is left
 * out. Not thread-safe.
 */
final class SadfTables {
    private static final String HEAD = "# hostname;";
    private static final String MARK = "-1";
    private static final Set<String> THINGS =
            Set.of("CPU", "IFACE", "DEV", "FILESYSTEM", "INTR", "MOUNTPOINT", "BUS", "TTY");
    private static final int FIRST_VALUE = 3;

    private final TelemetryFile file;
    /** The samples by the heading of their table. */
    private final Map<String, List<TelemetryFile.Sample>> tables = new LinkedHashMap<>();

    private final Set<String> leftOut = new LinkedHashSet<>();

    SadfTables(TelemetryFile file) {
        this.file = file;
    }

    /** Whether a file begins with a heading, or with a restart or comment. */
    static boolean isFormatOf(List<String> lines) {
        return !lines.isEmpty()
                && (lines.getFirst().startsWith(HEAD) || isMark(lines.getFirst().split(";", -1)));
    }

    private static boolean isMark(String[] cells) {
        return cells.length > 1 && cells[1].equals(MARK);
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

    /** Adds the samples of a row; returns whether it was understood. */
    private boolean row(int number, String heading, String[] cells) throws IOException {
        String[] head = heading.split(";", -1);
        // A line of a table with lists has more cells than its heading has names.
        if (cells.length <= FIRST_VALUE || cells.length != head.length) {
            return false;
        }
        Instant at = file.time(number, cells[FIRST_VALUE - 1], false);
        boolean hasThing = THINGS.contains(head[FIRST_VALUE]);
        String thing = hasThing
                ? head[FIRST_VALUE].toLowerCase(Locale.ROOT) + " "
                        + (cells[FIRST_VALUE].equals(MARK) ? "all" : cells[FIRST_VALUE]) + " "
                : "";
        List<TelemetryFile.Sample> samples = new ArrayList<>();
        for (int i = hasThing ? FIRST_VALUE + 1 : FIRST_VALUE; i < cells.length; i++) {
            // sysstat writes the decimal sign of the locale.
            OptionalDouble value = TelemetryFile.number(cells[i].replace(',', '.'));
            if (value.isEmpty()) {
                return false;
            }
            if (file.wanted().test(thing + head[i])) {
                samples.add(new TelemetryFile.Sample(at, thing + head[i], value.getAsDouble(), unit(head[i])));
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

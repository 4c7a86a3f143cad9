// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.telemetry;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * The tables of {@code sadf -d} (sysstat, manual page sadf(1)): a heading that begins with {@code #}, then lines with
 * host, length of the interval, time in UTC, optionally an item such as a processor, and values. A value refers to the
 * interval before its time.
 */
record SadfTables(Path file, WantedSeries wanted) {
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss 'UTC'", Locale.ROOT);
    private static final Set<String> THINGS =
            Set.of("CPU", "IFACE", "DEV", "FILESYSTEM", "INTR", "MOUNTPOINT", "BUS", "TTY");
    private static final int FIRST_VALUE = 3;

    List<FileSample> read(List<String> lines) throws IOException {
        List<FileSample> samples = new ArrayList<>();
        String[] head = {};
        for (int at = 0; at < lines.size(); at++) {
            String line = lines.get(at);
            if (line.startsWith("# ")) {
                head = line.substring(2).split(";", -1);
            } else if (!line.isBlank() && !line.contains("LINUX-RESTART")) {
                row(at + 1, head, line.split(";", -1), samples);
            }
        }
        return samples;
    }

    private void row(int number, String[] head, String[] cells, List<FileSample> samples) throws IOException {
        // A line of a table with lists has more cells than its heading has names, which then end with [...].
        if (cells.length < FIRST_VALUE || cells.length != head.length) {
            throw new FileLine(file, number)
                    .wrong("it has " + cells.length + " values, but its head names " + head.length
                            + ". Write tables of one kind for each thing, such as sadf -d FILE -- -u -r -q -b -n DEV.");
        }
        Instant at = time(number, cells[2]);
        boolean hasThing = head.length > FIRST_VALUE && THINGS.contains(head[FIRST_VALUE]);
        String thing = hasThing ? " " + (cells[FIRST_VALUE].equals("-1") ? "all" : cells[FIRST_VALUE]) : "";
        for (int i = hasThing ? FIRST_VALUE + 1 : FIRST_VALUE; i < cells.length; i++) {
            String series = (hasThing ? head[FIRST_VALUE].toLowerCase(Locale.ROOT) + thing + " " : "") + head[i];
            if (wanted.includes(series)) {
                samples.add(new FileSample(at, series, new FileLine(file, number).value(cells[i]), unit(head[i])));
            }
        }
    }

    private Instant time(int number, String text) throws IOException {
        try {
            return LocalDateTime.parse(text, TIME).toInstant(ZoneOffset.UTC);
        } catch (DateTimeParseException e) {
            throw new FileLine(file, number)
                    .wrong("'" + text + "' is not a time in UTC; write the file without -T, -t and -U.");
        }
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

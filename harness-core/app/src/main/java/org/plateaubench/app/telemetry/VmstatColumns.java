// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.telemetry;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The columns of {@code vmstat -t} (procps, manual page vmstat(8)), whose second heading contains columns and time
 * zone. The first line of values refers to the time since the host was started, and so is ignored.
 */
record VmstatColumns(
        Path file, WantedSeries wanted, @Nullable ZoneId given) {
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss", Locale.ROOT);
    private static final Map<String, String> UNITS = Map.ofEntries(
            Map.entry("us", "%"),
            Map.entry("sy", "%"),
            Map.entry("id", "%"),
            Map.entry("wa", "%"),
            Map.entry("st", "%"),
            Map.entry("gu", "%"),
            Map.entry("swpd", "KiB"),
            Map.entry("free", "KiB"),
            Map.entry("buff", "KiB"),
            Map.entry("cache", "KiB"),
            Map.entry("si", "KiB/s"),
            Map.entry("so", "KiB/s"),
            Map.entry("bi", "KiB/s"),
            Map.entry("bo", "KiB/s"),
            Map.entry("in", "interrupts/s"),
            Map.entry("cs", "switches/s"));

    List<FileSample> read(List<String> lines) throws IOException {
        List<FileSample> samples = new ArrayList<>();
        List<String> columns = List.of();
        ZoneId zone = null;
        boolean isSinceStart = true;
        for (int at = 0; at < lines.size(); at++) {
            String line = lines.get(at).strip();
            if (line.isEmpty() || line.startsWith("procs ")) {
                continue;
            }
            List<String> words = Arrays.asList(line.split("\\s+", -1));
            if (words.getFirst().equals("r")) {
                zone = zone(at + 1, words);
                columns = words.subList(0, words.size() - 1);
            } else if (zone == null || words.size() != columns.size() + 2) {
                throw new FileLine(file, at + 1)
                        .wrong("it has " + words.size() + " words, but its head names " + columns.size() + " columns.");
            } else if (isSinceStart) {
                isSinceStart = false;
            } else {
                row(at + 1, columns, words, zone, samples);
            }
        }
        return samples;
    }

    private ZoneId zone(int number, List<String> head) throws IOException {
        String last = head.getLast();
        if (UNITS.containsKey(last)) {
            throw new FileLine(file, number)
                    .wrong("its lines have no time, so they cannot be placed on the run's clock; write the file with"
                            + " vmstat -t.");
        }
        if (given != null) {
            return given;
        }
        if (!last.equals("UTC") && !last.equals("GMT")) {
            throw new FileLine(file, number)
                    .wrong(
                            "its times are of the zone '" + last
                                    + "', which is short for more than one; name it with --zone, such as --zone Europe/Berlin.");
        }
        return ZoneOffset.UTC;
    }

    private void row(int number, List<String> columns, List<String> words, ZoneId zone, List<FileSample> samples)
            throws IOException {
        String time = words.get(columns.size()) + " " + words.get(columns.size() + 1);
        try {
            Instant at = LocalDateTime.parse(time, TIME).atZone(zone).toInstant();
            for (int i = 0; i < columns.size(); i++) {
                String column = columns.get(i);
                if (wanted.includes(column)) {
                    samples.add(new FileSample(
                            at,
                            column,
                            new FileLine(file, number).value(words.get(i)),
                            UNITS.getOrDefault(column, "processes")));
                }
            }
        } catch (DateTimeParseException e) {
            throw new FileLine(file, number).wrong("'" + time + "' is not a time.");
        }
    }
}

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
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The CSV of {@code esxtop -b}, the format of Windows Performance Monitor: a head of quoted names, {@code (PDH-CSV 4.0) (ZONE)(MINUTES)}
 * first and then {@code \\HOST\GROUP\COUNTER}, and lines of a time and values (VMware, "Using esxtop in Batch Mode").
 */
record EsxtopCounters(
        Path file, WantedSeries wanted, @Nullable ZoneId given) {
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("MM/dd/yyyy HH:mm:ss", Locale.ROOT);
    private static final Pattern HEAD = Pattern.compile("\\(PDH-CSV 4\\.0\\) \\(([^)]*)\\)\\((-?[0-9]{1,4})\\)");

    List<FileSample> read(List<String> lines) throws IOException {
        List<String> head = cells(1, lines.getFirst());
        ZoneId zone = zone(head.getFirst());
        List<String> names = head.stream().map(EsxtopCounters::series).toList();
        // Checked before the cells are read, since a file of all counters has millions of them.
        WantedSeries.requireFew(
                file, names.stream().skip(1).filter(wanted::includes).distinct().count());
        List<FileSample> samples = new ArrayList<>();
        for (int at = 1; at < lines.size(); at++) {
            if (lines.get(at).isBlank()) {
                continue;
            }
            List<String> cells = cells(at + 1, lines.get(at));
            if (cells.size() != names.size()) {
                throw new FileLine(file, at + 1)
                        .wrong("it has " + cells.size() + " values, and the head names " + names.size() + ".");
            }
            Instant time = time(at + 1, cells.getFirst(), zone);
            for (int i = 1; i < cells.size(); i++) {
                String value = cells.get(i);
                if (wanted.includes(names.get(i)) && !value.isBlank()) {
                    samples.add(new FileSample(
                            time,
                            names.get(i),
                            new FileLine(file, at + 1).value(value),
                            names.get(i).contains("% ") ? "%" : "value"));
                }
            }
        }
        return samples;
    }

    /** The name without the host, which is the same in all columns. */
    private static String series(String column) {
        return column.replaceFirst("^\\\\\\\\[^\\\\]*\\\\", "").replace('\\', ' ');
    }

    private ZoneId zone(String text) throws IOException {
        Matcher head = HEAD.matcher(text);
        if (!head.matches()) {
            throw new FileLine(file, 1)
                    .wrong("it begins with '" + text + "' instead of (PDH-CSV 4.0) (ZONE)(MINUTES).");
        }
        if (given != null) {
            return given;
        }
        if (!head.group(1).equals("UTC") || Integer.parseInt(head.group(2)) != 0) {
            throw new FileLine(file, 1)
                    .wrong("its times are of the zone '" + head.group(1)
                            + "'; name it with --zone, such as --zone America/New_York.");
        }
        return ZoneOffset.UTC;
    }

    private Instant time(int number, String text, ZoneId zone) throws IOException {
        try {
            return LocalDateTime.parse(text, TIME).atZone(zone).toInstant();
        } catch (DateTimeParseException e) {
            throw new FileLine(file, number).wrong("'" + text + "' is not a time such as 11/26/2026 05:30:00.");
        }
    }

    /** Parses the cells of a line; every cell is quoted, and none contains a quote. */
    private List<String> cells(int number, String line) throws IOException {
        if (line.length() < 2 || !line.startsWith("\"") || !line.endsWith("\"")) {
            throw new FileLine(file, number).wrong("its values are not quoted.");
        }
        return List.of(line.substring(1, line.length() - 1).split("\",\"", -1));
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app;

import java.io.IOException;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * CSV with a heading, whose first column is the time and whose others are series. It also reads the heading of Windows
 * Performance Monitor, {@code (PDH-CSV 4.0)} with {@code \\HOST\GROUP\COUNTER}, which {@code typeperf} and
 * {@code esxtop -b} write, and that of {@code collectl -P --sep ,}, {@code #Date,Time}. An empty value, or {@code nan}, is missing.
 */
record CsvColumns(TelemetryFile file) {
    private static final Pattern PDH = Pattern.compile("\\(PDH-CSV 4\\.0\\)(?: \\(([^)]*)\\)\\((-?[0-9]{1,4})\\))?");
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
                series.stream().skip(times).filter(file.wanted()).distinct().count());
        List<Boolean> wanted = series.stream().map(file.wanted()::test).toList();
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
                        line + 1, "it has " + cells.size() + " values, and the heading names " + series.size() + ".");
            }
            Instant time = zoned.time(line + 1, String.join(" ", cells.subList(0, times)), isPdh);
            for (int i = times; i < cells.size(); i++) {
                if (wanted.get(i) && !isMissing(cells.get(i))) {
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
        return new TelemetryFile(file.path(), file.lines(), file.wanted(), zone);
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

    /** The cells of a line (RFC 4180); a quote may stand anywhere in a cell. */
    private static List<String> cells(String line) {
        List<String> cells = new ArrayList<>();
        StringBuilder cell = new StringBuilder();
        boolean quoted = false;
        for (int i = 0; i < line.length(); i++) {
            char next = line.charAt(i);
            if (next == '"' && quoted && i + 1 < line.length() && line.charAt(i + 1) == '"') {
                cell.append('"');
                i++;
            } else if (next == '"') {
                quoted = !quoted;
            } else if (next == ',' && !quoted) {
                cells.add(cell.toString());
                cell.setLength(0);
            } else {
                cell.append(next);
            }
        }
        cells.add(cell.toString());
        return cells;
    }
}

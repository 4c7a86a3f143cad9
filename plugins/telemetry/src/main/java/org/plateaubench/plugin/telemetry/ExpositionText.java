// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.telemetry;

import java.io.IOException;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.plateaubench.spi.NamePattern;

/**
 * Parses the text format 0.0.4 of Prometheus ("Exposition formats" of its documentation) and that of OpenMetrics 1.0: a
 * text with an invalid line is refused, because other lines may be incomplete too.
 */
final class ExpositionText {
    private static final int MAX_LINE_LENGTH = 16 * 1024;
    private static final String TOTAL = "_total";
    private static final List<String> HISTOGRAM_ENDINGS = List.of("_bucket", "_count", "_sum");

    private final Map<String, String> types = new HashMap<>();
    private final NamePattern wanted;
    private final boolean isOpenMetrics;

    /** A value; its series is name and labels as written, and its time is null for the time of the answer. */
    record Line(
            String series,
            double value,
            String unit,
            boolean cumulative,
            @Nullable Instant at) {}

    private ExpositionText(NamePattern wanted, boolean isOpenMetrics) {
        this.wanted = wanted;
        this.isOpenMetrics = isOpenMetrics;
    }

    /**
     * Returns the values of the wanted metrics.
     *
     * @param isOpenMetrics whether the text is of OpenMetrics, in which times are in seconds and exemplars may follow
     * @throws IOException if a line does not follow the format; the message contains its number
     */
    static List<Line> lines(String text, NamePattern wanted, boolean isOpenMetrics) throws IOException {
        ExpositionText format = new ExpositionText(wanted, isOpenMetrics);
        List<Line> lines = new ArrayList<>();
        int number = 0;
        for (String line : text.split("\n", -1)) {
            number++;
            try {
                Line read = format.line(line.strip());
                if (read != null) {
                    lines.add(read);
                }
            } catch (IllegalArgumentException e) {
                throw new IOException(
                        "Line " + number + " of the metrics does not follow the text format of Prometheus: "
                                + e.getMessage() + ".",
                        e);
            }
        }
        return lines;
    }

    private @Nullable Line line(String line) {
        if (line.length() > MAX_LINE_LENGTH) {
            throw new IllegalArgumentException("it is longer than " + MAX_LINE_LENGTH + " characters");
        }
        if (line.startsWith("#")) {
            String[] words = line.split("\\s+", -1);
            if (words.length == 4 && words[1].equals("TYPE")) {
                types.put(unquoted(words[2]), words[3].toLowerCase(Locale.ROOT));
            }
            return null;
        }
        if (line.isEmpty()) {
            return null;
        }
        // A name of other characters is in quotes, as the first of the labels.
        boolean isQuoted = line.startsWith("{");
        int nameEnd = isQuoted ? 0 : nameEnd(line);
        int labelsEnd = line.startsWith("{", nameEnd) ? labelsEnd(line, nameEnd) : nameEnd;
        String labels = line.substring(nameEnd, labelsEnd);
        String name = isQuoted ? quotedName(labels) : line.substring(0, nameEnd);
        String rest = line.substring(labelsEnd);
        int exemplar = isOpenMetrics ? rest.indexOf(" # ") : -1;
        String[] words =
                (exemplar < 0 ? rest : rest.substring(0, exemplar)).strip().split("[ \t]+", -1);
        if (words.length > 2) {
            throw new IllegalArgumentException("more than a value and a time follow the name");
        }
        double value = value(words[0]);
        Instant at = words.length == 2 ? time(words[1]) : null;
        if (!wanted.matches(name)) {
            return null;
        }
        boolean cumulative = isCumulative(name);
        return new Line((isQuoted ? "" : name) + labels, value, unit(name, cumulative), cumulative, at);
    }

    private static String quotedName(String labels) {
        int end = labels.indexOf('"', 2);
        if (labels.charAt(1) != '"' || end < 0) {
            throw new IllegalArgumentException("it does not begin with the name of a metric");
        }
        return labels.substring(2, end);
    }

    private static String unquoted(String name) {
        return name.length() > 1 && name.startsWith("\"") ? name.substring(1, name.length() - 1) : name;
    }

    private static int nameEnd(String line) {
        int end = 0;
        while (end < line.length() && isNameCharacter(line.charAt(end), end)) {
            end++;
        }
        if (end == 0) {
            throw new IllegalArgumentException("it does not begin with the name of a metric");
        }
        return end;
    }

    private static boolean isNameCharacter(char c, int at) {
        return c == '_'
                || c == ':'
                || (c >= 'a' && c <= 'z')
                || (c >= 'A' && c <= 'Z')
                || (at > 0 && c >= '0' && c <= '9');
    }

    /** Returns the index after the brace that ends the labels; braces in quoted values are skipped. */
    private static int labelsEnd(String line, int start) {
        boolean isQuoted = false;
        for (int i = start + 1; i < line.length(); i++) {
            char c = line.charAt(i);
            if (isQuoted && c == '\\') {
                i++;
            } else if (c == '"') {
                isQuoted = !isQuoted;
            } else if (c == '}' && !isQuoted) {
                return i + 1;
            }
        }
        throw new IllegalArgumentException("its labels do not end");
    }

    /** Reads a number as Go does, in which Prometheus and most exporters are written. */
    static double value(String word) {
        return switch (word.toLowerCase(Locale.ROOT)) {
            case "nan", "+nan", "-nan" -> Double.NaN;
            case "inf", "+inf", "infinity", "+infinity" -> Double.POSITIVE_INFINITY;
            case "-inf", "-infinity" -> Double.NEGATIVE_INFINITY;
            default -> {
                try {
                    yield word.matches("[+-]?0[xX].*") ? Double.parseDouble(word) : new BigDecimal(word).doubleValue();
                } catch (NumberFormatException e) {
                    throw new IllegalArgumentException("its value is not a number", e);
                }
            }
        };
    }

    private Instant time(String word) {
        try {
            BigDecimal number = new BigDecimal(word);
            if (number.signum() < 0) {
                throw new IllegalArgumentException("its time is before 1970");
            }
            return Instant.ofEpochMilli((isOpenMetrics ? number.movePointRight(3) : number).longValue());
        } catch (NumberFormatException | ArithmeticException e) {
            throw new IllegalArgumentException(
                    "its time is not a number of " + (isOpenMetrics ? "" : "milli") + "seconds", e);
        }
    }

    private boolean isCumulative(String name) {
        String type = types.getOrDefault(name, "");
        if (!type.isEmpty()) {
            return type.equals("counter");
        }
        if (name.endsWith(TOTAL)) {
            // In OpenMetrics, the type belongs to the name without the suffix, which only counters may have.
            return List.of("counter", "unknown", "")
                    .contains(types.getOrDefault(name.substring(0, name.length() - TOTAL.length()), ""));
        }
        for (String end : HISTOGRAM_ENDINGS) {
            if (name.endsWith(end)) {
                String familyType = types.getOrDefault(name.substring(0, name.length() - end.length()), "");
                return familyType.equals("histogram") || familyType.equals("summary");
            }
        }
        return false;
    }

    /** Returns the unit, which is part of names in Prometheus; a running total without a unit is a count. */
    private static String unit(String name, boolean cumulative) {
        String plain = name.replaceFirst("_total$", "").replaceFirst("_sum$", "");
        if (plain.endsWith("_seconds")) {
            return "s";
        }
        if (plain.endsWith("_bytes")) {
            return cumulative ? "bytes" : "bytes held";
        }
        if (plain.endsWith("_ratio")) {
            return "share";
        }
        return cumulative ? "count" : "value";
    }
}

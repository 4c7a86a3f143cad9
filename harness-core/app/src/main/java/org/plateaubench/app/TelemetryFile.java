// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.ChronoField;
import java.time.temporal.TemporalAccessor;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.plateaubench.spi.NamePattern;

/**
 * A file of telemetry of another tool: the tables of {@code sadf -d}, or CSV with a time column.
 *
 * @param zone time zone of times without one; null when it is not known
 */
record TelemetryFile(
        Path path,
        List<String> lines,
        Predicate<String> isChosen,
        @Nullable ZoneId zone) {
    /** The greatest size of a file, for a day with samples of every second; esxtop writes thousands of columns. */
    private static final long MAX_BYTES = 256L * 1024 * 1024;

    private static final int MAX_SERIES = 1_000;
    private static final String BYTE_ORDER_MARK = "\uFEFF";

    private static final DateTimeFormatter ISO = form("yyyy-MM-dd[ ]['T']HH:mm:ss");
    private static final DateTimeFormatter PDH = form("MM/dd/yyyy HH:mm:ss");
    private static final DateTimeFormatter COLLECTL = form("yyyyMMdd HH:mm:ss");
    private static final Pattern EPOCH = Pattern.compile("[0-9]{10}(\\.[0-9]{1,9})?|[0-9]{13}");

    /** A value; the instant is by the clock of the file's host. */
    record Sample(Instant at, String series, double value, String unit) {}

    /** {@code leftOut} names the parts that were not understood. */
    record Content(String format, List<Sample> samples, List<String> leftOut) {}

    /** A form of times, which may have a fraction and a zone. */
    private static DateTimeFormatter form(String pattern) {
        return new DateTimeFormatterBuilder()
                .appendPattern(pattern)
                .appendFraction(ChronoField.NANO_OF_SECOND, 0, 9, true)
                .appendPattern("[XXX]")
                .toFormatter(Locale.ROOT);
    }

    /**
     * Reads a file.
     *
     * @param names names of the chosen series, in which * matches any characters; empty for all
     * @param zone time zone of times without one; null when it is not known
     */
    static TelemetryFile read(Path path, List<String> names, @Nullable ZoneId zone) throws IOException {
        UsageError.requireFile(path, "");
        if (Files.size(path) > MAX_BYTES) {
            throw new UsageError(
                    path + " has " + Files.size(path) + " bytes; at most " + MAX_BYTES + " are read. Cut it.");
        }
        try {
            List<String> lines = Files.readAllLines(path, StandardCharsets.UTF_8);
            if (!lines.isEmpty() && lines.getFirst().startsWith(BYTE_ORDER_MARK)) {
                lines.set(0, lines.getFirst().substring(1));
            }
            NamePattern pattern = new NamePattern(names);
            return new TelemetryFile(path, lines, name -> names.isEmpty() || pattern.matches(name), zone);
        } catch (CharacterCodingException e) {
            throw new UsageError(path + " is not text in UTF-8.");
        }
    }

    static void requireFew(Path path, long series) throws IOException {
        if (series > MAX_SERIES) {
            throw new UsageError(path + " has " + series + " series, more than the " + MAX_SERIES
                    + " that telemetry has; name those that matter with --series.");
        }
    }

    UsageError wrong(int line, String problem) {
        return new UsageError(path + ":" + line + ": " + problem);
    }

    static OptionalDouble number(String text) {
        try {
            double value = Double.parseDouble(text.strip());
            return Double.isFinite(value) ? OptionalDouble.of(value) : OptionalDouble.empty();
        } catch (NumberFormatException e) {
            return OptionalDouble.empty();
        }
    }

    /** An instant: seconds or milliseconds since 1970, a time with a zone, or a local time in the zone of the file. */
    Instant time(int line, String text, boolean monthFirst) throws IOException {
        String time = text.strip().replaceFirst(" UTC$", "Z");
        if (EPOCH.matcher(time).matches()) {
            BigDecimal seconds = new BigDecimal(time).movePointLeft(time.length() == 13 && !time.contains(".") ? 3 : 0);
            return Instant.ofEpochSecond(0, seconds.movePointRight(9).longValueExact());
        }
        for (DateTimeFormatter form : List.of(monthFirst ? PDH : ISO, COLLECTL)) {
            try {
                TemporalAccessor parsed = form.parseBest(time, OffsetDateTime::from, LocalDateTime::from);
                return parsed instanceof OffsetDateTime zoned
                        ? zoned.toInstant()
                        : instant(line, time, LocalDateTime.from(parsed));
            } catch (DateTimeException e) {
                // The next form may fit.
            }
        }
        throw wrong(
                line,
                "'" + text.strip() + "' is not a time; write it as 2026-11-26T05:30:00Z, or as seconds or milliseconds"
                        + " since 1970.");
    }

    private Instant instant(int line, String time, LocalDateTime local) throws IOException {
        if (zone == null) {
            throw wrong(
                    line, "the time '" + time + "' has no zone; name it with --zone, such as --zone Europe/Berlin.");
        }
        if (zone.getRules().getValidOffsets(local).size() != 1) {
            throw wrong(
                    line,
                    "the time '" + time + "' is in an hour that clocks of " + zone + " repeat or skip; write the file"
                            + " with times in UTC.");
        }
        return local.atZone(zone).toInstant();
    }
}

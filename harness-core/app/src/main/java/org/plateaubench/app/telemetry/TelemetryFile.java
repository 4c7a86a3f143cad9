// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.telemetry;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The formats of files that can be imported, each recognised by its first line. */
enum TelemetryFile {
    /** {@code sadf -d} of sysstat: a table with semicolons for each activity. */
    SADF("sadf -d", "# hostname;"),
    /** {@code vmstat -t} of procps: columns, and the time at their end. */
    VMSTAT("vmstat -t", "procs "),
    /** {@code esxtop -b}: CSV of performance counters, a column for each. */
    ESXTOP("esxtop -b", "\"(PDH-CSV 4.0)");

    /** The greatest size of a file, for a day with samples of every second; esxtop writes thousands of columns. */
    private static final long MOST_BYTES = 256L * 1024 * 1024;

    private final String label;
    private final String beginning;

    TelemetryFile(String label, String beginning) {
        this.label = label;
        this.beginning = beginning;
    }

    String label() {
        return label;
    }

    /** The format of a file. */
    static TelemetryFile of(Path file, List<String> lines) throws IOException {
        String first = lines.isEmpty() ? "" : lines.getFirst();
        for (TelemetryFile format : values()) {
            if (first.startsWith(format.beginning)) {
                return format;
            }
        }
        throw new IOException(file + ":1: this is not output of sadf -d, vmstat -t or esxtop -b, which begin with '"
                + SADF.beginning + "', '" + VMSTAT.beginning + "' or '" + ESXTOP.beginning + "'.");
    }

    static List<String> lines(Path file) throws IOException {
        if (!Files.isRegularFile(file)) {
            throw new IOException("There is no file " + file + ".");
        }
        if (Files.size(file) > MOST_BYTES) {
            throw new IOException(
                    file + " has " + Files.size(file) + " bytes; at most " + MOST_BYTES + " are read. Cut it.");
        }
        try {
            return Files.readAllLines(file, StandardCharsets.UTF_8);
        } catch (CharacterCodingException e) {
            throw new IOException(file + " is not text in UTF-8.", e);
        }
    }

    /**
     * The samples of a file.
     *
     * @param zone time zone of times without one, null for none
     * @throws IOException with file and line when one cannot be read
     */
    List<FileSample> read(Path file, List<String> lines, WantedSeries wanted, @Nullable ZoneId zone)
            throws IOException {
        return switch (this) {
            case SADF -> new SadfTables(file, wanted).read(lines);
            case VMSTAT -> new VmstatColumns(file, wanted, zone).read(lines);
            case ESXTOP -> new EsxtopCounters(file, wanted, zone).read(lines);
        };
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.store;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.LongSummaryStatistics;
import org.plateaubench.engine.document.Documents;
import org.plateaubench.wire.IntervalBytes;
import org.plateaubench.wire.TelemetrySample;

/**
 * Reads parts of a stored run repeatedly without keeping them in memory: the first reading of a file records where each
 * time range is, and later readings read only the needed parts and new data. Thread-safe; one thread reads at a time.
 */
public final class RunScan {
    private final RunFolder folder;
    private final IntervalFile intervals;
    private final List<IntervalFile.Entry> entries = new ArrayList<>();
    private final List<Piece> telemetry = new ArrayList<>();
    private long telemetryOffset;

    private record Piece(long offset, long endOffset, long startNanos, long endNanos) {}

    public RunScan(RunFolder folder) {
        this.folder = folder;
        intervals = new IntervalFile(folder.file(StoredFile.INTERVALS));
    }

    /** Forwards intervals, then telemetry between two instants of the run's clock, and some before and after. */
    public synchronized void read(long fromNanos, long toNanos, RunRecords records) throws IOException {
        intervals.findNewRecords(entries::add, records::broken);
        List<IntervalFile.Entry> selected = entries.stream()
                .filter(entry ->
                        entry.header().endNanos() >= fromNanos && entry.header().startNanos() <= toNanos)
                .toList();
        intervals.read(selected, workload -> true, IntervalBytes.Detail.COMPLETE, records::interval, records::broken);
        telemetry(fromNanos, toNanos, records);
        ImportedTelemetry.read(
                folder.path(),
                // Each imported file begins with an event that describes its origin; it is not part of the run.
                event -> {},
                point -> {
                    if (point.runNanos() >= fromNanos && point.runNanos() <= toNanos) {
                        records.telemetry(point);
                    }
                },
                new ArrayList<>());
    }

    /** Just after the midpoint of the last interval, which decides its bin in charts, on the run's clock; or 0. */
    public synchronized long lastIntervalMidpointNanos() throws IOException {
        intervals.findNewRecords(entries::add, broken -> {});
        return entries.stream()
                .map(IntervalFile.Entry::header)
                .mapToLong(header -> header.startNanos() + (header.endNanos() - header.startNanos()) / 2 + 1)
                .max()
                .orElse(0);
    }

    private void telemetry(long fromNanos, long toNanos, RunRecords records) throws IOException {
        Path path = folder.file(StoredFile.TELEMETRY);
        if (!Files.exists(path)) {
            return;
        }
        long size = Files.size(path);
        if (size < telemetryOffset) {
            telemetry.clear();
            telemetryOffset = 0;
        }
        for (Piece piece : telemetry) {
            if (piece.endNanos() >= fromNanos && piece.startNanos() <= toNanos) {
                Lines lines = new Lines(path, piece.offset(), piece.endOffset());
                while (lines.next(line -> records.telemetry(sample(line)), records::broken)) {
                    // All lines of the piece are passed on; it fits into one batch.
                }
            }
        }
        Lines newLines = new Lines(path, telemetryOffset, size);
        while (readMore(newLines, records)) {
            // Each call reads one batch, until nothing is left.
        }
    }

    /** Continues at the end of the last reading; returns false if nothing was added. */
    private boolean readMore(Lines lines, RunRecords records) throws IOException {
        LongSummaryStatistics span = new LongSummaryStatistics();
        boolean hasLines = lines.next(
                line -> {
                    TelemetrySample point = sample(line);
                    span.accept(point.runNanos());
                    records.telemetry(point);
                },
                records::broken);
        if (hasLines) {
            telemetry.add(new Piece(telemetryOffset, lines.offset(), span.getMin(), span.getMax()));
            telemetryOffset = lines.offset();
        }
        return hasLines;
    }

    private static TelemetrySample sample(String line) {
        return Documents.read(line, TelemetrySample.class);
    }
}

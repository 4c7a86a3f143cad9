// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.store;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.plateaubench.engine.document.Documents;
import org.plateaubench.engine.run.ErrorRecord;
import org.plateaubench.wire.IntervalBytes;
import org.plateaubench.wire.TelemetrySample;

/**
 * Reads parts of a stored run repeatedly without keeping them in memory: the first reading of a file records where each
 * time range is, and later readings read only the needed parts and new data. Any thread; only one reads at a time.
 */
public final class RunScan {
    private final RunFolder folder;
    private final IntervalFile intervals;
    private final List<IntervalFile.Place> places = new ArrayList<>();
    private final Map<StoredFile, Learned> learned = new EnumMap<>(StoredFile.class);

    /** Consecutive lines with their time range. */
    private record Piece(long offset, long endOffset, long startNanos, long endNanos) {}

    /** The known pieces of a file up to an offset. */
    private static final class Learned {
        private final List<Piece> pieces = new ArrayList<>();
        private long offset;

        void forget() {
            pieces.clear();
            offset = 0;
        }
    }

    public RunScan(RunFolder folder) {
        this.folder = folder;
        intervals = new IntervalFile(folder.file(StoredFile.INTERVALS));
    }

    /** Passes on intervals, then telemetry between two instants of the run's clock, and some before and after. */
    public synchronized void read(long fromNanos, long toNanos, RunRecords records) throws IOException {
        findIntervals(records);
        List<IntervalFile.Place> wanted = places.stream()
                .filter(place ->
                        place.head().endNanos() >= fromNanos && place.head().startNanos() <= toNanos)
                .toList();
        intervals.read(wanted, workload -> true, IntervalBytes.Detail.WHOLE, records::interval, records::broken);
        read(StoredFile.TELEMETRY, fromNanos, toNanos, records);
        // Its events are not events of the run.
        ImportedTelemetry.read(
                folder.path(),
                new RunRecords() {
                    @Override
                    public void telemetry(TelemetrySample point) {
                        if (point.runNanos() >= fromNanos && point.runNanos() <= toNanos) {
                            records.telemetry(point);
                        }
                    }
                },
                new ArrayList<>());
    }

    private void findIntervals(RunRecords records) throws IOException {
        intervals.find(places::add, records::broken);
    }

    /**
     * The instant of the run's clock just after the middle of the last interval, which determines its bin; 0 if there
     * is none.
     */
    public synchronized long measuredNanos() throws IOException {
        findIntervals(new RunRecords() {});
        return places.stream()
                .map(IntervalFile.Place::head)
                .mapToLong(head -> head.startNanos() + (head.endNanos() - head.startNanos()) / 2 + 1)
                .max()
                .orElse(0);
    }

    public synchronized void readEvents(RunRecords records) throws IOException {
        read(StoredFile.EVENTS, Long.MIN_VALUE, Long.MAX_VALUE, records);
        read(StoredFile.ERRORS, Long.MIN_VALUE, Long.MAX_VALUE, records);
    }

    private void read(StoredFile file, long fromNanos, long toNanos, RunRecords records) throws IOException {
        Path path = folder.file(file);
        if (!Files.exists(path)) {
            return;
        }
        Learned known = learned.computeIfAbsent(file, key -> new Learned());
        long size = Files.size(path);
        if (size < known.offset) {
            known.forget();
        }
        for (Piece piece : List.copyOf(known.pieces)) {
            if (piece.endNanos() >= fromNanos && piece.startNanos() <= toNanos) {
                GrowingLines lines = new GrowingLines(path, piece.offset(), piece.endOffset());
                Span span = new Span();
                while (lines.next(line -> take(file, line, records, span), records::broken)) {
                    // A piece has the length of a batch.
                }
            }
        }
        learn(file, known, size, records);
    }

    /** Continues where the last reading ended. */
    private void learn(StoredFile file, Learned known, long size, RunRecords records) throws IOException {
        GrowingLines lines = new GrowingLines(folder.file(file), known.offset, size);
        Span span = new Span();
        while (lines.next(line -> take(file, line, records, span), records::broken)) {
            known.pieces.add(new Piece(known.offset, lines.offset(), span.startNanos, span.endNanos));
            known.offset = lines.offset();
            span.clear();
        }
    }

    private void take(StoredFile file, String line, RunRecords records, Span span) {
        switch (file) {
            case TELEMETRY -> {
                TelemetrySample point = Documents.read(line, TelemetrySample.class);
                span.add(point.runNanos());
                records.telemetry(point);
            }
            case EVENTS -> records.event(RunEvent.read(line));
            case ERRORS -> records.error(Documents.read(line, ErrorRecord.class));
            default -> throw new IllegalStateException(file.fileName());
        }
    }

    /** The time range of the read records. */
    static final class Span {
        private long startNanos = Long.MAX_VALUE;
        private long endNanos = Long.MIN_VALUE;

        void add(long nanos) {
            startNanos = Math.min(startNanos, nanos);
            endNanos = Math.max(endNanos, nanos);
        }

        void clear() {
            startNanos = Long.MAX_VALUE;
            endNanos = Long.MIN_VALUE;
        }
    }
}

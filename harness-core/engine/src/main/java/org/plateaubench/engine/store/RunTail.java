// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.store;

import java.io.IOException;
import org.plateaubench.engine.aggregate.ErrorRecord;
import org.plateaubench.engine.document.Documents;
import org.plateaubench.engine.store.file.GrowingLines;
import org.plateaubench.engine.store.file.Lines;
import org.plateaubench.engine.store.record.HistogramLog;
import org.plateaubench.engine.store.record.RunEvent;
import org.plateaubench.engine.store.record.RunRecords;
import org.plateaubench.engine.store.record.StoredInterval;
import org.plateaubench.wire.TelemetrySample;

/**
 * Follows the files of a run folder while they grow, without keeping the records. An interval is passed on before its
 * histograms, which exist already because they are written first. One thread at a time.
 */
public final class RunTail {
    private final GrowingLines events;
    private final GrowingLines errors;
    private final GrowingLines telemetry;
    private final GrowingLines intervals;
    private final GrowingLines histograms;
    private final HistogramLog.Parser parser = new HistogramLog.Parser();

    public RunTail(RunFolder folder) {
        events = new GrowingLines(folder.file(StoredFile.EVENTS));
        errors = new GrowingLines(folder.file(StoredFile.ERRORS));
        telemetry = new GrowingLines(folder.file(StoredFile.TELEMETRY));
        intervals = new GrowingLines(folder.file(StoredFile.INTERVALS));
        histograms = new GrowingLines(folder.file(StoredFile.HISTOGRAMS));
    }

    /** Passes on all complete records since the last call. */
    public boolean read(RunRecords records) throws IOException {
        boolean any = drain(events, line -> records.event(RunEvent.read(line)), records);
        any |= drain(errors, line -> records.error(Documents.read(line, ErrorRecord.class)), records);
        any |= drain(telemetry, line -> records.telemetry(Documents.read(line, TelemetrySample.class)), records);
        any |= drain(intervals, line -> records.interval(StoredInterval.read(line)), records);
        any |= drain(histograms, line -> parser.read(line, records), records);
        return any;
    }

    private static boolean drain(GrowingLines lines, Lines.Taker taker, RunRecords records) throws IOException {
        boolean any = false;
        while (lines.next(taker, records::broken)) {
            any = true;
        }
        return any;
    }
}

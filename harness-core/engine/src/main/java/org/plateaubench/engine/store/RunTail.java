// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.store;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.plateaubench.engine.document.Documents;
import org.plateaubench.engine.run.ErrorRecord;
import org.plateaubench.wire.IntervalBytes;
import org.plateaubench.wire.TelemetrySample;

/** Follows the files of a run folder while they grow, without keeping the records. One thread at a time. */
public final class RunTail {
    private final Lines events;
    private final Lines errors;
    private final Lines telemetry;
    private final IntervalFile intervals;

    public RunTail(RunFolder folder) {
        events = new Lines(folder.file(StoredFile.EVENTS));
        errors = new Lines(folder.file(StoredFile.ERRORS));
        telemetry = new Lines(folder.file(StoredFile.TELEMETRY));
        intervals = new IntervalFile(folder.file(StoredFile.INTERVALS));
    }

    /** Passes on all complete records since the last call. */
    public boolean read(RunRecords records) throws IOException {
        boolean any = drain(events, line -> records.event(RunEvent.read(line)), records);
        any |= drain(errors, line -> records.error(Documents.read(line, ErrorRecord.class)), records);
        any |= drain(telemetry, line -> records.telemetry(Documents.read(line, TelemetrySample.class)), records);
        List<IntervalFile.Place> places = new ArrayList<>();
        intervals.find(places::add, records::broken);
        intervals.read(places, workload -> true, IntervalBytes.Detail.WHOLE, records::interval, records::broken);
        return any || !places.isEmpty();
    }

    private static boolean drain(Lines lines, Lines.Taker taker, RunRecords records) throws IOException {
        boolean any = false;
        while (lines.next(taker, records::broken)) {
            any = true;
        }
        return any;
    }
}

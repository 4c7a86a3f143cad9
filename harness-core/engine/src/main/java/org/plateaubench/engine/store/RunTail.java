// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.store;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import org.plateaubench.engine.document.Documents;
import org.plateaubench.engine.run.ErrorRecord;
import org.plateaubench.wire.IntervalBytes;
import org.plateaubench.wire.TelemetrySample;

/** Follows the files of a run folder while they grow, without keeping the records. Not thread-safe. */
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

    /** Passes new records to the receivers; returns whether there were any. */
    public boolean read(RunRecords... receivers) throws IOException {
        List<RunRecords> all = List.of(receivers);
        Consumer<String> broken = sentence -> all.forEach(receiver -> receiver.broken(sentence));
        boolean hasRecords =
                drain(events, RunEvent::read, event -> all.forEach(receiver -> receiver.event(event)), broken);
        hasRecords |= drain(
                errors,
                documentReader(ErrorRecord.class),
                error -> all.forEach(receiver -> receiver.error(error)),
                broken);
        hasRecords |= drain(
                telemetry,
                documentReader(TelemetrySample.class),
                sample -> all.forEach(receiver -> receiver.telemetry(sample)),
                broken);
        List<IntervalFile.Entry> entries = new ArrayList<>();
        intervals.findNewRecords(entries::add, broken);
        intervals.read(
                entries,
                workload -> true,
                IntervalBytes.Detail.COMPLETE,
                interval -> all.forEach(receiver -> receiver.interval(interval)),
                broken);
        return hasRecords || !entries.isEmpty();
    }

    private static <T> Function<String, T> documentReader(Class<T> type) {
        return line -> Documents.read(line, type);
    }

    private static <T> boolean drain(
            Lines lines, Function<String, T> reader, Consumer<T> receiver, Consumer<String> broken) throws IOException {
        boolean hasRecords = false;
        while (lines.next(line -> receiver.accept(reader.apply(line)), broken)) {
            hasRecords = true;
        }
        return hasRecords;
    }
}

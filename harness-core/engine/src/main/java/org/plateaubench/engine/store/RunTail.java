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

    public boolean read(RunRecords... receivers) throws IOException {
        List<RunRecords> all = List.of(receivers);
        Consumer<String> broken = sentence -> all.forEach(each -> each.broken(sentence));
        boolean any = drain(events, RunEvent::read, event -> all.forEach(each -> each.event(event)), broken);
        any |= drain(errors, as(ErrorRecord.class), error -> all.forEach(each -> each.error(error)), broken);
        any |= drain(telemetry, as(TelemetrySample.class), point -> all.forEach(each -> each.telemetry(point)), broken);
        List<IntervalFile.Place> places = new ArrayList<>();
        intervals.find(places::add, broken);
        intervals.read(
                places,
                workload -> true,
                IntervalBytes.Detail.WHOLE,
                interval -> all.forEach(each -> each.interval(interval)),
                broken);
        return any || !places.isEmpty();
    }

    private static <T> Function<String, T> as(Class<T> type) {
        return line -> Documents.read(line, type);
    }

    private static <T> boolean drain(
            Lines lines, Function<String, T> reader, Consumer<T> receiver, Consumer<String> broken) throws IOException {
        boolean any = false;
        while (lines.next(line -> receiver.accept(reader.apply(line)), broken)) {
            any = true;
        }
        return any;
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.store;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.plateaubench.engine.figure.TimeTotals;
import org.plateaubench.engine.store.record.ErrorRecord;
import org.plateaubench.engine.store.record.HistogramLog;
import org.plateaubench.engine.store.record.HistogramLog.IntervalHistogramConsumer;
import org.plateaubench.engine.store.record.RunEvent;
import org.plateaubench.engine.store.record.StoredInterval;
import org.plateaubench.measure.interval.HistogramTag;
import org.plateaubench.wire.TelemetrySample;

/**
 * A stored run. Immutable; the histograms are read from the folder on request. A run without a {@code run-ended} event
 * did not reach its end.
 *
 * @param folder the run folder
 * @param runId name of the folder
 * @param plan the plan
 * @param environment the environment
 * @param intervals intervals by agent and sequence; a late interval replaces the record that it is missing
 * @param events events in order
 * @param errors distinct errors with their last counts
 * @param telemetry telemetry in order
 * @param damage unreadable, changed or contradictory parts; sentences
 * @param sealed whether a manifest protects the files; a run that is judged for the first time has none
 * @param closed whether a result was written, so that there should be a manifest
 */
public record StoredRun(
        Path folder,
        String runId,
        Map<String, Object> plan,
        Map<String, Object> environment,
        List<StoredInterval> intervals,
        List<RunEvent> events,
        List<ErrorRecord> errors,
        List<TelemetrySample> telemetry,
        List<String> damage,
        boolean sealed,
        boolean closed) {
    /** The merge of all stored histograms of each requested tag, in the order of the tags' text. */
    public Map<HistogramTag, TimeTotals> mergedHistograms(Predicate<HistogramTag> isRequested) {
        Map<HistogramTag, TimeTotals> merged = new HashMap<>();
        forEachHistogram((startNanos, endNanos, tag, counts) -> {
            if (isRequested.test(tag)) {
                merged.computeIfAbsent(tag, key -> new TimeTotals()).add(counts);
            }
        });
        return merged;
    }

    /** Passes every stored histogram to the consumer, in file order. */
    public void forEachHistogram(IntervalHistogramConsumer consumer) {
        try {
            // Broken lines were reported when the run was read.
            HistogramLog.read(StoredFile.HISTOGRAMS.in(folder), consumer, new ArrayList<>());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

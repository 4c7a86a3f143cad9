// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.store;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.HdrHistogram.Histogram;
import org.plateaubench.measure.HistogramTag;

/**
 * A run as it stands on disk. Immutable; the histograms are read from the folder when asked for. A run without a {@code
 * run-ended} event was not carried to its end.
 *
 * @param folder the run folder
 * @param runId name of the folder
 * @param plan what was to be done
 * @param environment where it was done
 * @param intervals by agent and sequence; one that arrived late replaces its missing mark
 * @param events in order
 * @param errors distinct errors with their last counts
 * @param telemetry in order
 * @param damage what could not be read, was changed, or contradicts itself; sentences
 * @param sealed whether a manifest vouches for the files; a run that is being judged for the first time has none yet
 * @param closed whether a result was written, so that a manifest should have been
 */
public record StoredRun(
        Path folder,
        String runId,
        Map<String, Object> plan,
        Map<String, Object> environment,
        List<StoredInterval> intervals,
        List<RunEvent> events,
        List<ErrorRecord> errors,
        List<TelemetryPoint> telemetry,
        List<String> damage,
        boolean sealed,
        boolean closed) {
    public StoredRun {
        intervals = List.copyOf(intervals);
        events = List.copyOf(events);
        errors = List.copyOf(errors);
        telemetry = List.copyOf(telemetry);
        damage = List.copyOf(damage);
    }

    /**
     * The merge of all stored histograms of each tag that is asked for, in the order of the tags' text.
     *
     * @throws UncheckedIOException when the file cannot be read any more
     */
    public Map<HistogramTag, Histogram> mergedHistograms(Predicate<HistogramTag> isAskedFor) {
        Map<HistogramTag, Histogram> merged = new TreeMap<>(Comparator.comparing(HistogramTag::toString));
        forEachHistogram((startNanos, endNanos, tag, counts) -> {
            if (isAskedFor.test(tag)) {
                Histogram sum = merged.get(tag);
                if (sum == null) {
                    merged.put(tag, counts.toHistogram());
                } else {
                    counts.addTo(sum);
                }
            }
        });
        return merged;
    }

    /**
     * Gives every stored histogram to the consumer, in file order, one at a time.
     *
     * @throws UncheckedIOException when the file cannot be read any more
     */
    public void forEachHistogram(IntervalHistogramConsumer consumer) {
        try {
            // What is broken was named when the run was read.
            HistogramLog.read(StoredFile.HISTOGRAMS.in(folder), consumer, new ArrayList<>());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

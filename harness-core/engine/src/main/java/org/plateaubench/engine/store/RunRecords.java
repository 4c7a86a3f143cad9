// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.store;

import org.plateaubench.measure.interval.HistogramTag;

/** Takes the records of a run folder as they are read, on the reading thread. */
public interface RunRecords {
    /** An interval of an agent; one that arrived late comes after its missing mark. */
    default void interval(StoredInterval interval) {}

    /** Whether a histogram should be decoded. */
    default boolean wants(HistogramTag tag) {
        return true;
    }

    /** A histogram, as described in {@link IntervalHistogramConsumer}. */
    default void histogram(long startNanos, long endNanos, HistogramTag tag, StoredCounts counts) {}

    /** An event. */
    default void event(RunEvent event) {}

    /** The last count of a distinct error so far. */
    default void error(ErrorRecord error) {}

    /** A value of telemetry. */
    default void telemetry(TelemetryPoint point) {}

    /** A line could not be read and is left out. */
    default void broken(String sentence) {}
}

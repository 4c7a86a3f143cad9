// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.databases.telemetry;

import java.util.List;
import java.util.Optional;
import org.plateaubench.spi.TelemetrySource.Sample;

/** The share of buffer accesses since the last sample that needed no read from outside. One thread. */
final class HitRatio {
    private final String accesses;
    private final String misses;
    private final boolean accessesHoldMisses;
    private double seenAccesses = Double.NaN;
    private double seenMisses = Double.NaN;

    /**
     * Creates a ratio of series by their names; {@code accessesHoldMisses} is true when the first counts all accesses,
     * not only the hits.
     */
    HitRatio(String accesses, String misses, boolean accessesHoldMisses) {
        this.accesses = accesses;
        this.misses = misses;
        this.accessesHoldMisses = accessesHoldMisses;
    }

    /**
     * Returns the share in percent; empty for the first sample, without an access, and after a restart of the server.
     */
    Optional<Sample> of(List<Sample> samples) {
        double nowMisses = value(samples, misses);
        double nowAccesses = value(samples, accesses) + (accessesHoldMisses ? 0 : nowMisses);
        double moreAccesses = nowAccesses - seenAccesses;
        double moreMisses = nowMisses - seenMisses;
        seenAccesses = nowAccesses;
        seenMisses = nowMisses;
        boolean known = moreAccesses > 0 && moreMisses >= 0 && moreMisses <= moreAccesses;
        return known
                ? Optional.of(new Sample("bufferHitRatio", 100 * (1 - moreMisses / moreAccesses), "%", false))
                : Optional.empty();
    }

    private static double value(List<Sample> samples, String series) {
        return samples.stream()
                .filter(sample -> sample.series().equals(series))
                .mapToDouble(Sample::value)
                .findFirst()
                .orElse(Double.NaN);
    }
}

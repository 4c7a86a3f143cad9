// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.databases.telemetry;

import java.util.List;
import java.util.Optional;
import org.plateaubench.spi.TelemetrySource.Sample;

/** The share of buffer accesses since the last sample that found their page in the buffer. Not thread-safe. */
final class HitRatio {
    private final String accesses;
    private final String misses;
    private final boolean accessesIncludeMisses;
    private double lastAccesses = Double.NaN;
    private double lastMisses = Double.NaN;

    /**
     * Creates a ratio of series by their names; {@code accessesIncludeMisses} is true when the first counts all
     * accesses,
     * not only the hits.
     */
    HitRatio(String accesses, String misses, boolean accessesIncludeMisses) {
        this.accesses = accesses;
        this.misses = misses;
        this.accessesIncludeMisses = accessesIncludeMisses;
    }

    /**
     * Returns the share in percent; empty for the first sample, without an access, and after a restart of the server.
     */
    Optional<Sample> of(List<Sample> samples) {
        double currentMisses = value(samples, misses);
        double currentAccesses = value(samples, accesses) + (accessesIncludeMisses ? 0 : currentMisses);
        double newAccesses = currentAccesses - lastAccesses;
        double newMisses = currentMisses - lastMisses;
        lastAccesses = currentAccesses;
        lastMisses = currentMisses;
        boolean isValid = newAccesses > 0 && newMisses >= 0 && newMisses <= newAccesses;
        return isValid
                ? Optional.of(new Sample("bufferHitRatio", 100 * (1 - newMisses / newAccesses), "%", false))
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

// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge.result;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The figures of one host during the run, from the samples that an agent took. No figure covers a time without samples.
 *
 * @param clockErrorMs greatest error of the instants of the samples, in ms: the greatest sum of departure and error
 *     bound of the agent's clock in the run; null when it was not measured
 * @param costCores processor time that telemetry took in the steady window, in cores: that of the agent's whole process
 *     if it drives nothing, or of its sampling thread if it drives load; null when not known
 */
public record HostResult(
        String host,
        String agent,
        boolean drivesLoad,
        @Nullable Double clockErrorMs,
        @Nullable Double costCores,
        @JsonUnwrapped Sampled sampled) {
    /** The samples of a source in the steady window and in each scored period and step. */
    public record Sampled(
            @Nullable Double intervalSeconds,
            @Nullable Double firstSampleSeconds,
            @Nullable Double lastSampleSeconds,
            List<Hole> holes,
            List<Stretch> stretches) {}

    /** A time of the run's clock without samples, in seconds since the start of ramp-up. */
    public record Hole(double fromSeconds, double toSeconds) {}

    /** A part of the run. */
    public record Stretch(
            String kind,
            @JsonInclude(Include.NON_EMPTY) String name,
            double fromSeconds,
            double toSeconds,
            List<Series> series) {}

    /**
     * A series in a part of the run.
     *
     * @param unit unit; that of a running total is per second
     * @param mean mean of the samples, weighted by the time that each represents
     */
    public record Series(String name, String unit, int count, double mean, double p95, double max) {}

    /** A source of telemetry; its kind is a SUT service, or the format of an imported file. */
    public record SourceResult(
            String source, String kind, @JsonUnwrapped Sampled sampled) {}
}

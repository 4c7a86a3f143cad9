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
 * @param agent agent that took the samples, empty when not known
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
    /**
     * What a source sampled.
     *
     * @param intervalSeconds usual time between two samples, in s; null with fewer than two
     * @param firstSampleSeconds instant of the first sample on the run's clock, null when there is none
     * @param holes times of the steady window without samples
     * @param stretches the steady window, and each scored period and step
     */
    public record Sampled(
            @Nullable Double intervalSeconds,
            @Nullable Double firstSampleSeconds,
            @Nullable Double lastSampleSeconds,
            List<Hole> holes,
            List<Stretch> stretches) {}

    /** A time of the run's clock without samples, in seconds since the start of ramp-up. */
    public record Hole(double fromSeconds, double toSeconds) {}

    /**
     * A part of the run.
     *
     * @param kind steady, period or step
     */
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
     * @param p95 value that 95 % of the samples do not exceed
     */
    public record Series(String name, String unit, int count, double mean, double p95, double max) {}

    /**
     * The figures of one source of telemetry during the run. No figure covers a time without samples.
     *
     * @param source name of the source, such as {@code sut/node}
     * @param kind SUT service to which it belongs, or format of the file from which it was imported
     */
    public record SourceResult(
            String source, String kind, @JsonUnwrapped Sampled sampled) {}
}

// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge.result;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What one host did while the run went on, by the samples that an agent took of it. No figure is of a time without samples.
 *
 * @param host name of the host
 * @param agent agent that took the samples, empty when not known
 * @param drivesLoad whether that agent drove load there too
 * @param clockErrorMs by how much the instants of the samples may be wrong: greatest sum of departure and error bound of the
 *     agent's clock in the run; null when it was not measured
 * @param costCores processor time that telemetry took in the steady window, in cores: of the agent's whole process where it only observes, of the
 *     thread that samples where it drives load; null when not known
 * @param firstSampleSeconds instant of the first sample on the run's clock, null when there is none
 * @param lastSampleSeconds instant of the last one
 * @param holes times of the steady window without samples
 * @param stretches the steady window, and each scored period and step
 */
public record HostResult(
        String host,
        String agent,
        boolean drivesLoad,
        @Nullable Double clockErrorMs,
        @Nullable Double costCores,
        @Nullable Double firstSampleSeconds,
        @Nullable Double lastSampleSeconds,
        List<Hole> holes,
        List<Stretch> stretches) {
    public HostResult {
        holes = List.copyOf(holes);
        stretches = List.copyOf(stretches);
    }

    /** A time of the run's clock without samples, in seconds since the start of ramp-up. */
    public record Hole(double fromSeconds, double toSeconds) {}

    /**
     * A part of the run.
     *
     * @param kind steady, period or step
     * @param name name of a period or step, left out for the steady window
     * @param fromSeconds its start on the run's clock
     * @param toSeconds its end
     * @param series every series that has a sample in it, by name
     */
    public record Stretch(
            String kind,
            @JsonInclude(Include.NON_EMPTY) String name,
            double fromSeconds,
            double toSeconds,
            List<Series> series) {
        public Stretch {
            series = List.copyOf(series);
        }
    }

    /**
     * A series in a part of the run.
     *
     * @param name name of the series
     * @param unit unit; that of a running total is per second
     * @param count samples
     * @param mean mean of the samples, by the time that each stands for
     * @param p95 95 of 100 samples are at most this
     * @param max greatest sample
     */
    public record Series(String name, String unit, int count, double mean, double p95, double max) {}
}

// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.spi;

import java.time.Duration;
import java.util.List;
import org.plateaubench.api.MeasureDefinition;

/** Samples the telemetry of one SUT, about once per interval. Used by one thread at a time. */
public interface TelemetrySource {
    /** Name of the series with the greatest possible error of the times of a source's samples, a level in ms. */
    String TIME_ERROR = "time-error";

    /**
     * Returns the current values. May block for less than an interval. An exception is noted once, and the sample is
     * omitted.
     */
    List<Sample> sample() throws Exception;

    /** Releases all resources. Called once. */
    default void close() throws Exception {}

    /**
     * One value of one series.
     *
     * @param series name within the source, such as {@code transactions}
     * @param value level, or running total if {@code cumulative}; NaN or infinite if the SUT reports no number, which
     *     is noted once, and the sample is omitted
     * @param unit unit of the value
     * @param cumulative whether the value is a running total: only its differences are meaningful
     * @param age time since the sample was taken, for a SUT that samples itself and reports later; not negative
     */
    record Sample(String series, double value, String unit, boolean cumulative, Duration age) {
        private static final double NANOS_PER_MILLI = 1e6;

        public Sample {
            if (age.isNegative()) {
                throw new IllegalArgumentException("series " + series + " has a sample of the future");
            }
        }

        /** A sample taken now. */
        public Sample(String series, double value, String unit, boolean cumulative) {
            this(series, value, unit, cumulative, Duration.ZERO);
        }

        /**
         * An event on the time axis that has ended, such as a checkpoint. If it is only known that it ended between the
         * previous call and this one, its length is the longest possible one: from its earliest possible start until now.
         *
         * @param kind kind of the event, such as {@code checkpoint}
         * @param lasted length of the event, not negative
         * @param age time since its end, not negative
         */
        public static Sample event(String kind, Duration lasted, Duration age) {
            return new Sample(kind, lasted.toNanos() / NANOS_PER_MILLI, MeasureDefinition.EVENT_UNIT, false, age);
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.spi;

import java.time.Duration;
import java.util.List;
import org.plateaubench.api.MeasureDefinition;

/** Takes samples of one SUT, one call at a time, about once per interval. */
public interface TelemetrySource {
    /** Series with which a source reports by how much the times of its samples may be wrong, a level in ms. */
    String TIME_ERROR = "time-error";

    /** The current values. May block for less than an interval; an exception is noted once and the sample left out. */
    List<Sample> sample() throws Exception;

    /** Releases everything. Called once. */
    default void close() throws Exception {}

    /**
     * One value of one series.
     *
     * @param series name within the source, such as {@code transactions}
     * @param value level, or running total when {@code cumulative}
     * @param unit unit of the value
     * @param cumulative whether differences of the values count
     * @param age how long ago it was taken, for a SUT that takes samples itself and reports them later; not negative
     */
    record Sample(String series, double value, String unit, boolean cumulative, Duration age) {
        private static final double NANOS_PER_MILLI = 1e6;

        /** A sample taken now. */
        public Sample(String series, double value, String unit, boolean cumulative) {
            this(series, value, unit, cumulative, Duration.ZERO);
        }

        /**
         * An event on the time axis that is over, such as a checkpoint or a garbage collection; results compare
         * response times within and outside of the events of a kind. If it is only known that the event ended between
         * the last call and this one, its length is the longest that it may have taken: from its earliest possible
         * start until now.
         *
         * @param kind its kind, such as {@code checkpoint}
         * @param lasted how long it lasted, not negative
         * @param age how long ago it ended, not negative
         */
        public static Sample event(String kind, Duration lasted, Duration age) {
            return new Sample(kind, lasted.toNanos() / NANOS_PER_MILLI, MeasureDefinition.EVENT_UNIT, false, age);
        }
    }
}

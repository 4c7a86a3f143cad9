// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.config.rig;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A power meter as the section {@code power} of a run file gives it.
 *
 * @param name name of the meter
 * @param sut SUT whose telemetry has its readings, null when it is not valid
 * @param series series of that telemetry
 * @param measures what it measures, by name; empty when not valid
 * @param at where it measures, null when it is not valid
 * @param accuracyPercent greatest error of a reading, in percent of it; null when it is not valid
 * @param accuracyWatts what is added to that, in W
 * @param fromWatts least reading of its range, in W
 * @param toWatts greatest reading of its range, in W; null when it is not valid
 * @param every how often it has a new reading
 */
public record MeterSpec(
        String name,
        @Nullable String sut,
        String series,
        List<String> measures,
        @Nullable Place at,
        @Nullable Double accuracyPercent,
        double accuracyWatts,
        double fromWatts,
        @Nullable Double toWatts,
        Duration every) {
    public MeterSpec {
        measures = List.copyOf(measures);
    }

    /** Where power is measured; figures of different places are never added. */
    public enum Place {
        /** All that is drawn from the supply. */
        WALL,
        /** A part of a host, such as its processors. */
        COMPONENT
    }
}

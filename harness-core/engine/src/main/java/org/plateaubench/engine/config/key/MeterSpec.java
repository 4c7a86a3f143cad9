// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.config.key;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A power meter as it is described in the section {@code power} of a run file.
 *
 * @param name name of the meter
 * @param sut SUT whose telemetry has its readings, null when it is not valid
 * @param series series of that telemetry
 * @param measures names of the hosts or SUTs that it measures; empty when not valid
 * @param at place where it measures, null when it is not valid
 * @param accuracyPercent greatest error of a reading, in percent of the reading; null when it is not valid
 * @param accuracyWatts constant part of the error, which is added, in W
 * @param fromWatts smallest reading of its range, in W
 * @param toWatts greatest reading of its range, in W; null when it is not valid
 * @param every time between two new readings
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

    /** The place where power is measured; figures of different places are never added. */
    public enum Place {
        /** All power that is drawn from the supply. */
        WALL,
        /** The power of a part of a host, such as its processors. */
        COMPONENT
    }
}

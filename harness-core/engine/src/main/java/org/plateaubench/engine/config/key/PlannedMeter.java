// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.config.key;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import java.time.Duration;
import java.util.List;

/**
 * A power meter.
 *
 * @param onlyMeter whether that SUT is only a meter: it exists once for all tiles, and the run begins and continues
 *     without it
 * @param at place where it measures: wall or component
 * @param accuracyPercent greatest error of a reading, in percent of the reading
 * @param accuracyWatts constant part of the error, which is added, in W
 * @param fromWatts smallest reading of its range, in W
 * @param toWatts greatest reading of its range, in W
 * @param every time between two new readings
 */
public record PlannedMeter(
        String name,
        String sut,
        @JsonInclude(Include.NON_DEFAULT) boolean onlyMeter,
        String series,
        List<String> measures,
        String at,
        double accuracyPercent,
        double accuracyWatts,
        double fromWatts,
        double toWatts,
        Duration every) {
    /** The same meter, of a SUT that is only a meter or is not. */
    public PlannedMeter withOnlyMeter(boolean isOnlyMeter) {
        return new PlannedMeter(
                name,
                sut,
                isOnlyMeter,
                series,
                measures,
                at,
                accuracyPercent,
                accuracyWatts,
                fromWatts,
                toWatts,
                every);
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.config.key;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import java.time.Duration;
import java.util.List;

/**
 * A power meter.
 *
 * @param onlyMeter whether the SUT is only a meter: it exists once for all tiles, and a run can do without it
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
    public PlannedMeter withOnlyMeter(boolean isMeterOnly) {
        return new PlannedMeter(
                name,
                sut,
                isMeterOnly,
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

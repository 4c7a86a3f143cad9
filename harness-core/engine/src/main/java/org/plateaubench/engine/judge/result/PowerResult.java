// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge.result;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.config.key.PlannedMeter;

/**
 * Power and energy, measured by the meters of the run file. If a reading is missing or out of the range of its meter,
 * the figures of that part of the run are void.
 *
 * @param totals all meters at the wall together, and all at components; the two are never added
 */
public record PowerResult(List<Meter> meters, List<Total> totals) {
    public record Meter(
            PlannedMeter meter,
            @Nullable Double firstSampleSeconds,
            @Nullable Double lastSampleSeconds,
            @Nullable Double clockErrorMs,
            List<Stretch> stretches) {}

    /** A part of the run, measured by one meter. */
    public record Stretch(
            String kind,
            @JsonInclude(Include.NON_EMPTY) String name,
            double fromSeconds,
            double toSeconds,
            @Nullable String voidedBy,
            @Nullable Energy energy) {}

    /**
     * The energy measured by one meter.
     *
     * @param uncertaintyJoules expanded uncertainty of the energy with coverage factor 2 (about 95 %), in J
     * @param meterJoules standard uncertainty due to the accuracy of the meter, in J
     * @param samplingJoules standard uncertainty due to the unknown power between readings, in J
     * @param clockJoules standard uncertainty due to the instants of readings, in J
     */
    public record Energy(
            int readings,
            double meanWatts,
            double leastWatts,
            double mostWatts,
            double joules,
            double uncertaintyJoules,
            double meterJoules,
            double samplingJoules,
            double clockJoules) {}

    public record Total(String at, List<String> measures, List<TotalStretch> stretches) {}

    /** Uncertainties are added linearly, since meters of the same make may have the same error. */
    public record TotalStretch(
            String kind,
            @JsonInclude(Include.NON_EMPTY) String name,
            @Nullable String voidedBy,
            @Nullable Efficiency figures) {}

    /**
     * Energy and the operations done with it.
     *
     * @param uncertaintyPercent the same in percent of the energy, 0 when there is no energy; efficiencies have the
     *     same relative uncertainty
     * @param scorePerKilowatt score divided by the mean power in kW; null without a score that counts
     */
    public record Efficiency(
            double meanWatts,
            double joules,
            double uncertaintyJoules,
            double uncertaintyPercent,
            long operations,
            @Nullable Double operationsPerJoule,
            @Nullable Double scorePerKilowatt) {}
}

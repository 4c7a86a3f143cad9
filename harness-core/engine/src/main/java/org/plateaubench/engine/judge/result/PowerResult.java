// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge.result;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.plan.PlannedMeter;

/**
 * Power and energy by the meters of the run file. Where a reading is missing or out of the range of its meter, the figures of that part
 * of the run are void.
 *
 * @param meters every meter
 * @param totals all meters at the wall together, and all at components; the two are never added
 */
public record PowerResult(List<Meter> meters, List<Total> totals) {
    public PowerResult {
        meters = List.copyOf(meters);
        totals = List.copyOf(totals);
    }

    /**
     * A meter.
     *
     * @param meter what the run file says of it
     * @param firstSampleSeconds instant of its first reading on the run's clock, null when there is none
     * @param lastSampleSeconds instant of the last one
     * @param clockErrorMs by how much the instants of readings may be wrong, in ms; null without a reading
     * @param stretches the steady window, and each scored period
     */
    public record Meter(
            PlannedMeter meter,
            @Nullable Double firstSampleSeconds,
            @Nullable Double lastSampleSeconds,
            @Nullable Double clockErrorMs,
            List<Stretch> stretches) {
        public Meter {
            stretches = List.copyOf(stretches);
        }
    }

    /**
     * A part of the run by one meter.
     *
     * @param kind steady or period
     * @param name name of a period, left out for the steady window
     * @param fromSeconds its start on the run's clock
     * @param toSeconds its end
     * @param voidedBy why there are no figures, a sentence; null when there are
     * @param energy the figures, null when they are void
     */
    public record Stretch(
            String kind,
            @JsonInclude(Include.NON_EMPTY) String name,
            double fromSeconds,
            double toSeconds,
            @Nullable String voidedBy,
            @Nullable Energy energy) {}

    /**
     * Energy by one meter.
     *
     * @param readings readings that took part
     * @param meanWatts mean power, in W
     * @param leastWatts least reading
     * @param mostWatts greatest reading
     * @param joules energy, in J
     * @param uncertaintyJoules by how much the energy may be wrong, coverage factor 2 (about 95 %)
     * @param meterJoules standard uncertainty by the accuracy of the meter
     * @param samplingJoules standard uncertainty by what lies between two readings
     * @param clockJoules standard uncertainty by the instants of readings
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

    /**
     * All meters of one place together.
     *
     * @param at wall or component
     * @param measures what they measure
     * @param stretches the steady window, and each scored period
     */
    public record Total(String at, List<String> measures, List<TotalStretch> stretches) {
        public Total {
            measures = List.copyOf(measures);
            stretches = List.copyOf(stretches);
        }
    }

    /**
     * A part of the run by all meters of one place. Their uncertainties are added, as meters of one make may err alike.
     *
     * @param kind steady or period
     * @param name name of a period, left out for the steady window
     * @param voidedBy why there are no figures, a sentence; null when there are
     * @param figures the figures, null when they are void
     */
    public record TotalStretch(
            String kind,
            @JsonInclude(Include.NON_EMPTY) String name,
            @Nullable String voidedBy,
            @Nullable Efficiency figures) {}

    /**
     * Energy and what was done with it.
     *
     * @param meanWatts mean power, in W
     * @param joules energy, in J
     * @param uncertaintyJoules by how much it may be wrong
     * @param uncertaintyPercent the same in percent of it, 0 when it is 0; efficiencies err by as much
     * @param operations successes that ended in the time, of all workloads
     * @param operationsPerJoule the same by energy, null without energy
     * @param scorePerKilowatt score by mean power in kW; null without a score that counts
     * @param workloads every workload over all tiles
     */
    public record Efficiency(
            double meanWatts,
            double joules,
            double uncertaintyJoules,
            double uncertaintyPercent,
            long operations,
            @Nullable Double operationsPerJoule,
            @Nullable Double scorePerKilowatt,
            List<WorkloadEfficiency> workloads) {
        public Efficiency {
            workloads = List.copyOf(workloads);
        }
    }

    /** Successes of a workload over all tiles by the energy of everything that was measured; null without energy. */
    public record WorkloadEfficiency(
            String name, long operations, @Nullable Double operationsPerJoule) {}
}

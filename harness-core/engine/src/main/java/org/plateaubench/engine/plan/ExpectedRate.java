// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.plan;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.Load;
import org.plateaubench.api.Pacing;
import org.plateaubench.api.UnitDefinition;
import org.plateaubench.engine.statistics.Nanos;

/**
 * The expected rate of a plan if the SUT keeps up. In an open load, units arrive at the given rate. In a closed load,
 * each user begins a unit per mean gap, where the mean is weighted by the long-run shares of the units in the mix (for
 * a matrix, its stationary distribution): users / sum of (share x mean gap), after bounds and shift are applied.
 *
 * @param isBound whether the rate is only an upper bound: a think time begins when an operation has ended, so the time
 *     of the SUT is added, and a rebased cycle shifts
 */
public record ExpectedRate(
        int users, double meanGapSeconds, double unitsPerSecond, double operationsPerSecond, boolean isBound) {
    /** The expected rate of a workload; null if it depends on the SUT, as users do not pause or units have conditions. */
    public static @Nullable ExpectedRate of(PlannedWorkload workload) {
        if (workload.units().stream().anyMatch(UnitDefinition::isConditional)) {
            return null;
        }
        Map<String, Double> shares = MixShares.ofUnits(workload.mix());
        double operations =
                MixShares.timesPerUnit(workload.mix(), workload.operations(), workload.units()).values().stream()
                        .mapToDouble(Double::doubleValue)
                        .sum();
        return switch (workload.load()) {
            case Load.Open open ->
                new ExpectedRate(0, 0, open.ratePerSecond(), open.ratePerSecond() * operations, false);
            case Load.Closed closed -> {
                double gap = meanGapSeconds(workload.pacing(), shares);
                double units = closed.users() * (double) closed.depth() / gap;
                yield gap > 0
                        ? new ExpectedRate(
                                closed.users(), gap, units, units * operations, isElastic(workload.pacing(), shares))
                        : null;
            }
        };
    }

    private static double meanGapSeconds(Map<String, Pacing> pacing, Map<String, Double> shares) {
        double mean = 0;
        for (Map.Entry<String, Double> share : shares.entrySet()) {
            Pacing unitPacing = pacing.get(share.getKey());
            if (unitPacing != null) {
                mean += share.getValue() * unitPacing.gap().meanNanos() / Nanos.PER_SECOND;
            }
        }
        return mean;
    }

    private static boolean isElastic(Map<String, Pacing> pacing, Map<String, Double> shares) {
        return pacing.entrySet().stream()
                .filter(unit -> shares.getOrDefault(unit.getKey(), 0.0) > 0)
                .anyMatch(unit -> unit.getValue().kind() == Pacing.Kind.THINK
                        || unit.getValue().onLate() == Pacing.OnLate.REBASE);
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.plan;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.Load;
import org.plateaubench.api.OperationDefinition;
import org.plateaubench.api.Pacing;
import org.plateaubench.api.UnitDefinition;

/**
 * The rate that a plan asks for if the SUT keeps up. In open load units arrive at the given rate. In closed load each
 * user begins a unit per mean gap, the mean taken over the units by their long-run shares in the mix (for a matrix its
 * stationary distribution): users / sum of share x mean gap, after clamp and shift.
 *
 * @param users users of the prediction: all of a closed load, at the highest level of a schedule; 0 in open load
 * @param meanGapSeconds mean gap of a closed load, seconds, above 0; 0 in open load
 * @param unitsPerSecond units begun per second
 * @param operationsPerSecond operations begun per second
 * @param isBound whether the rate is an upper bound that is not reached: think time begins when an operation has ended,
 *     so that the time of the SUT is added, and a rebased cycle shifts
 */
public record PredictedRate(
        int users, double meanGapSeconds, double unitsPerSecond, double operationsPerSecond, boolean isBound) {
    private static final double NANOS_PER_SECOND = 1e9;

    /** The rate that a workload asks for, null where users do not pause and the SUT alone decides. */
    public static @Nullable PredictedRate of(PlannedWorkload workload) {
        Map<String, Double> shares = MixShares.ofUnits(workload.mix());
        double operations = 0;
        for (UnitDefinition unit : workload.units()) {
            for (OperationDefinition operation : workload.operations()) {
                operations += shares.getOrDefault(unit.name(), 0.0) * unit.expectedTimes(operation.name());
            }
        }
        return switch (workload.load()) {
            case Load.Open open ->
                new PredictedRate(0, 0, open.ratePerSecond(), open.ratePerSecond() * operations, false);
            case Load.Closed closed -> {
                double gapSeconds = meanGapSeconds(workload.pacing(), shares);
                double units = closed.users() * (double) closed.depth() / gapSeconds;
                yield gapSeconds > 0
                        ? new PredictedRate(
                                closed.users(), gapSeconds, units, units * operations, gives(workload.pacing(), shares))
                        : null;
            }
        };
    }

    private static double meanGapSeconds(Map<String, Pacing> pacing, Map<String, Double> shares) {
        double nanos = 0;
        for (Map.Entry<String, Double> share : shares.entrySet()) {
            Pacing after = pacing.get(share.getKey());
            nanos += after == null ? 0 : share.getValue() * after.gap().meanNanos();
        }
        return nanos / NANOS_PER_SECOND;
    }

    private static boolean gives(Map<String, Pacing> pacing, Map<String, Double> shares) {
        return pacing.entrySet().stream()
                .filter(unit -> shares.getOrDefault(unit.getKey(), 0.0) > 0)
                .anyMatch(unit -> unit.getValue().kind() == Pacing.Kind.THINK
                        || unit.getValue().onLate() == Pacing.OnLate.REBASE);
    }
}

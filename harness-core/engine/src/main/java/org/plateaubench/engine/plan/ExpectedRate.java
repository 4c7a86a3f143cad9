// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.plan;

import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.Distribution;
import org.plateaubench.api.Load;
import org.plateaubench.api.OperationDefinition;
import org.plateaubench.api.Pacing;
import org.plateaubench.api.UnitDefinition;
import org.plateaubench.engine.statistics.Nanos;

/**
 * The expected rate of a plan if the SUT keeps up. In an open load, units arrive at the given rate. In a closed load,
 * each user begins a unit per mean gap, where the mean is weighted by the long-run shares of the units in the mix (for
 * a matrix, its stationary distribution): users / sum of (share x mean gap), after bounds and shift are applied.
 *
 * @param users number of users: all users of a closed load, at the highest level of a schedule; 0 in an open load
 * @param meanGapSeconds mean gap of a closed load, seconds, above 0; 0 in open load
 * @param variancePerSecond variance of the number of operations in a long time, divided by the seconds of that time,
 *     see {@link #spread}
 * @param isBound whether the rate is only an upper bound: a think time begins when an operation has ended, so the time
 *     of the SUT is added, and a rebased cycle shifts
 */
public record ExpectedRate(
        int users,
        double meanGapSeconds,
        double unitsPerSecond,
        double operationsPerSecond,
        double variancePerSecond,
        boolean isBound) {
    /**
     * The number of standard deviations from the mean within which 95 % of the values of a normal distribution fall.
     */
    private static final double DEVIATIONS = 1.96;

    /** The number of points of the quantile function of a gap over which its variance is summed. */
    private static final int POINTS = 2000;

    /** Mean and variance of a quantity of a unit: the number of its operations, or the gap after it. */
    private record Moments(double mean, double variance) {}

    /** The expected rate of a workload, null if users do not pause or units have conditions, so that it depends on the SUT. */
    public static @Nullable ExpectedRate of(PlannedWorkload workload) {
        if (workload.units().stream().anyMatch(UnitDefinition::isConditional)) {
            return null;
        }
        Map<String, Double> shares = MixShares.ofUnits(workload.mix());
        Moments operations = operations(workload, shares);
        return switch (workload.load()) {
            case Load.Open open ->
                of(0, 0, open.ratePerSecond(), operations, open.arrival() == Load.Arrival.POISSON ? 1 : 0, false);
            case Load.Closed closed -> {
                Moments gap = gapSeconds(workload.pacing(), shares);
                double units = closed.users() * (double) closed.depth() / gap.mean();
                yield gap.mean() > 0
                        ? of(
                                closed.users(),
                                gap.mean(),
                                units,
                                operations,
                                gap.variance() / (gap.mean() * gap.mean()),
                                gives(workload.pacing(), shares))
                        : null;
            }
        };
    }

    /**
     * Creates a rate. The number of units in a long time has the variance of a renewal process, its mean times the
     * squared coefficient of variation of the gaps (Cox, Renewal Theory, 1962, chapter 4).
     */
    private static ExpectedRate of(
            int users, double gap, double units, Moments operations, double squaredVariation, boolean isBound) {
        double mean = operations.mean();
        return new ExpectedRate(
                users,
                gap,
                units,
                units * mean,
                units * (operations.variance() + mean * mean * squaredVariation),
                isBound);
    }

    /**
     * The deviation of the rate over a time from its mean by chance, which about 95 of 100 runs with different seeds do
     * not exceed. Successive units are assumed to be independent, and the number of operations of a unit to equal its
     * mean.
     *
     * @param time a long time, such as the steady phase; above 0
     * @return operations per second, 0 for a load without chance
     */
    public double spread(Duration time) {
        return DEVIATIONS * Math.sqrt(variancePerSecond / (time.toNanos() / Nanos.PER_SECOND));
    }

    private static Moments operations(PlannedWorkload workload, Map<String, Double> shares) {
        double mean = 0;
        double squares = 0;
        for (UnitDefinition unit : workload.units()) {
            double count = 0;
            for (OperationDefinition operation : workload.operations()) {
                count += unit.expectedTimes(operation.name());
            }
            double share = shares.getOrDefault(unit.name(), 0.0);
            mean += share * count;
            squares += share * count * count;
        }
        return new Moments(mean, Math.max(0, squares - mean * mean));
    }

    private static Moments gapSeconds(Map<String, Pacing> pacing, Map<String, Double> shares) {
        double mean = 0;
        double squares = 0;
        for (Map.Entry<String, Double> share : shares.entrySet()) {
            Pacing after = pacing.get(share.getKey());
            if (after != null) {
                mean += share.getValue() * after.gap().meanNanos() / Nanos.PER_SECOND;
                squares += share.getValue() * meanSquareSeconds(after.gap());
            }
        }
        return new Moments(mean, Math.max(0, squares - mean * mean));
    }

    private static double meanSquareSeconds(Distribution gap) {
        double sum = 0;
        for (int i = 0; i < POINTS; i++) {
            double seconds = gap.sampleNanos((i + 0.5) / POINTS) / Nanos.PER_SECOND;
            sum += seconds * seconds;
        }
        return sum / POINTS;
    }

    private static boolean gives(Map<String, Pacing> pacing, Map<String, Double> shares) {
        return pacing.entrySet().stream()
                .filter(unit -> shares.getOrDefault(unit.getKey(), 0.0) > 0)
                .anyMatch(unit -> unit.getValue().kind() == Pacing.Kind.THINK
                        || unit.getValue().onLate() == Pacing.OnLate.REBASE);
    }
}

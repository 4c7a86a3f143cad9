// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.api;

import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The unit of pacing: one operation, or a sequence of them. The steps are data, so that the harness draws them, two
 * runs of one seed draw the same ones, and an audit can compare issued with declared operations.
 *
 * @param name name of the unit; a unit of a single operation carries the operation's name
 * @param steps steps of a unit, in order, at least one
 * @param gap time between this unit and the user's next one in closed load, measured as the pacing of the workload
 *     says; null for the gap of that pacing
 */
public record UnitDefinition(
        String name, List<Step> steps, @Nullable Distribution gap) {

    public UnitDefinition {
        Names.require(name, "unit");
        steps = List.copyOf(steps);
        if (steps.isEmpty()) {
            throw new IllegalArgumentException("unit " + name + " has no steps");
        }
    }

    /** A unit with the gap of its workload. */
    public UnitDefinition(String name, List<Step> steps) {
        this(name, steps, null);
    }

    /** A unit that is one operation and carries its name. */
    public static UnitDefinition of(String operation) {
        return new UnitDefinition(operation, List.of(Step.once(operation)));
    }

    /** This unit with the given gap after it, or, for null, with that of its workload. */
    public UnitDefinition withGap(@Nullable Distribution newGap) {
        return new UnitDefinition(name, steps, newGap);
    }

    /** Whether this unit is exactly one operation, so that it needs no separate line in a result. */
    public boolean isSingleOperation() {
        return steps.size() == 1
                && steps.getFirst().minTimes() == 1
                && steps.getFirst().maxTimes() == 1
                && steps.getFirst().weights().size() == 1
                && steps.getFirst().weights().containsKey(name);
    }

    /** Mean number of times one unit issues an operation. */
    public double expectedTimes(String operation) {
        double times = 0;
        for (Step step : steps) {
            times += step.expectedTimes(operation);
        }
        return times;
    }

    /**
     * A step: {@code minTimes} to {@code maxTimes} operations (a uniform draw), each drawn by weight.
     *
     * @param weights operation name to relative weight above 0, in name order
     * @param minTimes least repetitions, not negative
     * @param maxTimes greatest repetitions, at least {@code minTimes} and 1
     * @param pause gap between the end of the operation before and the intended start of each operation of this step
     */
    public record Step(Map<String, Double> weights, int minTimes, int maxTimes, Distribution pause) {
        public Step {
            weights = Collections.unmodifiableMap(new TreeMap<>(weights));
            Names.requireWeights(weights);
            if (minTimes < 0 || maxTimes < Math.max(1, minTimes)) {
                throw new IllegalArgumentException(
                        "repetitions must be 0 <= min <= max and max >= 1, found " + minTimes + ".." + maxTimes);
            }
        }

        /** One operation, once, without a pause. */
        public static Step once(String operation) {
            return oneOf(Map.of(operation, 1.0));
        }

        /** One operation drawn by weight, without a pause. */
        public static Step oneOf(Map<String, Double> weights) {
            return repeated(weights, 1, 1);
        }

        /** Operations drawn by weight, repeated a uniform number of times, without pauses. */
        public static Step repeated(Map<String, Double> weights, int minTimes, int maxTimes) {
            return new Step(weights, minTimes, maxTimes, new Distribution.Fixed(Duration.ZERO));
        }

        private double expectedTimes(String operation) {
            double total = 0;
            for (double weight : weights.values()) {
                total += weight;
            }
            return (minTimes + maxTimes) / 2.0 * weights.getOrDefault(operation, 0.0) / total;
        }
    }
}

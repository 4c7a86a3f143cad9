// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.api;

import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The unit of pacing: one operation or a sequence of operations. Because its steps are data, the harness draws the
 * operations, two runs with the same seed draw the same ones, and an audit can compare issued with declared operations.
 *
 * @param name name of the unit; a unit of a single operation may have the operation's name
 * @param steps steps of the unit, in order, at least one
 * @param gap in closed load, time between this unit and the user's next one, which begins according to the kind of the
 *     workload's pacing; null for the gap of that pacing
 */
public record UnitDefinition(
        String name, List<Step> steps, @Nullable Distribution gap) {

    public UnitDefinition {
        Names.requirePluginName(name, "unit");
        steps = List.copyOf(steps);
        if (steps.isEmpty()) {
            throw new IllegalArgumentException("unit " + name + " has no steps");
        }
        if (steps.getFirst().conditional()) {
            throw new IllegalArgumentException("the first step of unit " + name + " must not be conditional");
        }
    }

    /** A unit with the gap of its workload. */
    public UnitDefinition(String name, List<Step> steps) {
        this(name, steps, null);
    }

    /** A unit that consists of one operation and has its name. */
    public static UnitDefinition of(String operation) {
        return new UnitDefinition(operation, List.of(Step.once(operation)));
    }

    /** This unit with the given gap after it; null for the gap of its workload. */
    public UnitDefinition withGap(@Nullable Distribution newGap) {
        return new UnitDefinition(name, steps, newGap);
    }

    /** Whether this unit is one operation with its name, so that it needs no separate line in a result. */
    public boolean isSingleOperation() {
        return steps.size() == 1
                && steps.getFirst().minTimes() == 1
                && steps.getFirst().maxTimes() == 1
                && steps.getFirst().weights().size() == 1
                && steps.getFirst().weights().containsKey(name);
    }

    /** Whether the driver decides about a step of this unit, so that its operations have no expected number. */
    public boolean isConditional() {
        return steps.stream().anyMatch(Step::conditional);
    }

    /** Mean number of executions of an operation per unit, without those of conditional steps. */
    public double expectedTimes(String operation) {
        double times = 0;
        for (Step step : steps) {
            times += step.expectedTimes(operation);
        }
        return times;
    }

    /**
     * A step: {@code minTimes} to {@code maxTimes} operations (a uniform draw), each of which is drawn by weight.
     *
     * @param weights relative weights by operation name, above 0
     * @param minTimes smallest number of operations, not negative
     * @param maxTimes maximum number of operations, at least {@code minTimes} and 1
     * @param pause time between the end of the previous operation and the intended start of each operation of this step
     * @param conditional whether {@link org.plateaubench.spi.Driver#applies} decides whether the operation is issued;
     *     not for the first step of a unit, and only for a step of exactly one operation
     */
    public record Step(
            Map<String, Double> weights, int minTimes, int maxTimes, Distribution pause, boolean conditional) {
        public Step {
            weights = Collections.unmodifiableMap(new TreeMap<>(weights));
            Names.requireWeights(weights);
            if (minTimes < 0 || maxTimes < Math.max(1, minTimes)) {
                throw new IllegalArgumentException(
                        "repetitions must be 0 <= min <= max and max >= 1, found " + minTimes + ".." + maxTimes);
            }
            if (conditional && (minTimes != 1 || maxTimes != 1)) {
                throw new IllegalArgumentException("a conditional step has exactly one operation");
            }
        }

        /** One operation without a pause. */
        public static Step once(String operation) {
            return oneOf(Map.of(operation, 1.0));
        }

        /** One operation drawn by weight, without a pause. */
        public static Step oneOf(Map<String, Double> weights) {
            return repeated(weights, 1, 1);
        }

        /** A uniform number of operations, each drawn by weight, without pauses. */
        public static Step repeated(Map<String, Double> weights, int minTimes, int maxTimes) {
            return new Step(weights, minTimes, maxTimes, new Distribution.Fixed(Duration.ZERO), false);
        }

        private double expectedTimes(String operation) {
            if (conditional) {
                return 0;
            }
            double total = 0;
            for (double weight : weights.values()) {
                total += weight;
            }
            return (minTimes + maxTimes) / 2.0 * weights.getOrDefault(operation, 0.0) / total;
        }
    }
}

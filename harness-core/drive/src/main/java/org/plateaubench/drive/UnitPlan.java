// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.drive;

import java.util.List;
import java.util.function.ToIntFunction;
import org.plateaubench.api.Distribution;
import org.plateaubench.api.UnitDefinition;

/** A unit, ready to be expanded into operations. Immutable. */
final class UnitPlan {
    /** Stands for the line of a unit that is one operation and has no line of its own. */
    static final int NO_LINE = -1;

    private final int index;
    private final int line;
    private final Step[] steps;
    private final int longest;

    private record Step(WeightedChoice choice, int minTimes, int maxTimes, Distribution pause) {}

    UnitPlan(int index, int line, UnitDefinition definition, ToIntFunction<String> operationIndex) {
        this.index = index;
        this.line = line;
        this.steps = definition.steps().stream()
                .map(step -> step(step, operationIndex))
                .toArray(Step[]::new);
        int most = 0;
        for (Step step : steps) {
            most += step.maxTimes;
        }
        this.longest = most;
    }

    private static Step step(UnitDefinition.Step step, ToIntFunction<String> operationIndex) {
        int[] operations =
                step.weights().keySet().stream().mapToInt(operationIndex).toArray();
        WeightedChoice choice =
                new WeightedChoice(operations, List.copyOf(step.weights().values()));
        return new Step(choice, step.minTimes(), step.maxTimes(), step.pause());
    }

    /** Index among the units of the workload. */
    int index() {
        return index;
    }

    /** Index of the unit's line, or {@link #NO_LINE}. */
    int line() {
        return line;
    }

    /** Most operations that one unit can have. */
    int longest() {
        return longest;
    }

    /**
     * Draws the operations of one unit and the pauses before them.
     *
     * @param operations takes the indices of the operations; has room for {@link #longest()}
     * @param pausesNanos takes the pause before each operation
     * @return number of operations, which may be 0
     */
    int expand(SequenceKeys keys, long number, int[] operations, long[] pausesNanos) {
        int length = 0;
        for (int i = 0; i < steps.length; i++) {
            Step step = steps[i];
            int times = step.minTimes;
            if (step.maxTimes > step.minTimes) {
                double uniform = keys.uniform(number, Purpose.REPETITIONS, i);
                times += (int) (uniform * (step.maxTimes - step.minTimes + 1));
            }
            for (int repetition = 0; repetition < times; repetition++) {
                operations[length] = step.choice.at(keys.uniform(number, Purpose.CHOICE, length));
                pausesNanos[length] = step.pause.sampleNanos(keys.uniform(number, Purpose.PAUSE, length));
                length++;
            }
        }
        return length;
    }
}

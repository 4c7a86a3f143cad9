// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.drive.schedule;

import java.util.List;
import java.util.function.ToIntFunction;
import org.plateaubench.api.Distribution;
import org.plateaubench.api.UnitDefinition;
import org.plateaubench.drive.schedule.SequenceKeys.Purpose;
import org.plateaubench.measure.interval.ChoiceTable;

/** A unit, prepared for expansion into operations. Immutable. */
final class UnitPlan {
    /** The value that means the line of a unit that is one operation and has no separate line. */
    static final int NO_LINE = -1;

    private static final int DRAWN_OPERATION = -1;
    /** The value that means a time that must be drawn. */
    static final long DRAWN = -1;

    private final int index;
    private final int line;
    private final Step[] steps;
    private final int maxLength;
    private final boolean countsOperations;
    private final ChoiceTable table;
    private final int onlyOperation;

    private record Step(
            WeightedChoice choice,
            int minTimes,
            int maxTimes,
            Distribution pause,
            long fixedPauseNanos,
            boolean conditional,
            int choiceCell,
            int repetitionCell) {}

    UnitPlan(int index, int line, UnitDefinition definition, ToIntFunction<String> operationIndex, ChoiceTable table) {
        this.table = table;
        this.countsOperations = !definition.isSingleOperation();
        this.index = index;
        this.line = line;
        this.steps = new Step[definition.steps().size()];
        for (int i = 0; i < steps.length; i++) {
            steps[i] = step(definition.steps().get(i), i, operationIndex);
        }
        int maxOperations = 0;
        for (Step step : steps) {
            maxOperations += step.maxTimes;
        }
        this.maxLength = maxOperations;
        boolean isSingle = definition.isSingleOperation() && line == NO_LINE && steps.length == 1;
        this.onlyOperation = isSingle && steps[0].choice.isFixed() ? steps[0].choice.at(0) : DRAWN_OPERATION;
    }

    /**
     * Whether the unit is always the same single operation, without a separate line, so that nothing is drawn for it.
     */
    boolean isPlain() {
        return onlyOperation != DRAWN_OPERATION;
    }

    int onlyOperation() {
        return onlyOperation;
    }

    private Step step(UnitDefinition.Step step, int position, ToIntFunction<String> operationIndex) {
        int[] operations =
                step.weights().keySet().stream().mapToInt(operationIndex).toArray();
        WeightedChoice choice =
                new WeightedChoice(operations, List.copyOf(step.weights().values()));
        return new Step(
                choice,
                step.minTimes(),
                step.maxTimes(),
                step.pause(),
                fixedNanos(step.pause()),
                step.conditional(),
                table.stepCell(index, position),
                table.repetitionCell(index, position));
    }

    int index() {
        return index;
    }

    int line() {
        return line;
    }

    int maxLength() {
        return maxLength;
    }

    int expand(SequenceKeys keys, long number, int[] operations, long[] pausesNanos, boolean[] conditional) {
        int length = 0;
        for (int i = 0; i < steps.length; i++) {
            Step step = steps[i];
            int times = times(step, i, keys, number);
            for (int repetition = 0; repetition < times; repetition++) {
                operations[length] =
                        step.choice.at(step.choice.isFixed() ? 0 : keys.uniform(number, Purpose.CHOICE, length));
                pausesNanos[length] = pauseNanos(step, keys, number, length);
                conditional[length] = step.conditional;
                length++;
            }
        }
        return length;
    }

    private static long pauseNanos(Step step, SequenceKeys keys, long number, int position) {
        long fixed = step.fixedPauseNanos;
        return fixed != DRAWN ? fixed : step.pause.sampleNanos(keys.uniform(number, Purpose.PAUSE, position));
    }

    /** The time of a fixed distribution, or {@link #DRAWN}. */
    static long fixedNanos(Distribution distribution) {
        return distribution instanceof Distribution.Fixed fixed ? fixed.time().toNanos() : DRAWN;
    }

    private static int times(Step step, int position, SequenceKeys keys, long number) {
        if (step.maxTimes == step.minTimes) {
            return step.minTimes;
        }
        double uniform = keys.uniform(number, Purpose.REPETITIONS, position);
        return step.minTimes + (int) (uniform * (step.maxTimes - step.minTimes + 1));
    }

    /** Maximum number of choices behind one unit: that of the mix, two per step, two per operation. */
    int maxChoices() {
        return 1 + steps.length + 2 * maxLength;
    }

    /** The cells of the choices behind a unit that was expanded. */
    int choices(SequenceKeys keys, long number, int[] operations, boolean[] conditional, int length, int[] cells) {
        int count = 1;
        int position = 0;
        for (int i = 0; i < steps.length; i++) {
            Step step = steps[i];
            int times = times(step, i, keys, number);
            if (step.repetitionCell >= 0) {
                cells[count++] = step.repetitionCell + times - step.minTimes;
            }
            for (int repetition = 0; repetition < times; repetition++, position++) {
                if (step.choiceCell >= 0) {
                    cells[count++] = step.choiceCell + operations[position];
                }
            }
        }
        for (int i = 0; countsOperations && i < length; i++) {
            if (!conditional[i]) {
                cells[count++] = table.operationCell(operations[i]);
            }
        }
        return count;
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.measure.interval;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.plateaubench.api.Mix;
import org.plateaubench.api.OperationDefinition;
import org.plateaubench.api.UnitDefinition;

/**
 * The choices that the schedule of a workload makes, with their expected shares (measurement rule M18). The drive and
 * the judge derive it from the same definition, so that a stored run contains only cell numbers. Immutable.
 *
 * <p>A row is a repeated choice with fixed probabilities: the row of a matrix, the flat mix, a position of a sequence,
 * a step of a unit that draws among operations, the number of repetitions of a step.
 */
public final class ChoiceTable {
    private static final int NONE = -1;

    private final List<Row> rows = new ArrayList<>();
    private final int units;
    private final boolean isMatrix;
    private final int sequenceLength;
    private final int mixCell;
    private final int[][] stepCells;
    private final int[][] repetitionCells;
    private final int operationCell;
    private final int cells;

    /**
     * One choice.
     *
     * @param name name of the choice in messages
     * @param firstCell cell of the first possibility
     * @param choices names of the possibilities
     * @param chances probability of each, 0 to 1, their sum 1
     */
    public record Row(String name, int firstCell, List<String> choices, List<Double> chances) {}

    public ChoiceTable(Mix mix, List<UnitDefinition> units, List<OperationDefinition> operations) {
        List<String> unitNames = units.stream().map(UnitDefinition::name).toList();
        List<String> operationNames =
                operations.stream().map(OperationDefinition::name).toList();
        this.units = units.size();
        isMatrix = mix instanceof Mix.Matrix;
        sequenceLength = mix instanceof Mix.Sequence sequence ? sequence.units().size() : 0;
        mixCell = 0;
        int next = addMix(mix, unitNames);
        stepCells = new int[units.size()][];
        repetitionCells = new int[units.size()][];
        for (int unit = 0; unit < units.size(); unit++) {
            next = addSteps(units.get(unit), unit, operationNames, next);
        }
        operationCell = next;
        cells = next + operations.size();
    }

    private int addMix(Mix mix, List<String> unitNames) {
        return switch (mix) {
            case Mix.Flat flat -> add("mix", 0, unitNames, flat.weights());
            case Mix.Matrix matrix -> {
                int next = add("start", 0, unitNames, Map.of(matrix.units().getFirst(), 1.0));
                for (String unit : unitNames) {
                    int row = matrix.units().indexOf(unit);
                    Map<String, Double> weights = new HashMap<>();
                    for (int to = 0; row >= 0 && to < matrix.units().size(); to++) {
                        weights.put(
                                matrix.units().get(to), matrix.rows().get(row).get(to));
                    }
                    next = add("after " + unit, next, unitNames, weights);
                }
                yield next;
            }
            case Mix.Sequence sequence -> {
                int next = 0;
                for (int place = 0; place < sequence.units().size(); place++) {
                    String name = "place " + (place + 1);
                    next = add(name, next, unitNames, Map.of(sequence.units().get(place), 1.0));
                }
                yield next;
            }
        };
    }

    private int addSteps(UnitDefinition unit, int index, List<String> operations, int firstCell) {
        int next = firstCell;
        int steps = unit.steps().size();
        stepCells[index] = new int[steps];
        repetitionCells[index] = new int[steps];
        Arrays.fill(stepCells[index], NONE);
        Arrays.fill(repetitionCells[index], NONE);
        for (int i = 0; i < steps; i++) {
            UnitDefinition.Step step = unit.steps().get(i);
            String name = unit.name() + " step " + (i + 1);
            if (step.weights().size() > 1) {
                stepCells[index][i] = next;
                next = add(name, next, operations, step.weights());
            }
            int repetitions = step.maxTimes() - step.minTimes() + 1;
            if (repetitions > 1) {
                repetitionCells[index][i] = next;
                List<String> times = new ArrayList<>();
                for (int time = step.minTimes(); time <= step.maxTimes(); time++) {
                    times.add(time + " times");
                }
                rows.add(new Row(
                        name + " repetitions", next, times, Collections.nCopies(repetitions, 1.0 / repetitions)));
                next += repetitions;
            }
        }
        return next;
    }

    private int add(String name, int firstCell, List<String> choices, Map<String, Double> weights) {
        double sum = weights.values().stream().mapToDouble(Double::doubleValue).sum();
        rows.add(new Row(
                name,
                firstCell,
                choices,
                choices.stream()
                        .map(choice -> sum == 0 ? 0.0 : weights.getOrDefault(choice, 0.0) / sum)
                        .toList()));
        return firstCell + choices.size();
    }

    public List<Row> rows() {
        return Collections.unmodifiableList(rows);
    }

    public int cells() {
        return cells;
    }

    /**
     * The cell of a choice of the mix.
     *
     * @param number number of the unit within its sequence, from 0
     * @param previous index of the unit before
     * @param unit index of the unit that was chosen
     */
    public int mixCell(long number, int previous, int unit) {
        if (isMatrix) {
            return mixCell + (number == 0 ? unit : (1 + previous) * units + unit);
        }
        return sequenceLength == 0 ? mixCell + unit : mixCell + (int) (number % sequenceLength) * units + unit;
    }

    /** The unit of a cell of the mix, or a negative number for any other cell. */
    public int unitOf(int cell) {
        int rowsOfMix = isMatrix ? 1 + units : Math.max(1, sequenceLength);
        return cell >= 0 && cell < rowsOfMix * units ? cell % units : NONE;
    }

    /**
     * First cell of a step that draws among operations, one per operation of the workload; negative when the step draws
     * none.
     */
    public int stepCell(int unit, int step) {
        return stepCells[unit][step];
    }

    /** First cell of a step's number of repetitions, negative for none. */
    public int repetitionCell(int unit, int step) {
        return repetitionCells[unit][step];
    }

    public int operationCell(int operation) {
        return operationCell + operation;
    }
}

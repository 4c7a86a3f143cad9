// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.drive.unit;

import java.util.List;
import java.util.Map;
import java.util.function.ToIntFunction;
import org.plateaubench.api.Mix;

/** Chooses the next unit of a sequence: a pure function, so that it can serve any number of sequences. */
@FunctionalInterface
interface UnitChooser {

    /**
     * The next unit.
     *
     * @param number number of the next unit, from 0
     * @param previous index of the previous unit; meaningless when {@code number} is 0
     * @param uniform a draw from [0, 1)
     * @return index of the unit
     */
    int choose(long number, int previous, double uniform);

    /** The chooser of a mix; {@code indexOf} gives the index of a unit by its name. */
    static UnitChooser of(Mix mix, ToIntFunction<String> indexOf) {
        return switch (mix) {
            case Mix.Flat flat -> flat(flat.weights(), indexOf);
            case Mix.Matrix matrix -> matrix(matrix, indexOf);
            case Mix.Sequence sequence -> sequence(indices(sequence.units(), indexOf));
        };
    }

    private static UnitChooser flat(Map<String, Double> weights, ToIntFunction<String> indexOf) {
        int[] units = indices(List.copyOf(weights.keySet()), indexOf);
        WeightedChoice choice = new WeightedChoice(units, List.copyOf(weights.values()));
        return (number, previous, uniform) -> choice.at(uniform);
    }

    /** The chain starts in its first state, which is the first unit of the sequence. */
    private static UnitChooser matrix(Mix.Matrix matrix, ToIntFunction<String> indexOf) {
        int[] units = indices(matrix.units(), indexOf);
        int highest = 0;
        for (int unit : units) {
            highest = Math.max(highest, unit);
        }
        WeightedChoice[] rows = new WeightedChoice[highest + 1];
        for (int i = 0; i < units.length; i++) {
            rows[units[i]] = new WeightedChoice(units, matrix.rows().get(i));
        }
        return (number, previous, uniform) -> number == 0 ? units[0] : rows[previous].at(uniform);
    }

    private static UnitChooser sequence(int[] units) {
        return (number, previous, uniform) -> units[(int) (number % units.length)];
    }

    private static int[] indices(List<String> units, ToIntFunction<String> indexOf) {
        return units.stream().mapToInt(indexOf).toArray();
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.drive.schedule;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToIntFunction;
import org.plateaubench.api.MeasureDefinition;
import org.plateaubench.api.Mix;
import org.plateaubench.api.OperationDefinition;
import org.plateaubench.api.Pacing;
import org.plateaubench.api.UnitDefinition;
import org.plateaubench.api.WorkloadDefinition;
import org.plateaubench.drive.schedule.SequenceKeys.Purpose;
import org.plateaubench.drive.spec.DriveSpec;
import org.plateaubench.measure.interval.ChoiceTable;
import org.plateaubench.measure.interval.LineInterval;
import org.plateaubench.measure.recorder.RecordedLine;

/**
 * The definition of a workload, prepared for the loops: indices instead of names. A choice with a single possible
 * result is not drawn: draws are keyed (measurement rule M14), so that leaving one out changes no other. Immutable.
 */
public final class UnitCatalog {
    private final UnitPlan[] units;
    private final Pacing[] pacing;
    private final long[] fixedGapNanos;
    private final UnitChooser chooser;
    private final boolean drawsUnits;
    private final ChoiceTable table;
    private final long[] timeoutNanos;
    private final boolean[] endsUnit;
    private final Map<String, Integer> seriesLines = new HashMap<>();

    public UnitCatalog(DriveSpec spec) {
        WorkloadDefinition definition = spec.definition();
        Map<String, Integer> operations = new HashMap<>();
        for (OperationDefinition operation : definition.operations()) {
            operations.put(operation.name(), operations.size());
        }
        timeoutNanos = definition.operations().stream()
                .mapToLong(operation -> operation.timeout().toNanos())
                .toArray();
        endsUnit = new boolean[timeoutNanos.length];
        for (int i = 0; i < endsUnit.length; i++) {
            endsUnit[i] = definition.operations().get(i).endsUnitOnError();
        }
        table = new ChoiceTable(definition.mix(), definition.units(), definition.operations());
        Map<String, Integer> unitIndices = new HashMap<>();
        int line = timeoutNanos.length;
        units = new UnitPlan[definition.units().size()];
        pacing = new Pacing[units.length];
        fixedGapNanos = new long[units.length];
        for (UnitDefinition unit : definition.units()) {
            int index = unitIndices.size();
            int unitLine = unit.isSingleOperation() ? UnitPlan.NO_LINE : line++;
            units[index] = new UnitPlan(index, unitLine, unit, operations::get, table);
            Pacing given = spec.pacing().get(unit.name());
            pacing[index] = given == null ? definition.pacing(unit) : given;
            fixedGapNanos[index] = UnitPlan.fixedNanos(pacing[index].gap());
            unitIndices.put(unit.name(), index);
        }
        for (MeasureDefinition series : series(definition)) {
            seriesLines.put(series.name(), line++);
        }
        chooser = UnitChooser.of(definition.mix(), unitIndices::get);
        drawsUnits = !(definition.mix() instanceof Mix.Sequence)
                && definition.mix().units().size() > 1;
    }

    public static List<RecordedLine> lines(WorkloadDefinition definition) {
        List<RecordedLine> lines = new ArrayList<>();
        for (OperationDefinition operation : definition.operations()) {
            lines.add(new RecordedLine(operation.name(), LineInterval.Kind.OPERATION));
        }
        for (UnitDefinition unit : definition.units()) {
            if (!unit.isSingleOperation()) {
                lines.add(new RecordedLine(unit.name(), LineInterval.Kind.UNIT));
            }
        }
        for (MeasureDefinition series : series(definition)) {
            lines.add(new RecordedLine(series.name(), LineInterval.Kind.SERIES));
        }
        return lines;
    }

    private static List<MeasureDefinition> series(WorkloadDefinition definition) {
        return definition.measures().stream()
                .filter(measure -> measure.kind() == MeasureDefinition.Kind.SERIES)
                .toList();
    }

    public int choose(SequenceKeys keys, long number, int previous) {
        return chooser.choose(number, previous, drawsUnits ? keys.uniform(number, Purpose.MIX, 0) : 0);
    }

    public long gapNanos(int unit, SequenceKeys keys, long number) {
        long fixed = fixedGapNanos[unit];
        return fixed != UnitPlan.DRAWN ? fixed : pacing[unit].gap().sampleNanos(keys.uniform(number, Purpose.GAP, 0));
    }

    public ChoiceTable table() {
        return table;
    }

    public int units() {
        return units.length;
    }

    int maxChoices() {
        int longest = 0;
        for (UnitPlan unit : units) {
            longest = Math.max(longest, unit.maxChoices());
        }
        return longest;
    }

    UnitPlan unit(int index) {
        return units[index];
    }

    public Pacing pacing(int unit) {
        return pacing[unit];
    }

    public long timeoutNanos(int operation) {
        return timeoutNanos[operation];
    }

    /** The longest timeout of any operation, which also bounds a connect. */
    public long longestTimeoutNanos() {
        long longest = 0;
        for (long timeout : timeoutNanos) {
            longest = Math.max(longest, timeout);
        }
        return longest;
    }

    public long shortestTimeoutNanos() {
        long shortest = Long.MAX_VALUE;
        for (long timeout : timeoutNanos) {
            shortest = Math.min(shortest, timeout);
        }
        return shortest;
    }

    public boolean endsUnitOnError(int operation) {
        return endsUnit[operation];
    }

    int maxUnitLength() {
        int longest = 0;
        for (UnitPlan unit : units) {
            longest = Math.max(longest, unit.maxLength());
        }
        return longest;
    }

    public int seriesLine(String name) {
        Integer line = seriesLines.get(name);
        if (line == null) {
            throw new IllegalArgumentException("the workload declares no series '" + name + "'");
        }
        return line;
    }

    /** Chooses the next unit of a sequence: a pure function, so that it can serve any number of sequences. */
    @FunctionalInterface
    interface UnitChooser {

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
}

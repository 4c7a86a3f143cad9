// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.report.comparison;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.DoubleUnaryOperator;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.figure.Figure.Better;
import org.plateaubench.engine.report.comparison.FigureValue.Change;
import org.plateaubench.engine.report.comparison.Findings.ComparedSet;

/** One figure in every set of runs. */
public record ComparedFigure(@JsonUnwrapped Head head, List<FigureValue> values) {
    /**
     * What a figure is.
     *
     * @param name name, as in {@code plateau.result/1}
     * @param title name for people, with its unit
     * @param better direction that is better; null when neither always is, or the plan determines the figure
     * @param detail whether it is shown only with all details
     */
    public record Head(
            String name,
            String title,
            String unit,
            @Nullable Better better,
            boolean detail) {}

    /** Compares a figure; {@code tested} says whether sets of several runs are tested for it. */
    static ComparedFigure of(Head head, boolean tested, List<FigureValue> runs, List<ComparedSet> sets) {
        ComparedSet first = sets.getFirst();
        List<FigureValue> base = known(runs, first);
        List<FigureValue> values = new ArrayList<>(List.of(FigureValue.mean(base)));
        for (ComparedSet set : sets.subList(1, sets.size())) {
            List<FigureValue> own = known(runs, set);
            FigureValue mean = FigureValue.mean(own);
            values.add(mean.with(
                    !first.isEnough()
                            ? null
                            : first.runs() == 1 && set.runs() == 1
                                    ? Change.betweenRuns(values.getFirst(), mean, head.better(), set.isEnough())
                                    : Change.betweenSets(base, own, tested)));
        }
        return new ComparedFigure(head, values);
    }

    private static List<FigureValue> known(List<FigureValue> runs, ComparedSet set) {
        return set.shown().stream()
                .map(runs::get)
                .filter(value -> value.value() != null)
                .toList();
    }

    /** The same with the results of the corrected tests. */
    ComparedFigure corrected(DoubleUnaryOperator adjusted) {
        return new ComparedFigure(
                head,
                values.stream()
                        .map(value -> {
                            Change change = value.against();
                            Double test = change == null ? null : change.pValue();
                            return change == null || test == null
                                    ? value
                                    : value.with(change.corrected(adjusted.applyAsDouble(test), head.better()));
                        })
                        .toList());
    }

    boolean isKnown() {
        return values.stream().anyMatch(value -> value.value() != null);
    }

    boolean isEqual() {
        return values.stream()
                        .map(FigureValue::value)
                        .filter(Objects::nonNull)
                        .distinct()
                        .count()
                < 2;
    }
}

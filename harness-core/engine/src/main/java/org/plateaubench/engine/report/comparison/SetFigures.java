// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.report.comparison;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.report.comparison.SetFigure.Result;
import org.plateaubench.engine.statistics.MeanDifference;
import org.plateaubench.engine.statistics.TrialFigures;

/** The tested figures of one workload in two sets of runs. Not thread-safe. */
public final class SetFigures {
    static final double LEVEL = 0.95;

    /** The tested figures. There are few, because each further test makes differences harder to show. */
    public static final Set<String> TESTED = Set.of(FigureNames.THROUGHPUT, "p50", "p95", "p99", FigureNames.ERRORS);

    private final ComparedWorkload workload;
    private final CountedRuns counted;
    private final List<SetFigure> figures = new ArrayList<>();

    record CountedRuns(List<Integer> first, List<Integer> second) {}

    SetFigures(ComparedWorkload workload, CountedRuns counted) {
        this.workload = workload;
        this.counted = counted;
    }

    List<SetFigure> all() {
        ComparedFigure metric = workload.metric();
        if (metric != null) {
            add(ComparedLine.ALL, ComparedLine.ALL, metric);
        }
        for (ComparedLine line : workload.lines()) {
            line.figures().stream()
                    .filter(figure -> TESTED.contains(figure.name()))
                    .forEach(figure -> add(line.name(), line.kind(), figure));
        }
        return figures;
    }

    private void add(String line, String kind, ComparedFigure figure) {
        List<FigureValue> first = known(figure, counted.first());
        List<FigureValue> second = known(figure, counted.second());
        if (first.isEmpty() && second.isEmpty()) {
            return;
        }
        TrialFigures one = trials(first);
        TrialFigures other = trials(second);
        boolean isBound = first.stream().anyMatch(FigureValue::lowerBound)
                || second.stream().anyMatch(FigureValue::lowerBound);
        Double difference = one == null || other == null ? null : Double.valueOf(other.mean() - one.mean());
        MeanDifference tested =
                isBound ? null : MeanDifference.of(values(first), within(first), values(second), within(second), LEVEL);
        boolean isEqual = !isBound && isConstant(first, second);
        figures.add(new SetFigure(
                workload.name(),
                line,
                kind,
                figure.name(),
                figure.unit(),
                figure.better(),
                one,
                other,
                isBound,
                difference,
                one == null || difference == null || one.mean() == 0
                        ? null
                        : Double.valueOf(difference / Math.abs(one.mean())),
                tested == null ? null : tested.interval(),
                tested == null ? null : Double.valueOf(tested.pValue()),
                null,
                isEqual ? Result.NO_DIFFERENCE_SHOWN : Result.NOT_TOLD));
    }

    private static List<FigureValue> known(ComparedFigure figure, List<Integer> runs) {
        return runs.stream()
                .map(run -> figure.values().get(run))
                .filter(value -> value.value() != null)
                .toList();
    }

    private static double[] values(List<FigureValue> values) {
        return values.stream()
                .map(FigureValue::value)
                .mapToDouble(value -> value == null ? Double.NaN : value)
                .toArray();
    }

    private static @Nullable TrialFigures trials(List<FigureValue> values) {
        return values.isEmpty() ? null : TrialFigures.of(values(values), errors(values));
    }

    /** The standard errors within the runs; empty if one of them is unknown. */
    private static double[] errors(List<FigureValue> values) {
        double[] known = values.stream()
                .map(FigureValue::standardError)
                .filter(Objects::nonNull)
                .mapToDouble(Double::doubleValue)
                .toArray();
        return known.length == values.size() ? known : new double[0];
    }

    /** The mean variance within the runs, 0 if it is unknown. */
    private static double within(List<FigureValue> values) {
        return Arrays.stream(errors(values))
                .map(error -> error * error)
                .average()
                .orElse(0);
    }

    /** Whether both sets have several values that are all the same. */
    private static boolean isConstant(List<FigureValue> first, List<FigureValue> second) {
        return first.size() > 1
                && second.size() > 1
                && Arrays.stream(values(first)).distinct().count() == 1
                && Arrays.equals(
                        Arrays.stream(values(first)).distinct().toArray(),
                        Arrays.stream(values(second)).distinct().toArray());
    }
}

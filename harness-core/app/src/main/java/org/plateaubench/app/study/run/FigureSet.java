// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.study.run;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.statistics.TrialFigures;

/**
 * The figures of several runs of the same cell, by key.
 *
 * @param figures the figure of each run, in the order of the runs; missing figures are omitted
 */
public record FigureSet(Map<Figure.Key, List<Figure>> figures) {
    static final FigureSet NONE = new FigureSet(Map.of());

    public static FigureSet of(List<EndedRun> runs) {
        Map<Figure.Key, List<Figure>> byKey = new LinkedHashMap<>();
        for (EndedRun run : runs) {
            for (Figure figure : run.figures()) {
                byKey.computeIfAbsent(figure.key(), key -> new ArrayList<>()).add(figure);
            }
        }
        return new FigureSet(byKey);
    }

    public double[] values(Figure.Key key) {
        return figures.getOrDefault(key, List.of()).stream()
                .mapToDouble(Figure::value)
                .toArray();
    }

    boolean isLowerBound(Figure.Key key) {
        return figures.getOrDefault(key, List.of()).stream().anyMatch(Figure::lowerBound);
    }

    /** The statistics of a figure, null if no run has it. */
    @Nullable
    public TrialFigures statistics(Figure.Key key) {
        List<Figure> all = figures.getOrDefault(key, List.of());
        if (all.isEmpty()) {
            return null;
        }
        List<@Nullable Double> errors = new ArrayList<>();
        all.forEach(figure -> errors.add(figure.standardError()));
        double[] within = errors.stream().allMatch(Objects::nonNull)
                ? all.stream()
                        .mapToDouble(figure -> Objects.requireNonNull(figure.standardError()))
                        .toArray()
                : new double[0];
        return TrialFigures.of(values(key), within);
    }

    /** Whether the interval of each workload's metric has at most the given width, in percent of its mean. */
    public boolean metricsWithin(double widthPercent) {
        boolean any = false;
        for (Figure.Key key : figures.keySet()) {
            if (key.isMetric()) {
                TrialFigures statistics = statistics(key);
                Double width = statistics == null ? null : statistics.widthPercent();
                if (width == null || width > widthPercent) {
                    return false;
                }
                any = true;
            }
        }
        return any;
    }
}

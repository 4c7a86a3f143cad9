// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.study;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.statistics.TrialFigures;

/** Figures of runs of one cell by key, in the order of runs; missing ones are omitted. */
record FigureSet(Map<Figure.Key, List<Figure>> figures) {
    static final FigureSet NONE = new FigureSet(Map.of());

    static FigureSet of(List<EndedRun> runs) {
        Map<Figure.Key, List<Figure>> byKey = new LinkedHashMap<>();
        for (EndedRun run : runs) {
            for (Figure figure : run.figures()) {
                byKey.computeIfAbsent(figure.key(), key -> new ArrayList<>()).add(figure);
            }
        }
        return new FigureSet(byKey);
    }

    double[] values(Figure.Key key) {
        return figures.getOrDefault(key, List.of()).stream()
                .mapToDouble(Figure::value)
                .toArray();
    }

    boolean isLowerBound(Figure.Key key) {
        return figures.getOrDefault(key, List.of()).stream().anyMatch(Figure::lowerBound);
    }

    @Nullable
    TrialFigures statistics(Figure.Key key) {
        List<Figure> all = figures.getOrDefault(key, List.of());
        double[] errors = all.stream()
                .map(Figure::standardError)
                .filter(Objects::nonNull)
                .mapToDouble(Double::doubleValue)
                .toArray();
        return all.isEmpty()
                ? null
                : TrialFigures.of(values(key), errors.length == all.size() ? errors : new double[0]);
    }
}

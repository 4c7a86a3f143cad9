// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.report.comparison;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.figure.Figure;

/**
 * One figure in every run.
 *
 * @param name name, as in {@code plateau.comparison/1}
 * @param unit unit, empty for none
 * @param better direction that is better; null when neither always is, or the plan determines the figure
 * @param values one per run
 */
public record ComparedFigure(
        String name, String unit, @Nullable Better better, List<FigureValue> values) {
    public enum Better {
        HIGHER,
        LOWER;

        static @Nullable Better of(Figure.@Nullable Better better) {
            return better == null ? null : valueOf(better.name());
        }
    }

    public boolean isKnown() {
        return values.stream().anyMatch(value -> value.value() != null);
    }

    public boolean isEqual() {
        return values.stream()
                        .map(FigureValue::value)
                        .filter(Objects::nonNull)
                        .distinct()
                        .count()
                < 2;
    }
}

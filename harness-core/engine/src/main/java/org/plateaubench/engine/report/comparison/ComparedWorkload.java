// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.report.comparison;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A workload in every set of runs.
 *
 * @param tile number of the tile; null for all tiles together
 * @param name name in the run file
 * @param plugins plugin in each set, null for a set without such a workload
 * @param metric headline figure; null when no run has one, or they have different ones
 * @param lines all operations together, then each operation, unit and series
 * @param counters declared counters per second of the steady window
 * @param checks checks of the counts
 */
public record ComparedWorkload(
        @Nullable Integer tile,
        String name,
        List<@Nullable String> plugins,
        @Nullable ComparedFigure metric,
        List<Line> lines,
        List<ComparedFigure> counters,
        List<Check> checks) {
    /**
     * An operation, unit or series.
     *
     * @param name name; {@value #ALL} of kind {@value #ALL} means all operations together
     * @param kind operation, unit, series or {@value #ALL}
     * @param present whether each set has it
     * @param figures figures in the order in which they are shown
     */
    public record Line(String name, String kind, List<Boolean> present, List<ComparedFigure> figures) {
        public static final String ALL = "all";
    }

    /**
     * A check of the counts.
     *
     * @param met whether every run of each set met it, null for a set without the check
     */
    public record Check(@JsonUnwrapped ComparedFigure figure, List<@Nullable Boolean> met) {}

    public boolean isIn(int set) {
        return plugins.get(set) != null;
    }

    /** The figures that may be tested. */
    Stream<ComparedFigure> tested() {
        return Stream.concat(Stream.ofNullable(metric), lines.stream().flatMap(line -> line.figures().stream()));
    }

    /** The same, with another form of each of these figures. */
    ComparedWorkload with(UnaryOperator<ComparedFigure> change) {
        return new ComparedWorkload(
                tile,
                name,
                plugins,
                metric == null ? null : change.apply(metric),
                lines.stream()
                        .map(line -> new Line(
                                line.name(),
                                line.kind(),
                                line.present(),
                                line.figures().stream().map(change).toList()))
                        .toList(),
                counters,
                checks);
    }
}

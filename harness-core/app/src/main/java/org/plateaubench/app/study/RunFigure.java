// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.study;

import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.figure.OperationColumns;
import org.plateaubench.engine.figure.Words;
import org.plateaubench.engine.report.comparison.ComparedWorkload;

/**
 * A figure of one run, over all of its tiles.
 *
 * @param standardError error by chance within the run, null when it is not known
 */
public record RunFigure(
        Key key,
        double value,
        boolean lowerBound,
        @Nullable Double limit,
        @Nullable Double standardError) {
    /**
     * Identifies the same figure in several runs.
     *
     * @param line operation, unit or series; empty for the whole workload, {@link ComparedWorkload.Line#ALL} for its
     *     response times
     * @param name name of the figure: the workload's metric, {@code throughput}, {@code mean} or a percentile
     */
    public record Key(String workload, String line, String name, String unit) {
        boolean isMetric() {
            return line.isEmpty() && !name.equals(OperationColumns.THROUGHPUT.name());
        }

        String words() {
            return workload + (line.isEmpty() ? "" : " " + Words.of(line)) + " " + Words.of(name);
        }
    }
}

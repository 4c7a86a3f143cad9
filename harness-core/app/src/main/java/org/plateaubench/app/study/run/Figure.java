// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.study.run;

import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.figure.Words;
import org.plateaubench.engine.report.comparison.ComparedWorkload;

/**
 * A figure of one run, over all of its tiles.
 *
 * @param line operation, unit or series; empty for the whole workload, {@value #ALL} for its response times
 * @param name its name: the workload's metric, {@code throughput}, {@code mean} or a percentile
 * @param lowerBound whether the value is only a lower bound of the true value
 * @param limit the limit on it, null for none
 * @param standardError its error by chance within the run, null when it is not known
 */
public record Figure(
        String workload,
        String line,
        String name,
        String unit,
        double value,
        boolean lowerBound,
        @Nullable Double limit,
        @Nullable Double standardError) {
    /** Name of the figure of successful ends per second. */
    public static final String THROUGHPUT = "throughput";

    /** Name of the line of all operations of a workload together. */
    public static final String ALL = ComparedWorkload.Line.ALL;

    /** The key by which figures of several runs belong together. */
    public record Key(String workload, String line, String name, String unit) {
        /** Whether it is the headline figure of the workload. */
        public boolean isMetric() {
            return line.isEmpty() && !name.equals(THROUGHPUT);
        }

        /** The key in words, such as {@code store purchase p95}. */
        public String words() {
            return workload + (line.isEmpty() ? "" : " " + Words.of(line)) + " " + Words.of(name);
        }
    }

    Key key() {
        return new Key(workload, line, name, unit);
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.run.event;

import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.plateaubench.api.Execution;
import org.plateaubench.measure.histogram.ExactRange;

/**
 * One or more closed intervals for viewers. It is not a result: a row covers every phase in the intervals.
 *
 * @param startNanos start of the interval on the run's clock
 * @param endNanos end of the interval on the run's clock
 * @param complete whether every agent had delivered
 * @param rows one per tile and workload
 */
public record LiveTable(long startNanos, long endNanos, boolean complete, List<Row> rows) {
    /**
     * Combines this table with later intervals: counts are added, histograms are merged, and the users are those of the
     * last interval.
     */
    public LiveTable then(LiveTable later) {
        List<Row> merged = new ArrayList<>();
        double share = (double) (endNanos - startNanos) / (later.endNanos - startNanos);
        for (Row row : later.rows) {
            Row before = rows.stream()
                    .filter(other -> other.tile == row.tile && other.workload.equals(row.workload))
                    .findFirst()
                    .orElseGet(() -> new Row(
                            row.tile,
                            row.workload,
                            0,
                            new Histogram(3),
                            Long.MAX_VALUE,
                            Long.MIN_VALUE,
                            new Histogram(3),
                            new Histogram(3),
                            0,
                            0));
            merged.add(new Row(
                    row.tile,
                    row.workload,
                    share * before.operationsPerSecond + (1 - share) * row.operationsPerSecond,
                    sum(before.responses, row.responses),
                    Math.min(before.leastNanos, row.leastNanos),
                    Math.max(before.longestNanos, row.longestNanos),
                    sum(before.dispatchLag, row.dispatchLag),
                    sum(before.completionLag, row.completionLag),
                    before.errors + row.errors,
                    row.users));
        }
        return new LiveTable(startNanos, later.endNanos, complete && later.complete, merged);
    }

    private static Histogram sum(Histogram before, Histogram later) {
        Histogram sum = before.copy();
        sum.add(later);
        return sum;
    }

    /**
     * One workload of one tile over the time of the table.
     *
     * @param tile number of the tile, from 1
     * @param workload name in the run file
     * @param operationsPerSecond successful ends of operations per second
     * @param responses response times of operations that ended in it, in nanoseconds; no longer changed
     * @param leastNanos exact smallest of them, above the longest when there are none
     * @param longestNanos exact longest of them
     * @param dispatchLag how late operations began, in nanoseconds; no longer changed
     * @param completionLag how long replies waited, of operations or of probes, in nanoseconds; no longer changed
     * @param errors errors, abandoned and dropped
     * @param users live users at the end
     */
    public record Row(
            int tile,
            String workload,
            double operationsPerSecond,
            Histogram responses,
            long leastNanos,
            long longestNanos,
            Histogram dispatchLag,
            Histogram completionLag,
            long errors,
            int users) {
        /** The 95th percentile of the response times in nanoseconds, within the exact range; 0 if there are none. */
        public long p95Nanos() {
            return ExactRange.within(responses.getValueAtPercentile(95), leastNanos, longestNanos);
        }

        /**
         * The 95th percentile of the harness's own lag as a share of the 95th percentile of the response times
         * (measurement rule M24), 0 when there are none.
         */
        public double p95HarnessShare(Execution execution) {
            long waited = execution == Execution.EVENT_LOOP ? completionLag.getValueAtPercentile(95) : 0;
            return p95Nanos() == 0 ? 0 : (double) (dispatchLag.getValueAtPercentile(95) + waited) / p95Nanos();
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.run;

import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.plateaubench.measure.histogram.ExactRange;

/**
 * One or several closed intervals for viewers. Not a result: a row covers every phase in them.
 *
 * @param startNanos start of the interval on the run's clock
 * @param endNanos end of the interval on the run's clock
 * @param complete whether every agent had delivered
 * @param rows one per tile and workload
 */
public record LiveTable(long startNanos, long endNanos, boolean complete, List<Row> rows) {
    public LiveTable {
        rows = List.copyOf(rows);
    }

    /** Combines this with later intervals: counts added, percentiles of merged histograms, users of the last one. */
    public LiveTable then(LiveTable later) {
        List<Row> merged = new ArrayList<>();
        double share = (double) (endNanos - startNanos) / (later.endNanos - startNanos);
        for (Row row : later.rows) {
            Row before = rows.stream()
                    .filter(other -> other.tile == row.tile && other.workload.equals(row.workload))
                    .findFirst()
                    .orElseGet(() ->
                            new Row(row.tile, row.workload, 0, new Histogram(3), Long.MAX_VALUE, Long.MIN_VALUE, 0, 0));
            Histogram responses = before.responses.copy();
            responses.add(row.responses);
            merged.add(new Row(
                    row.tile,
                    row.workload,
                    share * before.operationsPerSecond + (1 - share) * row.operationsPerSecond,
                    responses,
                    Math.min(before.leastNanos, row.leastNanos),
                    Math.max(before.longestNanos, row.longestNanos),
                    before.errors + row.errors,
                    row.users));
        }
        return new LiveTable(startNanos, later.endNanos, complete && later.complete, merged);
    }

    /**
     * One workload of one tile over the time of the table.
     *
     * @param tile number of the tile, from 1
     * @param workload name in the run file
     * @param operationsPerSecond successful ends of operations per second
     * @param responses response times that ended in it, in nanoseconds; not changed any more
     * @param leastNanos exact least of them, above the longest when there are none
     * @param longestNanos exact longest of them
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
            long errors,
            int users) {
        /** 95th percentile of the response times, within the exact range, 0 when there are none. */
        public long p95Nanos() {
            return ExactRange.within(responses.getValueAtPercentile(95), leastNanos, longestNanos);
        }
    }
}

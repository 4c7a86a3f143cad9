// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.run.event;

import java.util.ArrayList;
import java.util.List;
import org.plateaubench.api.Execution;
import org.plateaubench.engine.figure.TimeTotals;
import org.plateaubench.engine.figure.TimeTotals.Estimate;
import org.plateaubench.engine.figure.Totals;
import org.plateaubench.engine.statistics.Nanos;

/** One or more closed intervals for viewers. It is not a result: a row covers every phase in the intervals. */
public record LiveTable(long startNanos, long endNanos, boolean complete, List<Row> rows) {
    /** Adds counts and merges histograms; the number of users is taken from the later table. */
    public LiveTable mergedWith(LiveTable later) {
        List<Row> merged = new ArrayList<>();
        for (Row row : later.rows) {
            Row sum = new Row(
                    row.tile,
                    row.workload,
                    new Totals((later.endNanos - startNanos) / Nanos.PER_SECOND),
                    new TimeTotals(),
                    new TimeTotals(),
                    row.users);
            rows.stream()
                    .filter(before -> before.tile == row.tile && before.workload.equals(row.workload))
                    .forEach(sum::add);
            sum.add(row);
            merged.add(sum);
        }
        return new LiveTable(startNanos, later.endNanos, complete && later.complete, merged);
    }

    public record Row(
            int tile, String workload, Totals totals, TimeTotals dispatchLag, TimeTotals completionLag, int users) {
        private void add(Row other) {
            totals.add(other.totals);
            dispatchLag.add(other.dispatchLag);
            completionLag.add(other.completionLag);
        }

        /** The harness's lag as a share of the response times, at the 95th percentiles (rule M24); 0 if none. */
        public double p95HarnessShare(Execution execution) {
            double response = p95Nanos(totals.response());
            double completionLagNanos = execution == Execution.EVENT_LOOP ? p95Nanos(completionLag) : 0;
            return response == 0 ? 0 : (p95Nanos(dispatchLag) + completionLagNanos) / response;
        }

        private static double p95Nanos(TimeTotals times) {
            Estimate estimate = times.percentile(95);
            return estimate == null ? 0 : estimate.nanos();
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.aggregate;

import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.run.event.LiveTable;
import org.plateaubench.engine.statistics.Nanos;
import org.plateaubench.measure.histogram.Times;
import org.plateaubench.measure.interval.LagInterval;
import org.plateaubench.measure.interval.LineInterval;
import org.plateaubench.measure.interval.WorkloadInterval;

/** Computes one row of the live table as a sum over agents, lines and windows. */
final class LiveRow {
    private final int tile;
    private final String workload;
    private final Histogram responses = new Histogram(3);
    private final Histogram dispatchLag = new Histogram(3);
    private final Histogram completionLag = new Histogram(3);
    private long leastNanos = Long.MAX_VALUE;
    private long longestNanos = Long.MIN_VALUE;
    private double operationsPerSecond;
    private long errors;
    private int users;

    LiveRow(int tile, String workload) {
        this.tile = tile;
        this.workload = workload;
    }

    void add(WorkloadInterval interval, long lengthNanos) {
        users += interval.levels().liveUsers();
        for (LagInterval lag : interval.lags()) {
            add(dispatchLag, lag.dispatch());
            add(completionLag, lag.completion());
        }
        for (LineInterval line : interval.lines()) {
            if (line.kind() != LineInterval.Kind.OPERATION) {
                continue;
            }
            LineInterval.Counts counts = line.counts();
            operationsPerSecond += counts.okEnds() * Nanos.PER_SECOND / Math.max(1, lengthNanos);
            errors += counts.failed();
            Times response = line.response();
            if (response != null) {
                response.histogram().addTo(responses);
                leastNanos = Math.min(leastNanos, response.minNanos());
                longestNanos = Math.max(longestNanos, response.maxNanos());
            }
        }
    }

    private static void add(Histogram sum, @Nullable Times times) {
        if (times != null) {
            times.histogram().addTo(sum);
        }
    }

    LiveTable.Row row() {
        return new LiveTable.Row(
                tile,
                workload,
                operationsPerSecond,
                responses,
                leastNanos,
                longestNanos,
                dispatchLag,
                completionLag,
                errors,
                users);
    }
}

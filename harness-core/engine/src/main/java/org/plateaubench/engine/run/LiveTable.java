// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.run;

import java.util.List;

/**
 * The last closed interval for people who watch. Not a result: a row covers one interval and every phase in it.
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

    /**
     * One workload of one tile over one interval.
     *
     * @param tile number of the tile, from 1
     * @param workload name in the run file
     * @param operationsPerSecond successful ends of operations per second
     * @param p95Nanos 95th percentile of the response times that ended in the interval, 0 when there were none
     * @param errors errors, abandoned and dropped
     * @param users live users at the end
     */
    public record Row(int tile, String workload, double operationsPerSecond, long p95Nanos, long errors, int users) {}
}

// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.report;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.judge.result.AggregateResult;
import org.plateaubench.engine.judge.result.Block;
import org.plateaubench.engine.judge.result.Judgement;
import org.plateaubench.engine.judge.result.LimitResult;
import org.plateaubench.engine.judge.result.LineResult;
import org.plateaubench.engine.judge.result.MetricValue;
import org.plateaubench.engine.judge.result.PeriodResult;

/** The rows that compare the scored periods: each workload over its tiles, or for one tile, once per period. */
final class PeriodTable {
    /**
     * A workload in a period.
     *
     * @param scope {@code store}, or {@code 1/store} for one tile
     * @param period name of the period
     * @param complete whether the run lasted to its end
     * @param metric headline figure, null when there is none
     * @param all all operations together, null when the period was never reached
     * @param limits limits of all its operations and units, over all its tiles
     */
    record Row(
            String scope,
            String period,
            boolean complete,
            @Nullable MetricValue metric,
            @Nullable Block all,
            List<LimitResult> limits) {}

    private PeriodTable() {}

    /** Workloads over their tiles. */
    static List<Row> ofWorkloads(Judgement judgement) {
        List<Row> rows = new ArrayList<>();
        for (AggregateResult workload : judgement.aggregates()) {
            for (PeriodResult period : judgement.periods()) {
                AggregateResult found = period.aggregates().stream()
                        .filter(other -> other.name().equals(workload.name()))
                        .findFirst()
                        .orElse(null);
                List<LimitResult> limits = new ArrayList<>();
                period.workloads().stream()
                        .filter(tile -> tile.name().equals(workload.name()))
                        .forEach(tile -> limits.addAll(limits(tile.lines())));
                rows.add(new Row(
                        workload.name(),
                        period.name(),
                        period.complete(),
                        found == null ? null : found.metric(),
                        found == null ? null : found.all(),
                        limits));
            }
        }
        return rows;
    }

    private static List<LimitResult> limits(List<LineResult> lines) {
        List<LimitResult> limits = new ArrayList<>();
        lines.forEach(line -> limits.addAll(line.block().limits()));
        return limits;
    }
}

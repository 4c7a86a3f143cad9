// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.judge.AggregateResult;
import org.plateaubench.engine.judge.Block;
import org.plateaubench.engine.judge.Judgement;
import org.plateaubench.engine.judge.LimitResult;
import org.plateaubench.engine.judge.MetricValue;
import org.plateaubench.engine.judge.TimeSummary;
import org.plateaubench.engine.judge.WorkloadResult;
import org.plateaubench.engine.judge.figures.Figures;

/** The tables of tiles and of scored periods of a report. */
final class PartModel {
    private final Judgement judgement;

    PartModel(Judgement judgement) {
        this.judgement = judgement;
    }

    Map<String, Object> tree() {
        Map<String, Object> tree = new LinkedHashMap<>();
        boolean isMany = judgement.isMeasured() && TileTable.isLong(judgement);
        tree.put("manyTiles", isMany);
        tree.put("tileTables", isMany ? tileTables() : List.of());
        tree.put("hasPeriods", judgement.isMeasured() && !judgement.periods().isEmpty());
        tree.put("periodRows", rows(PeriodTable.ofWorkloads(judgement)));
        boolean hasTiles = judgement.workloads().size() > judgement.aggregates().size();
        tree.put("hasPeriodTiles", hasTiles);
        tree.put("periodTileRows", hasTiles ? rows(PeriodTable.ofTiles(judgement)) : List.of());
        return tree;
    }

    private List<Object> tileTables() {
        List<Object> tables = new ArrayList<>();
        for (AggregateResult total : judgement.aggregates()) {
            List<Object> rows = new ArrayList<>();
            for (int index = 0; index < judgement.workloads().size(); index++) {
                WorkloadResult tile = judgement.workloads().get(index);
                if (tile.name().equals(total.name())) {
                    Map<String, Object> row = figures(tile.metric(), tile.all(), TileTable.limits(tile));
                    row.put("tile", tile.tile());
                    row.put("index", index);
                    rows.add(row);
                }
            }
            tables.add(Map.of("name", total.name(), "unit", unit(total.metric()), "rows", rows));
        }
        return tables;
    }

    private static String unit(@Nullable MetricValue metric) {
        return metric == null ? "" : metric.unit();
    }

    private static List<Object> rows(List<PeriodTable.Row> rows) {
        List<Object> result = new ArrayList<>();
        String before = "";
        for (PeriodTable.Row row : rows) {
            Map<String, Object> tree = figures(row.metric(), row.all(), row.limits());
            tree.put("scope", row.scope().equals(before) ? "" : row.scope());
            tree.put("first", !row.scope().equals(before));
            tree.put("period", row.period());
            tree.put("state", row.all() == null ? "never reached" : row.complete() ? "" : "cut off");
            tree.put("hasState", row.all() == null || !row.complete());
            tree.put("unit", unit(row.metric()));
            before = row.scope();
            result.add(tree);
        }
        return result;
    }

    private static Map<String, Object> figures(
            @Nullable MetricValue metric, @Nullable Block block, List<LimitResult> limits) {
        Map<String, Object> tree = new LinkedHashMap<>();
        TimeSummary times = block == null ? null : block.responseTime();
        tree.put("metric", metric == null ? Cells.NONE : Figures.said(metric.value()));
        tree.put("ok", block == null ? Cells.NONE : Cells.whole(block.counts().ok()));
        tree.put(
                "failed",
                block == null ? Cells.NONE : Cells.whole(block.counts().failed()));
        tree.put("throughput", block == null ? Cells.NONE : Figures.said(block.throughputPerSecond()));
        for (String percentile : TimeSummary.PERCENTILES.keySet()) {
            tree.put(percentile, Cells.percentile(times, percentile));
        }
        tree.put("max", Cells.max(times));
        tree.put("limited", !limits.isEmpty());
        tree.put("badge", Badge.of(WorkloadModel.met(limits)).tree());
        return tree;
    }
}

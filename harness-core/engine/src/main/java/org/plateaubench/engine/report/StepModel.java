// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.plateaubench.engine.judge.Block;
import org.plateaubench.engine.judge.Judgement;
import org.plateaubench.engine.judge.StepResult;
import org.plateaubench.engine.judge.TimeSummary;
import org.plateaubench.engine.judge.Verdict;
import org.plateaubench.engine.judge.WorkloadResult;
import org.plateaubench.engine.judge.figures.Figures;
import org.plateaubench.engine.judge.figures.Window;

/** The steps of a workload's schedule, for a report and a terminal. */
final class StepModel {
    private static final double NANOS_PER_SECOND = 1e9;

    private StepModel() {}

    /** Rows of the table in the report. */
    static List<Object> rows(Judgement judgement, WorkloadResult workload) {
        List<Object> rows = new ArrayList<>();
        for (StepResult step : workload.steps()) {
            Verdict verdict = judgement.verdictOf(workload, step);
            Badge badge = verdict == null ? new Badge("plain", Cells.NONE, unjudged(step)) : Badge.of(verdict);
            Block block = step.all();
            TimeSummary times = block.responseTime();
            Map<String, Object> row = new LinkedHashMap<>();
            row.put("name", "step " + step.portion().number());
            row.put("label", step.portion().label());
            row.put("users", Cells.number(step.meanLiveUsers()));
            row.put("ok", Cells.whole(block.counts().ok()));
            row.put("declined", Cells.whole(block.counts().declined()));
            row.put("failed", Cells.whole(block.counts().failed()));
            row.put("throughput", Figures.said(block.throughputPerSecond()));
            row.put("p50", Cells.percentile(times, "p50"));
            row.put("p95", Cells.percentile(times, "p95"));
            row.put("p99", Cells.percentile(times, "p99"));
            row.put("badge", badge.tree());
            rows.add(row);
        }
        return rows;
    }

    private static String unjudged(StepResult step) {
        return step.window() == null ? "not reached" : "cut off";
    }

    /** The points of the charts: the window of a step, and a point of the load curve. */
    static List<Object> points(WorkloadResult workload) {
        List<Object> points = new ArrayList<>();
        for (StepResult step : workload.steps()) {
            Window window = step.window();
            if (window == null) {
                continue;
            }
            Map<String, Object> point = new LinkedHashMap<>();
            point.put("number", step.portion().number());
            point.put("label", step.portion().label());
            point.put("start", window.startNanos() / NANOS_PER_SECOND);
            point.put("end", window.endNanos() / NANOS_PER_SECOND);
            point.put("complete", step.complete());
            point.put("constant", step.meanLevel() == step.highestLevel());
            point.put("level", step.meanLevel());
            point.put("throughput", step.all().throughputPerSecond());
            TimeSummary times = step.all().responseTime();
            Double p95 = times == null ? null : times.percentilesMs().get("p95");
            if (p95 != null) {
                point.put("p95", p95);
            }
            points.add(point);
        }
        return points;
    }

    /** The table for a terminal, with a greatest width; empty without a schedule. */
    static List<String> lines(Judgement judgement, WorkloadResult workload, int widest) {
        if (workload.steps().isEmpty()) {
            return List.of();
        }
        TextTable table = new TextTable(widest, "step", "ok", "err", "per s", "p50", "p95", "p99", "verdict");
        for (StepResult step : workload.steps()) {
            Verdict verdict = judgement.verdictOf(workload, step);
            Block block = step.all();
            TimeSummary times = block.responseTime();
            table.add(List.of(
                    step.portion().number() + " " + step.portion().label(),
                    Figures.said(block.counts().ok()),
                    Figures.said(block.counts().failed()),
                    Figures.said(block.throughputPerSecond()),
                    TextSummary.percentile(times, "p50"),
                    TextSummary.percentile(times, "p95"),
                    TextSummary.percentile(times, "p99"),
                    verdict == null ? unjudged(step) : verdict.label()));
        }
        return table.lines();
    }
}

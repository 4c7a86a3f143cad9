// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.report.disclosure;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.judge.figures.Figures;
import org.plateaubench.engine.judge.figures.Words;
import org.plateaubench.engine.judge.result.Judgement;
import org.plateaubench.engine.judge.result.LimitResult;
import org.plateaubench.engine.judge.result.LineResult;
import org.plateaubench.engine.judge.result.MetricValue;
import org.plateaubench.engine.judge.result.PeriodResult;
import org.plateaubench.engine.judge.result.WorkloadResult;
import org.plateaubench.engine.judge.score.ScoreFormula;
import org.plateaubench.engine.judge.score.ScoreResult;
import org.plateaubench.engine.plan.PlannedScore;
import org.plateaubench.engine.plan.RunPlan;

/**
 * Writes the table of the tiles for the whole steady state, or for each scored period: rate, ratio and limits of each
 * workload.
 */
final class TileTables {
    private static final List<String> HEADS =
            List.of("Tile", "Workload", "Rate", "Ratio", "Succeeded", "Failed", "Limits");

    private final RunPlan plan;
    private final Judgement judgement;
    private final boolean isScored;

    TileTables(RunPlan plan, Judgement judgement) {
        this.plan = plan;
        this.judgement = judgement;
        ScoreResult score = judgement.score();
        this.isScored = score != null && score.notation() != null;
    }

    void write(PageText page) {
        if (judgement.periods().isEmpty()) {
            page.table(HEADS, rows(judgement.workloads()));
        }
        for (PeriodResult period : judgement.periods()) {
            page.paragraph(
                    "period",
                    "Period " + period.name() + (period.complete() ? "" : ", not complete") + scored(period.name()));
            page.table(HEADS, rows(period.workloads()));
        }
        ScoreResult score = judgement.score();
        if (score != null && !score.operations().isEmpty()) {
            page.paragraph("period", "Infrastructure, all tiles together");
            page.table(
                    List.of("Operation", "Per hour", "Reference", "Ratio"),
                    score.operations().stream()
                            .map(one -> List.of(
                                    one.workload() + "/" + Words.of(one.operation()),
                                    Figures.text(one.ratePerHour()),
                                    Figures.text(one.referencePerHour()),
                                    Figures.text(one.ratio())))
                            .toList());
        }
    }

    private String scored(String period) {
        ScoreResult score = judgement.score();
        if (score == null) {
            return "";
        }
        return score.periods().stream()
                .filter(one -> one.name().equals(period))
                .map(one -> ", score " + Figures.text(one.value())
                        + (score.state() == ScoreResult.State.STRUCK ? " (struck)" : "")
                        + (period.equals(score.scoredPeriod()) ? ", the median, which scores" : ""))
                .findFirst()
                .orElse("");
    }

    private List<List<String>> rows(List<WorkloadResult> workloads) {
        List<List<String>> rows = new ArrayList<>();
        for (int tile = 1; tile <= plan.tiles(); tile++) {
            List<Double> ratios = new ArrayList<>();
            for (WorkloadResult workload : workloads) {
                if (workload.tile() == tile) {
                    Double ratio = ratio(workload);
                    if (ratio != null) {
                        ratios.add(ratio);
                    }
                    rows.add(row(workload, ratio));
                }
            }
            if (!ratios.isEmpty()) {
                rows.add(List.of(
                        Integer.toString(tile),
                        "geometric mean",
                        "",
                        Figures.text(ScoreFormula.geometricMean(ratios)),
                        "",
                        "",
                        ""));
            }
        }
        return rows;
    }

    private @Nullable Double ratio(WorkloadResult workload) {
        PlannedScore score = plan.score();
        MetricValue metric = workload.metric();
        Double reference =
                score == null || !isScored ? null : score.application().get(workload.name());
        return reference == null || metric == null ? null : Double.valueOf(metric.value() / reference);
    }

    private static List<String> row(WorkloadResult workload, @Nullable Double ratio) {
        MetricValue metric = workload.metric();
        return List.of(
                Integer.toString(workload.tile()),
                workload.name(),
                metric == null ? "none" : Figures.text(metric.value(), metric.unit()),
                ratio == null ? "" : Figures.text(ratio),
                Figures.text(workload.all().counts().ok()),
                Figures.text(workload.all().counts().failed()),
                limits(workload));
    }

    private static String limits(WorkloadResult workload) {
        List<String> limits = new ArrayList<>();
        for (LineResult line : workload.lines()) {
            for (LimitResult limit : line.block().limits()) {
                limits.add(Words.of(line.name()) + " " + limit.limit() + ": " + limit.seen("not measured")
                        + met(limit.met()));
            }
        }
        return limits.isEmpty() ? "none" : String.join("\n", limits);
    }

    private static String met(@Nullable Boolean met) {
        return met == null ? ", not tested" : met ? ", met" : ", MISSED";
    }
}

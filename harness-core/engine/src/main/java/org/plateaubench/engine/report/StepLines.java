// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.report;

import java.util.List;
import org.plateaubench.engine.figure.Figures;
import org.plateaubench.engine.judge.result.Block;
import org.plateaubench.engine.judge.result.Judgement;
import org.plateaubench.engine.judge.result.StepResult;
import org.plateaubench.engine.judge.result.TimeSummary;
import org.plateaubench.engine.judge.result.Verdict;
import org.plateaubench.engine.judge.result.WorkloadResult;

/** The steps of a workload's schedule, for a terminal. */
final class StepLines {
    private StepLines() {}

    /** The table; empty without a schedule. */
    static List<String> of(Judgement judgement, WorkloadResult workload, int widest) {
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
                    Figures.text(block.counts().ok()),
                    Figures.text(block.counts().failed()),
                    Figures.text(block.throughputPerSecond()),
                    TextParts.percentile(times, "p50"),
                    TextParts.percentile(times, "p95"),
                    TextParts.percentile(times, "p99"),
                    verdict == null ? unjudged(step) : verdict.label()));
        }
        return table.lines();
    }

    private static String unjudged(StepResult step) {
        return step.window() == null ? "not reached" : "cut off";
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge.document;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.judge.figures.Edges;
import org.plateaubench.engine.judge.figures.Window;
import org.plateaubench.engine.judge.result.BacklogResult;
import org.plateaubench.engine.judge.result.Block;
import org.plateaubench.engine.judge.result.CheckResult;
import org.plateaubench.engine.judge.result.Judgement;
import org.plateaubench.engine.judge.result.LagSummary;
import org.plateaubench.engine.judge.result.LineResult;
import org.plateaubench.engine.judge.result.LoadResult;
import org.plateaubench.engine.judge.result.MetricValue;
import org.plateaubench.engine.judge.result.StepResult;
import org.plateaubench.engine.judge.result.Verdict;
import org.plateaubench.engine.judge.result.WorkloadResult;

/** A workload of a tile in {@link ResultDocument}. */
public record WorkloadDocument(
        int tile,
        String name,
        String plugin,
        LoadResult load,
        WorkloadResult.Users users,
        Edges edges,
        @Nullable BacklogResult backlog,
        @Nullable MetricValue metric,
        Map<String, Long> counters,
        List<CheckResult> checks,
        LagSummary lagMs,
        Block all,
        List<LineResult> operations,
        List<StepDocument> steps) {
    static WorkloadDocument of(Judgement judgement, WorkloadResult workload) {
        return new WorkloadDocument(
                workload.tile(),
                workload.name(),
                workload.plugin(),
                workload.load(),
                workload.users(),
                workload.edges(),
                workload.backlog(),
                workload.metric(),
                workload.counters(),
                workload.checks(),
                workload.lag(),
                workload.all(),
                workload.lines(),
                workload.steps().stream()
                        .map(step -> StepDocument.of(step, judgement.verdictOf(workload, step)))
                        .toList());
    }

    /** A step of a schedule; it has no times if it was never reached, and no verdict if it was cut off. */
    public record StepDocument(
            int step,
            String label,
            @Nullable Instant start,
            @Nullable Instant end,
            @Nullable Double seconds,
            boolean complete,
            Asked load,
            @Nullable Double meanLiveUsers,
            Edges edges,
            @Nullable BacklogResult backlog,
            @Nullable Verdict verdict,
            LagSummary lagMs,
            Block all,
            List<LineResult> operations) {
        private static StepDocument of(StepResult step, @Nullable Verdict verdict) {
            Window window = step.window();
            return new StepDocument(
                    step.portion().number(),
                    step.portion().label(),
                    window == null ? null : window.start(),
                    window == null ? null : window.end(),
                    window == null ? null : window.seconds(),
                    step.complete(),
                    new Asked(step.level(), step.meanLevel(), step.highestLevel()),
                    step.meanLiveUsers(),
                    step.edges(),
                    step.backlog(),
                    verdict,
                    step.lag(),
                    step.all(),
                    step.lines());
        }
    }

    /** The planned load of a step, in words and in users or units per second. */
    public record Asked(String level, double mean, double highest) {}
}

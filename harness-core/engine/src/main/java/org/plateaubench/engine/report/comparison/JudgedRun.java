// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.report.comparison;

import java.time.Instant;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.judge.result.Judgement;
import org.plateaubench.engine.judge.result.Judgement.AggregateResult;
import org.plateaubench.engine.plan.PlannedWorkload;
import org.plateaubench.engine.plan.RunPlan;
import org.plateaubench.engine.store.StoredRun;

/**
 * The data of a stored, judged run that a comparison needs, which are far smaller than the run itself. Immutable.
 *
 * @param started when it was started, null when not known
 * @param spreads standard errors of its figures by chance
 */
public record JudgedRun(
        RunPlan plan,
        Map<String, Object> planTree,
        Map<String, Object> environment,
        Judgement judgement,
        @Nullable Instant started,
        Spreads spreads) {

    /** A workload of the plan in each of its tiles; empty if the run has no such workload. */
    Stream<PlannedWorkload> tiles(String workload) {
        return plan.workloads().stream().filter(planned -> planned.name().equals(workload));
    }

    /** The result of a workload over its tiles; null if there is none, or if nothing was measured. */
    @Nullable
    AggregateResult result(String workload) {
        return judgement.aggregates().stream()
                .filter(result -> judgement.isMeasured() && result.name().equals(workload))
                .findFirst()
                .orElse(null);
    }

    public static JudgedRun of(StoredRun run, Judgement judgement) {
        RunPlan plan = RunPlan.fromTree(run.plan());
        return new JudgedRun(
                plan,
                run.plan(),
                run.environment(),
                judgement,
                run.events().isEmpty() ? null : run.events().getFirst().at(),
                Spreads.of(run, plan, judgement.window()));
    }
}

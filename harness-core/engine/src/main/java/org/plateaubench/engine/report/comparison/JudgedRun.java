// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.report.comparison;

import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.judge.Judgement;
import org.plateaubench.engine.plan.RunPlan;
import org.plateaubench.engine.store.StoredRun;

/**
 * What a comparison needs of a stored, judged run; far less than the run itself. Immutable.
 *
 * @param plan the plan
 * @param planTree the plan as it was stored
 * @param environment where the run was made
 * @param judgement what was said of it
 * @param started when it was started, null when nothing tells
 * @param spreads by how much chance may have moved its figures
 */
public record JudgedRun(
        RunPlan plan,
        Map<String, Object> planTree,
        Map<String, Object> environment,
        Judgement judgement,
        @Nullable Instant started,
        Spreads spreads) {

    /**
     * Gathers it.
     *
     * @throws java.io.UncheckedIOException when the run folder cannot be read any more
     */
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

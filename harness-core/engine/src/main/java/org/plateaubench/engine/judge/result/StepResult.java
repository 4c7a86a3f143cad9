// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge.result;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.judge.figures.Window;
import org.plateaubench.engine.judge.figures.WorkloadFigures.Edges;

/**
 * One step of a workload's schedule, which is judged separately.
 *
 * @param label its level and length in words
 * @param window its window, up to the end of the run; null when it was not reached
 * @param complete whether the run reached the end of the step; a step that was cut off is not judged
 * @param meanLiveUsers mean number of users, null when it contains no interval
 * @param backlog units that were due and had not ended, null if they have no bound
 * @param verdict verdict of the step alone, null when it was not reached or cut off
 */
public record StepResult(
        int step,
        String label,
        @Nullable Window window,
        boolean complete,
        Asked load,
        @Nullable Double meanLiveUsers,
        Edges edges,
        @Nullable BacklogResult backlog,
        @Nullable Verdict verdict,
        @JsonProperty("lagMs") LagSummary lag,
        LineResult all,
        @JsonProperty("operations") List<LineResult> lines) {
    public record Asked(String level, double mean, double highest) {}
}

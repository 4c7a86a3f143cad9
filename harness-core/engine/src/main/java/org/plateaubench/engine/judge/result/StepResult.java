// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge.result;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.judge.figures.Edges;
import org.plateaubench.engine.judge.figures.Portion;
import org.plateaubench.engine.judge.figures.Window;

/**
 * One step of a workload's schedule, which is judged separately.
 *
 * @param portion its number and level
 * @param window its window, up to the end of the run; null when it was not reached
 * @param complete whether the run reached the end of the step; a step that was cut off is not judged
 * @param level the load of the step, in words
 * @param meanLevel mean number of users or units per second of that load
 * @param highestLevel the highest level of that load
 * @param meanLiveUsers mean number of users, null when it contains no interval
 * @param edges operations in flight when it began and ended
 * @param backlog units that were due and had not ended, null if they have no bound
 * @param lag the lags of the harness in the same time
 * @param all all operations together
 * @param lines operations, units and series
 */
public record StepResult(
        Portion portion,
        @Nullable Window window,
        boolean complete,
        String level,
        double meanLevel,
        double highestLevel,
        @Nullable Double meanLiveUsers,
        Edges edges,
        @Nullable BacklogResult backlog,
        LagSummary lag,
        Block all,
        List<LineResult> lines) {}

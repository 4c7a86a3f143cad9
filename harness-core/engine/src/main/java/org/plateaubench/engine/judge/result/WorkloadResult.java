// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge.result;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.judge.figures.Edges;
import org.plateaubench.engine.judge.figures.Scope;

/**
 * One workload of one tile.
 *
 * @param tile number of the tile
 * @param name name in the run file
 * @param plugin plugin of the workload
 * @param load planned load
 * @param users configured and present users
 * @param edges operations in flight when the window began and ended (measurement rule M11)
 * @param backlog units that were due and had not ended, null if they have no bound
 * @param metric headline figure, null when the run never became steady
 * @param counters declared counters, summed over the intervals of the window
 * @param checks checks of its counts; empty for a part of the steady window
 * @param lag the lags of the harness in the same time
 * @param all all operations together
 * @param lines operations, units and series
 * @param steps steps of its schedule; empty without a schedule
 */
public record WorkloadResult(
        int tile,
        String name,
        String plugin,
        LoadResult load,
        Users users,
        Edges edges,
        @Nullable BacklogResult backlog,
        @Nullable MetricValue metric,
        Map<String, Long> counters,
        List<CheckResult> checks,
        LagSummary lag,
        Block all,
        List<LineResult> lines,
        List<StepResult> steps) {
    public Scope scope() {
        return Scope.workload(tile, name);
    }

    public Scope scope(String line) {
        return Scope.operation(tile, name, line);
    }

    public List<LimitResult> limits() {
        return lines.stream().flatMap(line -> line.block().limits().stream()).toList();
    }

    public record Users(int configured, @Nullable Double meanLive) {}
}

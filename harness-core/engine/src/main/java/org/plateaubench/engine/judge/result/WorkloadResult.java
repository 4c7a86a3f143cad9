// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge.result;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.Answers;
import org.plateaubench.engine.judge.figures.Scope;
import org.plateaubench.engine.judge.figures.WorkloadFigures.Edges;

/**
 * One workload of one tile.
 *
 * @param answers what is verified of the answers to each operation that the mix issues, and what is not
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
        Map<String, Answers> answers,
        @JsonProperty("lagMs") LagSummary lag,
        LineResult all,
        @JsonProperty("operations") List<LineResult> lines,
        List<StepResult> steps) {
    public Scope scope() {
        return Scope.workload(tile, name);
    }

    public Scope scope(String line) {
        return Scope.operation(tile, name, line);
    }

    public List<LimitResult> limits() {
        return lines.stream().flatMap(line -> line.limits().stream()).toList();
    }

    public WorkloadResult with(List<StepResult> steps) {
        return new WorkloadResult(
                tile, name, plugin, load, users, edges, backlog, metric, counters, checks, answers, lag, all, lines,
                steps);
    }

    public record Users(int configured, @Nullable Double meanLive) {}
}

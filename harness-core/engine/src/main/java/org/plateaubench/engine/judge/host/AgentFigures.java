// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge.host;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.figure.Figures;
import org.plateaubench.engine.judge.audit.AgentAudits;
import org.plateaubench.engine.judge.figures.AgentHosts;
import org.plateaubench.engine.judge.figures.Window;
import org.plateaubench.engine.judge.result.AgentResult;
import org.plateaubench.engine.plan.RunPlan;
import org.plateaubench.engine.store.StoredInterval;
import org.plateaubench.measure.interval.LineInterval;
import org.plateaubench.measure.interval.WorkloadInterval;

public final class AgentFigures {
    /** Sums of scopes and agents; a workload is added by one thread at a time. */
    private final Map<String, Map<String, Sum>> byScope = new HashMap<>();

    public AgentFigures(RunPlan plan) {
        plan.workloads().forEach(workload -> byScope.put(workload.scope(), new TreeMap<>()));
    }

    private static final class Sum {
        private final int tile;
        private final String workload;
        private LineInterval.Counts counts = LineInterval.Counts.NONE;
        private long sumNanos;
        private long maxNanos;

        private Sum(WorkloadInterval interval) {
            tile = interval.tile();
            workload = interval.workload();
        }

        private void add(LineInterval line) {
            counts = counts.plus(line.counts());
            if (line.response() != null) {
                sumNanos += line.response().sumNanos();
                maxNanos = Math.max(maxNanos, line.response().maxNanos());
            }
        }

        private AgentResult.Driven driven(Window window) {
            long timed = counts.ok() + counts.declined();
            return new AgentResult.Driven(
                    tile,
                    workload,
                    counts.issued(),
                    counts.ok(),
                    counts.declined(),
                    counts.errors(),
                    counts.abandoned(),
                    counts.dropped(),
                    counts.okEnds(),
                    Figures.rounded(counts.okEnds() / window.seconds()),
                    timed == 0 ? null : Double.valueOf(Figures.millis(sumNanos / timed)),
                    timed == 0 ? null : Double.valueOf(Figures.millis(maxNanos)));
        }
    }

    public void add(String scope, StoredInterval interval, WorkloadInterval workload) {
        Sum sum = Objects.requireNonNull(byScope.get(scope))
                .computeIfAbsent(interval.agent(), agent -> new Sum(workload));
        workload.lines().stream()
                .filter(line -> line.kind() == LineInterval.Kind.OPERATION
                        && line.window().isSteady())
                .forEach(sum::add);
    }

    /** A result for each agent with intervals; empty without a steady phase. */
    public List<AgentResult> results(@Nullable Window window, AgentAudits audits, AgentHosts hosts) {
        return window == null
                ? List.of()
                : audits.agents().stream()
                        .map(agent -> new AgentResult(
                                agent,
                                hosts.host(agent),
                                audits.cpu(agent),
                                audits.longestStopMs(agent),
                                driven(agent, window)))
                        .toList();
    }

    private List<AgentResult.Driven> driven(String agent, Window window) {
        return new TreeMap<>(byScope)
                .values().stream()
                        .map(agents -> agents.get(agent))
                        .filter(Objects::nonNull)
                        .map(sum -> sum.driven(window))
                        .toList();
    }
}

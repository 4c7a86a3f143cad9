// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge.host;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.figure.Figures;
import org.plateaubench.engine.judge.audit.AgentAudits;
import org.plateaubench.engine.judge.figures.AgentHosts;
import org.plateaubench.engine.judge.figures.Scope;
import org.plateaubench.engine.judge.figures.Window;
import org.plateaubench.engine.judge.result.AgentResult;
import org.plateaubench.engine.store.record.StoredInterval;
import org.plateaubench.measure.interval.LineInterval;
import org.plateaubench.measure.interval.WorkloadInterval;

/** Computes the figures of single agents in the steady window. Stateless; any thread. */
public final class AgentFigures {
    private AgentFigures() {}

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

    /** A result for each agent with intervals; empty without a steady phase. */
    public static List<AgentResult> of(
            List<StoredInterval> intervals, @Nullable Window window, AgentAudits audits, AgentHosts hosts) {
        List<AgentResult> results = new ArrayList<>();
        if (window == null) {
            return results;
        }
        Map<String, Map<String, Sum>> sums = new TreeMap<>();
        for (StoredInterval interval : intervals) {
            Map<String, Sum> own = sums.computeIfAbsent(interval.agent(), agent -> new TreeMap<>());
            for (WorkloadInterval workload : interval.workloads()) {
                Sum sum = own.computeIfAbsent(
                        Scope.workload(workload.tile(), workload.workload()).toString(), scope -> new Sum(workload));
                workload.lines().stream()
                        .filter(line -> line.kind() == LineInterval.Kind.OPERATION
                                && line.window().isSteady())
                        .forEach(sum::add);
            }
        }
        sums.forEach((agent, own) -> results.add(new AgentResult(
                agent,
                hosts.host(agent),
                audits.cpu(agent),
                audits.longestStopMs(agent),
                own.values().stream().map(sum -> sum.driven(window)).toList())));
        return results;
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.report.series;

import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.statistics.Nanos;

/**
 * One workload in one bin. The rates of each agent refer to its counted time; the rates of agents are added. Not
 * thread-safe.
 */
final class WorkloadBin {
    private final Map<String, AgentBin> agents = new TreeMap<>();
    private final Map<String, BinTimes> times = new HashMap<>(8);
    private final BinTimes all = new BinTimes();
    private final Map<String, BinTimes> service = new HashMap<>(8);
    private final BinTimes allService = new BinTimes();
    private final BinTimes dispatchLag = new BinTimes();
    private final BinTimes completionLag = new BinTimes();

    AgentBin agent(String name) {
        return agents.computeIfAbsent(name, key -> new AgentBin());
    }

    /** Times of a line; null means all operations. */
    BinTimes times(@Nullable String line) {
        return line == null ? all : times.computeIfAbsent(line, name -> new BinTimes());
    }

    /** Service times of a line; null means all operations. */
    BinTimes service(@Nullable String line) {
        return line == null ? allService : service.computeIfAbsent(line, name -> new BinTimes());
    }

    BinTimes dispatchLag() {
        return dispatchLag;
    }

    /** Completion lag of operations; empty if it was measured on probes. */
    BinTimes completionLag() {
        return completionLag;
    }

    /**
     * The harness's own lag as a share of a percentile of the response times of all operations (measurement rule M24);
     * NaN when it is not known.
     */
    double harnessShare(double percentile) {
        double completionMs = completionLag.percentileMs(percentile);
        double lagMs = dispatchLag.percentileMs(percentile) + (Double.isNaN(completionMs) ? 0 : completionMs);
        double valueMs = all.percentileMs(percentile);
        return valueMs > 0 ? lagMs / valueMs : Double.NaN;
    }

    boolean hasCounted() {
        return agents.values().stream().anyMatch(agent -> agent.countedNanos() > 0);
    }

    /** The rate over all agents; NaN when there are no counts. */
    double perSecond(ToLongFunction<AgentBin> count) {
        return sum(agent -> count.applyAsLong(agent) * Nanos.PER_SECOND / agent.countedNanos());
    }

    double sum(ToDoubleFunction<AgentBin> value) {
        double sum = 0;
        boolean any = false;
        for (AgentBin agent : agents.values()) {
            if (agent.countedNanos() > 0) {
                sum += value.applyAsDouble(agent);
                any = true;
            }
        }
        return any ? sum : Double.NaN;
    }

    long total(ToLongFunction<AgentBin> count) {
        return agents.values().stream().mapToLong(count).sum();
    }

    double gauge(String name) {
        double sum = 0;
        boolean any = false;
        for (AgentBin agent : agents.values()) {
            Double level = agent.meanGauge(name);
            if (level != null) {
                sum += level;
                any = true;
            }
        }
        return any ? sum : Double.NaN;
    }

    void pack() {
        times.values().forEach(BinTimes::pack);
        all.pack();
        service.values().forEach(BinTimes::pack);
        allService.pack();
        dispatchLag.pack();
        completionLag.pack();
    }
}

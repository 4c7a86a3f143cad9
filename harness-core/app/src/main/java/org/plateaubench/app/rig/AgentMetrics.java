// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.rig;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.statistics.Nanos;
import org.plateaubench.measure.interval.AgentHealth;
import org.plateaubench.measure.interval.IntervalSnapshot;
import org.plateaubench.measure.interval.LineInterval;
import org.plateaubench.measure.interval.WorkloadInterval;
import org.plateaubench.wire.ToController;

/**
 * The metrics that an agent has sent of its current or last run, in the text format of Prometheus: totals that only
 * grow within a run, and levels of the last interval. Label values are names of the plan, and so not secret.
 * Thread-safe.
 */
final class AgentMetrics {
    private final String agent;
    private final Map<String, Long> operations = new TreeMap<>();
    private final Map<String, WorkloadInterval.Levels> levels = new LinkedHashMap<>();
    private String run = "";
    private boolean active;
    private long runs;
    private @Nullable AgentHealth health;

    AgentMetrics(String agent) {
        this.agent = agent;
    }

    /** Begins a run and discards the metrics of the previous one. */
    synchronized void begin(String id) {
        run = id;
        active = true;
        runs++;
        operations.clear();
        levels.clear();
        health = null;
    }

    /** Ends the run; its metrics are kept. */
    synchronized void end() {
        active = false;
    }

    void add(ToController message) {
        if (message instanceof ToController.Snapshot snapshot) {
            add(snapshot.interval());
        }
    }

    private synchronized void add(IntervalSnapshot interval) {
        health = interval.health();
        for (WorkloadInterval workload : interval.workloads()) {
            String labels =
                    labels() + ",tile=\"" + workload.tile() + "\",workload=\"" + escaped(workload.workload()) + "\"";
            levels.put(labels, workload.levels());
            workload.lines().forEach(line -> add(labels, line));
        }
    }

    private void add(String workload, LineInterval line) {
        String labels = workload + ",operation=\"" + escaped(line.line()) + "\",kind=\""
                + line.kind().name().toLowerCase(Locale.ROOT) + "\",outcome=\"";
        LineInterval.Counts counts = line.counts();
        count(labels + "ok", counts.ok());
        count(labels + "declined", counts.declined());
        count(labels + "error", counts.errors());
        count(labels + "abandoned", counts.abandoned());
        count(labels + "dropped", counts.dropped());
    }

    private void count(String labels, long count) {
        operations.merge(labels + "\"", count, Long::sum);
    }

    /**
     * Escapes a label value for the text format of Prometheus; any holder of a controller's credentials can choose
     * names of runs.
     */
    private static String escaped(String value) {
        return value.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n");
    }

    private String labels() {
        return "agent=\"" + escaped(agent) + "\",run=\"" + escaped(run) + "\"";
    }

    synchronized String text() {
        StringBuilder text = new StringBuilder();
        String self = "agent=\"" + agent + "\"";
        head(text, "plateau_agent_active", "gauge", "1 while the agent serves a run, then 0.");
        line(text, "plateau_agent_active", self, active ? 1 : 0);
        head(text, "plateau_agent_runs_total", "counter", "Runs that this process has begun to serve.");
        line(text, "plateau_agent_runs_total", self, (double) runs);
        head(text, "plateau_agent_operations_total", "counter", "Ends of this agent's operations, by outcome.");
        operations.forEach((labels, count) -> line(text, "plateau_agent_operations_total", labels, (double) count));
        level(text, "plateau_agent_users", "Users of this agent that are connected.", Level.USERS);
        level(text, "plateau_agent_operations_in_flight", "Operations under way.", Level.IN_FLIGHT);
        level(text, "plateau_agent_arrivals_queued", "Arrivals that wait for a user.", Level.QUEUED);
        AgentHealth known = health;
        if (known != null) {
            head(text, "plateau_agent_stall_seconds", "gauge", "Longest stall of the last interval.");
            line(text, "plateau_agent_stall_seconds", labels(), known.longestStallNanos() / Nanos.PER_SECOND);
            head(text, "plateau_agent_heap_bytes", "gauge", "Heap in use.");
            line(text, "plateau_agent_heap_bytes", labels(), (double) known.heapUsedBytes());
            if (known.processCpuShare() >= 0) {
                head(text, "plateau_agent_cpu_ratio", "gauge", "Processor time over time and cores.");
                line(text, "plateau_agent_cpu_ratio", labels(), known.processCpuShare());
            }
        }
        return text.toString();
    }

    private enum Level {
        USERS,
        IN_FLIGHT,
        QUEUED;

        int of(WorkloadInterval.Levels levels) {
            return switch (this) {
                case USERS -> levels.liveUsers();
                case IN_FLIGHT -> levels.inFlight();
                case QUEUED -> levels.queued();
            };
        }
    }

    private void level(StringBuilder text, String name, String help, Level level) {
        head(text, name, "gauge", help);
        levels.forEach((labels, now) -> line(text, name, labels, level.of(now)));
    }

    private static void head(StringBuilder text, String name, String type, String help) {
        text.append("# HELP ").append(name).append(' ').append(help).append('\n');
        text.append("# TYPE ").append(name).append(' ').append(type).append('\n');
    }

    private static void line(StringBuilder text, String name, String labels, double value) {
        text.append(name).append('{').append(labels).append("} ").append(value).append('\n');
    }
}

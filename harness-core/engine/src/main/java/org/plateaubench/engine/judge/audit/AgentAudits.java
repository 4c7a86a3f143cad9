// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge.audit;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.judge.figures.Figures;
import org.plateaubench.engine.judge.figures.Scope;
import org.plateaubench.engine.judge.figures.Window;
import org.plateaubench.engine.plan.JudgeBounds;
import org.plateaubench.engine.store.StoredInterval;
import org.plateaubench.measure.AgentHealth;

/** CPU and longest stop of each agent in the window (measurement rule M16). */
public final class AgentAudits {
    private final Map<String, Agent> agents = new TreeMap<>();

    private static final class Agent {
        private double cpuNanos;
        private double knownNanos;
        private long longestStopNanos = -1;
    }

    public AgentAudits(List<StoredInterval> intervals, @Nullable Window window) {
        for (StoredInterval interval : intervals) {
            Agent agent = agents.computeIfAbsent(interval.agent(), name -> new Agent());
            AgentHealth health = interval.health();
            if (window == null || health == null) {
                continue;
            }
            if (window.holds(interval) && health.processCpuShare() >= 0) {
                double length = (double) (interval.endNanos() - interval.startNanos());
                agent.cpuNanos += health.processCpuShare() * length;
                agent.knownNanos += length;
            }
            if (window.touches(interval)) {
                long stop = Math.max(health.longestStallNanos(), health.longestPauseNanos());
                agent.longestStopNanos = Math.max(agent.longestStopNanos, stop);
            }
        }
    }

    public List<Audit> audits(JudgeBounds bounds) {
        List<Audit> audits = new ArrayList<>();
        agents.forEach((name, agent) -> {
            audits.add(cpu(Scope.agent(name), cpuShare(agent), bounds));
            audits.add(stop(Scope.agent(name), stopMs(agent), bounds));
        });
        return audits;
    }

    /** Greatest mean CPU share of any agent, null when not known. */
    @Nullable
    public Double cpuShare() {
        return greatest(AgentAudits::cpuShare);
    }

    /** Longest stop of any agent in milliseconds, null when not known. */
    @Nullable
    public Double longestStopMs() {
        return greatest(AgentAudits::stopMs);
    }

    private @Nullable Double greatest(Function<Agent, @Nullable Double> figure) {
        Double greatest = null;
        for (Agent agent : agents.values()) {
            Double each = figure.apply(agent);
            greatest = each == null || (greatest != null && greatest > each) ? greatest : each;
        }
        return greatest;
    }

    private static @Nullable Double cpuShare(Agent agent) {
        return agent.knownNanos > 0 ? Double.valueOf(Figures.rounded(agent.cpuNanos / agent.knownNanos)) : null;
    }

    private static @Nullable Double stopMs(Agent agent) {
        return agent.longestStopNanos >= 0 ? Double.valueOf(Figures.millis(agent.longestStopNanos)) : null;
    }

    private static Audit cpu(Scope scope, @Nullable Double share, JudgeBounds bounds) {
        if (share == null) {
            return notTested(
                    Rule.AGENT_CPU,
                    scope,
                    bounds.cpuSharePercent(),
                    "%",
                    "This system does not tell the CPU time of the agent's process, so nobody can say whether it was short"
                            + " of it: watch it with the tools of the system.");
        }
        double percent = Figures.rounded(share * 100);
        boolean ok = percent <= bounds.cpuSharePercent();
        String seen = "the agent's process used " + Figures.said(percent, "%") + " of its cores; at most "
                + Figures.said(bounds.cpuSharePercent(), "%") + " is allowed.";
        return new Audit(
                Rule.AGENT_CPU,
                ok ? Audit.State.OK : Audit.State.VIOLATED,
                scope,
                percent,
                bounds.cpuSharePercent(),
                "%",
                !bounds.cpuVoids(),
                scope + ": " + seen
                        + (ok
                                ? ""
                                : " Short of CPU, it starts operations late and reads replies late. Give it more cores, lower the"
                                        + " load, or move the SUT to another host."));
    }

    private static Audit stop(Scope scope, @Nullable Double stopMs, JudgeBounds bounds) {
        if (stopMs == null) {
            return notTested(
                    Rule.LONGEST_STALL,
                    scope,
                    bounds.longestStallMs(),
                    "ms",
                    "No interval lies in the window, so nothing is known of stops: see what ended the run.");
        }
        boolean ok = stopMs <= bounds.longestStallMs();
        String seen = "the longest stop of the agent inside the window was " + Figures.said(stopMs, "ms") + "; at most "
                + Figures.said(bounds.longestStallMs(), "ms") + " is allowed.";
        return new Audit(
                Rule.LONGEST_STALL,
                ok ? Audit.State.OK : Audit.State.VIOLATED,
                scope,
                stopMs,
                bounds.longestStallMs(),
                "ms",
                !bounds.stallVoids(),
                scope + ": " + seen
                        + (ok
                                ? ""
                                : " While it stands still nothing is started and no reply is read, and that wait is counted as"
                                        + " response time. Look for other programs on its host (./plateau calibrate names"
                                        + " them), collector pauses, or a virtual machine that was paused."));
    }

    private static Audit notTested(Rule rule, Scope scope, double bound, String unit, String message) {
        return new Audit(rule, Audit.State.NOT_TESTED, scope, null, bound, unit, false, message);
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge.audit;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.figure.Figures;
import org.plateaubench.engine.judge.audit.AuditOrRule.Bounds;
import org.plateaubench.engine.judge.audit.AuditResult.UpperBound;
import org.plateaubench.engine.judge.figures.Scope;
import org.plateaubench.engine.judge.figures.Window;
import org.plateaubench.engine.plan.JudgeBounds;
import org.plateaubench.engine.run.event.EventDetails.AgentProcess;
import org.plateaubench.engine.store.RunEvent;
import org.plateaubench.engine.store.StoredInterval;
import org.plateaubench.measure.host.HostCpuMeter;
import org.plateaubench.measure.host.HostTelemetry;
import org.plateaubench.measure.interval.AgentHealth;
import org.plateaubench.measure.interval.CpuUse;
import org.plateaubench.wire.TelemetrySample;

/**
 * Audits the CPU of each agent, its throttling by control groups, and its longest stall in the window (measurement rule
 * M16). CPU is compared with the cores that the process may use; a value above their number is reported as measured.
 */
public final class AgentAudits {
    private final Map<String, Agent> agents = new TreeMap<>();

    /** The CPU of an agent's process over the window, in cores: CPU time divided by time. */
    public record AgentCpu(
            String agent,
            double cores,
            double availableCores,
            double driveCores,
            double collectorCores,
            double compilerCores,
            double otherCores,
            double driveWait) {}

    private static final class Agent {
        private final Mean share = new Mean();
        private final Mean cores = new Mean();
        private final Mean available = new Mean();
        private final Mean drive = new Mean();
        private final Mean collector = new Mean();
        private final Mean compiler = new Mean();
        private final Mean wait = new Mean();
        private final Mean timeslices = new Mean();
        private final Mean throttled = new Mean();
        private long longestStallNanos = -1;
        private boolean isStalledByJvm;
    }

    /** A mean, weighted by the time for which the value is known. */
    private static final class Mean {
        private double sum;
        private double knownNanos;

        void add(double figure, double nanos) {
            if (figure >= 0) {
                sum += figure * nanos;
                knownNanos += nanos;
            }
        }

        @Nullable
        Double mean() {
            return knownNanos > 0 ? Double.valueOf(sum / knownNanos) : null;
        }

        double orZero() {
            Double mean = mean();
            return mean == null ? 0 : Figures.rounded(mean);
        }
    }

    private final AgentHosts hosts;

    public AgentAudits(List<StoredInterval> intervals, @Nullable Window window, AgentHosts hosts) {
        this.hosts = hosts;
        for (StoredInterval interval : intervals) {
            Agent agent = agents.computeIfAbsent(interval.agent(), name -> new Agent());
            AgentHealth health = interval.health();
            if (window == null || health == null) {
                continue;
            }
            if (window.contains(interval)) {
                add(agent, interval, health);
            }
            if (window.overlaps(interval)) {
                long stall = Math.max(health.longestStallNanos(), health.longestPauseNanos());
                if (stall > agent.longestStallNanos) {
                    agent.longestStallNanos = stall;
                    agent.isStalledByJvm = 2 * health.longestPauseNanos() > stall;
                }
            }
        }
    }

    private static void add(Agent agent, StoredInterval interval, AgentHealth health) {
        double length = (double) (interval.endNanos() - interval.startNanos());
        CpuUse cpu = health.cpu();
        agent.share.add(health.processCpuShare(), length);
        agent.cores.add(cpu.cores(), length);
        agent.available.add(cpu.availableCores(), length);
        agent.drive.add(cpu.driveCores(), length);
        agent.collector.add(cpu.collectorCores(), length);
        agent.compiler.add(cpu.compilerCores(), length);
        agent.wait.add(cpu.driveWait(), length);
        agent.timeslices.add(cpu.driveTurnsPerSecond(), length);
        agent.throttled.add(cpu.throttled(), length);
    }

    public List<AuditResult> audits(JudgeBounds bounds, double lagBoundMs) {
        List<AuditResult> audits = new ArrayList<>();
        agents.forEach((name, agent) -> {
            Scope scope = Scope.agent(name);
            String subject = scope + hosts.phrase(name);
            audits.add(cpu(scope, subject, agent, bounds));
            audits.add(wait(scope, subject, waitMs(agent), lagBoundMs, bounds));
            audits.add(throttled(scope, subject, agent.throttled.mean(), bounds));
            audits.add(stall(scope, subject, stallMs(agent), agent.isStalledByJvm, bounds));
        });
        return audits;
    }

    @Nullable
    public Double cpuShare() {
        return greatest(AgentAudits::cpuShare);
    }

    @Nullable
    public AgentCpu cpu() {
        AgentCpu greatest = null;
        double greatestShare = -1;
        for (Map.Entry<String, Agent> entry : agents.entrySet()) {
            Agent agent = entry.getValue();
            Double share = agent.share.mean();
            if (share != null && share > greatestShare && agent.cores.mean() != null && agent.drive.mean() != null) {
                greatestShare = share;
                greatest = cpu(entry.getKey(), agent);
            }
        }
        return greatest;
    }

    private static AgentCpu cpu(String name, Agent agent) {
        double known = agent.drive.orZero() + agent.collector.orZero() + agent.compiler.orZero();
        return new AgentCpu(
                name,
                agent.cores.orZero(),
                agent.available.orZero(),
                agent.drive.orZero(),
                agent.collector.orZero(),
                agent.compiler.orZero(),
                // The clock of the process and those of its threads are read at different instants.
                Figures.rounded(Math.max(0, agent.cores.orZero() - known)),
                agent.wait.orZero());
    }

    @Nullable
    public Double longestStallMs() {
        return greatest(AgentAudits::stallMs);
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
        Double share = agent.share.mean();
        return share == null ? null : Double.valueOf(Figures.rounded(share));
    }

    private static @Nullable Double waitMs(Agent agent) {
        Double wait = agent.wait.mean();
        Double timeslices = agent.timeslices.mean();
        return wait == null || timeslices == null || timeslices == 0
                ? null
                : Double.valueOf(Figures.rounded(1000 * wait / timeslices));
    }

    private static @Nullable Double stallMs(Agent agent) {
        return agent.longestStallNanos >= 0 ? Double.valueOf(Figures.millis(agent.longestStallNanos)) : null;
    }

    private static AuditResult cpu(Scope scope, String subject, Agent agent, JudgeBounds bounds) {
        Double share = cpuShare(agent);
        UpperBound bound = new UpperBound(AuditOrRule.AGENT_CPU, scope, bounds.cpuSharePercent(), "%");
        if (share == null) {
            return bound.notTested(
                    "This system does not report the CPU time of the agent's process, so it is not known whether the"
                            + " agent was short of CPU: watch it with the system's own tools.");
        }
        double percent = Figures.rounded(share * 100);
        return bound.withRemedy(
                        percent,
                        subject + ": the agent's process used " + used(agent, bound.text(percent)),
                        "An agent that is short of CPU starts operations late and reads replies late. Give it more cores,"
                                + " lower the load, or move the SUT to another host.")
                .noted(!bounds.cpuVoids());
    }

    /** The cores are unknown where the system reports only the share. */
    private static String used(Agent agent, String percent) {
        Double cores = agent.cores.mean();
        Double available = agent.available.mean();
        return cores == null || available == null
                ? percent + " of its cores"
                : Figures.text(Figures.rounded(cores)) + " of its " + Figures.text(available) + " cores, " + percent;
    }

    private static AuditResult stall(
            Scope scope, String subject, @Nullable Double stallMs, boolean isOfJvm, JudgeBounds bounds) {
        UpperBound bound = new UpperBound(AuditOrRule.LONGEST_STALL, scope, bounds.longestStallMs(), "ms");
        if (stallMs == null) {
            return bound.notTested(
                    "The window has no interval, so nothing is known about stalls. Find out what ended the run.");
        }
        return bound.withRemedy(
                        stallMs,
                        subject + ": the longest stall of the agent in the window was " + bound.text(stallMs),
                        "A stalled agent starts no operation and reads no reply, and that wait counts as"
                                + " response time. "
                                + (isOfJvm
                                        ? "Its JVM paused to collect garbage: give it more memory, or lower the load."
                                        : "Its process or host was delayed: find out by which program, signal or paused"
                                                + " virtual machine."))
                .noted(!bounds.stallVoids());
    }

    private static AuditResult wait(
            Scope scope, String subject, @Nullable Double waitMs, double boundMs, JudgeBounds bounds) {
        UpperBound bound = new UpperBound(AuditOrRule.PROCESSOR_WAIT, scope, boundMs, "ms");
        if (waitMs == null) {
            return bound.notTested(
                    "This system does not report how long threads wait for a processor (/proc/self/task/*/schedstat);"
                            + " only the probes"
                            + " show how late the agent was.");
        }
        return bound.withRemedy(
                        waitMs,
                        subject + ": threads that drive the load were ready to run and waited for a processor "
                                + bound.text(waitMs) + " on average each time",
                        "Response times include that wait, which the SUT did not cause. Stop other programs on its"
                                + " host, give the agent more cores, or lower the load.")
                .noted(!bounds.cpuVoids());
    }

    private static AuditResult throttled(Scope scope, String subject, @Nullable Double share, JudgeBounds bounds) {
        UpperBound bound = new UpperBound(AuditOrRule.THROTTLED, scope, Bounds.THROTTLED_PERCENT, "%");
        if (share == null) {
            return bound.notTested(
                    "This system does not report whether control groups throttled the agent (cpu.stat). Check the"
                            + " limits of its container.");
        }
        double percent = Figures.rounded(100 * share);
        String finding = subject + ": the quota of its control group throttled the agent for "
                + (percent > 0 ? "at least " : "") + bound.text(percent) + " of the steady state";
        return bound.withRemedy(
                        percent,
                        finding,
                        "A throttled agent pauses for tens of milliseconds at a time. Raise the CPU limit of"
                                + " its container or unit, or lower the load.")
                .noted(!bounds.cpuVoids());
    }

    /** The hosts of the agents of a run, from the events that name them. Immutable. */
    public static final class AgentHosts {
        private final Map<String, String> hosts = new TreeMap<>();

        public AgentHosts(List<RunEvent> events) {
            for (RunEvent event : events) {
                event.as(AgentProcess.class)
                        .ifPresent(process -> hosts.put(Scope.agentOf(event.scope()), process.host()));
            }
        }

        public String host(String agent) {
            return hosts.getOrDefault(agent, "");
        }

        public Set<String> hosts(Set<String> agents) {
            return agents.stream()
                    .map(this::host)
                    .filter(host -> !host.isEmpty())
                    .collect(Collectors.toSet());
        }

        /** The host of an agent as part of a sentence, such as {@code " on host lab1"}; empty when it is not known. */
        public String phrase(String agent) {
            String host = host(agent);
            return host.isEmpty() ? "" : " on host " + host;
        }
    }

    private record StolenTime(double percent, String host) {}

    /** Uses the host that lost the greatest share, because a mean would hide a single host that is short of CPU. */
    public static AuditResult stolen(
            List<TelemetrySample> telemetry, Set<String> hosts, @Nullable Window window, JudgeBounds bounds) {
        StolenTime stolen = window == null ? null : stolen(telemetry, hosts, window);
        UpperBound bound = new UpperBound(AuditOrRule.STOLEN_TIME, Scope.RUN, Bounds.STEAL_PERCENT, "%");
        if (stolen == null) {
            return bound.notTested(
                    "The host of the agent does not report the time that its hypervisor withheld (/proc/stat), or the"
                            + " window has no interval. Ask the operator of the host whether its CPUs are dedicated"
                            + " to it.");
        }
        String finding = "the hypervisor withheld " + bound.text(stolen.percent) + " of the CPU of " + stolen.host
                + "; " + bound.allowed();
        return bound.audit(
                        stolen.percent,
                        finding,
                        "In the steady state " + finding
                                + " Other virtual machines ran instead (steal), and their load affects the figures."
                                + " Use a host with dedicated CPUs, or run again when the other machines are idle.")
                .noted(!bounds.cpuVoids());
    }

    /** The reports of agents do not name their hosts, so only the telemetry of the hosts distinguishes them. */
    private static @Nullable StolenTime stolen(List<TelemetrySample> telemetry, Set<String> hosts, Window window) {
        StolenTime greatest = null;
        OptionalDouble ofAll = meanPercent(telemetry, window, HostCpuMeter.STEAL);
        if (ofAll.isPresent()) {
            greatest = new StolenTime(ofAll.getAsDouble(), hosts.size() > 1 ? "the agents' hosts" : "the agent's host");
        }
        if (hosts.size() < 2) {
            return greatest;
        }
        Map<String, Double> means = telemetry.stream()
                .filter(point -> point.series().equals(HostTelemetry.STEAL)
                        && point.source().startsWith(HostTelemetry.SOURCE)
                        && isIn(window, point))
                .collect(Collectors.groupingBy(
                        point -> point.source().substring(HostTelemetry.SOURCE.length()),
                        Collectors.averagingDouble(TelemetrySample::value)));
        for (String host : new TreeSet<>(hosts)) {
            Double mean = means.get(host);
            double percent = mean == null ? -1 : Figures.rounded(100 * mean);
            if (mean != null && (greatest == null || percent > greatest.percent)) {
                greatest = new StolenTime(percent, "host " + host);
            }
        }
        return greatest;
    }

    private static boolean isIn(Window window, TelemetrySample point) {
        return point.runNanos() > window.startNanos() && point.runNanos() <= window.endNanos();
    }

    public static OptionalDouble meanPercent(List<TelemetrySample> telemetry, Window window, String series) {
        OptionalDouble share = telemetry.stream()
                .filter(point -> point.source().equals(HostCpuMeter.SOURCE)
                        && point.series().equals(series))
                .filter(point -> isIn(window, point))
                .mapToDouble(TelemetrySample::value)
                .average();
        return share.isPresent() ? OptionalDouble.of(Figures.rounded(100 * share.getAsDouble())) : share;
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge.result;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.figure.Figures;
import org.plateaubench.engine.figure.OperationColumns;
import org.plateaubench.engine.judge.audit.AgentAudits;
import org.plateaubench.engine.judge.audit.AuditOrRule;
import org.plateaubench.engine.judge.figures.Window;
import org.plateaubench.engine.judge.result.HostResult.SourceResult;
import org.plateaubench.engine.judge.result.Reason.Severity;
import org.plateaubench.measure.host.HostCpuMeter;
import org.plateaubench.measure.host.HostTelemetry;
import org.plateaubench.wire.TelemetrySample;

/**
 * What limited the throughput of a run: a resource that was near its bound, the load, which requested no more, the load
 * generator, other programs, or no sampled resource. It has no influence on the verdict.
 *
 * @param words text that follows "limited by", with the use of processors as evidence
 */
public record LimitedBy(Kind kind, String words) {
    /** Least used share at which the processors of a host are near their bound. */
    private static final double BUSY = 0.9;
    /** The same for the processes of a SUT; the kernel of the host needs the rest. */
    private static final double BUSY_SUT = 0.8;
    /** Minimum use, in cores, of a program that is limited by its one thread. */
    private static final double ONE_CORE = 0.85;
    /** Maximum use of such a program, in cores. */
    private static final double MAX_OF_ONE_CORE = 1.1;
    /** Least share of time in which threads waited for a disk, at which it is near its bound. */
    private static final double DISK_WAIT = 0.3;

    private static final double MEMORY_WAIT = 0.1;
    private static final double LOCK_WAIT = 0.1;
    /** Share of their time that users spend in the SUT, below which their own pauses determine the rate. */
    private static final double MIN_SHARE_IN_SUT = 0.5;
    /** Least completed share of an open load at which only the load determined the rate. */
    private static final double COMPLETED = 0.97;

    private static final double MAX_FAILED = 0.05;

    public enum Kind {
        RESOURCE,
        LOAD,
        LOAD_GENERATOR,
        OTHER_PROGRAMS,
        NOTHING_SEEN
    }

    public record Evidence(
            List<TelemetrySample> telemetry,
            Window window,
            List<HostResult> hosts,
            List<SourceResult> sources,
            List<WorkloadResult> workloads,
            List<Reason> reasons) {
        /** The shares of its host's processors that each SUT used, in ascending order, by its name. */
        private Map<String, double[]> suts() {
            Map<String, double[]> shares = new TreeMap<>();
            telemetry.stream()
                    .filter(point -> point.isOfSutProcesses()
                            && point.runNanos() > window.startNanos()
                            && point.runNanos() <= window.endNanos())
                    .collect(Collectors.groupingBy(point -> point.source().substring("sut/".length())))
                    .forEach((sut, points) -> shares.put(
                            sut,
                            points.stream()
                                    .mapToDouble(TelemetrySample::value)
                                    .sorted()
                                    .toArray()));
            return shares;
        }

        /** The share of the processors that other programs used on the hosts of the agents, 0 if it is unknown. */
        private double others() {
            return AgentAudits.meanPercent(telemetry, window, HostCpuMeter.OTHERS)
                            .orElse(0)
                    / 100;
        }

        private double others(HostResult host) {
            return host.drivesLoad() ? Math.min(others(), cpu(host)) : 0;
        }

        private static double cpu(HostResult host) {
            return mean(host.sampled().stretches(), HostTelemetry.CPU);
        }

        /** The mean of a series in the steady state, 0 if it was not sampled. */
        private static double mean(List<HostResult.Stretch> windows, String series) {
            return series(windows)
                    .filter(sampled -> sampled.name().equals(series))
                    .mapToDouble(HostResult.Series::mean)
                    .findFirst()
                    .orElse(0);
        }

        private static Stream<HostResult.Series> series(List<HostResult.Stretch> windows) {
            return windows.isEmpty() ? Stream.of() : windows.getFirst().series().stream();
        }

        /** The processors of the host of all SUTs; 0 if there are several hosts. */
        private long cores() {
            return hosts.size() != 1
                    ? 0
                    : series(hosts.getFirst().sampled().stretches())
                            .filter(series -> HostTelemetry.isCore(HostTelemetry.SOURCE, series.name()))
                            .count();
        }

        private String name(HostResult host) {
            return hosts.size() == 1 ? "the host" : "host " + host.host();
        }
    }

    public static LimitedBy of(Evidence evidence) {
        boolean isLoad = evidence.workloads().stream().allMatch(workload -> isLoadBound(workload, evidence.window()));
        String used = used(evidence);
        String usage = used.isEmpty() ? "" : " (" + used + ")";
        String resource = Stream.of(processors(evidence), waits(evidence), connections(evidence))
                .filter(found -> found != null)
                .findFirst()
                .orElse(null);
        if (resource != null) {
            return new LimitedBy(Kind.RESOURCE, resource + (isLoad ? "; the load requested no more" : "") + usage);
        }
        if (isLoad) {
            return new LimitedBy(Kind.LOAD, "the load: it requested no more" + usage);
        }
        if (evidence.hosts().stream()
                .anyMatch(host -> Evidence.cpu(host) >= BUSY && evidence.others(host) > BUSY / 2)) {
            return new LimitedBy(Kind.OTHER_PROGRAMS, "other programs on the load generator's host" + usage);
        }
        if (evidence.reasons().stream()
                .anyMatch(reason -> List.of(
                                AuditOrRule.AGENT_CPU,
                                AuditOrRule.DISPATCH_LAG,
                                AuditOrRule.COMPLETION_LAG,
                                AuditOrRule.WAKE_UP_LAG)
                        .contains(reason.rule()))) {
            return new LimitedBy(Kind.LOAD_GENERATOR, "the load generator: it fell behind its load" + usage);
        }
        return new LimitedBy(
                Kind.NOTHING_SEEN,
                used.isEmpty()
                        ? "unknown: there is no telemetry of the SUT"
                        : "nothing that was sampled: no resource was near its bound" + usage);
    }

    private static boolean isLoadBound(WorkloadResult workload, Window window) {
        LineResult all = workload.all();
        long intended = all.count(OperationColumns.INTENDED);
        if (intended == 0 || all.count(OperationColumns.FAILED) > MAX_FAILED * intended) {
            return false;
        }
        if (workload.load().ratePerSecond() != null) {
            return all.count(OperationColumns.ENDED) + all.count(OperationColumns.DECLINED) >= COMPLETED * intended;
        }
        Double live = workload.users().meanLive();
        double users = live == null ? workload.load().users() : live;
        double inSut = intended / window.seconds() * all.rate(OperationColumns.MEAN) / 1e3;
        return inSut < MIN_SHARE_IN_SUT * users * workload.load().depth();
    }

    private static @Nullable String processors(Evidence evidence) {
        long cores = evidence.cores();
        for (Map.Entry<String, double[]> sut : evidence.suts().entrySet()) {
            double[] shares = sut.getValue();
            double mean = mean(shares);
            if (mean >= BUSY_SUT) {
                return "the processors: " + sut.getKey() + " used nearly all of them";
            }
            if (cores > 1
                    && mean * cores >= ONE_CORE
                    && shares[(int) (0.95 * (shares.length - 1))] * cores <= MAX_OF_ONE_CORE) {
                return "a single core: " + sut.getKey()
                        + String.format(
                                Locale.ROOT,
                                " used %.2f of %d cores, the most that one thread can",
                                mean * cores,
                                cores);
            }
        }
        for (HostResult host : evidence.hosts()) {
            if (Evidence.cpu(host) >= BUSY && Evidence.cpu(host) - evidence.others(host) >= BUSY / 2) {
                return "the processors of " + evidence.name(host);
            }
        }
        return null;
    }

    private static @Nullable String waits(Evidence evidence) {
        for (SourceResult source : evidence.sources()) {
            double waiting = Evidence.mean(source.sampled().stretches(), "waitingForLocks");
            double all = Evidence.mean(source.sampled().stretches(), "connections");
            if (all > 0 && waiting >= LOCK_WAIT * all) {
                return "locks of " + source.source().replaceFirst("^sut/", "") + ": " + Figures.text(waiting) + " of "
                        + Figures.text(all) + " connections waited for one";
            }
        }
        for (HostResult host : evidence.hosts()) {
            double memory = Evidence.mean(host.sampled().stretches(), "waiting for memory");
            double disks = Evidence.mean(host.sampled().stretches(), "waiting for io");
            if (memory >= MEMORY_WAIT || disks >= DISK_WAIT) {
                return "the " + (memory >= MEMORY_WAIT ? "memory" : "disks") + " of " + evidence.name(host)
                        + ", for which programs waited " + percent(memory >= MEMORY_WAIT ? memory : disks)
                        + " of the time";
            }
        }
        return null;
    }

    private static @Nullable String connections(Evidence evidence) {
        return evidence.reasons().stream()
                        .anyMatch(reason ->
                                reason.rule() == AuditOrRule.CONNECTED_USERS && reason.severity() == Severity.FAIL)
                ? "connections: the SUT did not accept all users"
                : null;
    }

    private static String used(Evidence evidence) {
        List<String> parts = new ArrayList<>();
        evidence.suts().forEach((sut, shares) -> parts.add(sut + " " + percent(mean(shares)) + " CPU"));
        for (HostResult host : evidence.hosts()) {
            double others = evidence.others(host);
            parts.add(evidence.name(host).replaceFirst("^the ", "") + " " + percent(Evidence.cpu(host))
                    + (others >= 0.1 ? ", of which " + percent(others) + " other programs" : ""));
        }
        return String.join("; ", parts);
    }

    private static double mean(double[] shares) {
        return Arrays.stream(shares).average().orElse(0);
    }

    private static String percent(double share) {
        return Math.round(100 * share) + "%";
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge.result;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.plateaubench.engine.figure.Figures;
import org.plateaubench.engine.figure.OperationFigures;
import org.plateaubench.engine.judge.audit.HostAudits;
import org.plateaubench.engine.judge.audit.Rule;
import org.plateaubench.engine.judge.figures.Window;
import org.plateaubench.measure.host.HostCpuMeter;
import org.plateaubench.measure.host.HostTelemetry;
import org.plateaubench.measure.interval.LineInterval;
import org.plateaubench.wire.TelemetrySample;

/**
 * What limited the throughput of a run: a resource that was near its bound, the load, which requested no more, the load
 * generator, other programs, or nothing that was sampled. It has no influence on the verdict.
 *
 * @param words the same for a reader, after "limited by", with the use of processors as evidence
 */
public record LimitedBy(Kind kind, String words) {
    /** Share of the processors of a host from which on they are near their bound. */
    private static final double BUSY = 0.9;
    /** The same for the processes of a SUT, beside which the host runs its kernel. */
    private static final double BUSY_SUT = 0.8;
    /** Processors that a program of one thread uses at its bound, and those that it never exceeds. */
    private static final double ONE_CORE = 0.85;

    private static final double MOST_OF_ONE_CORE = 1.1;
    /** Share of time in which threads waited for a disk, or for memory. */
    private static final double WAITING_FOR_DISKS = 0.3;

    private static final double WAITING_FOR_MEMORY = 0.1;
    /** Share of the connections that waited for a lock. */
    private static final double WAITING_FOR_LOCKS = 0.1;
    /** Share of their time that users spend in the SUT, below which their own pauses determine the rate. */
    private static final double USERS_IN_SUT = 0.5;
    /** Share of an open load that was done, from which on the load, and nothing else, determined the rate. */
    private static final double DONE = 0.97;

    private static final double MOST_FAILED = 0.05;
    private static final int MOST_SUTS = 3;

    private static final String BUSIEST_CORE = "cpu of the busiest core";

    public enum Kind {
        RESOURCE,
        LOAD,
        LOAD_GENERATOR,
        OTHER_PROGRAMS,
        NOTHING_SEEN
    }

    /** The measurements of a run in its steady state. */
    public record Evidence(
            List<TelemetrySample> telemetry,
            Window window,
            List<HostResult> hosts,
            List<SourceResult> sources,
            List<WorkloadResult> workloads,
            List<Reason> reasons) {
        /** The mean share of its host's processors that each SUT used, by its name. */
        private Map<String, List<Double>> suts() {
            Map<String, List<Double>> shares = new TreeMap<>();
            for (TelemetrySample point : telemetry) {
                if (point.isOfSutProcesses()
                        && point.runNanos() > window.startNanos()
                        && point.runNanos() <= window.endNanos()) {
                    shares.computeIfAbsent(point.source().substring("sut/".length()), name -> new ArrayList<>())
                            .add(point.value());
                }
            }
            return shares;
        }

        /** The share of processors that other programs used on the hosts of the agents, 0 if it is unknown. */
        private double others() {
            OptionalDouble percent = HostAudits.meanPercent(telemetry, window, HostCpuMeter.OTHERS);
            return percent.isPresent() ? percent.getAsDouble() / 100 : 0;
        }

        /** The processors of the host of all SUTs; 0 if there are several hosts. */
        private long cores() {
            return hosts.size() != 1
                    ? 0
                    : series(hosts.getFirst().stretches())
                            .filter(one -> HostTelemetry.isCore(
                                    HostTelemetry.SOURCE + hosts.getFirst().host(), one.name()))
                            .count();
        }

        /** The mean of a series of a host in the steady state, 0 if it was not sampled. */
        private static double mean(HostResult host, String series) {
            return mean(host.stretches(), series).orElse(0);
        }

        private static OptionalDouble mean(List<HostResult.Stretch> stretches, String series) {
            return series(stretches)
                    .filter(one -> one.name().equals(series))
                    .mapToDouble(HostResult.Series::mean)
                    .findFirst();
        }

        private static Stream<HostResult.Series> series(List<HostResult.Stretch> stretches) {
            return stretches.isEmpty() ? Stream.of() : stretches.getFirst().series().stream();
        }
    }

    public static LimitedBy of(Evidence evidence) {
        boolean isLoad = evidence.workloads().stream().allMatch(workload -> isOfLoad(workload, evidence.window()));
        String used = used(evidence);
        String seen = used.isEmpty() ? "" : " (" + used + ")";
        Optional<String> resource = resource(evidence);
        if (resource.isPresent()) {
            return new LimitedBy(Kind.RESOURCE, resource.get() + (isLoad ? "; the load requested no more" : "") + seen);
        }
        if (isLoad) {
            return new LimitedBy(Kind.LOAD, "the load: it requested no more" + seen);
        }
        if (evidence.others() > 0.5
                && evidence.hosts().stream().anyMatch(host -> Evidence.mean(host, HostTelemetry.CPU) >= BUSY)) {
            return new LimitedBy(Kind.OTHER_PROGRAMS, "other programs on the load generator's host" + seen);
        }
        if (evidence.reasons().stream().anyMatch(reason -> isOfLoadGenerator(reason.rule()))) {
            return new LimitedBy(Kind.LOAD_GENERATOR, "the load generator: it fell behind its load" + seen);
        }
        return new LimitedBy(
                Kind.NOTHING_SEEN,
                used.isEmpty()
                        ? "unknown: no telemetry of the SUT"
                        : "nothing that was sampled: no resource was near its bound" + seen);
    }

    private static boolean isOfLoadGenerator(Rule rule) {
        return rule == Rule.AGENT_CPU
                || rule == Rule.DISPATCH_LAG
                || rule == Rule.COMPLETION_LAG
                || rule == Rule.WAKE_UP_LAG;
    }

    /** Whether a workload did what its load requested, so that a faster SUT would have done no more. */
    private static boolean isOfLoad(WorkloadResult workload, Window window) {
        LineResult all = workload.all();
        long intended = all.count(OperationFigures.INTENDED);
        if (intended == 0 || all.count(OperationFigures.FAILED) > MOST_FAILED * intended) {
            return false;
        }
        return switch (workload.load()) {
            case LoadResult.Open open ->
                paced(workload)
                        .allMatch(line -> line.count(OperationFigures.ENDED) + line.count(OperationFigures.DECLINED)
                                >= DONE * line.count(OperationFigures.INTENDED));
            case LoadResult.Closed closed -> {
                Double live = workload.users().meanLive();
                double users = (live == null ? closed.users() : live) * closed.depth();
                double inSut =
                        all.count(OperationFigures.INTENDED) / window.seconds() * all.rate(OperationFigures.MEAN) / 1e3;
                yield inSut < USERS_IN_SUT * users;
            }
        };
    }

    /** What the load paces: units, or operations if these are its units. */
    private static Stream<LineResult> paced(WorkloadResult workload) {
        List<LineResult> units = workload.lines().stream()
                .filter(line -> line.kind() == LineInterval.Kind.UNIT)
                .toList();
        return units.isEmpty() ? Stream.of(workload.all()) : units.stream();
    }

    private static Optional<String> resource(Evidence evidence) {
        return Stream.of(processors(evidence), locks(evidence), waits(evidence), connections(evidence))
                .flatMap(Optional::stream)
                .findFirst();
    }

    private static Optional<String> processors(Evidence evidence) {
        long cores = evidence.cores();
        for (Map.Entry<String, List<Double>> sut : evidence.suts().entrySet()) {
            double mean = sut.getValue().stream()
                    .mapToDouble(share -> share)
                    .average()
                    .orElse(0);
            double most = sut.getValue().stream()
                    .sorted()
                    .skip((long) (0.95 * (sut.getValue().size() - 1)))
                    .findFirst()
                    .orElse(0.0);
            if (mean >= BUSY_SUT) {
                return Optional.of("the processors: " + sut.getKey() + " used nearly all of them");
            }
            if (cores > 1 && mean * cores >= ONE_CORE && most * cores <= MOST_OF_ONE_CORE) {
                return Optional.of("a single core: " + sut.getKey() + " used "
                        + String.format(Locale.ROOT, "%.2f of %d cores", mean * cores, cores)
                        + ", the most that one thread can");
            }
        }
        for (HostResult host : evidence.hosts()) {
            double cpu = Evidence.mean(host, HostTelemetry.CPU);
            if (cpu - (host.drivesLoad() ? evidence.others() : 0) >= BUSY / 2 && cpu >= BUSY) {
                return Optional.of("the processors of " + name(host, evidence));
            }
            if (!host.drivesLoad() && Evidence.mean(host, BUSIEST_CORE) >= BUSY) {
                return Optional.of("a single core of " + name(host, evidence));
            }
        }
        return Optional.empty();
    }

    /** Locks, in databases that report how many of their connections wait for one. */
    private static Optional<String> locks(Evidence evidence) {
        for (SourceResult source : evidence.sources()) {
            double waiting =
                    Evidence.mean(source.stretches(), "waitingForLocks").orElse(0);
            double all = Evidence.mean(source.stretches(), "connections").orElse(0);
            if (all > 0 && waiting >= WAITING_FOR_LOCKS * all) {
                return Optional.of("locks of " + source.source().replaceFirst("^sut/", "") + ": "
                        + Figures.text(waiting) + " of " + Figures.text(all) + " connections waited for one");
            }
        }
        return Optional.empty();
    }

    private static Optional<String> waits(Evidence evidence) {
        for (HostResult host : evidence.hosts()) {
            double disks = Evidence.mean(host, "waiting for io");
            double memory = Evidence.mean(host, "waiting for memory");
            if (memory >= WAITING_FOR_MEMORY) {
                return Optional.of("the memory of " + name(host, evidence) + ", for which programs waited "
                        + percent(memory) + " of the time");
            }
            if (disks >= WAITING_FOR_DISKS) {
                return Optional.of("the disks of " + name(host, evidence) + ", for which programs waited "
                        + percent(disks) + " of the time");
            }
        }
        return Optional.empty();
    }

    private static Optional<String> connections(Evidence evidence) {
        return evidence.reasons().stream()
                .filter(reason -> reason.rule() == Rule.CONNECTED_USERS && reason.severity() == Severity.FAIL)
                .findFirst()
                .map(reason -> "connections: the SUT did not accept all users");
    }

    /** The use of processors by SUTs and hosts. */
    private static String used(Evidence evidence) {
        List<String> parts = new ArrayList<>();
        evidence.suts().entrySet().stream()
                .map(sut -> Map.entry(
                        sut.getKey(),
                        sut.getValue().stream()
                                .mapToDouble(share -> share)
                                .average()
                                .orElse(0)))
                .sorted(Map.Entry.<String, Double>comparingByValue(Comparator.reverseOrder()))
                .limit(MOST_SUTS)
                .forEach(sut -> parts.add(sut.getKey() + " " + percent(sut.getValue()) + " CPU"));
        for (HostResult host : evidence.hosts()) {
            double cpu = Evidence.mean(host, HostTelemetry.CPU);
            double others = host.drivesLoad() ? Math.min(cpu, evidence.others()) : 0;
            parts.add(name(host, evidence).replaceFirst("^the ", "") + " " + percent(cpu)
                    + (others >= 0.1 ? ", of which " + percent(others) + " other programs" : ""));
        }
        return parts.stream().collect(Collectors.joining("; "));
    }

    private static String name(HostResult host, Evidence evidence) {
        return evidence.hosts().size() == 1 ? "the host" : "host " + host.host();
    }

    private static String percent(double share) {
        return Math.round(100 * share) + "%";
    }
}

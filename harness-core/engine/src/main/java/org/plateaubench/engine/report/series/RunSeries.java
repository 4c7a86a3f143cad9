// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.report.series;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.ToDoubleFunction;
import org.plateaubench.engine.plan.RunPlan;
import org.plateaubench.engine.report.series.TelemetrySeries.TimeBins;
import org.plateaubench.engine.run.Delivery;
import org.plateaubench.engine.statistics.Nanos;
import org.plateaubench.engine.store.RunRecords;
import org.plateaubench.engine.store.StoredInterval;
import org.plateaubench.measure.interval.AgentHealth;
import org.plateaubench.measure.interval.LineInterval;
import org.plateaubench.measure.interval.WorkloadInterval;
import org.plateaubench.wire.TelemetrySample;

/**
 * The time series of a run between two instants, computed record by record, so that the run may be finished or in
 * progress. Rates refer to the counted time, percentiles are computed from merged histograms, and a bin without counts
 * is a gap. An interval belongs to the bin of its middle. Not thread-safe.
 */
public final class RunSeries implements RunRecords {
    private final TimeBins bins;
    private final Map<String, WorkloadSeries> workloads = new LinkedHashMap<>();
    private final TelemetrySeries telemetry;
    private final HarnessSeries harness = new HarnessSeries();
    private final Arrivals arrivals = new Arrivals();
    private final NavigableSet<Long> changed = new TreeSet<>();
    private final long lastBin;
    private long firstBin;
    private long endNanos;

    /**
     * Creates series of all operations, in whole bins.
     *
     * @param fromNanos an instant in the first bin
     * @param toNanos an instant in the last bin, or its end
     * @param includesServiceTimes whether each operation has its service times, and not only all operations together
     */
    public RunSeries(RunPlan plan, TimeBins bins, long fromNanos, long toNanos, boolean includesServiceTimes) {
        this.bins = bins;
        firstBin = bins.bin(fromNanos);
        lastBin = bins.bin(toNanos - 1);
        telemetry = new TelemetrySeries(bins, firstBin, lastBin);
        plan.workloads()
                .forEach(workload ->
                        workloads.put(workload.scope(), new WorkloadSeries(workload, includesServiceTimes)));
    }

    static String scope(int tile, String workload) {
        return tile + "/" + workload;
    }

    private boolean contains(long bin) {
        return bin >= firstBin && bin <= lastBin;
    }

    @Override
    public void interval(StoredInterval interval) {
        addWithoutWorkloads(interval);
        addWorkloads(interval);
    }

    void addWithoutWorkloads(StoredInterval interval) {
        long bin = bins.bin(interval.startNanos(), interval.endNanos());
        endNanos = Math.max(endNanos, interval.endNanos());
        if (contains(bin)) {
            arrivals.add(bin, interval);
            harness.add(bin, interval);
            changed.add(bin);
        }
    }

    /** Adds workloads of an interval that was added without workloads; one thread at a time adds a workload. */
    void addWorkloads(StoredInterval interval) {
        long bin = bins.bin(interval.startNanos(), interval.endNanos());
        if (!contains(bin)) {
            return;
        }
        for (WorkloadInterval workload : interval.workloads()) {
            WorkloadSeries target = workloads.get(scope(workload.tile(), workload.workload()));
            if (target != null) {
                target.add(bin, interval, workload);
            }
        }
        harness.addWork(bin, interval);
    }

    @Override
    public void telemetry(TelemetrySample point) {
        // A running total needs the previous value, which may be before the first bin.
        telemetry.add(point);
    }

    public TimeBins bins() {
        return bins;
    }

    public long firstBin() {
        return firstBin;
    }

    public long endBin() {
        return lastBin + 1;
    }

    public long endNanos() {
        return endNanos;
    }

    public List<WorkloadSeries> workloads() {
        return new ArrayList<>(workloads.values());
    }

    public TelemetrySeries telemetry() {
        return telemetry;
    }

    HarnessSeries harness() {
        return harness;
    }

    Arrivals arrivals() {
        return arrivals;
    }

    /** The complete bins that changed since the last call, ascending. */
    public List<Long> takeCompleteBins() {
        List<Long> completeBins = new ArrayList<>();
        changed.removeIf(bin -> {
            if (arrivals.isComplete(bin)) {
                completeBins.add(bin);
                return true;
            }
            return false;
        });
        return completeBins;
    }

    /** Discards values before an instant, so that the memory for a run in progress stays bounded. */
    public void forgetBefore(long nanos) {
        long bin = bins.bin(nanos);
        if (bin > firstBin) {
            firstBin = bin;
            workloads.values().forEach(workload -> workload.forgetBefore(bin));
            telemetry.forgetBefore(bin);
            harness.forgetBefore(bin);
            arrivals.forgetBefore(bin);
            changed.headSet(bin).clear();
        }
    }

    /** Records which intervals of which agents have arrived, by bin, so that missing ones are visible. Not thread-safe. */
    static final class Arrivals {
        /** Sequence numbers of missing intervals by agent that has reported, by bin. */
        private final NavigableMap<Long, Map<String, Set<Long>>> bins = new TreeMap<>();

        private final Set<String> agents = new TreeSet<>();
        private final Map<String, Long> lastBins = new HashMap<>();

        void add(long bin, StoredInterval interval) {
            agents.add(interval.agent());
            Set<Long> missing = bins.computeIfAbsent(bin, key -> new HashMap<>())
                    .computeIfAbsent(interval.agent(), key -> new TreeSet<>());
            if (interval.state() == Delivery.MISSING) {
                missing.add(interval.sequence());
            } else {
                missing.remove(interval.sequence());
            }
            if (interval.last()) {
                lastBins.put(interval.agent(), bin);
            }
        }

        /** Whether a bin is complete: every agent has delivered, or the time of two more intervals has passed. */
        boolean isComplete(long bin) {
            Map<String, Set<Long>> delivered = bins.get(bin);
            return delivered != null
                    && (bins.lastKey() >= bin + 2
                            || agents.stream()
                                    .allMatch(agent -> delivered.containsKey(agent)
                                            || lastBins.getOrDefault(agent, Long.MAX_VALUE) < bin));
        }

        int missing(long bin) {
            return bins.getOrDefault(bin, Map.of()).values().stream()
                    .mapToInt(Set::size)
                    .sum();
        }

        void forgetBefore(long bin) {
            bins.headMap(bin).clear();
        }
    }

    /** The series of each agent: longest stall, mean health values and counts over all workloads, by bin. */
    static final class HarnessSeries {
        private final Map<String, NavigableMap<Long, HarnessBin>> agents = new TreeMap<>();

        private static final class HarnessBin {
            private int intervals;
            private long longestStallNanos;
            private double processCpu;
            private double hostCpu;
            private long lengthNanos;
            private long okEnds;
            private long failed;
            private long users;

            void add(StoredInterval interval, AgentHealth health) {
                intervals++;
                lengthNanos += interval.endNanos() - interval.startNanos();
                longestStallNanos = Math.max(longestStallNanos, health.longestStallNanos());
                processCpu += health.processCpuShare();
                hostCpu += health.hostCpuShare() < 0 ? Double.NaN : health.hostCpuShare();
            }

            void add(WorkloadInterval workload) {
                users += workload.levels().liveUsers();
                for (LineInterval line : workload.lines()) {
                    if (line.kind() == LineInterval.Kind.OPERATION) {
                        okEnds += line.counts().okEnds();
                        failed += line.counts().failed();
                    }
                }
            }

            double perSecond(long count) {
                return count * Nanos.PER_SECOND / lengthNanos;
            }
        }

        void add(long bin, StoredInterval interval) {
            AgentHealth health = interval.health();
            if (health != null) {
                agents.computeIfAbsent(interval.agent(), key -> new TreeMap<>())
                        .computeIfAbsent(bin, key -> new HarnessBin())
                        .add(interval, health);
            }
        }

        synchronized void addWork(long bin, StoredInterval interval) {
            NavigableMap<Long, HarnessBin> bins = agents.get(interval.agent());
            HarnessBin target = bins == null ? null : bins.get(bin);
            if (target != null) {
                interval.workloads().forEach(target::add);
            }
        }

        void forgetBefore(long bin) {
            agents.values().forEach(bins -> bins.headMap(bin).clear());
        }

        Map<String, Map<String, double[]>> series(long fromBin, long toBin) {
            Map<String, ToDoubleFunction<HarnessBin>> columns = new LinkedHashMap<>();
            columns.put("longestStallMs", bin -> bin.longestStallNanos / Nanos.PER_MILLI);
            columns.put("processCpuShare", bin -> bin.processCpu / bin.intervals);
            columns.put("hostCpuShare", bin -> bin.hostCpu / bin.intervals);
            columns.put("okPerSecond", bin -> bin.perSecond(bin.okEnds));
            columns.put("failedPerSecond", bin -> bin.perSecond(bin.failed));
            columns.put("liveUsers", bin -> (double) bin.users / bin.intervals);
            Map<String, Map<String, double[]>> all = new LinkedHashMap<>();
            agents.forEach((agent, bins) -> all.put(agent, WorkloadSeries.values(columns, bins, fromBin, toBin)));
            return all;
        }
    }
}

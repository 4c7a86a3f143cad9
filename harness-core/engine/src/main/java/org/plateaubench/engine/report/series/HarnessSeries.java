// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.report.series;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import org.plateaubench.engine.statistics.Nanos;
import org.plateaubench.engine.store.StoredInterval;
import org.plateaubench.measure.interval.AgentHealth;
import org.plateaubench.measure.interval.LineInterval;
import org.plateaubench.measure.interval.WorkloadInterval;

/**
 * The series of each agent: its health, with the longest stall and pause of a bin and means of the other figures, and
 * its counts over all workloads that it drives. Not thread-safe.
 */
final class HarnessSeries {
    private final Map<String, NavigableMap<Long, Bin>> agents = new TreeMap<>();

    private static final class Bin {
        private int intervals;
        private long longestStallNanos;
        private long longestPauseNanos;
        private double processCpu;
        private double hostCpu;
        private double heapBytes;
        private long lengthNanos;
        private long okEnds;
        private long failed;
        private long users;

        void add(StoredInterval interval, AgentHealth health) {
            intervals++;
            lengthNanos += interval.endNanos() - interval.startNanos();
            longestStallNanos = Math.max(longestStallNanos, health.longestStallNanos());
            longestPauseNanos = Math.max(longestPauseNanos, health.longestPauseNanos());
            processCpu += health.processCpuShare();
            hostCpu += health.hostCpuShare() < 0 ? Double.NaN : health.hostCpuShare();
            heapBytes += health.heapUsedBytes();
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
                    .computeIfAbsent(bin, key -> new Bin())
                    .add(interval, health);
        }
    }

    synchronized void addWork(long bin, StoredInterval interval) {
        NavigableMap<Long, Bin> bins = agents.get(interval.agent());
        Bin target = bins == null ? null : bins.get(bin);
        if (target != null) {
            interval.workloads().forEach(target::add);
        }
    }

    void forgetBefore(long bin) {
        agents.values().forEach(bins -> bins.headMap(bin).clear());
    }

    /** The columns of each agent, by its name. */
    Map<String, Map<String, double[]>> series(long fromBin, long toBin) {
        Map<String, ToDoubleFunction<Bin>> columns = new LinkedHashMap<>();
        columns.put("longestStallMs", bin -> bin.longestStallNanos / Nanos.PER_MILLI);
        columns.put("longestPauseMs", bin -> bin.longestPauseNanos / Nanos.PER_MILLI);
        columns.put("processCpuShare", bin -> bin.processCpu / bin.intervals);
        columns.put("hostCpuShare", bin -> bin.hostCpu / bin.intervals);
        columns.put("heapUsedBytes", bin -> bin.heapBytes / bin.intervals);
        columns.put("okPerSecond", bin -> bin.perSecond(bin.okEnds));
        columns.put("failedPerSecond", bin -> bin.perSecond(bin.failed));
        columns.put("liveUsers", bin -> (double) bin.users / bin.intervals);
        Map<String, Map<String, double[]>> all = new LinkedHashMap<>();
        agents.forEach((agent, bins) -> {
            Map<String, double[]> series = new LinkedHashMap<>();
            columns.forEach((name, value) -> {
                double[] values = new double[(int) (toBin - fromBin)];
                Arrays.fill(values, Double.NaN);
                bins.subMap(fromBin, toBin)
                        .forEach((bin, content) -> values[(int) (bin - fromBin)] = value.applyAsDouble(content));
                series.put(name, values);
            });
            all.put(agent, series);
        });
        return all;
    }
}

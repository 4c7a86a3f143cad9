// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.report.series;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.report.series.AgentBin.LineCount;
import org.plateaubench.engine.statistics.Nanos;
import org.plateaubench.engine.store.record.StoredInterval;
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
        private final LineCount all = new LineCount();
        private long users;

        void add(StoredInterval interval, AgentHealth health) {
            intervals++;
            lengthNanos += interval.endNanos() - interval.startNanos();
            for (WorkloadInterval workload : interval.workloads()) {
                users += workload.levels().liveUsers();
                workload.lines().stream()
                        .filter(line -> line.kind() == LineInterval.Kind.OPERATION)
                        .forEach(line -> all.add(line.counts()));
            }
            longestStallNanos = Math.max(longestStallNanos, health.longestStallNanos());
            longestPauseNanos = Math.max(longestPauseNanos, health.longestPauseNanos());
            processCpu += health.processCpuShare();
            hostCpu += health.hostCpuShare() < 0 ? Double.NaN : health.hostCpuShare();
            heapBytes += health.heapUsedBytes();
        }

        double perSecond(long count) {
            return lengthNanos > 0 ? count * Nanos.PER_SECOND / lengthNanos : Double.NaN;
        }
    }

    void add(long bin, StoredInterval interval, AgentHealth health) {
        agents.computeIfAbsent(interval.agent(), key -> new TreeMap<>())
                .computeIfAbsent(bin, key -> new Bin())
                .add(interval, health);
    }

    void forgetBefore(long bin) {
        agents.values().forEach(bins -> bins.headMap(bin).clear());
    }

    List<ShownAgent> series(long fromBin, long toBin) {
        List<ShownAgent> all = new ArrayList<>();
        agents.forEach((agent, bins) -> {
            BinsShown of = new BinsShown(bins, fromBin, toBin);
            all.add(new ShownAgent(
                    agent,
                    new ShownAgent.Columns(
                            of.column(bin -> bin.longestStallNanos / Nanos.PER_MILLI),
                            of.column(bin -> bin.longestPauseNanos / Nanos.PER_MILLI),
                            of.column(bin -> bin.processCpu / bin.intervals),
                            of.column(bin -> bin.hostCpu / bin.intervals),
                            of.column(bin -> bin.heapBytes / bin.intervals),
                            of.column(bin -> bin.perSecond(bin.all.okEnds())),
                            of.column(bin -> bin.perSecond(bin.all.failed())),
                            of.column(bin -> (double) bin.users / bin.intervals))));
        });
        return all;
    }

    /** The displayed bins of an agent. */
    private record BinsShown(NavigableMap<Long, Bin> bins, long fromBin, long toBin) {
        List<@Nullable Double> column(ToDoubleFunction<Bin> value) {
            double[] values = new double[(int) (toBin - fromBin)];
            Arrays.fill(values, Double.NaN);
            bins.subMap(fromBin, toBin)
                    .forEach((bin, content) -> values[(int) (bin - fromBin)] = value.applyAsDouble(content));
            return ShownColumn.of(values);
        }
    }
}

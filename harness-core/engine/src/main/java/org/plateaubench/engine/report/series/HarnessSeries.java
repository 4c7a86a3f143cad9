// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.report.series;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import org.plateaubench.measure.interval.AgentHealth;

/** The health of the agents: the longest stall and pause of a bin, means of the rest. One thread. */
final class HarnessSeries {
    private static final double NANOS_PER_MILLI = 1e6;

    private final Map<String, NavigableMap<Long, Bin>> agents = new TreeMap<>();

    private static final class Bin {
        private int intervals;
        private long longestStallNanos;
        private long longestPauseNanos;
        private double processCpu;
        private double hostCpu;
        private double heapBytes;

        void add(AgentHealth health) {
            intervals++;
            longestStallNanos = Math.max(longestStallNanos, health.longestStallNanos());
            longestPauseNanos = Math.max(longestPauseNanos, health.longestPauseNanos());
            processCpu += health.processCpuShare();
            hostCpu += health.hostCpuShare() < 0 ? Double.NaN : health.hostCpuShare();
            heapBytes += health.heapUsedBytes();
        }
    }

    void add(String agent, long bin, AgentHealth health) {
        agents.computeIfAbsent(agent, key -> new TreeMap<>())
                .computeIfAbsent(bin, key -> new Bin())
                .add(health);
    }

    void forgetBefore(long bin) {
        agents.values().forEach(bins -> bins.headMap(bin).clear());
    }

    /** Series by agent and name; missing values are NaN. */
    Map<String, Map<String, double[]>> series(long fromBin, long toBin) {
        Map<String, Map<String, double[]>> all = new LinkedHashMap<>();
        agents.forEach((agent, bins) -> {
            Map<String, double[]> series = new LinkedHashMap<>();
            series.put("longestStallMs", values(bins, fromBin, toBin, bin -> bin.longestStallNanos / NANOS_PER_MILLI));
            series.put("longestPauseMs", values(bins, fromBin, toBin, bin -> bin.longestPauseNanos / NANOS_PER_MILLI));
            series.put("processCpuShare", values(bins, fromBin, toBin, bin -> bin.processCpu / bin.intervals));
            series.put("hostCpuShare", values(bins, fromBin, toBin, bin -> bin.hostCpu / bin.intervals));
            series.put("heapUsedBytes", values(bins, fromBin, toBin, bin -> bin.heapBytes / bin.intervals));
            all.put(agent, series);
        });
        return all;
    }

    private static double[] values(
            NavigableMap<Long, Bin> bins, long fromBin, long toBin, ToDoubleFunction<Bin> value) {
        double[] values = new double[(int) (toBin - fromBin)];
        Arrays.fill(values, Double.NaN);
        bins.subMap(fromBin, toBin)
                .forEach((bin, content) -> values[(int) (bin - fromBin)] = value.applyAsDouble(content));
        return values;
    }
}

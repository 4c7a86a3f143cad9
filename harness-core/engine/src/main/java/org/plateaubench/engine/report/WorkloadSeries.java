// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.ToIntFunction;
import org.HdrHistogram.PackedHistogram;
import org.plateaubench.engine.store.StoredCounts;
import org.plateaubench.engine.store.StoredInterval;
import org.plateaubench.measure.HistogramRange;
import org.plateaubench.measure.LineInterval;
import org.plateaubench.measure.WorkloadInterval;

/** The time series of one workload, gathered interval by interval. Not for several threads. */
final class WorkloadSeries {
    private static final double NANOS_PER_MILLI = 1e6;
    private static final double NANOS_PER_SECOND = 1e9;

    private final TimeBins bins;
    private final NavigableMap<Long, Bin> byBin = new TreeMap<>();

    /** One point in time. Levels are summed over agents and averaged over the intervals of the bin. */
    private static final class Bin {
        private final PackedHistogram responses = new PackedHistogram(
                HistogramRange.LOWEST_NANOS, HistogramRange.HIGHEST_NANOS, HistogramRange.OK_DIGITS);
        private final Map<Long, WorkloadInterval.Levels> levels = new TreeMap<>();
        private final Map<Long, Long> lengthsNanos = new TreeMap<>();
        private long okEnds;
        private long declined;
        private long failed;

        /** Over the time that was counted, since an interval ends when its snapshot is taken. */
        private double perSecond(long count) {
            return count
                    * NANOS_PER_SECOND
                    / lengthsNanos.values().stream().mapToLong(Long::longValue).sum();
        }
    }

    WorkloadSeries(TimeBins bins) {
        this.bins = bins;
    }

    void add(StoredInterval interval, WorkloadInterval workload) {
        Bin bin = bin(interval.startNanos(), interval.endNanos());
        for (LineInterval line : workload.lines()) {
            if (line.kind() == LineInterval.Kind.OPERATION) {
                LineInterval.Counts counts = line.counts();
                bin.okEnds += counts.okEnds();
                bin.declined += counts.declined();
                bin.failed += counts.errors() + counts.abandoned() + counts.dropped();
            }
        }
        bin.levels.merge(interval.sequence(), workload.levels(), WorkloadSeries::sum);
        bin.lengthsNanos.merge(interval.sequence(), interval.endNanos() - interval.startNanos(), Math::max);
    }

    void add(long startNanos, long endNanos, StoredCounts responses) {
        responses.addTo(bin(startNanos, endNanos).responses);
    }

    private Bin bin(long startNanos, long endNanos) {
        return byBin.computeIfAbsent(bins.bin(startNanos, endNanos), key -> new Bin());
    }

    /** Series by name, each a list of pairs of seconds and value. */
    Map<String, Object> tree() {
        Map<String, Object> tree = new LinkedHashMap<>();
        for (String name :
                List.of("throughput", "declined", "failed", "p50", "p95", "p99", "users", "inFlight", "queued")) {
            List<List<Double>> points = new ArrayList<>();
            byBin.forEach((bin, content) -> {
                double value = value(name, content);
                if (!Double.isNaN(value)) {
                    points.add(List.of(bins.middleSeconds(bin), value));
                }
            });
            tree.put(name, points);
        }
        return tree;
    }

    private double value(String name, Bin bin) {
        return switch (name) {
            case "throughput" -> bin.perSecond(bin.okEnds);
            case "declined" -> bin.perSecond(bin.declined);
            case "failed" -> bin.perSecond(bin.failed);
            case "p50" -> percentile(bin, 50);
            case "p95" -> percentile(bin, 95);
            case "p99" -> percentile(bin, 99);
            case "users" -> mean(bin, WorkloadInterval.Levels::liveUsers);
            case "inFlight" -> mean(bin, WorkloadInterval.Levels::inFlight);
            case "queued" -> mean(bin, WorkloadInterval.Levels::queued);
            default -> throw new IllegalArgumentException(name);
        };
    }

    private static double percentile(Bin bin, double percentile) {
        return bin.responses.getTotalCount() == 0
                ? Double.NaN
                : bin.responses.getValueAtPercentile(percentile) / NANOS_PER_MILLI;
    }

    private static double mean(Bin bin, ToIntFunction<WorkloadInterval.Levels> level) {
        return bin.levels.values().stream().mapToInt(level).average().orElse(Double.NaN);
    }

    private static WorkloadInterval.Levels sum(WorkloadInterval.Levels a, WorkloadInterval.Levels b) {
        return new WorkloadInterval.Levels(
                a.liveUsers() + b.liveUsers(),
                a.inFlight() + b.inFlight(),
                a.queued() + b.queued(),
                a.lostUsers() + b.lostUsers());
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.report.series;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.figure.StoredCounts;
import org.plateaubench.engine.plan.RunPlan;
import org.plateaubench.engine.store.record.MergedCounts;
import org.plateaubench.engine.store.record.RunRecords;
import org.plateaubench.engine.store.record.StoredInterval;
import org.plateaubench.measure.histogram.Times;
import org.plateaubench.measure.interval.AgentHealth;
import org.plateaubench.measure.interval.HistogramTag;
import org.plateaubench.measure.interval.LineInterval;
import org.plateaubench.measure.interval.WorkloadInterval;

/**
 * The totals of a run so far, over all phases, and its latest levels. Totals never decrease. The memory is bounded by
 * the plan. Not thread-safe.
 */
public final class RunTotals implements RunRecords {
    /**
     * The smallest power. The upper ends of buckets are powers of two of nanoseconds minus one, so that no bucket of a
     * histogram is divided.
     */
    private static final int FIRST_POWER = 17;

    private static final int LAST_POWER = 36;

    private final Map<String, WorkloadTotals> workloads = new LinkedHashMap<>();
    private final Map<String, AgentHealth> agents = new TreeMap<>();

    public RunTotals(RunPlan plan) {
        plan.workloads().forEach(workload -> {
            WorkloadTotals totals = new WorkloadTotals(workload.tile(), workload.name());
            workload.lines().forEach((name, kind) -> totals.lines.put(name, new LineTotals(name, kind)));
            workloads.put(workload.scope(), totals);
        });
    }

    /** The upper ends of the buckets in nanoseconds, ascending; longer times are in no bucket. */
    public static long[] bucketEndNanos() {
        long[] ends = new long[LAST_POWER - FIRST_POWER + 1];
        Arrays.setAll(ends, i -> (1L << (FIRST_POWER + i)) - 1);
        return ends;
    }

    /**
     * The slowest success or refusal of one interval of one agent, in any window, as an example of its bucket.
     *
     * @param agent name of the agent
     * @param sequence number of the agent's interval, from 0
     * @param endNanos end of the interval on the run's clock; the operation ended in it
     * @param valueNanos its exact time
     */
    public record Slowest(String agent, long sequence, long endNanos, long valueNanos) {}

    /** Counts of times in buckets, with their sum. */
    public static final class TimeTotals {
        private final long[] buckets = new long[LAST_POWER - FIRST_POWER + 1];
        private final Map<Integer, Slowest> slowest = new TreeMap<>();
        private long measured;
        private long overflow;
        private double sumNanos;

        /** The number of values up to the end of each bucket, including the buckets below. */
        public long[] upTo() {
            return buckets.clone();
        }

        public long count() {
            return measured + overflow;
        }

        public double sumNanos() {
            return sumNanos;
        }

        /**
         * The latest operation in each bucket that was the slowest success or refusal of an interval, by number of the
         * bucket.
         */
        public Map<Integer, Slowest> slowest() {
            return new TreeMap<>(slowest);
        }

        private void add(Slowest example) {
            long[] ends = bucketEndNanos();
            int bucket = 0;
            while (bucket < ends.length && example.valueNanos() > ends[bucket]) {
                bucket++;
            }
            slowest.merge(bucket, example, (before, now) -> now.endNanos() >= before.endNanos() ? now : before);
        }

        private void add(@Nullable Times times) {
            if (times != null) {
                overflow += times.overflow();
                sumNanos += times.sumNanos();
            }
        }

        private void add(StoredCounts counts) {
            MergedCounts merged = new MergedCounts();
            merged.add(counts);
            measured += merged.total();
            long[] ends = bucketEndNanos();
            for (int i = 0; i < ends.length; i++) {
                buckets[i] += merged.countUpTo(ends[i]);
            }
        }
    }

    public static final class LineTotals {
        private final String name;
        private final LineInterval.Kind kind;
        private final TimeTotals times = new TimeTotals();
        private final Map<String, Long> outcomes = new LinkedHashMap<>();
        private final Map<String, Long> errorsByClass = new TreeMap<>();

        private LineTotals(String name, LineInterval.Kind kind) {
            this.name = name;
            this.kind = kind;
            List.of("ok", "declined", "error", "abandoned", "dropped").forEach(outcome -> outcomes.put(outcome, 0L));
        }

        public String name() {
            return name;
        }

        public String kind() {
            return kind.name().toLowerCase(Locale.ROOT);
        }

        /** Response times of successes and refusals. */
        public TimeTotals times() {
            return times;
        }

        /** The number of ended operations by outcome. */
        public Map<String, Long> outcomes() {
            return new LinkedHashMap<>(outcomes);
        }

        public Map<String, Long> errorsByClass() {
            return new TreeMap<>(errorsByClass);
        }

        private void add(LineInterval line) {
            LineInterval.Counts counts = line.counts();
            outcomes.merge("ok", counts.ok(), Long::sum);
            outcomes.merge("declined", counts.declined(), Long::sum);
            outcomes.merge("error", counts.errors(), Long::sum);
            outcomes.merge("abandoned", counts.abandoned(), Long::sum);
            outcomes.merge("dropped", counts.dropped(), Long::sum);
            line.errorsByClass().forEach((name, count) -> errorsByClass.merge(name, count, Long::sum));
            times.add(line.response());
        }
    }

    public static final class WorkloadTotals {
        private final int tile;
        private final String name;
        private final Map<String, LineTotals> lines = new LinkedHashMap<>();
        private final Map<String, WorkloadInterval.Levels> levels = new TreeMap<>();
        private final TimeTotals dispatchLag = new TimeTotals();

        private WorkloadTotals(int tile, String name) {
            this.tile = tile;
            this.name = name;
        }

        public int tile() {
            return tile;
        }

        public String name() {
            return name;
        }

        public List<LineTotals> lines() {
            return new ArrayList<>(lines.values());
        }

        /** Dispatch lag of every operation. */
        public TimeTotals dispatchLag() {
            return dispatchLag;
        }

        public int users() {
            return levels.values().stream()
                    .mapToInt(WorkloadInterval.Levels::liveUsers)
                    .sum();
        }

        public int inFlight() {
            return levels.values().stream()
                    .mapToInt(WorkloadInterval.Levels::inFlight)
                    .sum();
        }

        public int queued() {
            return levels.values().stream()
                    .mapToInt(WorkloadInterval.Levels::queued)
                    .sum();
        }
    }

    @Override
    public void interval(StoredInterval interval) {
        AgentHealth health = interval.health();
        if (health != null) {
            agents.put(interval.agent(), health);
        }
        for (WorkloadInterval measured : interval.workloads()) {
            WorkloadTotals workload = workloads.get(RunSeries.scope(measured.tile(), measured.workload()));
            if (workload != null) {
                workload.levels.put(interval.agent(), measured.levels());
                measured.lags().forEach(lag -> workload.dispatchLag.add(lag.dispatch()));
                for (LineInterval line : measured.lines()) {
                    LineTotals totals = workload.lines.get(line.line());
                    if (totals != null) {
                        totals.add(line);
                    }
                }
                longest(measured).forEach((name, nanos) -> {
                    LineTotals totals = workload.lines.get(name);
                    if (totals != null) {
                        totals.times.add(
                                new Slowest(interval.agent(), interval.sequence(), interval.endNanos(), nanos));
                    }
                });
            }
        }
    }

    /** The longest response time of each line over all windows that overlap the interval. */
    private static Map<String, Long> longest(WorkloadInterval measured) {
        Map<String, Long> longest = new TreeMap<>();
        for (LineInterval line : measured.lines()) {
            Times response = line.response();
            if (response != null && response.maxNanos() > 0) {
                longest.merge(line.line(), response.maxNanos(), Math::max);
            }
        }
        return longest;
    }

    @Override
    public void histogram(long startNanos, long endNanos, HistogramTag tag, StoredCounts counts) {
        WorkloadTotals workload = workloads.get(RunSeries.scope(tag.tile(), tag.workload()));
        if (workload == null || tag.population() != HistogramTag.Population.OK) {
            return;
        }
        LineTotals line = workload.lines.get(tag.line());
        if (tag.kind() == HistogramTag.Kind.DISPATCH_LAG) {
            workload.dispatchLag.add(counts);
        } else if (tag.kind() == HistogramTag.Kind.RESPONSE && line != null) {
            line.times.add(counts);
        }
    }

    public List<WorkloadTotals> workloads() {
        return new ArrayList<>(workloads.values());
    }

    /** The health of an agent in its last interval. */
    public record Agent(String agent, double longestStallSeconds, double processCpuShare, long heapUsedBytes) {}

    public List<Agent> agents() {
        List<Agent> all = new ArrayList<>();
        agents.forEach((name, health) -> all.add(
                new Agent(name, health.longestStallNanos() / 1e9, health.processCpuShare(), health.heapUsedBytes())));
        return all;
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.report.series;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToLongFunction;
import java.util.stream.LongStream;
import org.plateaubench.engine.document.Documents;
import org.plateaubench.engine.figure.TimeTotals;
import org.plateaubench.engine.figure.Totals;
import org.plateaubench.engine.plan.PlannedWorkload;
import org.plateaubench.engine.plan.RunPlan;
import org.plateaubench.engine.store.RunRecords;
import org.plateaubench.engine.store.StoredInterval;
import org.plateaubench.measure.interval.AgentHealth;
import org.plateaubench.measure.interval.LineInterval;
import org.plateaubench.measure.interval.WorkloadInterval;

/**
 * The totals of a run so far, over all phases, and its latest levels. Totals never decrease. Not thread-safe.
 */
public final class RunTotals implements RunRecords {
    private static final int FIRST_POWER = 17;
    private static final int LAST_POWER = 36;

    private final Map<String, Workload> workloads = new LinkedHashMap<>();
    private final Map<String, AgentHealth> agents = new TreeMap<>();

    public RunTotals() {}

    /** Totals in which everything of the plan is from the start. */
    public RunTotals(RunPlan plan) {
        for (PlannedWorkload planned : plan.workloads()) {
            Workload workload = workload(planned.tile(), planned.name());
            planned.lines().forEach(workload::line);
        }
    }

    private Workload workload(int tile, String name) {
        return workloads.computeIfAbsent(RunSeries.scope(tile, name), scope -> new Workload(tile, name));
    }

    /**
     * The upper ends of the buckets in nanoseconds, ascending; longer times are in no bucket. They are powers of two
     * minus one, so that no bucket of a histogram is divided.
     */
    public static long[] bucketEndNanos() {
        return LongStream.rangeClosed(FIRST_POWER, LAST_POWER)
                .map(power -> (1L << power) - 1)
                .toArray();
    }

    /** An operation, unit or series. */
    public static final class Line {
        private final String name;
        private final LineInterval.Kind kind;
        private final Totals totals = new Totals(0);

        private Line(String name, LineInterval.Kind kind) {
            this.name = name;
            this.kind = kind;
        }

        public String name() {
            return name;
        }

        public String kind() {
            return Documents.word(kind);
        }

        public Totals totals() {
            return totals;
        }
    }

    public static final class Workload {
        private final int tile;
        private final String name;
        private final Map<String, Line> lines = new LinkedHashMap<>();
        private final Map<String, WorkloadInterval.Levels> levels = new TreeMap<>();
        private final TimeTotals dispatchLag = new TimeTotals();

        private Workload(int tile, String name) {
            this.tile = tile;
            this.name = name;
        }

        private Line line(String line, LineInterval.Kind kind) {
            return lines.computeIfAbsent(line, key -> new Line(line, kind));
        }

        public int tile() {
            return tile;
        }

        public String name() {
            return name;
        }

        public List<Line> lines() {
            return List.copyOf(lines.values());
        }

        public TimeTotals dispatchLag() {
            return dispatchLag;
        }

        /** The sum of a level over agents, at the end of their latest intervals. */
        public long level(ToLongFunction<WorkloadInterval.Levels> level) {
            return levels.values().stream().mapToLong(level).sum();
        }

        private void add(StoredInterval interval, WorkloadInterval measured) {
            levels.put(interval.agent(), measured.levels());
            measured.lags().forEach(lag -> dispatchLag.add(lag.dispatch()));
            measured.lines()
                    .forEach(each -> line(each.line(), each.kind()).totals.add(each));
        }
    }

    @Override
    public void interval(StoredInterval interval) {
        AgentHealth health = interval.health();
        if (health != null) {
            agents.put(interval.agent(), health);
        }
        interval.workloads()
                .forEach(measured ->
                        workload(measured.tile(), measured.workload()).add(interval, measured));
    }

    public List<Workload> workloads() {
        return List.copyOf(workloads.values());
    }

    public Map<String, AgentHealth> agents() {
        return new TreeMap<>(agents);
    }
}

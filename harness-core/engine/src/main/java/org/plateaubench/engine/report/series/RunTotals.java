// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.report.series;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToLongFunction;
import java.util.stream.LongStream;
import org.plateaubench.engine.figure.TimeTotals;
import org.plateaubench.engine.figure.Totals;
import org.plateaubench.engine.plan.PlannedWorkload;
import org.plateaubench.engine.plan.RunPlan;
import org.plateaubench.engine.store.RunRecords;
import org.plateaubench.engine.store.StoredInterval;
import org.plateaubench.measure.interval.AgentHealth;
import org.plateaubench.measure.interval.LineInterval;
import org.plateaubench.measure.interval.WorkloadInterval;

/** The totals of a run in progress, over all phases, and its latest levels. Totals never decrease. Not thread-safe. */
public final class RunTotals implements RunRecords {
    private static final int FIRST_POWER = 17;
    private static final int LAST_POWER = 36;

    private final Map<String, Workload> workloads = new LinkedHashMap<>();
    private final Map<String, AgentHealth> agents = new TreeMap<>();

    public RunTotals() {}

    /** Creates totals that contain all workloads and lines of the plan, with zero counts. */
    public RunTotals(RunPlan plan) {
        for (PlannedWorkload planned : plan.workloads()) {
            Workload workload = workload(planned.tile(), planned.name());
            planned.lines().forEach(workload::line);
        }
    }

    private Workload workload(int tile, String name) {
        return workloads.computeIfAbsent(
                RunSeries.scope(tile, name),
                scope -> new Workload(tile, name, new LinkedHashMap<>(), new TreeMap<>(), new TimeTotals()));
    }

    /** The upper ends of metrics' buckets, in ns, ascending: powers of two minus one divide no recorded bucket. */
    public static long[] bucketEndNanos() {
        return LongStream.rangeClosed(FIRST_POWER, LAST_POWER)
                .map(power -> (1L << power) - 1)
                .toArray();
    }

    public record Line(String name, LineInterval.Kind kind, Totals totals) {}

    public record Workload(
            int tile,
            String name,
            Map<String, Line> lines,
            Map<String, WorkloadInterval.Levels> levels,
            TimeTotals dispatchLag) {
        private Line line(String line, LineInterval.Kind kind) {
            return lines.computeIfAbsent(line, key -> new Line(line, kind, new Totals(0)));
        }

        public long level(ToLongFunction<WorkloadInterval.Levels> level) {
            return levels.values().stream().mapToLong(level).sum();
        }

        private void add(StoredInterval interval, WorkloadInterval measured) {
            levels.put(interval.agent(), measured.levels());
            measured.lags().forEach(lag -> dispatchLag.add(lag.dispatch()));
            for (LineInterval line : measured.lines()) {
                line(line.line(), line.kind()).totals.add(line);
            }
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

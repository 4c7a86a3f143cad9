// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.report.series;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.MeasureDefinition;

/** Time series as a tree of plain data: columns over one time axis, null where there is a gap. */
public final class SeriesTree {
    private static final double THOUSANDTHS = 1_000;
    private static final double EXACT_BELOW = 1e12;

    private SeriesTree() {}

    /**
     * The series of the bins from one to before another.
     *
     * @param phases actual phases, shown with the axis
     */
    public static Map<String, @Nullable Object> of(RunSeries series, List<Object> phases, long fromBin, long toBin) {
        return of(series, phases, fromBin, toBin, series.telemetry().points(fromBin, toBin));
    }

    /** The series of the bins from one to before another, with telemetry of other bins. */
    static Map<String, @Nullable Object> of(
            RunSeries series,
            List<Object> phases,
            long fromBin,
            long toBin,
            Map<TelemetrySeries.Key, List<List<Double>>> telemetry) {
        TimeBins bins = series.bins();
        Map<String, @Nullable Object> tree = new LinkedHashMap<>();
        tree.put("from", fromBin * bins.widthSeconds());
        tree.put("to", toBin * bins.widthSeconds());
        tree.put("binSeconds", bins.widthSeconds());
        tree.put("phases", phases);
        List<Double> time = new ArrayList<>();
        List<Integer> missing = new ArrayList<>();
        List<Integer> late = new ArrayList<>();
        for (long bin = fromBin; bin < toBin; bin++) {
            time.add(bins.middleSeconds(bin));
            missing.add(series.arrivals().missing(bin));
            late.add(series.arrivals().late(bin));
        }
        tree.put("time", time);
        tree.put("missing", missing);
        tree.put("late", late);
        List<Object> workloads = new ArrayList<>();
        series.workloads().forEach(workload -> workloads.add(workload(workload, fromBin, toBin)));
        tree.put("workloads", workloads);
        tree.put("telemetry", telemetry(telemetry));
        List<Object> harness = new ArrayList<>();
        series.harness().series(fromBin, toBin).forEach((agent, columns) -> {
            Map<String, Object> ofAgent = new LinkedHashMap<>();
            ofAgent.put("agent", agent);
            ofAgent.put("series", columns(columns));
            harness.add(ofAgent);
        });
        tree.put("harness", harness);
        return tree;
    }

    private static Map<String, Object> workload(WorkloadSeries workload, long fromBin, long toBin) {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("tile", workload.workload().tile());
        tree.put("name", workload.workload().name());
        tree.put("plugin", workload.workload().plugin());
        tree.put("series", columns(workload.all(fromBin, toBin)));
        List<Object> operations = new ArrayList<>();
        workload.lines().forEach((name, kind) -> {
            Map<String, Object> operation = new LinkedHashMap<>();
            operation.put("name", name);
            operation.put("kind", kind.name().toLowerCase(Locale.ROOT));
            operation.put("series", columns(workload.line(name, fromBin, toBin)));
            operations.add(operation);
        });
        tree.put("operations", operations);
        Map<String, Object> counters = new LinkedHashMap<>();
        workload.measures(MeasureDefinition.Kind.COUNTER)
                .forEach(name -> counters.put(name, column(workload.counter(name, fromBin, toBin))));
        tree.put("counters", counters);
        Map<String, Object> gauges = new LinkedHashMap<>();
        workload.measures(MeasureDefinition.Kind.GAUGE)
                .forEach(name -> gauges.put(name, column(workload.gauge(name, fromBin, toBin))));
        tree.put("gauges", gauges);
        return tree;
    }

    private static List<Object> telemetry(Map<TelemetrySeries.Key, List<List<Double>>> telemetry) {
        List<Object> all = new ArrayList<>();
        telemetry.forEach((key, points) -> {
            Map<String, Object> tree = new LinkedHashMap<>();
            tree.put("source", key.source());
            tree.put("series", key.series());
            tree.put("unit", key.unit());
            tree.put("time", points.stream().map(List::getFirst).toList());
            tree.put("values", points.stream().map(List::getLast).toList());
            all.add(tree);
        });
        return all;
    }

    private static Map<String, Object> columns(Map<String, double[]> columns) {
        Map<String, Object> tree = new LinkedHashMap<>();
        columns.forEach((name, values) -> tree.put(name, column(values)));
        return tree;
    }

    private static List<@Nullable Double> column(double[] values) {
        List<@Nullable Double> column = new ArrayList<>(values.length);
        for (double value : values) {
            column.add(Double.isFinite(value) ? Double.valueOf(shown(value)) : null);
        }
        return column;
    }

    /** Thousandths are finer than a screen can show, and halve the size of the data for a browser. */
    private static double shown(double value) {
        return Math.abs(value) < 1 || Math.abs(value) >= EXACT_BELOW
                ? value
                : Math.round(value * THOUSANDTHS) / THOUSANDTHS;
    }
}

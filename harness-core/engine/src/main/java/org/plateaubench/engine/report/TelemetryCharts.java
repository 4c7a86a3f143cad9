// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.plateaubench.engine.store.StoredRun;
import org.plateaubench.engine.store.TelemetryPoint;

/** Telemetry other than CPU: charts by source and unit, a running total as its rate per second. */
final class TelemetryCharts {
    /** Lines that can be told apart. */
    private static final int MOST_SERIES = 8;

    private static final double NANOS_PER_SECOND = 1e9;

    private final TimeBins bins;
    private final Map<String, Map<String, Map<String, Line>>> lines = new TreeMap<>();
    private final List<Chart> charts = new ArrayList<>();

    private record Chart(String source, String unit, Map<String, List<List<Double>>> series) {}

    private TelemetryCharts(TimeBins bins) {
        this.bins = bins;
    }

    static TelemetryCharts of(StoredRun run, TimeBins bins) {
        TelemetryCharts telemetry = new TelemetryCharts(bins);
        for (TelemetryPoint point : run.telemetry()) {
            if (!CpuSeries.isCpu(point) && Double.isFinite(point.value())) {
                telemetry.add(point);
            }
        }
        telemetry.lines.forEach((source, byUnit) -> byUnit.forEach((unit, series) -> {
            telemetry.addCharts(source, unit, series);
        }));
        return telemetry;
    }

    private void add(TelemetryPoint point) {
        String unit = point.cumulative() ? point.unit() + "/s" : point.unit();
        lines.computeIfAbsent(point.source(), key -> new TreeMap<>())
                .computeIfAbsent(unit, key -> new TreeMap<>())
                .computeIfAbsent(point.series(), key -> new Line(bins))
                .add(point);
    }

    private void addCharts(String source, String unit, Map<String, Line> series) {
        Map<String, List<List<Double>>> some = new LinkedHashMap<>();
        for (Map.Entry<String, Line> line : series.entrySet()) {
            List<List<Double>> points = line.getValue().points();
            if (!points.isEmpty()) {
                some.put(line.getKey(), points);
            }
            if (some.size() == MOST_SERIES) {
                charts.add(new Chart(source, unit, some));
                some = new LinkedHashMap<>();
            }
        }
        if (!some.isEmpty()) {
            charts.add(new Chart(source, unit, some));
        }
    }

    /** What the script draws, a list of charts. */
    List<Object> data() {
        List<Object> data = new ArrayList<>();
        for (Chart chart : charts) {
            List<Object> series = new ArrayList<>();
            chart.series().forEach((name, points) -> series.add(Map.of("name", name, "points", points)));
            data.add(Map.of("unit", chart.unit(), "series", series));
        }
        return data;
    }

    /** What the page has places for: sources, each with its charts by their index in {@link #data}. */
    List<Object> model() {
        Map<String, List<Object>> bySource = new LinkedHashMap<>();
        for (int i = 0; i < charts.size(); i++) {
            Chart chart = charts.get(i);
            bySource.computeIfAbsent(chart.source(), key -> new ArrayList<>())
                    .add(Map.of(
                            "index",
                            i,
                            "unit",
                            chart.unit(),
                            "names",
                            String.join(", ", chart.series().keySet())));
        }
        List<Object> model = new ArrayList<>();
        bySource.forEach((source, places) -> model.add(Map.of("source", source, "charts", places)));
        return model;
    }

    /** One series: levels as means per bin, totals as their growth over the time it took. */
    private static final class Line {
        private final TimeBins bins;
        /** By bin the sum, and what it is divided by: samples, or seconds of growth. */
        private final Map<Long, double[]> sums = new TreeMap<>();

        private long seenNanos = Long.MIN_VALUE;
        private double seenTotal;

        Line(TimeBins bins) {
            this.bins = bins;
        }

        void add(TelemetryPoint point) {
            if (!point.cumulative()) {
                add(bins.bin(point.runNanos(), point.runNanos()), point.value(), 1);
                return;
            }
            // A total that falls belongs to a server that was started anew.
            if (seenNanos != Long.MIN_VALUE && point.runNanos() > seenNanos && point.value() >= seenTotal) {
                double seconds = (point.runNanos() - seenNanos) / NANOS_PER_SECOND;
                add(bins.bin(seenNanos, point.runNanos()), point.value() - seenTotal, seconds);
            }
            seenNanos = point.runNanos();
            seenTotal = point.value();
        }

        private void add(long bin, double amount, double weight) {
            double[] sum = sums.computeIfAbsent(bin, key -> new double[2]);
            sum[0] += amount;
            sum[1] += weight;
        }

        /** Pairs of seconds and value. */
        List<List<Double>> points() {
            List<List<Double>> points = new ArrayList<>();
            sums.forEach((bin, sum) -> points.add(List.of(bins.middleSeconds(bin), sum[0] / sum[1])));
            return points;
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.plateaubench.engine.report.series.TelemetrySeries;
import org.plateaubench.engine.report.series.TimeBins;
import org.plateaubench.engine.store.StoredRun;
import org.plateaubench.engine.store.TelemetryPoint;

/** Telemetry other than CPU: charts by source and unit, a running total as its rate per second. */
final class TelemetryCharts {
    /** Greatest number of lines that can be distinguished. */
    private static final int MOST_SERIES = 8;

    private final List<Chart> charts = new ArrayList<>();

    private record Chart(String source, String unit, Map<String, List<List<Double>>> series) {}

    private TelemetryCharts() {}

    static TelemetryCharts of(StoredRun run, TimeBins bins) {
        TelemetrySeries series = new TelemetrySeries(bins);
        for (TelemetryPoint point : run.telemetry()) {
            if (!CpuSeries.isCpu(point)) {
                series.add(point);
            }
        }
        Map<String, Map<String, Map<String, List<List<Double>>>>> lines = new TreeMap<>();
        series.points(Long.MIN_VALUE, Long.MAX_VALUE)
                .forEach((key, points) -> lines.computeIfAbsent(key.source(), source -> new TreeMap<>())
                        .computeIfAbsent(key.unit(), unit -> new TreeMap<>())
                        .put(key.series(), points));
        TelemetryCharts telemetry = new TelemetryCharts();
        lines.forEach((source, byUnit) -> byUnit.forEach((unit, some) -> telemetry.addCharts(source, unit, some)));
        return telemetry;
    }

    private void addCharts(String source, String unit, Map<String, List<List<Double>>> series) {
        Map<String, List<List<Double>>> some = new LinkedHashMap<>();
        for (Map.Entry<String, List<List<Double>>> line : series.entrySet()) {
            some.put(line.getKey(), line.getValue());
            if (some.size() == MOST_SERIES) {
                charts.add(new Chart(source, unit, some));
                some = new LinkedHashMap<>();
            }
        }
        if (!some.isEmpty()) {
            charts.add(new Chart(source, unit, some));
        }
    }

    /** The data for the script, a list of charts. */
    List<Object> data() {
        List<Object> data = new ArrayList<>();
        for (Chart chart : charts) {
            List<Object> series = new ArrayList<>();
            chart.series().forEach((name, points) -> series.add(Map.of("name", name, "points", points)));
            data.add(Map.of("unit", chart.unit(), "series", series));
        }
        return data;
    }

    /** The places in the page: sources, each with its charts by their index in {@link #data}. */
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
}

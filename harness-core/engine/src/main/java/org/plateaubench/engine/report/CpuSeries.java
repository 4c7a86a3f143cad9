// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.plateaubench.engine.report.series.TimeBins;
import org.plateaubench.engine.store.StoredInterval;
import org.plateaubench.engine.store.StoredRun;
import org.plateaubench.engine.store.TelemetryPoint;
import org.plateaubench.measure.interval.AgentHealth;

/** CPU in percent of the cores of its host, by source: host with other programs on it, agents and SUTs. */
final class CpuSeries {
    private static final String SERIES = "cpu";
    private static final String PERCENT = "%";
    private static final String HOST = "host";
    /** The series of a host in addition to its whole CPU, with the name of the line. */
    private static final Map<String, String> PARTS_OF_HOST =
            Map.of("others", "host, other programs", "steal", "host, kept by the hypervisor");

    private CpuSeries() {}

    /** Pairs of seconds and percent by source; agents that sent no telemetry are known from their intervals. */
    static Map<String, List<List<Double>>> of(StoredRun run, TimeBins bins) {
        Map<String, Map<Long, List<Double>>> values = new TreeMap<>();
        for (TelemetryPoint point : run.telemetry()) {
            if (isCpu(point)) {
                double percent = point.unit().equals(PERCENT) ? point.value() : 100 * point.value();
                add(
                        values,
                        PARTS_OF_HOST.getOrDefault(point.series(), point.source()),
                        bins.bin(point.runNanos()),
                        percent);
            }
        }
        Set<String> known = Set.copyOf(values.keySet());
        for (StoredInterval interval : run.intervals()) {
            AgentHealth health = interval.health();
            String source = "agent/" + interval.agent();
            if (health != null && health.processCpuShare() >= 0 && !known.contains(source)) {
                long bin = bins.bin(interval.startNanos(), interval.endNanos());
                add(values, source, bin, 100 * health.processCpuShare());
            }
        }
        Map<String, List<List<Double>>> series = new LinkedHashMap<>();
        values.forEach((source, byBin) -> {
            List<List<Double>> points = new ArrayList<>();
            byBin.forEach((bin, samples) -> points.add(List.of(
                    bins.middleSeconds(bin),
                    samples.stream().mapToDouble(Double::doubleValue).average().orElse(0))));
            series.put(source, points);
        });
        return series;
    }

    /** Whether a point is a CPU value. */
    static boolean isCpu(TelemetryPoint point) {
        boolean isOfHost = point.source().equals(HOST) && PARTS_OF_HOST.containsKey(point.series());
        return (point.series().equals(SERIES) || isOfHost) && !point.cumulative();
    }

    private static void add(Map<String, Map<Long, List<Double>>> values, String source, long bin, double percent) {
        values.computeIfAbsent(source, key -> new TreeMap<>())
                .computeIfAbsent(bin, key -> new ArrayList<>())
                .add(percent);
    }
}

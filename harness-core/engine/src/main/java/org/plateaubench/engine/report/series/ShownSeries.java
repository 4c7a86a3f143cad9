// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.report.series;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.figure.Figure;
import org.plateaubench.engine.judge.figures.Timeline;
import org.plateaubench.engine.judge.figures.Timeline.PhaseSpan;
import org.plateaubench.engine.report.series.TelemetrySeries.TimeBins;
import org.plateaubench.engine.statistics.Nanos;
import org.plateaubench.engine.store.RunEvent;
import org.plateaubench.measure.interval.LineInterval;

/** Time series in the form of the API and the report: columns over one time axis, with null for a gap. */
public record ShownSeries(
        double from,
        double to,
        double binSeconds,
        List<Column> figures,
        List<ShownPhase> phases,
        List<Double> time,
        List<Integer> missing,
        List<Workload> workloads,
        List<Telemetry> telemetry,
        List<Agent> harness) {
    private static final double THOUSANDTHS = 1_000;
    private static final double EXACT_BELOW = 1e12;
    static final List<Column> FIGURES =
            WorkloadSeries.FIGURES.stream().map(Column::of).toList();

    /** A figure with a series; {@code live} is true if a run in progress shows its latest value. */
    public record Column(String name, String title, String unit, Figure.Section section, boolean live) {
        private static Column of(Figure figure) {
            return new Column(
                    figure.name(),
                    figure.title(),
                    figure.kind() == Figure.Kind.COUNT ? Figure.Kind.RATE.unit() : figure.unit(),
                    figure.section(),
                    figure.isIn(Figure.View.LIVE));
        }
    }

    /** A workload of one tile; its own series cover all operations together. */
    public record Workload(
            int tile,
            String name,
            String plugin,
            Map<String, List<@Nullable Double>> series,
            List<Line> operations,
            Map<String, List<@Nullable Double>> counters,
            Map<String, List<@Nullable Double>> gauges) {
        private static Workload of(WorkloadSeries workload, long fromBin, long toBin) {
            List<Line> lines = new ArrayList<>();
            workload.lines().forEach((name, kind) -> {
                lines.add(new Line(name, kind, columns(workload.line(name, fromBin, toBin))));
            });
            return new Workload(
                    workload.workload().tile(),
                    workload.workload().name(),
                    workload.workload().plugin(),
                    columns(workload.all(fromBin, toBin)),
                    lines,
                    columns(workload.counters(fromBin, toBin)),
                    columns(workload.gauges(fromBin, toBin)));
        }
    }

    public record Line(String name, LineInterval.Kind kind, Map<String, List<@Nullable Double>> series) {}

    /** The health of an agent, and its load of all workloads together. */
    public record Agent(String agent, Map<String, List<@Nullable Double>> series) {}

    public record Telemetry(String source, String series, String unit, List<Double> time, List<Double> values) {}

    public static ShownSeries none() {
        List<Double> time = List.of();
        return new ShownSeries(0, 0, 1, FIGURES, List.of(), time, List.of(), List.of(), List.of(), List.of());
    }

    /**
     * The series of the bins from {@code fromBin} (inclusive) to {@code toBin} (exclusive), with telemetry of any bins.
     *
     * @param figures the figures of the series of operations; empty for a continuation
     */
    static ShownSeries of(
            List<Column> figures,
            RunSeries series,
            List<ShownPhase> phases,
            long fromBin,
            long toBin,
            Map<TelemetrySeries.Key, List<List<Double>>> points) {
        TimeBins bins = series.bins();
        List<Double> time = new ArrayList<>();
        List<Integer> missing = new ArrayList<>();
        for (long bin = fromBin; bin < toBin; bin++) {
            time.add(bins.middleSeconds(bin));
            missing.add(series.arrivals().missing(bin));
        }
        List<Workload> workloads = new ArrayList<>();
        series.workloads().forEach(workload -> workloads.add(Workload.of(workload, fromBin, toBin)));
        List<Telemetry> telemetry = new ArrayList<>();
        points.forEach((key, values) -> telemetry.add(new Telemetry(
                key.source(),
                key.series(),
                key.unit(),
                values.stream().map(List::getFirst).toList(),
                values.stream().map(List::getLast).toList())));
        List<Agent> harness = new ArrayList<>();
        series.harness()
                .series(fromBin, toBin)
                .forEach((agent, columns) -> harness.add(new Agent(agent, columns(columns))));
        double width = bins.widthSeconds();
        return new ShownSeries(
                fromBin * width, toBin * width, width, figures, phases, time, missing, workloads, telemetry, harness);
    }

    private static Map<String, List<@Nullable Double>> columns(Map<String, double[]> columns) {
        Map<String, List<@Nullable Double>> shown = new LinkedHashMap<>();
        columns.forEach((name, values) -> {
            List<@Nullable Double> column = new ArrayList<>(values.length);
            for (double value : values) {
                column.add(Double.isFinite(value) ? Double.valueOf(shown(value)) : null);
            }
            shown.put(name, column);
        });
        return shown;
    }

    /** Thousandths are finer than a screen can show, and halve the size of the data for a browser. */
    private static double shown(double value) {
        return Math.abs(value) < 1 || Math.abs(value) >= EXACT_BELOW
                ? value
                : Math.round(value * THOUSANDTHS) / THOUSANDTHS;
    }

    /** An actual phase in the form of the API and the report, in seconds of the run's clock. */
    public record ShownPhase(
            String name, double startSeconds, @Nullable Double endSeconds) {
        public static List<ShownPhase> of(List<RunEvent> events) {
            List<ShownPhase> phases = new ArrayList<>();
            for (PhaseSpan span : Timeline.spans(events)) {
                Long start = span.startNanos();
                if (start != null) {
                    Long end = span.endNanos();
                    phases.add(new ShownPhase(
                            span.name(), start / Nanos.PER_SECOND, end == null ? null : end / Nanos.PER_SECOND));
                }
            }
            return phases;
        }
    }
}

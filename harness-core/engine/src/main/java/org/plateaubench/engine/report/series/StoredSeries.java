// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.report.series;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.document.Documents;
import org.plateaubench.engine.figure.TimeTotals;
import org.plateaubench.engine.figure.Totals;
import org.plateaubench.engine.plan.PlannedWorkload;
import org.plateaubench.engine.plan.RunPlan;
import org.plateaubench.engine.report.series.ShownSeries.ShownPhase;
import org.plateaubench.engine.report.series.TelemetrySeries.TimeBins;
import org.plateaubench.engine.run.ErrorRecord;
import org.plateaubench.engine.statistics.Nanos;
import org.plateaubench.engine.store.Lines;
import org.plateaubench.engine.store.RunEvent;
import org.plateaubench.engine.store.RunFolder;
import org.plateaubench.engine.store.RunRecords;
import org.plateaubench.engine.store.RunScan;
import org.plateaubench.engine.store.StoredFile;
import org.plateaubench.engine.store.StoredInterval;
import org.plateaubench.engine.store.StoredRun;
import org.plateaubench.measure.interval.LineInterval;
import org.plateaubench.measure.interval.WorkloadInterval;
import org.plateaubench.wire.IntervalBytes;

/** A stored run's time series; memory depends on the requested points only. Thread-safe; one thread reads at a time. */
public final class StoredSeries {
    private static final int MAX_ERRORS = 1_000;

    private final RunFolder folder;
    private final RunPlan plan;
    private final RunScan scan;

    private StoredSeries(RunFolder folder) throws IOException {
        this.folder = folder;
        plan = plan(folder);
        scan = new RunScan(folder);
    }

    public static StoredSeries of(RunFolder folder) throws IOException {
        return new StoredSeries(folder);
    }

    public static RunPlan plan(RunFolder folder) throws IOException {
        try {
            return RunPlan.fromTree(
                    Documents.parse(Files.readString(folder.file(StoredFile.PLAN), StandardCharsets.UTF_8)));
        } catch (IllegalArgumentException e) {
            throw new IOException("The plan of run " + folder.runId() + " cannot be read: " + e.getMessage() + ".", e);
        }
    }

    public synchronized ShownSeries series(
            double fromSeconds, @Nullable Double toSeconds, int points, boolean includesServiceTimes)
            throws IOException {
        long end = scan.lastIntervalMidpointNanos();
        long from = Math.clamp((long) (fromSeconds * Nanos.PER_SECOND), 0, Math.max(0, end - 1));
        long to = toSeconds == null
                ? end
                : Math.clamp((long) (toSeconds * Nanos.PER_SECOND), from + 1, Math.max(end, from + 1));
        TimeBins bins = TimeBins.of(plan.interval(), from, to, points);
        RunSeries series = new RunSeries(plan, bins, from, to, includesServiceTimes);
        scan.read(series.firstBin() * bins.widthNanos(), series.endBin() * bins.widthNanos(), series);
        return shown(series, folder.events());
    }

    /** The series of a run and its percentile curves, which are computed in one pass over the intervals. */
    public record SeriesAndCurves(ShownSeries series, PercentileCurves.ShownCurves curves) {
        public static SeriesAndCurves of(StoredRun run, RunPlan plan, int points) {
            long end = run.intervals().stream()
                    .mapToLong(interval -> (interval.startNanos() + interval.endNanos()) / 2 + 1)
                    .max()
                    .orElse(0);
            TimeBins bins = TimeBins.of(plan.interval(), 0, end, points);
            RunSeries series = new RunSeries(plan, bins, 0, end, true);
            PercentileCurves curves = new PercentileCurves(plan, true);
            run.intervals().forEach(series::addWithoutWorkloads);
            run.forEachIntervalInParallel(plan.workloadNames(), IntervalBytes.Detail.COMPLETE, interval -> {
                series.addWorkloads(interval);
                curves.interval(interval);
            });
            run.telemetry().forEach(series::telemetry);
            return new SeriesAndCurves(shown(series, run.events()), curves.shown());
        }
    }

    private static ShownSeries shown(RunSeries series, List<RunEvent> events) {
        return ShownSeries.of(
                ShownSeries.FIGURES,
                series,
                ShownPhase.of(events),
                series.firstBin(),
                series.endBin(),
                series.telemetry().points(series.firstBin(), series.endBin()));
    }

    /** The series of the last seconds, with one point per interval. */
    public synchronized ShownSeries last(int seconds) throws IOException {
        double end = scan.lastIntervalMidpointNanos() / Nanos.PER_SECOND;
        long points = Math.ceilDiv(seconds * 1_000_000_000L, plan.interval().toNanos()) + 1;
        return series(Math.max(0, end - seconds), null, Math.toIntExact(points), false);
    }

    public synchronized PercentileCurves.ShownCurves percentiles(boolean includesServiceTimes) throws IOException {
        PercentileCurves curves = new PercentileCurves(plan, includesServiceTimes);
        scan.read(0, Long.MAX_VALUE, curves);
        return curves.shown();
    }

    public List<RunEvent> events() throws IOException {
        return folder.events();
    }

    public List<ErrorRecord> errors() throws IOException {
        Map<List<String>, ErrorRecord> errors = new LinkedHashMap<>();
        Lines.read(
                folder.file(StoredFile.ERRORS),
                line -> {
                    ErrorRecord error = Documents.read(line, ErrorRecord.class);
                    if (errors.size() < MAX_ERRORS || errors.containsKey(error.key())) {
                        errors.put(error.key(), error);
                    }
                },
                new ArrayList<>());
        return List.copyOf(errors.values());
    }

    /** The percentile curves of every operation, unit and series. One thread at a time adds a workload. */
    public static final class PercentileCurves implements RunRecords {
        private static final double PERCENT = 100;
        /** Points per factor of ten on the horizontal axis. */
        private static final int POINTS_PER_DECADE = 24;

        private final RunPlan plan;
        private final boolean includesServiceTimes;
        private final Map<List<Object>, Totals> totals = new ConcurrentHashMap<>();

        PercentileCurves(RunPlan plan, boolean includesServiceTimes) {
            this.plan = plan;
            this.includesServiceTimes = includesServiceTimes;
        }

        private Totals totals(int tile, String workload, String line) {
            return totals.computeIfAbsent(List.of(tile, workload, line), key -> new Totals(0));
        }

        @Override
        public void interval(StoredInterval interval) {
            for (WorkloadInterval workload : interval.workloads()) {
                for (LineInterval line : workload.lines()) {
                    if (line.window().isSteady()) {
                        totals(workload.tile(), workload.workload(), line.line())
                                .add(line);
                    }
                }
            }
        }

        public ShownCurves shown() {
            return new ShownCurves(plan.workloads().stream().map(this::workload).toList());
        }

        private ShownCurves.Workload workload(PlannedWorkload workload) {
            List<ShownCurves.Line> lines = new ArrayList<>();
            workload.lines().forEach((name, kind) -> {
                Totals lineTotals = totals(workload.tile(), workload.name(), name);
                TimeTotals response = lineTotals.response();
                lines.add(new ShownCurves.Line(
                        name,
                        kind,
                        response.ranked(),
                        response.ranked() - response.inHistogram(),
                        curve(response),
                        includesServiceTimes ? curve(lineTotals.service()) : List.of()));
            });
            return new ShownCurves.Workload(workload.tile(), workload.name(), lines);
        }

        /** Pairs of percentile and milliseconds, up to where censored operations begin. */
        private static List<List<Double>> curve(TimeTotals times) {
            List<List<Double>> points = new ArrayList<>();
            long all = times.ranked();
            for (int step = 0; times.inHistogram() > 0; step++) {
                double tail = Math.pow(10, (double) step / POINTS_PER_DECADE);
                long rank = Math.max(1, (long) Math.ceil((1 - 1 / tail) * all));
                if (rank > times.inHistogram() || tail > all) {
                    break;
                }
                long nanos = times.within(times.nanosAtRank(rank));
                points.add(List.of(PERCENT * (1 - 1 / tail), nanos / Nanos.PER_MILLI));
            }
            return points;
        }

        public record ShownCurves(List<Workload> workloads) {
            public record Workload(int tile, String name, List<Line> operations) {}

            public record Line(
                    String name,
                    LineInterval.Kind kind,
                    long count,
                    long censored,
                    List<List<Double>> curve,
                    List<List<Double>> serviceCurve) {}
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.report.series;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.plateaubench.engine.plan.RunPlan;
import org.plateaubench.engine.report.series.ShownSeries.ShownPhase;
import org.plateaubench.engine.report.series.TelemetrySeries.TimeBins;
import org.plateaubench.engine.store.RunEvent;
import org.plateaubench.engine.store.RunRecords;
import org.plateaubench.engine.store.StoredInterval;
import org.plateaubench.measure.host.HostTelemetry;
import org.plateaubench.wire.TelemetrySample;

/** The figures of a run in progress: a recent window at full resolution, totals and events. Not thread-safe. */
public final class LiveFigures implements RunRecords {
    private final long windowNanos;
    private final RunSeries series;
    private final RunTotals totals;
    private List<RunEvent> events = new ArrayList<>();
    private Map<TelemetrySeries.Key, List<List<Double>>> telemetry = Map.of();
    private long completeEnd;
    private long oldestTelemetry;

    public LiveFigures(RunPlan plan, long windowNanos) {
        this.windowNanos = windowNanos;
        series = new RunSeries(plan, new TimeBins(plan.interval().toNanos()), 0, Long.MAX_VALUE, false);
        totals = new RunTotals(plan);
    }

    public RunTotals totals() {
        return totals;
    }

    public List<RunEvent> takeEvents() {
        List<RunEvent> newEvents = events;
        events = new ArrayList<>();
        return newEvents;
    }

    public List<Long> takeCompleteBins() {
        List<Long> completeBins = series.takeCompleteBins();
        if (!completeBins.isEmpty() && completeBins.getLast() >= completeEnd) {
            completeEnd = completeBins.getLast() + 1;
            telemetry = series.telemetry().take(completeEnd);
        }
        return completeBins;
    }

    /** The last bin also has all telemetry that was new when {@link #takeCompleteBins} returned it. */
    public ShownSeries bin(long bin, List<ShownPhase> phases) {
        boolean isLast = bin + 1 == completeEnd;
        Map<TelemetrySeries.Key, List<List<Double>>> newTelemetry = isLast ? telemetry : Map.of();
        telemetry = isLast ? Map.of() : telemetry;
        return ShownSeries.of(List.of(), series, phases, bin, bin + 1, newTelemetry);
    }

    /** Up to the last bin of {@link #takeCompleteBins}, so that {@link #bin} neither repeats nor skips values. */
    public ShownSeries window(List<ShownPhase> phases) {
        long from = Math.min(Math.max(0, series.firstBin()), completeEnd);
        Map<TelemetrySeries.Key, List<List<Double>>> points = series.telemetry().takenPoints(from);
        return ShownSeries.of(ShownSeries.FIGURES, series, phases, from, completeEnd, points);
    }

    @Override
    public void event(RunEvent event) {
        events.add(event);
    }

    @Override
    public void interval(StoredInterval interval) {
        series.interval(interval);
        totals.interval(interval);
        series.forgetBefore(series.endNanos() - windowNanos);
    }

    /** Adds telemetry, except that of single cores, which only results show. */
    @Override
    public void telemetry(TelemetrySample point) {
        if (HostTelemetry.isCore(point.source(), point.series())) {
            return;
        }
        series.telemetry(point);
        // If the live view begins in the middle of a run, hours of telemetry precede the first interval.
        long oldest = series.bins().bin(point.runNanos() - windowNanos);
        if (oldest > oldestTelemetry) {
            oldestTelemetry = oldest;
            series.telemetry().forgetBefore(oldest);
        }
    }
}

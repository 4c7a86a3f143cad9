// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge.host;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.MeasureDefinition;
import org.plateaubench.engine.figure.Figures;
import org.plateaubench.engine.judge.figures.Window;
import org.plateaubench.engine.judge.result.SourceResult;
import org.plateaubench.engine.plan.RunPlan;
import org.plateaubench.engine.run.event.EventDetails.SourceRead;
import org.plateaubench.engine.store.RunEvent;
import org.plateaubench.engine.store.StoredRun;
import org.plateaubench.wire.TelemetrySample;

/**
 * Computes figures of the telemetry that plugins sample, by source. Each source chooses how often it samples, so the
 * usual time between two samples of a series is the median; a sample that represents a much longer time ends a hole,
 * and is excluded. Not thread-safe.
 */
public final class SourceFigures {
    private final StoredRun run;
    private final RunPlan plan;
    private final @Nullable Window window;

    public SourceFigures(StoredRun run, RunPlan plan, @Nullable Window window) {
        this.run = run;
        this.plan = plan;
        this.window = window;
    }

    /** Each source that should have been read or was imported; empty without a steady phase. */
    public List<SourceResult> results() {
        Window steady = window;
        if (steady == null) {
            return List.of();
        }
        Map<String, String> kinds = new TreeMap<>();
        for (RunEvent event : run.events()) {
            event.as(SourceRead.class).ifPresent(read -> kinds.put(event.scope(), read.kind()));
        }
        Map<String, Map<String, List<TelemetrySample>>> bySource = new TreeMap<>();
        kinds.keySet().forEach(source -> bySource.put(source, new TreeMap<>()));
        for (TelemetrySample point : run.telemetry()) {
            Map<String, List<TelemetrySample>> series = bySource.get(point.source());
            if (series != null
                    && Double.isFinite(point.value())
                    && !point.unit().equals(MeasureDefinition.EVENT_UNIT)
                    && !point.isOfSutProcesses()) {
                series.computeIfAbsent(point.series(), name -> new ArrayList<>())
                        .add(point);
            }
        }
        List<SourceResult> results = new ArrayList<>();
        bySource.forEach(
                (source, series) -> results.add(result(source, kinds.getOrDefault(source, ""), series, steady)));
        return results;
    }

    private SourceResult result(String source, String kind, Map<String, List<TelemetrySample>> series, Window steady) {
        TreeSet<Long> instants = new TreeSet<>();
        Map<String, SampledStretches.Line> lines = new TreeMap<>();
        long least = Long.MAX_VALUE;
        for (Map.Entry<String, List<TelemetrySample>> one : series.entrySet()) {
            TreeMap<Long, TelemetrySample> points = new TreeMap<>();
            one.getValue().forEach(point -> points.put(point.runNanos(), point));
            instants.addAll(points.keySet());
            long usual = usualGapNanos(points.navigableKeySet());
            least = Math.min(least, usual);
            lines.put(one.getKey(), line(points, Math.round(SampledStretches.HOLE_INTERVALS * usual)));
        }
        long usual = least == Long.MAX_VALUE ? plan.interval().toNanos() : least;
        return new SourceResult(
                source,
                kind,
                instants.size() < 2 ? null : Double.valueOf(Figures.seconds(usual)),
                instants.isEmpty() ? null : Double.valueOf(Figures.seconds(instants.first())),
                instants.isEmpty() ? null : Double.valueOf(Figures.seconds(instants.last())),
                SampledStretches.holes(instants, steady, Math.round(SampledStretches.HOLE_INTERVALS * usual)),
                SampledStretches.of(plan, lines, steady));
    }

    /** The median time between two samples, at least an interval of the run. */
    private long usualGapNanos(NavigableSet<Long> instants) {
        List<Long> gaps = new ArrayList<>();
        Long before = null;
        for (long instant : instants) {
            if (before != null) {
                gaps.add(instant - before);
            }
            before = instant;
        }
        gaps.sort(null);
        long median = gaps.isEmpty() ? 0 : gaps.get((gaps.size() - 1) / 2);
        return Math.max(plan.interval().toNanos(), median);
    }

    private static SampledStretches.Line line(Map<Long, TelemetrySample> points, long holeNanos) {
        SampledStretches.Line line =
                SampledStretches.Line.of(points.values().iterator().next());
        TelemetrySample before = null;
        for (TelemetrySample point : points.values()) {
            if (before != null && point.runNanos() - before.runNanos() <= holeNanos) {
                line.add(point, before, before.runNanos());
            }
            before = point;
        }
        return line;
    }
}

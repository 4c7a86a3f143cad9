// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.config.RigSpec;
import org.plateaubench.engine.judge.figures.Extent;
import org.plateaubench.engine.judge.figures.Figures;
import org.plateaubench.engine.judge.figures.Portion;
import org.plateaubench.engine.judge.figures.Window;
import org.plateaubench.engine.plan.Period;
import org.plateaubench.engine.plan.PlannedWorkload;
import org.plateaubench.engine.plan.RunPlan;
import org.plateaubench.engine.run.EventType;
import org.plateaubench.engine.store.RunEvent;
import org.plateaubench.engine.store.StoredRun;
import org.plateaubench.measure.host.HostTelemetry;
import org.plateaubench.wire.ClockTelemetry;
import org.plateaubench.wire.TelemetrySample;

/**
 * What hosts did, by the telemetry of agents: figures of the steady window, of periods and of steps. A sample stands for the
 * time since the one before; one that ends a hole stands for the hole as well, and is left out. One thread.
 */
final class HostFigures {
    private static final String SOURCE = "host/";
    /** A sample may be late by the time that its host was busy; beyond this the one between is missing. */
    private static final double HOLE_INTERVALS = 2.5;

    private final StoredRun run;
    private final RunPlan plan;
    private final @Nullable Window window;
    private final long holeNanos;

    /** What a series was at an instant, and for how long. */
    private record Value(long atNanos, long lengthNanos, double value) {}

    /** Series by name: unit and values in order. */
    private record Line(String unit, List<Value> values) {}

    /** A part of the run by name. */
    private record Part(String kind, String name, Window window) {}

    HostFigures(StoredRun run, RunPlan plan, @Nullable Window window) {
        this.run = run;
        this.plan = plan;
        this.window = window;
        holeNanos = Math.round(HOLE_INTERVALS * plan.interval().toNanos());
    }

    /** A result for each host that was observed, or was to be; none before the steady phase. */
    List<HostResult> results() {
        Window steady = window;
        if (steady == null) {
            return List.of();
        }
        Map<String, List<TelemetrySample>> bySource = new TreeMap<>();
        Map<String, RunEvent> observed = observed();
        observed.keySet().forEach(host -> bySource.put(SOURCE + host, new ArrayList<>()));
        for (TelemetrySample point : run.telemetry()) {
            if (point.source().startsWith(SOURCE) && Double.isFinite(point.value())) {
                bySource.computeIfAbsent(point.source(), source -> new ArrayList<>())
                        .add(point);
            }
        }
        List<HostResult> results = new ArrayList<>();
        bySource.forEach((source, points) -> {
            String host = source.substring(SOURCE.length());
            results.add(result(host, observed.get(host), points, steady));
        });
        return results;
    }

    private Map<String, RunEvent> observed() {
        Map<String, RunEvent> observed = new TreeMap<>();
        for (RunEvent event : run.events()) {
            if (event.type().equals(EventType.HOST_OBSERVED.label())
                    && event.details().get("host") instanceof String host) {
                observed.put(host, event);
            }
        }
        return observed;
    }

    private HostResult result(String host, @Nullable RunEvent by, List<TelemetrySample> points, Window steady) {
        TreeSet<Long> instants = new TreeSet<>();
        points.forEach(point -> instants.add(point.runNanos()));
        Map<String, Line> lines = lines(points, instants);
        String agent = by == null ? "" : by.scope().replaceFirst("^agent/", "");
        List<HostResult.Stretch> stretches = new ArrayList<>();
        for (Part part : parts(steady)) {
            stretches.add(new HostResult.Stretch(
                    part.kind(),
                    part.name(),
                    Figures.seconds(part.window().startNanos()),
                    Figures.seconds(part.window().endNanos()),
                    series(lines, part.window())));
        }
        return new HostResult(
                host,
                agent,
                by != null && Boolean.TRUE.equals(by.details().get("drivesLoad")),
                agent.isEmpty() ? null : clockErrorMs(agent),
                stretches.getFirst().series().stream()
                        .filter(one -> one.name().equals(HostTelemetry.COST))
                        .map(HostResult.Series::mean)
                        .findFirst()
                        .orElse(null),
                instants.isEmpty() ? null : Double.valueOf(Figures.seconds(instants.first())),
                instants.isEmpty() ? null : Double.valueOf(Figures.seconds(instants.last())),
                holes(instants, steady),
                stretches);
    }

    private Map<String, Line> lines(List<TelemetrySample> points, NavigableSet<Long> instants) {
        Map<String, Line> lines = new TreeMap<>();
        Map<String, TelemetrySample> before = new TreeMap<>();
        for (TelemetrySample point : points) {
            Long last = instants.lower(point.runNanos());
            TelemetrySample previous = before.put(point.series(), point);
            if (last == null || point.runNanos() - last > holeNanos) {
                continue;
            }
            long length = point.runNanos() - last;
            Line line = lines.computeIfAbsent(
                    point.series(),
                    name -> new Line(point.cumulative() ? point.unit() + "/s" : point.unit(), new ArrayList<>()));
            if (!point.cumulative()) {
                line.values().add(new Value(point.runNanos(), length, point.value()));
            } else if (previous != null && previous.runNanos() == last && point.value() >= previous.value()) {
                // A total that falls is that of a host or group that was started again.
                double growth = (point.value() - previous.value()) / Figures.seconds(length);
                line.values().add(new Value(point.runNanos(), length, growth));
            }
        }
        return lines;
    }

    private List<Part> parts(Window steady) {
        Set<Part> parts = new LinkedHashSet<>();
        parts.add(new Part("steady", "", steady));
        for (Period period : plan.periods()) {
            add(
                    parts,
                    Portion.PERIOD,
                    period.name(),
                    steady.cut(period.start().toNanos(), period.end().toNanos()));
        }
        for (PlannedWorkload workload : plan.workloads()) {
            for (int step = 1; step <= workload.load().steps().size(); step++) {
                Extent extent = Extent.step(workload, step, steady);
                Portion portion = extent.portion();
                // The same step of another tile is the same time.
                add(
                        parts,
                        Portion.STEP,
                        workload.name() + " " + step + (portion == null ? "" : ": " + portion.label()),
                        extent.window());
            }
        }
        return List.copyOf(parts);
    }

    private static void add(Set<Part> parts, String kind, String name, @Nullable Window window) {
        if (window != null) {
            parts.add(new Part(kind, name, window));
        }
    }

    private static List<HostResult.Series> series(Map<String, Line> lines, Window window) {
        List<HostResult.Series> series = new ArrayList<>();
        lines.forEach((name, line) -> {
            List<Value> inside = line.values().stream()
                    .filter(value -> value.atNanos() > window.startNanos() && value.atNanos() <= window.endNanos())
                    .toList();
            if (!inside.isEmpty()) {
                double weight = inside.stream().mapToDouble(Value::lengthNanos).sum();
                double sum = inside.stream()
                        .mapToDouble(value -> value.value() * value.lengthNanos())
                        .sum();
                double[] sorted =
                        inside.stream().mapToDouble(Value::value).sorted().toArray();
                series.add(new HostResult.Series(
                        name,
                        line.unit(),
                        sorted.length,
                        Figures.rounded(sum / weight),
                        Figures.rounded(sorted[(int) Math.ceil(0.95 * sorted.length) - 1]),
                        Figures.rounded(sorted[sorted.length - 1])));
            }
        });
        return series;
    }

    private List<HostResult.Hole> holes(NavigableSet<Long> instants, Window steady) {
        List<HostResult.Hole> holes = new ArrayList<>();
        Long first = instants.floor(steady.startNanos());
        long before = first == null ? steady.startNanos() : first;
        for (long instant : instants.tailSet(steady.startNanos(), false)) {
            addHole(before, instant, steady, holes);
            before = instant;
        }
        addHole(before, Math.max(before, steady.endNanos()), steady, holes);
        return holes;
    }

    private void addHole(long fromNanos, long toNanos, Window steady, List<HostResult.Hole> holes) {
        long from = Math.max(fromNanos, steady.startNanos());
        long to = Math.min(toNanos, steady.endNanos());
        if (toNanos - fromNanos > holeNanos && to > from) {
            holes.add(new HostResult.Hole(Figures.seconds(from), Figures.seconds(to)));
        }
    }

    /** The greatest sum of departure and bound of any reading; 0 for an agent that reads the controller's clock. */
    private @Nullable Double clockErrorMs(String agent) {
        if (RigSpec.isLocal(agent)) {
            return 0.0;
        }
        String source = ClockTelemetry.source(agent);
        double worst = -1;
        double departure = 0;
        for (TelemetrySample point : run.telemetry()) {
            if (point.source().equals(source) && point.series().equals(ClockTelemetry.DEPARTURE)) {
                departure = Math.abs(point.value());
            } else if (point.source().equals(source) && point.series().equals(ClockTelemetry.BOUND)) {
                worst = Math.max(worst, departure + point.value());
            }
        }
        return worst < 0 ? null : Double.valueOf(Figures.rounded(worst));
    }
}

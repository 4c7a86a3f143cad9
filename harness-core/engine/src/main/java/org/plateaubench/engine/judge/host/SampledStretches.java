// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge.host;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.figure.Figures;
import org.plateaubench.engine.judge.figures.Extent;
import org.plateaubench.engine.judge.figures.Portion;
import org.plateaubench.engine.judge.figures.Window;
import org.plateaubench.engine.judge.result.HostResult;
import org.plateaubench.engine.plan.Period;
import org.plateaubench.engine.plan.PlannedWorkload;
import org.plateaubench.engine.plan.RunPlan;
import org.plateaubench.wire.TelemetrySample;

/** Computes figures of sampled series in the steady window, in periods and in steps, and the times without samples. */
final class SampledStretches {
    /** Intervals without a sample before one counts as missing: a shorter gap may mean a busy source. */
    static final double HOLE_INTERVALS = 2.5;

    static final String STEADY = "steady";

    private SampledStretches() {}

    record Value(long atNanos, long lengthNanos, double value) {}

    record Line(String unit, List<Value> values) {
        static Line of(TelemetrySample sample) {
            return new Line(sample.shownUnit(), new ArrayList<>());
        }

        /** If a running total falls, the host, group or program was restarted or the counter overflowed. */
        void add(TelemetrySample sample, @Nullable TelemetrySample before, long sinceNanos) {
            long length = sample.runNanos() - sinceNanos;
            if (!sample.cumulative()) {
                values.add(new Value(sample.runNanos(), length, sample.value()));
            } else if (before != null && before.runNanos() == sinceNanos && sample.value() >= before.value()) {
                double growth = (sample.value() - before.value()) / Figures.seconds(length);
                values.add(new Value(sample.runNanos(), length, growth));
            }
        }
    }

    private record Part(String kind, String name, Window window) {}

    static List<HostResult.Stretch> of(RunPlan plan, Map<String, Line> lines, Window steady) {
        return parts(plan, steady).stream()
                .map(part -> new HostResult.Stretch(
                        part.kind(),
                        part.name(),
                        Figures.seconds(part.window().startNanos()),
                        Figures.seconds(part.window().endNanos()),
                        series(lines, part.window())))
                .toList();
    }

    private static List<Part> parts(RunPlan plan, Window steady) {
        Set<Part> parts = new LinkedHashSet<>();
        parts.add(new Part(STEADY, "", steady));
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
                // The same step of another tile has the same time.
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

    /** The times of the steady window without samples. */
    static List<HostResult.Hole> holes(NavigableSet<Long> instants, Window steady, long holeNanos) {
        List<HostResult.Hole> holes = new ArrayList<>();
        Long first = instants.floor(steady.startNanos());
        long before = first == null ? steady.startNanos() : first;
        for (long instant : instants.tailSet(steady.startNanos(), false)) {
            addHole(before, instant, steady, holeNanos, holes);
            before = instant;
        }
        addHole(before, Math.max(before, steady.endNanos()), steady, holeNanos, holes);
        return holes;
    }

    private static void addHole(
            long fromNanos, long toNanos, Window steady, long holeNanos, List<HostResult.Hole> holes) {
        long from = Math.max(fromNanos, steady.startNanos());
        long to = Math.min(toNanos, steady.endNanos());
        if (toNanos - fromNanos > holeNanos && to > from) {
            holes.add(new HostResult.Hole(Figures.seconds(from), Figures.seconds(to)));
        }
    }
}

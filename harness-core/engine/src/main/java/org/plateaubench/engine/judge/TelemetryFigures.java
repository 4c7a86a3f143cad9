// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.MeasureDefinition;
import org.plateaubench.engine.config.key.RigSpec;
import org.plateaubench.engine.figure.Figures;
import org.plateaubench.engine.judge.figures.ClockError;
import org.plateaubench.engine.judge.figures.Extent;
import org.plateaubench.engine.judge.figures.Extent.Portion;
import org.plateaubench.engine.judge.figures.Scope;
import org.plateaubench.engine.judge.figures.Window;
import org.plateaubench.engine.judge.result.HostResult;
import org.plateaubench.engine.judge.result.HostResult.Sampled;
import org.plateaubench.engine.judge.result.HostResult.SourceResult;
import org.plateaubench.engine.judge.result.Judgement;
import org.plateaubench.engine.plan.Period;
import org.plateaubench.engine.plan.PlannedWorkload;
import org.plateaubench.engine.plan.RunPlan;
import org.plateaubench.engine.run.event.EventDetails.HostObserved;
import org.plateaubench.engine.run.event.EventDetails.SourceRead;
import org.plateaubench.engine.run.event.EventType;
import org.plateaubench.engine.store.ImportedTelemetry;
import org.plateaubench.engine.store.RunEvent;
import org.plateaubench.engine.store.StoredRun;
import org.plateaubench.measure.host.HostTelemetry;
import org.plateaubench.wire.ClockTelemetry;
import org.plateaubench.wire.TelemetrySample;

/** The figures of hosts and other sources from telemetry: steady window, periods and steps. */
public final class TelemetryFigures {
    /** The number of usual intervals between two samples above which a sample is missing; a busy source may be late. */
    static final double GAP_INTERVALS = 2.5;

    static final String STEADY = "steady";

    private TelemetryFigures() {}

    /** Each host that was observed, or should have been; empty without a steady phase. */
    public static List<HostResult> hosts(StoredRun run, RunPlan plan, @Nullable Window steady) {
        List<HostResult> results = new ArrayList<>();
        if (steady != null) {
            Map<String, RunEvent> observed = new TreeMap<>();
            run.events()
                    .forEach(event -> event.as(HostObserved.class).ifPresent(host -> observed.put(host.host(), event)));
            List<String> expected =
                    observed.keySet().stream().map(HostTelemetry.SOURCE::concat).toList();
            Map<String, List<TelemetrySample>> samples =
                    samples(run, expected, sample -> sample.source().startsWith(HostTelemetry.SOURCE));
            samples.forEach((source, some) -> {
                String host = source.substring(HostTelemetry.SOURCE.length());
                results.add(host(run, host, observed.get(host), sampled(plan, some, steady)));
            });
        }
        return results;
    }

    /** The wanted finite samples by source, with an empty list for an expected source that has none. */
    private static Map<String, List<TelemetrySample>> samples(
            StoredRun run, Collection<String> expected, Predicate<TelemetrySample> wanted) {
        Map<String, List<TelemetrySample>> samples = new TreeMap<>();
        expected.forEach(source -> samples.put(source, new ArrayList<>()));
        run.telemetry().stream()
                .filter(sample -> Double.isFinite(sample.value()) && wanted.test(sample))
                .forEach(sample -> samples.computeIfAbsent(sample.source(), source -> new ArrayList<>())
                        .add(sample));
        return samples;
    }

    private static HostResult host(StoredRun run, String host, @Nullable RunEvent observed, Sampled sampled) {
        String agent = observed == null ? "" : Scope.agentOf(observed.scope());
        return new HostResult(
                host,
                agent,
                observed != null
                        && observed.as(HostObserved.class)
                                .map(HostObserved::drivesLoad)
                                .orElse(false),
                agent.isEmpty() ? null : clockErrorMs(run, agent),
                sampled.stretches().getFirst().series().stream()
                        .filter(series -> series.name().equals(HostTelemetry.COST))
                        .map(HostResult.Series::mean)
                        .findFirst()
                        .orElse(null),
                sampled);
    }

    /** The greatest clock error. Without readings it is 0 for an agent on the controller's host, otherwise unknown. */
    private static @Nullable Double clockErrorMs(StoredRun run, String agent) {
        OptionalDouble error = ClockError.greatestMillis(run.telemetry(), ClockTelemetry.source(agent)::equals);
        if (error.isPresent()) {
            return Figures.rounded(error.getAsDouble());
        }
        return RigSpec.isLocal(agent) ? Double.valueOf(0) : null;
    }

    /** Each other source that should have been read or was imported; empty without a steady phase. */
    public static List<SourceResult> sources(StoredRun run, RunPlan plan, @Nullable Window steady) {
        List<SourceResult> results = new ArrayList<>();
        if (steady != null) {
            Map<String, String> kinds = new TreeMap<>();
            run.events()
                    .forEach(event ->
                            event.as(SourceRead.class).ifPresent(read -> kinds.put(event.scope(), read.kind())));
            Map<String, List<TelemetrySample>> samples = samples(
                    run,
                    kinds.keySet(),
                    sample -> kinds.containsKey(sample.source())
                            && !sample.unit().equals(MeasureDefinition.EVENT_UNIT)
                            && !sample.isOfSutProcesses());
            samples.forEach((source, some) ->
                    results.add(new SourceResult(source, kinds.getOrDefault(source, ""), sampled(plan, some, steady))));
        }
        return results;
    }

    static List<Judgement.Note> hostNotes(StoredRun run, List<HostResult> hosts) {
        List<Judgement.Note> notes = new ArrayList<>();
        run.events().stream()
                .filter(event -> event.is(EventType.OBSERVER_LOST))
                .forEach(event -> notes.add(new Judgement.Note(
                        event.scope(), event.message() + " From then on there is no telemetry of its host.")));
        for (HostResult host : hosts) {
            String source = HostTelemetry.SOURCE + host.host();
            gapNote("this host", host.sampled()).ifPresent(message -> notes.add(new Judgement.Note(source, message)));
        }
        return notes;
    }

    static List<Judgement.Note> sourceNotes(StoredRun run, List<SourceResult> sources) {
        List<Judgement.Note> notes = new ArrayList<>();
        run.events().stream()
                .filter(event -> event.is(EventType.SOURCE_READ))
                .filter(event -> event.scope().startsWith(ImportedTelemetry.SOURCE))
                .forEach(event -> notes.add(new Judgement.Note(event.scope(), event.message())));
        for (SourceResult source : sources) {
            gapNote("this source", source.sampled())
                    .ifPresent(message -> notes.add(new Judgement.Note(source.source(), message)));
        }
        return notes;
    }

    private static Optional<String> gapNote(String what, Sampled sampled) {
        Double first = sampled.firstSampleSeconds();
        Double last = sampled.lastSampleSeconds();
        if (first == null || last == null) {
            return Optional.of("No telemetry of " + what + " has arrived.");
        }
        if (sampled.holes().isEmpty()) {
            return Optional.empty();
        }
        String times = sampled.holes().stream()
                .map(gap -> String.format(Locale.ROOT, "from %.1f to %.1f s", gap.fromSeconds(), gap.toSeconds()))
                .collect(Collectors.joining(", "));
        return Optional.of(String.format(
                Locale.ROOT,
                "Telemetry of %s, from its first sample at %.1f s to its last at %.1f s of the run,"
                        + " has no sample in the steady state %s; its figures describe the rest of the time.",
                what,
                first,
                last,
                times));
    }

    private record Value(long atNanos, long lengthNanos, double value) {}

    private record Line(String unit, List<Value> values) {}

    /**
     * Each source chooses how often it samples, so the usual time between two samples of a series is the median. A
     * sample represents the time since the previous one; a sample after a gap is excluded, as it would represent the
     * gap.
     */
    private static HostResult.Sampled sampled(RunPlan plan, List<TelemetrySample> samples, Window steady) {
        Map<String, NavigableMap<Long, TelemetrySample>> series = new TreeMap<>();
        for (TelemetrySample sample : samples) {
            series.computeIfAbsent(sample.series(), name -> new TreeMap<>()).put(sample.runNanos(), sample);
        }
        NavigableSet<Long> instants = new TreeSet<>();
        Map<String, Line> lines = new TreeMap<>();
        long shortest = Long.MAX_VALUE;
        for (Map.Entry<String, NavigableMap<Long, TelemetrySample>> entry : series.entrySet()) {
            instants.addAll(entry.getValue().keySet());
            long usual = usualGapNanos(plan, entry.getValue().navigableKeySet());
            shortest = Math.min(shortest, usual);
            lines.put(entry.getKey(), line(entry.getValue().values(), Math.round(GAP_INTERVALS * usual)));
        }
        long usual = shortest == Long.MAX_VALUE ? plan.interval().toNanos() : shortest;
        return new HostResult.Sampled(
                instants.size() < 2 ? null : Double.valueOf(Figures.seconds(usual)),
                instants.isEmpty() ? null : Double.valueOf(Figures.seconds(instants.first())),
                instants.isEmpty() ? null : Double.valueOf(Figures.seconds(instants.last())),
                holes(instants, steady, Math.round(GAP_INTERVALS * usual)),
                stretches(plan, lines, steady));
    }

    /** The median time between two samples, at least an interval of the run. */
    private static long usualGapNanos(RunPlan plan, NavigableSet<Long> instants) {
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

    /** Levels, or rates of a running total; if that falls, its source was restarted or the counter overflowed. */
    private static Line line(Collection<TelemetrySample> samples, long gapNanos) {
        Line line = new Line(samples.iterator().next().shownUnit(), new ArrayList<>());
        TelemetrySample before = null;
        for (TelemetrySample sample : samples) {
            long length = before == null ? Long.MAX_VALUE : sample.runNanos() - before.runNanos();
            if (before != null && length <= gapNanos && (!sample.cumulative() || sample.value() >= before.value())) {
                double value = sample.cumulative()
                        ? (sample.value() - before.value()) / Figures.seconds(length)
                        : sample.value();
                line.values().add(new Value(sample.runNanos(), length, value));
            }
            before = sample;
        }
        return line;
    }

    private record Part(String kind, String name, Window window) {}

    private static List<HostResult.Stretch> stretches(RunPlan plan, Map<String, Line> lines, Window steady) {
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

    private static List<HostResult.Hole> holes(NavigableSet<Long> instants, Window steady, long gapNanos) {
        List<HostResult.Hole> holes = new ArrayList<>();
        Long first = instants.floor(steady.startNanos());
        long before = first == null ? steady.startNanos() : first;
        for (long instant : instants.tailSet(steady.startNanos(), false)) {
            addGap(before, instant, steady, gapNanos, holes);
            before = instant;
        }
        addGap(before, Math.max(before, steady.endNanos()), steady, gapNanos, holes);
        return holes;
    }

    private static void addGap(
            long fromNanos, long toNanos, Window steady, long gapNanos, List<HostResult.Hole> holes) {
        long from = Math.max(fromNanos, steady.startNanos());
        long to = Math.min(toNanos, steady.endNanos());
        if (toNanos - fromNanos > gapNanos && to > from) {
            holes.add(new HostResult.Hole(Figures.seconds(from), Figures.seconds(to)));
        }
    }
}

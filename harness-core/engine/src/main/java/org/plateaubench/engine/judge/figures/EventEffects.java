// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge.figures;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.MeasureDefinition;
import org.plateaubench.engine.figure.Figures;
import org.plateaubench.engine.judge.figures.EventFinder.EventSpan;
import org.plateaubench.engine.plan.PlannedWorkload;
import org.plateaubench.engine.plan.RunPlan;
import org.plateaubench.engine.statistics.Nanos;
import org.plateaubench.engine.store.StoredInterval;
import org.plateaubench.engine.store.StoredRun;
import org.plateaubench.measure.histogram.SparseHistogram;
import org.plateaubench.measure.interval.LineInterval;
import org.plateaubench.measure.interval.WorkloadInterval;
import org.plateaubench.wire.IntervalBytes;

/**
 * Percentiles of the response times of operations that were due within the events of each kind and outside (ADR 0097).
 * The due time of an operation is the end of its interval minus its response time, so an operation that waits for the
 * end of a stall counts as due within it. Not thread-safe.
 */
public final class EventEffects {
    /** Greatest number of events of a kind that a result names. */
    public static final int MAX_SPANS = 200;

    private final RunPlan plan;
    private final Map<String, Kind> kinds = new TreeMap<>();

    /** The operations are by workload and name. */
    private record Kind(List<EventSpan> spans, EventSlots slots, Map<String, Map<String, Operation>> byWorkload) {
        List<Operation> operations() {
            return byWorkload.values().stream()
                    .flatMap(operations -> operations.values().stream())
                    .toList();
        }
    }

    private record Operation(String workload, String name, SidedTimes inside, SidedTimes outside) {
        SidedTimes side(Kind kind, int slot) {
            return kind.slots().isInside(slot) ? inside : outside;
        }

        void add(Kind kind, long middleNanos, SparseHistogram times, Adding adding) {
            EventSlots slots = kind.slots();
            int size = times.size();
            int from = 0;
            while (from < size) {
                int slot = slots.slot(middleNanos - times.lowestNanos(from));
                int stretch = slots.stretch(slot);
                // Longer times were due earlier, so that all are of one stretch if the last is.
                boolean areAll = slots.stretch(slots.slot(middleNanos - times.lowestNanos(size - 1))) == stretch;
                int to = areAll ? size : from + 1;
                while (to < size && slots.stretch(slots.slot(middleNanos - times.lowestNanos(to))) == stretch) {
                    to++;
                }
                adding.add(side(kind, slot), stretch, times, from, to);
                from = to;
            }
        }

        void effects(List<EventResult.Effect> effects) {
            for (int i = 0; i < SidedTimes.PERCENTILES.size(); i++) {
                EventResult.Side within = inside.side(i);
                EventResult.Side without = outside.side(i);
                if (within != null && without != null) {
                    String percentile = "p" + SidedTimes.PERCENTILES.get(i).intValue();
                    effects.add(new EventResult.Effect(workload, name, percentile, within, without));
                }
            }
        }
    }

    /** The events of a run by kind, without their effects; none without a steady window. */
    public EventEffects(StoredRun run, RunPlan plan, @Nullable Window window) {
        this.plan = plan;
        if (window != null) {
            EventSpans.of(run, plan, window).forEach((name, spans) -> {
                EventSlots slots = new EventSlots(window, plan.interval().toNanos(), spans);
                kinds.put(name, new Kind(spans, slots, operations(slots.stretches())));
            });
        }
    }

    /** Adds the times of all intervals; they must be added once more. */
    public void add(StoredInterval interval, WorkloadInterval workload) {
        forEachLine(workload, (kind, operation, line) -> addCensored(kind, operation, interval, line));
        forEachTime(interval, workload, SidedTimes::add);
    }

    /** Determines the percentiles of the added times; false if there are no events. */
    public boolean setPercentiles() {
        for (Kind kind : kinds.values()) {
            for (Operation operation : kind.operations()) {
                operation.inside().setPercentiles();
                operation.outside().setPercentiles();
            }
        }
        return !kinds.isEmpty();
    }

    public void addAgain(StoredInterval interval, WorkloadInterval workload) {
        forEachTime(interval, workload, SidedTimes::addAgain);
    }

    public List<EventResult> results() {
        List<EventResult> results = new ArrayList<>();
        kinds.forEach((name, kind) -> results.add(result(name, kind)));
        return results;
    }

    /** Every operation of the workloads, except lines that are events themselves. */
    private Map<String, Map<String, Operation>> operations(int stretches) {
        Map<String, Map<String, Operation>> result = new LinkedHashMap<>();
        for (PlannedWorkload workload : plan.workloads()) {
            if (workload.measures().stream().noneMatch(MeasureDefinition::isEvent)) {
                workload.operations()
                        .forEach(operation -> result.computeIfAbsent(workload.name(), key -> new LinkedHashMap<>())
                                .computeIfAbsent(
                                        operation.name(),
                                        key -> new Operation(
                                                workload.name(),
                                                operation.name(),
                                                new SidedTimes(stretches),
                                                new SidedTimes(stretches))));
            }
        }
        return result;
    }

    @FunctionalInterface
    private interface Adding {
        void add(SidedTimes side, int stretch, SparseHistogram times, int from, int to);
    }

    @FunctionalInterface
    private interface Steady {
        void line(Kind kind, Operation operation, LineInterval line);
    }

    private void forEachLine(WorkloadInterval workload, Steady steady) {
        for (Kind kind : kinds.values()) {
            Map<String, Operation> operations = kind.byWorkload().getOrDefault(workload.workload(), Map.of());
            for (LineInterval line : workload.lines()) {
                Operation operation = operations.get(line.line());
                if (operation != null && line.window().isSteady()) {
                    steady.line(kind, operation, line);
                }
            }
        }
    }

    private void forEachTime(StoredInterval interval, WorkloadInterval workload, Adding adding) {
        forEachLine(workload, (kind, operation, line) -> {
            if (line.response() != null) {
                operation.add(kind, middleNanos(interval), line.response().histogram(), adding);
            }
        });
    }

    private static long middleNanos(StoredInterval interval) {
        return interval.startNanos() + (interval.endNanos() - interval.startNanos()) / 2;
    }

    /** Adds operations that ended without an answer; only the longest wait is known of several ones. */
    private static void addCensored(Kind kind, Operation operation, StoredInterval interval, LineInterval line) {
        LineInterval.Counts counts = line.counts();
        if (counts.censored() > 0) {
            int slot = kind.slots().slot(middleNanos(interval) - counts.longestCensoredNanos());
            operation
                    .side(kind, slot)
                    .addCensored(kind.slots().stretch(slot), counts.censored(), counts.longestCensoredNanos());
        }
    }

    private static EventResult result(String name, Kind kind) {
        List<EventSpan> all = kind.spans();
        List<EventResult.Effect> effects = new ArrayList<>();
        kind.operations().forEach(operation -> operation.effects(effects));
        return new EventResult(
                name,
                all.stream().map(EventSpan::source).distinct().sorted().toList(),
                all.size(),
                Figures.rounded(all.stream()
                                .mapToLong(span -> span.endNanos() - span.startNanos())
                                .average()
                                .orElse(0)
                        / 1e9),
                Figures.seconds(
                        all.stream().mapToLong(EventSpan::errorNanos).max().orElse(0)),
                kind.slots().insideSeconds(),
                kind.slots().outsideSeconds(),
                all.stream()
                        .limit(MAX_SPANS)
                        .map(span -> new EventResult.Span(
                                Figures.rounded(Figures.seconds(span.startNanos())),
                                Figures.rounded(Figures.seconds(span.endNanos()))))
                        .toList(),
                effects);
    }

    /**
     * The slots of the steady window, each as long as a stored interval, divided into slots inside of the events of a kind
     * and slots outside. Of an operation, the interval in which it ended and its response time are known, so its intended
     * start is known to half an interval. A slot is therefore inside if it is less than half an interval away from a
     * possible event, so that no operation that was due within an event is counted outside. Immutable.
     */
    private static final class EventSlots {
        private final long startNanos;
        private final long slotNanos;
        private final BitSet inside = new BitSet();
        /** The number of the stretch of each slot: neighbours on the same side share one. */
        private final int[] stretches;

        EventSlots(Window window, long slotNanos, List<EventSpan> spans) {
            startNanos = window.startNanos();
            this.slotNanos = slotNanos;
            long length = window.endNanos() - startNanos;
            stretches = new int[(int) Math.max(1, Math.round((double) length / slotNanos))];
            for (EventSpan span : spans) {
                long from = span.fromNanos() - slotNanos / 2;
                long last = Math.max(from, span.toNanos() + slotNanos / 2 - 1);
                if (last >= startNanos && from < window.endNanos()) {
                    inside.set(slot(from), slot(last) + 1);
                }
            }
            for (int slot = 1; slot < stretches.length; slot++) {
                stretches[slot] = stretches[slot - 1] + (inside.get(slot) == inside.get(slot - 1) ? 0 : 1);
            }
        }

        /** The slot of an instant; the first or last one for an instant before or after the window. */
        int slot(long nanos) {
            return (int) Math.clamp(Math.floorDiv(nanos - startNanos, slotNanos), 0L, stretches.length - 1L);
        }

        boolean isInside(int slot) {
            return inside.get(slot);
        }

        int stretch(int slot) {
            return stretches[slot];
        }

        int stretches() {
            return stretches[stretches.length - 1] + 1;
        }

        double insideSeconds() {
            return inside.cardinality() * (slotNanos / 1e9);
        }

        double outsideSeconds() {
            return (stretches.length - inside.cardinality()) * (slotNanos / 1e9);
        }
    }

    private static final class EventSpans {
        /** The greatest number of kinds, whose names come from plugins; further kinds are omitted. */
        private static final int MAX_KINDS = 100;

        private final Window window;
        private final Map<String, List<EventSpan>> byKind = new TreeMap<>();

        private EventSpans(Window window) {
            this.window = window;
        }

        /** The events by kind, in the order of time. */
        static Map<String, List<EventSpan>> of(StoredRun run, RunPlan plan, Window window) {
            EventSpans spans = new EventSpans(window);
            long clockErrorNanos = Math.round(
                    ClockError.greatestMillis(run.telemetry(), any -> true).orElse(0) * Nanos.PER_MILLI);
            EventFinder finder = new EventFinder(plan, clockErrorNanos, spans::add);
            run.telemetry().forEach(finder::telemetry);
            run.intervals().forEach(finder::pause);
            if (!finder.eventWorkloads().isEmpty()) {
                run.forEachInterval(
                        finder.eventWorkloads()::contains,
                        IntervalBytes.Detail.WHOLE,
                        interval -> interval.workloads().forEach(workload -> finder.observed(interval, workload)));
            }
            spans.byKind.values().forEach(list -> list.sort(Comparator.comparingLong(EventSpan::startNanos)));
            return spans.byKind;
        }

        private void add(String kind, EventSpan span) {
            boolean isKept = byKind.size() < MAX_KINDS || byKind.containsKey(kind);
            if (isKept && span.toNanos() > window.startNanos() && span.fromNanos() < window.endNanos()) {
                List<EventSpan> spans = byKind.computeIfAbsent(kind, name -> new ArrayList<>());
                if (spans.size() < EventFinder.MOST) {
                    spans.add(span);
                }
            }
        }
    }
}

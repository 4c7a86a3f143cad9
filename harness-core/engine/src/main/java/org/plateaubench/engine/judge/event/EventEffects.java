// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge.event;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.MeasureDefinition;
import org.plateaubench.engine.judge.figures.Figures;
import org.plateaubench.engine.judge.figures.Window;
import org.plateaubench.engine.plan.PlannedWorkload;
import org.plateaubench.engine.plan.RunPlan;
import org.plateaubench.engine.statistics.PercentileShift;
import org.plateaubench.engine.store.StoredRun;
import org.plateaubench.engine.store.record.StoredCounts;
import org.plateaubench.engine.store.record.StoredInterval;
import org.plateaubench.measure.interval.HistogramTag;
import org.plateaubench.measure.interval.LineInterval;
import org.plateaubench.measure.interval.WorkloadInterval;

/**
 * Compares the response times of operations that were due within the events of each kind with those of operations that
 * were due outside (ADR 0097). Percentiles are computed from merged histograms. The due time of an operation is the end
 * of its interval minus its response time, so an operation that waits for the end of a stall counts as due within it.
 * Not thread-safe.
 */
public final class EventEffects {
    /** Greatest number of events of a kind that a result names. */
    public static final int MOST_SPANS = 200;

    /** The smallest number of separate events; fewer do not show how much their effect varies. */
    static final int FEWEST_EVENTS = 5;

    /** The greatest number of compared kinds, because each needs two histograms of every operation in memory. */
    private static final int MOST_COMPARED = 12;

    /** The smallest share of the steady window that must be outside of the events. */
    private static final double LEAST_OUTSIDE = 0.1;

    private final StoredRun run;
    private final RunPlan plan;
    private final Window window;
    private final Map<String, List<EventSpan>> spans;
    private final Map<String, EventSlots> slots = new TreeMap<>();
    private final Map<String, String> reasons = new TreeMap<>();
    /** Lines of the compared kinds, by kind, then by workload and operation. */
    private final Map<String, Map<String, SidedLine>> lines = new TreeMap<>();

    private EventEffects(StoredRun run, RunPlan plan, Window window) {
        this.run = run;
        this.plan = plan;
        this.window = window;
        spans = EventSpans.of(run, plan, window);
    }

    /** The events of a run by kind, with their effects; empty without a steady window. */
    public static List<EventResult> of(StoredRun run, RunPlan plan, @Nullable Window window) {
        return window == null ? List.of() : new EventEffects(run, plan, window).results();
    }

    private List<EventResult> results() {
        spans.forEach((kind, list) -> {
            EventSlots its = new EventSlots(window, plan.interval().toNanos(), list);
            slots.put(kind, its);
            String why = whyUntold(its);
            if (why == null) {
                lines.put(kind, lines(its));
            } else {
                reasons.put(kind, why);
            }
        });
        if (!lines.isEmpty()) {
            run.intervals().forEach(this::censored);
            run.forEachHistogram((start, end, tag, counts) -> times(start, end, tag, counts, false));
            everyLine().forEach(SidedLine::choose);
            run.forEachHistogram((start, end, tag, counts) -> times(start, end, tag, counts, true));
            everyLine().forEach(line -> line.compare(plan.seed()));
            ComparedFigure.correct(everyLine().stream()
                    .flatMap(line -> line.figures().stream())
                    .toList());
        }
        return spans.keySet().stream().map(this::result).toList();
    }

    private List<SidedLine> everyLine() {
        return lines.values().stream().flatMap(of -> of.values().stream()).toList();
    }

    private @Nullable String whyUntold(EventSlots slots) {
        if (lines.size() == MOST_COMPARED) {
            return "No more than " + MOST_COMPARED + " kinds of events of a run are compared.";
        }
        if (slots.count() < PercentileShift.FEWEST_SLOTS) {
            return "The steady state has " + slots.count() + " stored intervals, and a comparison needs "
                    + PercentileShift.FEWEST_SLOTS + ".";
        }
        if (slots.outside() < LEAST_OUTSIDE * slots.count()) {
            return "Only " + Figures.text(slots.seconds(slots.outside()), "s")
                    + " of the steady state lie outside these events, too little for a comparison.";
        }
        return slots.stretches() < FEWEST_EVENTS
                ? "They came " + Figures.times(slots.stretches()) + ", and a comparison needs " + FEWEST_EVENTS
                        + " that do not overlap."
                : null;
    }

    /** Every operation of the workloads, except lines that are events themselves. */
    private Map<String, SidedLine> lines(EventSlots its) {
        Map<String, SidedLine> result = new LinkedHashMap<>();
        for (PlannedWorkload workload : plan.workloads()) {
            if (workload.measures().stream().noneMatch(MeasureDefinition::isEvent)) {
                workload.operations()
                        .forEach(operation -> result.computeIfAbsent(
                                workload.name() + "/" + operation.name(),
                                key -> new SidedLine(workload.name(), operation.name(), its)));
            }
        }
        return result;
    }

    private void times(long startNanos, long endNanos, HistogramTag tag, StoredCounts counts, boolean again) {
        if (!tag.isResponse() || !tag.window().isSteady()) {
            return;
        }
        long middle = startNanos + (endNanos - startNanos) / 2;
        for (Map<String, SidedLine> ofKind : lines.values()) {
            SidedLine line = ofKind.get(tag.workload() + "/" + tag.line());
            for (int i = 0; line != null && i < counts.size(); i++) {
                line.add(middle, counts.value(i), counts.count(i), again);
            }
        }
    }

    private void censored(StoredInterval interval) {
        long middle = interval.startNanos() + (interval.endNanos() - interval.startNanos()) / 2;
        for (WorkloadInterval workload : interval.workloads()) {
            for (LineInterval line : workload.lines()) {
                if (line.window().isSteady() && line.counts().censored() > 0) {
                    lines.values().forEach(ofKind -> {
                        SidedLine sided = ofKind.get(workload.workload() + "/" + line.line());
                        if (sided != null) {
                            sided.addCensored(middle, line.counts());
                        }
                    });
                }
            }
        }
    }

    private EventResult result(String kind) {
        List<EventSpan> all = spans.getOrDefault(kind, List.of());
        EventSlots its = slots(kind);
        List<EventResult.Together> together = new ArrayList<>();
        slots.forEach((other, others) -> {
            double share = other.equals(kind) ? 0 : Figures.rounded(its.shareIn(others));
            if (share > 0) {
                together.add(new EventResult.Together(other, share));
            }
        });
        return new EventResult(
                kind,
                all.stream().map(EventSpan::source).distinct().sorted().toList(),
                all.size(),
                Figures.rounded(all.stream()
                                .mapToLong(span -> span.endNanos() - span.startNanos())
                                .average()
                                .orElse(0)
                        / 1e9),
                Figures.seconds(
                        all.stream().mapToLong(EventSpan::errorNanos).max().orElse(0)),
                its.seconds(its.inside()),
                its.seconds(its.outside()),
                together,
                all.stream()
                        .limit(MOST_SPANS)
                        .map(span -> new EventResult.Span(
                                Figures.rounded(Figures.seconds(span.startNanos())),
                                Figures.rounded(Figures.seconds(span.endNanos()))))
                        .toList(),
                reasons.get(kind),
                lines.getOrDefault(kind, Map.of()).values().stream()
                        .flatMap(line -> line.figures().stream())
                        .map(ComparedFigure::effect)
                        .toList());
    }

    private EventSlots slots(String kind) {
        EventSlots its = slots.get(kind);
        if (its == null) {
            throw new IllegalStateException("no slots of " + kind);
        }
        return its;
    }
}

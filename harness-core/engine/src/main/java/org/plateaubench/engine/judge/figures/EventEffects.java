// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge.figures;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.commons.statistics.distribution.TDistribution;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.MeasureDefinition;
import org.plateaubench.engine.figure.Figures;
import org.plateaubench.engine.figure.TimeTotals;
import org.plateaubench.engine.figure.TimeTotals.Estimate;
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
    /** Maximum number of events of a kind that a result names. */
    public static final int MAX_SPANS = 200;

    private final RunPlan plan;
    private final Map<String, Kind> kinds = new TreeMap<>();

    /** The events of a kind, and the times of each operation by workload and name: outside of them, and inside. */
    private record Kind(List<EventSpan> spans, EventSlots slots, Map<String, Map<String, SidedTimes[]>> times) {
        void add(SidedTimes[] sides, long middleNanos, LineInterval line) {
            if (line.response() != null) {
                add(sides, middleNanos, line.response().histogram());
            }
            // Only the longest wait is known of several operations that ended without an answer.
            LineInterval.Counts counts = line.counts();
            if (counts.censored() > 0) {
                int slot = slots.slot(middleNanos - counts.longestCensoredNanos());
                side(sides, slot).addCensored(slots.range(slot), counts.censored(), counts.longestCensoredNanos());
            }
        }

        private void add(SidedTimes[] sides, long middleNanos, SparseHistogram times) {
            int size = times.size();
            int from = 0;
            while (from < size) {
                int slot = slots.slot(middleNanos - times.lowestNanos(from));
                int range = slots.range(slot);
                // Longer times were due earlier, so all times are of one range if the longest is.
                boolean isOneRange = slots.range(slots.slot(middleNanos - times.lowestNanos(size - 1))) == range;
                int to = isOneRange ? size : from + 1;
                while (to < size && slots.range(slots.slot(middleNanos - times.lowestNanos(to))) == range) {
                    to++;
                }
                side(sides, slot).add(range, times, from, to);
                from = to;
            }
        }

        private SidedTimes side(SidedTimes[] sides, int slot) {
            return sides[slots.isInside(slot) ? 1 : 0];
        }

        List<EventResult.Effect> effects() {
            List<EventResult.Effect> effects = new ArrayList<>();
            times.forEach((workload, operations) -> operations.forEach((operation, sides) -> {
                for (double percentile : SidedTimes.PERCENTILES) {
                    EventResult.Side inside = sides[1].side(percentile);
                    EventResult.Side outside = sides[0].side(percentile);
                    if (inside != null && outside != null) {
                        effects.add(
                                new EventResult.Effect(workload, operation, "p" + (int) percentile, inside, outside));
                    }
                }
            }));
            return effects;
        }
    }

    /** The events of a run by kind, without their effects; none without a steady window. */
    public EventEffects(StoredRun run, RunPlan plan, @Nullable Window window) {
        this.plan = plan;
        if (window != null) {
            spans(run, plan, window).forEach((name, spans) -> {
                EventSlots slots = new EventSlots(window, plan.interval().toNanos(), spans);
                kinds.put(name, new Kind(spans, slots, times()));
            });
        }
    }

    public void add(StoredInterval interval, WorkloadInterval workload) {
        for (Kind kind : kinds.values()) {
            Map<String, SidedTimes[]> operations = kind.times().getOrDefault(workload.workload(), Map.of());
            for (LineInterval line : workload.lines()) {
                SidedTimes[] sides = operations.get(line.line());
                if (sides != null && line.window().isSteady()) {
                    kind.add(sides, middleNanos(interval), line);
                }
            }
        }
    }

    public List<EventResult> results() {
        List<EventResult> results = new ArrayList<>();
        kinds.forEach((name, kind) -> results.add(result(name, kind)));
        return results;
    }

    /** Every operation of the workloads, except lines that are events themselves. */
    private Map<String, Map<String, SidedTimes[]>> times() {
        Map<String, Map<String, SidedTimes[]>> times = new LinkedHashMap<>();
        for (PlannedWorkload workload : plan.workloads()) {
            if (workload.measures().stream().noneMatch(MeasureDefinition::isEvent)) {
                workload.operations()
                        .forEach(operation -> times.computeIfAbsent(workload.name(), key -> new LinkedHashMap<>())
                                .computeIfAbsent(operation.name(), key ->
                                        new SidedTimes[] {new SidedTimes(), new SidedTimes()}));
            }
        }
        return times;
    }

    private static long middleNanos(StoredInterval interval) {
        return interval.startNanos() + (interval.endNanos() - interval.startNanos()) / 2;
    }

    private static EventResult result(String name, Kind kind) {
        List<EventSpan> all = kind.spans();
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
                kind.effects());
    }

    /**
     * The slots of the steady window, each as long as a stored interval, divided into slots inside of the events of a
     * kind and slots outside. Of an operation, the interval in which it ended and its response time are known, so its
     * intended start is known to half an interval. A slot is therefore inside if it is less than half an interval away
     * from a possible event, so that no operation that was due within an event is counted outside. Immutable.
     */
    private static final class EventSlots {
        private final long startNanos;
        private final long slotNanos;
        private final BitSet inside = new BitSet();
        /** Numbers the ranges of consecutive slots on the same side: the number of the range of each slot. */
        private final int[] ranges;

        EventSlots(Window window, long slotNanos, List<EventSpan> spans) {
            startNanos = window.startNanos();
            this.slotNanos = slotNanos;
            long length = window.endNanos() - startNanos;
            ranges = new int[(int) Math.max(1, Math.round((double) length / slotNanos))];
            for (EventSpan span : spans) {
                long from = span.fromNanos() - slotNanos / 2;
                long last = Math.max(from, span.toNanos() + slotNanos / 2 - 1);
                if (last >= startNanos && from < window.endNanos()) {
                    inside.set(slot(from), slot(last) + 1);
                }
            }
            for (int slot = 1; slot < ranges.length; slot++) {
                ranges[slot] = ranges[slot - 1] + (inside.get(slot) == inside.get(slot - 1) ? 0 : 1);
            }
        }

        /** The slot of an instant; the first or last one for an instant before or after the window. */
        int slot(long nanos) {
            return (int) Math.clamp(Math.floorDiv(nanos - startNanos, slotNanos), 0L, ranges.length - 1L);
        }

        boolean isInside(int slot) {
            return inside.get(slot);
        }

        int range(int slot) {
            return ranges[slot];
        }

        double insideSeconds() {
            return inside.cardinality() * (slotNanos / 1e9);
        }

        double outsideSeconds() {
            return (ranges.length - inside.cardinality()) * (slotNanos / 1e9);
        }
    }

    /** The events of the steady window by kind, in the order of time. */
    private static Map<String, List<EventSpan>> spans(StoredRun run, RunPlan plan, Window window) {
        Map<String, List<EventSpan>> byKind = new TreeMap<>();
        long clockErrorNanos = Math.round(
                ClockError.greatestMillis(run.telemetry(), source -> true).orElse(0) * Nanos.PER_MILLI);
        EventFinder finder = new EventFinder(plan, clockErrorNanos, (kind, span) -> {
            if (span.toNanos() > window.startNanos() && span.fromNanos() < window.endNanos()) {
                byKind.computeIfAbsent(kind, name -> new ArrayList<>()).add(span);
            }
        });
        run.telemetry().forEach(finder::telemetry);
        run.intervals().forEach(finder::addPause);
        if (!finder.eventWorkloads().isEmpty()) {
            run.forEachInterval(
                    finder.eventWorkloads()::contains,
                    IntervalBytes.Detail.COMPLETE,
                    interval -> interval.workloads().forEach(workload -> finder.addObserved(interval, workload)));
        }
        byKind.values().forEach(list -> list.sort(Comparator.comparingLong(EventSpan::startNanos)));
        return byKind;
    }

    /** Groups of ranges of slots, whose shares of times within a percentile show how much that varies. */
    static final class SidedTimes {
        static final List<Double> PERCENTILES = List.of(50.0, 95.0, 99.0);
        private static final int GROUPS = 20;
        /** The smallest number of groups for an interval; fewer do not show how much the times vary. */
        private static final int MIN_GROUPS = 5;

        private static final double LEVEL = 0.95;

        private final TimeTotals[] groups = new TimeTotals[GROUPS];

        SidedTimes() {
            Arrays.setAll(groups, index -> new TimeTotals());
        }

        /** Consecutive ranges alternate between the sides, so a number of ranges is divided by 2. */
        private TimeTotals group(int range) {
            return groups[range / 2 % GROUPS];
        }

        void add(int range, SparseHistogram times, int from, int to) {
            group(range).add(times, from, to);
        }

        /** Adds operations that took longer than all others, by an unknown time. */
        void addCensored(int range, long count, long longestNanos) {
            group(range).addCensored(count, longestNanos);
        }

        EventResult.@Nullable Side side(double percentile) {
            TimeTotals all = TimeTotals.sum(List.of(groups));
            Estimate estimate = all.percentile(percentile);
            if (estimate == null) {
                return null;
            }
            boolean hasInterval = !estimate.lowerBound() && !estimate.lowResolution();
            double error = hasInterval ? 100 * error(all, estimate.nanos()) : Double.NaN;
            Estimate lower = Double.isNaN(error) ? null : at(all, percentile - error);
            Estimate upper = Double.isNaN(error) ? null : at(all, percentile + error);
            double ms = Figures.millis(estimate.nanos());
            return lower == null || upper == null || upper.lowerBound()
                    ? new EventResult.Side(all.ranked(), ms, estimate.lowerBound(), null, null)
                    : new EventResult.Side(
                            all.ranked(), ms, false, Figures.millis(lower.nanos()), Figures.millis(upper.nanos()));
        }

        private static @Nullable Estimate at(TimeTotals all, double percentile) {
            return all.percentile(Math.clamp(percentile, Double.MIN_NORMAL, 100));
        }

        /**
         * Half the width of the confidence interval for the share of times within a percentile, by Student's
         * distribution for shares that vary from group to group (Woodruff 1952 with the variance between clusters); not
         * a number if there are too few groups.
         */
        private double error(TimeTotals all, long nanos) {
            double share = 1 - (double) all.countAbove(nanos) / all.ranked();
            double squares = 0;
            int clusters = 0;
            for (TimeTotals group : groups) {
                squares += Math.pow(group.ranked() - group.countAbove(nanos) - share * group.ranked(), 2);
                clusters += group.ranked() > 0 ? 1 : 0;
            }
            if (clusters < MIN_GROUPS) {
                return Double.NaN;
            }
            double deviation = Math.sqrt(squares * clusters / (clusters - 1)) / all.ranked();
            return TDistribution.of(clusters - 1.0).inverseSurvivalProbability((1 - LEVEL) / 2) * deviation;
        }
    }

    /**
     * The events of one kind in the steady window, and percentiles of the response times of operations that were due
     * within them and outside. A difference may be due to the events or to something that occurs at the same time.
     *
     * @param meanSeconds upper bound of their mean length, in s: events found in totals count from their earliest start
     * @param errorSeconds greatest error of the start and the end of an event, either way, in s
     * @param insideSeconds time of the stored intervals less than half an interval away from a possible event, in s
     * @param spans the first events, at most {@value EventEffects#MAX_SPANS}
     */
    public record EventResult(
            String kind,
            List<String> sources,
            int count,
            double meanSeconds,
            double errorSeconds,
            double insideSeconds,
            double outsideSeconds,
            List<Span> spans,
            List<Effect> effects) {
        /** An event, in seconds of the run's clock, which begins with ramp-up. */
        public record Span(double fromSeconds, double toSeconds) {}

        /** One percentile of response times inside and outside of the events, over all tiles. */
        public record Effect(String workload, String operation, String percentile, Side inside, Side outside) {}

        /**
         * A percentile of the operations of one side.
         *
         * @param lowerBound whether the percentile is a lower bound, as it falls among operations that did not end
         * @param lowerMs lower end of its interval of 95 %, not adjusted for several comparisons; null with fewer than
         *     five separate events or fewer than ten times beyond the percentile
         */
        @JsonInclude(Include.NON_NULL)
        public record Side(
                long count,
                double ms,
                boolean lowerBound,
                @Nullable Double lowerMs,
                @Nullable Double upperMs) {}
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge.figures;

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
import org.plateaubench.engine.figure.Estimate;
import org.plateaubench.engine.figure.Figures;
import org.plateaubench.engine.figure.TimeTotals;
import org.plateaubench.engine.judge.figures.EventFinder.EventSpan;
import org.plateaubench.engine.plan.PlannedWorkload;
import org.plateaubench.engine.plan.RunPlan;
import org.plateaubench.engine.statistics.Nanos;
import org.plateaubench.engine.store.StoredInterval;
import org.plateaubench.engine.store.StoredRun;
import org.plateaubench.measure.histogram.HistogramLayout;
import org.plateaubench.measure.histogram.HistogramRange;
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

    /** The events of a kind, and the times of each operation by workload and name: outside of them, and inside. */
    private record Kind(List<EventSpan> spans, EventSlots slots, Map<String, Map<String, SidedTimes[]>> times) {
        SidedTimes side(SidedTimes[] sides, int slot) {
            return sides[slots.isInside(slot) ? 1 : 0];
        }

        void add(SidedTimes[] sides, long middleNanos, SparseHistogram times, Adding adding) {
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
                adding.add(side(sides, slot), stretch, times, from, to);
                from = to;
            }
        }

        /** Adds operations that ended without an answer; only the longest wait is known of several ones. */
        void addCensored(SidedTimes[] sides, long middleNanos, LineInterval.Counts counts) {
            if (counts.censored() > 0) {
                int slot = slots.slot(middleNanos - counts.longestCensoredNanos());
                side(sides, slot).addCensored(slots.stretch(slot), counts.censored(), counts.longestCensoredNanos());
            }
        }

        List<EventResult.Effect> effects() {
            List<EventResult.Effect> effects = new ArrayList<>();
            times.forEach((workload, operations) -> operations.forEach((operation, sides) -> {
                for (int i = 0; i < SidedTimes.PERCENTILES.size(); i++) {
                    EventResult.Side inside = sides[1].side(i);
                    EventResult.Side outside = sides[0].side(i);
                    if (inside != null && outside != null) {
                        String percentile = "p" + SidedTimes.PERCENTILES.get(i).intValue();
                        effects.add(new EventResult.Effect(workload, operation, percentile, inside, outside));
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
                kinds.put(name, new Kind(spans, slots, times(slots.stretches())));
            });
        }
    }

    /** Adds the times of all intervals; they must be added once more. */
    public void add(StoredInterval interval, WorkloadInterval workload) {
        forEachLine(workload, (kind, sides, line) -> kind.addCensored(sides, middleNanos(interval), line.counts()));
        forEachTime(interval, workload, SidedTimes::add);
    }

    /** Determines the percentiles of the added times; false if there are no events. */
    public boolean setPercentiles() {
        kinds.values()
                .forEach(kind -> kind.times().values().stream()
                        .flatMap(operations -> operations.values().stream())
                        .flatMap(Arrays::stream)
                        .forEach(SidedTimes::setPercentiles));
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
    private Map<String, Map<String, SidedTimes[]>> times(int stretches) {
        Map<String, Map<String, SidedTimes[]>> times = new LinkedHashMap<>();
        for (PlannedWorkload workload : plan.workloads()) {
            if (workload.measures().stream().noneMatch(MeasureDefinition::isEvent)) {
                workload.operations()
                        .forEach(operation -> times.computeIfAbsent(workload.name(), key -> new LinkedHashMap<>())
                                .computeIfAbsent(operation.name(), key ->
                                        new SidedTimes[] {new SidedTimes(stretches), new SidedTimes(stretches)}));
            }
        }
        return times;
    }

    @FunctionalInterface
    private interface Adding {
        void add(SidedTimes side, int stretch, SparseHistogram times, int from, int to);
    }

    @FunctionalInterface
    private interface Steady {
        void line(Kind kind, SidedTimes[] sides, LineInterval line);
    }

    private void forEachLine(WorkloadInterval workload, Steady steady) {
        for (Kind kind : kinds.values()) {
            Map<String, SidedTimes[]> operations = kind.times().getOrDefault(workload.workload(), Map.of());
            for (LineInterval line : workload.lines()) {
                SidedTimes[] sides = operations.get(line.line());
                if (sides != null && line.window().isSteady()) {
                    steady.line(kind, sides, line);
                }
            }
        }
    }

    private void forEachTime(StoredInterval interval, WorkloadInterval workload, Adding adding) {
        forEachLine(workload, (kind, sides, line) -> {
            if (line.response() != null) {
                kind.add(sides, middleNanos(interval), line.response().histogram(), adding);
            }
        });
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

    /** The events of the steady window by kind, in the order of time. */
    private static Map<String, List<EventSpan>> spans(StoredRun run, RunPlan plan, Window window) {
        Map<String, List<EventSpan>> byKind = new TreeMap<>();
        long clockErrorNanos = Math.round(
                ClockError.greatestMillis(run.telemetry(), any -> true).orElse(0) * Nanos.PER_MILLI);
        EventFinder finder = new EventFinder(plan, clockErrorNanos, (kind, span) -> {
            if (span.toNanos() > window.startNanos() && span.fromNanos() < window.endNanos()) {
                byKind.computeIfAbsent(kind, name -> new ArrayList<>()).add(span);
            }
        });
        run.telemetry().forEach(finder::telemetry);
        run.intervals().forEach(finder::pause);
        if (!finder.eventWorkloads().isEmpty()) {
            run.forEachInterval(
                    finder.eventWorkloads()::contains,
                    IntervalBytes.Detail.WHOLE,
                    interval -> interval.workloads().forEach(workload -> finder.observed(interval, workload)));
        }
        byKind.values().forEach(list -> list.sort(Comparator.comparingLong(EventSpan::startNanos)));
        return byKind;
    }

    /** Times of one operation over all tiles, due inside or outside of a kind's events. Not thread-safe. */
    static final class SidedTimes {
        static final List<Double> PERCENTILES = List.of(50.0, 95.0, 99.0);

        /** The smallest number of separate stretches for an interval; fewer do not show how much the times vary. */
        private static final int FEWEST_STRETCHES = 5;

        private static final double LEVEL = 0.95;

        private final TimeTotals ranked = new TimeTotals();
        private final long[] all;
        private final long[][] within;
        /** The greatest counter whose times are within each percentile. */
        private final int[] reach = new int[PERCENTILES.size()];

        SidedTimes(int stretches) {
            all = new long[stretches];
            within = new long[PERCENTILES.size()][stretches];
        }

        void add(int stretch, SparseHistogram times, int from, int to) {
            ranked.add(times, from, to);
            for (int counter = from; counter < to; counter++) {
                all[stretch] += times.count(counter);
            }
        }

        /** Adds operations that took longer than all others, by an unknown time. */
        void addCensored(int stretch, long count, long longestNanos) {
            ranked.addCensored(count, longestNanos);
            all[stretch] += count;
        }

        long count() {
            return ranked.ranked();
        }

        /** Determines the percentiles, after all times have been added and before they are added once more. */
        void setPercentiles() {
            for (int i = 0; i < reach.length; i++) {
                Estimate estimate = ranked.percentile(PERCENTILES.get(i));
                long nanos = estimate == null ? 0 : Math.min(estimate.nanos(), HistogramRange.HIGHEST_NANOS);
                reach[i] = HistogramLayout.OK.index(nanos);
            }
        }

        /** Adds times for the second time, to count those within each percentile by stretch. */
        void addAgain(int stretch, SparseHistogram times, int from, int to) {
            for (int i = 0; i < reach.length; i++) {
                long sum = 0;
                for (int counter = from; counter < to && times.index(counter) <= reach[i]; counter++) {
                    sum += times.count(counter);
                }
                within[i][stretch] += sum;
            }
        }

        EventResult.@Nullable Side side(int index) {
            Estimate estimate = ranked.percentile(PERCENTILES.get(index));
            if (estimate == null) {
                return null;
            }
            double error = estimate.lowerBound() || estimate.lowResolution() ? Double.NaN : error(index);
            double share = PERCENTILES.get(index) / 100;
            Estimate lower = Double.isNaN(error) ? null : at(share - error);
            Estimate upper = Double.isNaN(error) ? null : at(share + error);
            if (lower == null || upper == null || upper.lowerBound()) {
                return new EventResult.Side(count(), Figures.millis(estimate.nanos()), estimate.lowerBound(), null, null);
            }
            return new EventResult.Side(
                    count(),
                    Figures.millis(estimate.nanos()),
                    false,
                    Figures.millis(lower.nanos()),
                    Figures.millis(upper.nanos()));
        }

        private @Nullable Estimate at(double share) {
            return ranked.percentile(100 * Math.clamp(share, Double.MIN_NORMAL, 1));
        }

        /**
         * Half the width of the interval of the share of times within a percentile, by Student's law for shares that vary
         * from stretch to stretch (Woodruff 1952 with the variance between clusters); not a number with too few stretches.
         */
        private double error(int index) {
            long sum = 0;
            int clusters = 0;
            for (int i = 0; i < all.length; i++) {
                sum += within[index][i];
                clusters += all[i] > 0 ? 1 : 0;
            }
            if (clusters < FEWEST_STRETCHES) {
                return Double.NaN;
            }
            double share = (double) sum / count();
            double squares = 0;
            for (int i = 0; i < all.length; i++) {
                squares += Math.pow(within[index][i] - share * all[i], 2);
            }
            double deviation = Math.sqrt(squares * clusters / (clusters - 1)) / count();
            return TDistribution.of(clusters - 1.0).inverseSurvivalProbability((1 - LEVEL) / 2) * deviation;
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.store;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.aggregate.AgentInterval;
import org.plateaubench.engine.aggregate.Delivery;
import org.plateaubench.measure.histogram.Times;
import org.plateaubench.measure.interval.AgentHealth;
import org.plateaubench.measure.interval.CpuUse;
import org.plateaubench.measure.interval.HistogramTag;
import org.plateaubench.measure.interval.HistogramTag.Kind;
import org.plateaubench.measure.interval.HistogramTag.Population;
import org.plateaubench.measure.interval.IntervalSnapshot;
import org.plateaubench.measure.interval.LagInterval;
import org.plateaubench.measure.interval.LineInterval;
import org.plateaubench.measure.interval.WorkloadInterval;
import org.plateaubench.measure.timeline.PhaseWindow;

/** One line of {@code intervals.ndjson}: everything of an interval except the histograms. */
final class IntervalCodec {
    /** Stands for the histograms, which are in the histogram log; never recorded into. */
    private static final Histogram ELSEWHERE = new Histogram(1, 2, 0);

    private IntervalCodec() {}

    static Map<String, Object> toTree(AgentInterval interval) {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("agent", interval.agent());
        tree.put("sequence", interval.sequence());
        tree.put("startNanos", interval.startNanos());
        tree.put("endNanos", interval.endNanos());
        tree.put("state", interval.delivery().label());
        IntervalSnapshot snapshot = interval.snapshot();
        if (snapshot != null) {
            tree.put("last", snapshot.last());
            tree.put("health", health(snapshot.health()));
            tree.put(
                    "workloads",
                    snapshot.workloads().stream().map(IntervalCodec::workload).toList());
        }
        return tree;
    }

    /** Reads {@link #toTree}; throws an {@link IllegalArgumentException} for anything else. */
    static StoredInterval fromTree(Map<String, Object> tree) {
        Delivery state = labelled(Delivery.values(), Delivery::label, Tree.text(tree, "state"));
        boolean missing = state == Delivery.MISSING;
        return new StoredInterval(
                Tree.text(tree, "agent"),
                Tree.number(tree, "sequence"),
                Tree.number(tree, "startNanos"),
                Tree.number(tree, "endNanos"),
                state,
                !missing && Tree.flag(tree, "last"),
                missing
                        ? List.of()
                        : Tree.objects(tree, "workloads").stream()
                                .map(IntervalCodec::readWorkload)
                                .toList(),
                missing ? null : readHealth(Tree.object(tree.get("health"))));
    }

    /** Takes the number of values of a tag that the histogram log must contain. */
    @FunctionalInterface
    interface CountTaker {
        void take(HistogramTag tag, long count);
    }

    /** Gives the counts of every tag in a tree of {@link #toTree}. */
    static void forEachCount(Map<String, Object> tree, CountTaker taker) {
        if (!tree.containsKey("workloads")) {
            return;
        }
        for (Map<String, Object> workload : Tree.objects(tree, "workloads")) {
            int tile = Tree.smallNumber(workload, "tile");
            String name = Tree.text(workload, "workload");
            for (Map<String, Object> line : Tree.objects(workload, "lines")) {
                String lineName = Tree.text(line, "line");
                giveCount(line, "response", tile, name, lineName, Kind.RESPONSE, Population.OK, taker);
                giveCount(line, "service", tile, name, lineName, Kind.SERVICE, Population.OK, taker);
                giveCount(line, "error", tile, name, lineName, Kind.RESPONSE, Population.ERROR, taker);
            }
            for (Map<String, Object> lag : Tree.objects(workload, "lags")) {
                String harness = HistogramTag.HARNESS;
                giveCount(lag, "dispatch", tile, name, harness, Kind.DISPATCH_LAG, Population.OK, taker);
                giveCount(lag, "completion", tile, name, harness, Kind.COMPLETION_LAG, Population.OK, taker);
                giveCount(lag, "wakeUp", tile, name, harness, Kind.WAKE_UP_LAG, Population.OK, taker);
            }
        }
    }

    private static void giveCount(
            Map<String, Object> tree,
            String key,
            int tile,
            String workload,
            String line,
            Kind kind,
            Population population,
            CountTaker taker) {
        if (tree.containsKey(key)) {
            Map<String, Object> values = Tree.object(tree.get(key));
            PhaseWindow window = PhaseWindow.parse(Tree.text(tree, "window"));
            taker.take(
                    new HistogramTag(tile, workload, line, kind, population, window),
                    Tree.number(values, "count") - Tree.numberOrZero(values, "overflow"));
        }
    }

    private static Map<String, Object> health(AgentHealth health) {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("longestStallNanos", health.longestStallNanos());
        tree.put("longestPauseNanos", health.longestPauseNanos());
        tree.put("processCpuShare", health.processCpuShare());
        tree.put("hostCpuShare", health.hostCpuShare());
        tree.put("heapUsedBytes", health.heapUsedBytes());
        tree.put("threads", health.threads());
        if (!health.cpu().equals(CpuUse.NOT_TOLD)) {
            tree.put("cpu", CpuCodec.tree(health.cpu()));
        }
        return tree;
    }

    private static AgentHealth readHealth(Map<String, Object> tree) {
        return new AgentHealth(
                Tree.number(tree, "longestStallNanos"),
                Tree.number(tree, "longestPauseNanos"),
                Tree.decimal(tree, "processCpuShare"),
                Tree.decimal(tree, "hostCpuShare"),
                Tree.number(tree, "heapUsedBytes"),
                Tree.smallNumber(tree, "threads"),
                CpuCodec.read(tree.get("cpu")));
    }

    private static Map<String, Object> workload(WorkloadInterval workload) {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("tile", workload.tile());
        tree.put("workload", workload.workload());
        WorkloadInterval.Levels levels = workload.levels();
        tree.put("liveUsers", levels.liveUsers());
        tree.put("inFlight", levels.inFlight());
        tree.put("queued", levels.queued());
        tree.put("lostUsers", levels.lostUsers());
        if (levels.countsBacklog()) {
            tree.put("backlog", levels.backlog());
        }
        ScheduleCodec.put(tree, workload.schedule());
        tree.put("counters", workload.counters());
        Map<String, Double> gauges = new LinkedHashMap<>(workload.gauges());
        gauges.values().removeIf(level -> !Double.isFinite(level));
        tree.put("gauges", gauges);
        tree.put("lags", workload.lags().stream().map(IntervalCodec::lag).toList());
        tree.put("lines", workload.lines().stream().map(IntervalCodec::line).toList());
        return tree;
    }

    private static WorkloadInterval readWorkload(Map<String, Object> tree) {
        return new WorkloadInterval(
                Tree.smallNumber(tree, "tile"),
                Tree.text(tree, "workload").intern(),
                Tree.objects(tree, "lines").stream()
                        .map(IntervalCodec::readLine)
                        .toList(),
                Tree.objects(tree, "lags").stream().map(IntervalCodec::readLag).toList(),
                new WorkloadInterval.Levels(
                        Tree.smallNumber(tree, "liveUsers"),
                        Tree.smallNumber(tree, "inFlight"),
                        Tree.smallNumber(tree, "queued"),
                        Tree.smallNumber(tree, "lostUsers"),
                        tree.containsKey("backlog")
                                ? Tree.smallNumber(tree, "backlog")
                                : WorkloadInterval.Levels.NOT_COUNTED),
                ScheduleCodec.read(tree),
                Tree.numbers(tree, "counters"),
                Tree.decimals(tree, "gauges"));
    }

    private static Map<String, Object> lag(LagInterval lag) {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("window", lag.window().label());
        putTimes(tree, "dispatch", lag.dispatch());
        putTimes(tree, "completion", lag.completion());
        putTimes(tree, "wakeUp", lag.wakeUp());
        return tree;
    }

    private static LagInterval readLag(Map<String, Object> tree) {
        return new LagInterval(
                PhaseWindow.parse(Tree.text(tree, "window")),
                readTimes(tree, "dispatch"),
                readTimes(tree, "completion"),
                readTimes(tree, "wakeUp"));
    }

    private static Map<String, Object> line(LineInterval line) {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("line", line.line());
        tree.put("kind", line.kind().name().toLowerCase(Locale.ROOT));
        tree.put("window", line.window().label());
        LineInterval.Counts counts = line.counts();
        tree.put("issued", counts.issued());
        tree.put("ok", counts.ok());
        tree.put("declined", counts.declined());
        tree.put("errors", counts.errors());
        putUnlessZero(tree, "abandoned", counts.abandoned());
        putUnlessZero(tree, "dropped", counts.dropped());
        tree.put("okEnds", counts.okEnds());
        putUnlessZero(tree, "censored", counts.censored());
        putUnlessZero(tree, "longestCensoredNanos", counts.longestCensoredNanos());
        putUnlessEmpty(tree, "errorsByClass", line.errorsByClass());
        putUnlessEmpty(tree, "declinedByReason", line.declinedByReason());
        putTimes(tree, "response", line.response());
        putTimes(tree, "service", line.service());
        putTimes(tree, "error", line.error());
        return tree;
    }

    private static LineInterval readLine(Map<String, Object> tree) {
        return new LineInterval(
                Tree.text(tree, "line").intern(),
                labelled(
                        LineInterval.Kind.values(),
                        kind -> kind.name().toLowerCase(Locale.ROOT),
                        Tree.text(tree, "kind")),
                PhaseWindow.parse(Tree.text(tree, "window")),
                new LineInterval.Counts(
                        Tree.number(tree, "issued"),
                        Tree.number(tree, "ok"),
                        Tree.number(tree, "declined"),
                        Tree.number(tree, "errors"),
                        Tree.numberOrZero(tree, "abandoned"),
                        Tree.numberOrZero(tree, "dropped"),
                        Tree.number(tree, "okEnds"),
                        Tree.numberOrZero(tree, "censored"),
                        Tree.numberOrZero(tree, "longestCensoredNanos")),
                Tree.numbersOrNone(tree, "errorsByClass"),
                Tree.numbersOrNone(tree, "declinedByReason"),
                readTimes(tree, "response"),
                readTimes(tree, "service"),
                readTimes(tree, "error"));
    }

    /** Rare values are left out when they are zero: every interval has a line of each operation. */
    private static void putUnlessZero(Map<String, Object> tree, String key, long value) {
        if (value != 0) {
            tree.put(key, value);
        }
    }

    private static void putUnlessEmpty(Map<String, Object> tree, String key, Map<String, Long> values) {
        if (!values.isEmpty()) {
            tree.put(key, values);
        }
    }

    private static void putTimes(Map<String, Object> tree, String key, @Nullable Times times) {
        if (times != null) {
            Map<String, Object> values = new LinkedHashMap<>();
            values.put("count", times.count());
            values.put("sumNanos", times.sumNanos());
            values.put("minNanos", times.minNanos());
            values.put("maxNanos", times.maxNanos());
            putUnlessZero(values, "overflow", times.overflow());
            tree.put(key, values);
        }
    }

    private static @Nullable Times readTimes(Map<String, Object> tree, String key) {
        if (!tree.containsKey(key)) {
            return null;
        }
        Map<String, Object> values = Tree.object(tree.get(key));
        return new Times(
                ELSEWHERE,
                Tree.number(values, "sumNanos"),
                Tree.number(values, "minNanos"),
                Tree.number(values, "maxNanos"),
                Tree.numberOrZero(values, "overflow"));
    }

    private static <T> T labelled(T[] values, Function<T, String> label, String text) {
        for (T value : values) {
            if (label.apply(value).equals(text)) {
                return value;
            }
        }
        throw new IllegalArgumentException("'" + text + "' is not one of " + List.of(values));
    }
}

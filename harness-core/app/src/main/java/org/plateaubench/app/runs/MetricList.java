// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.runs;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.document.Documents;
import org.plateaubench.engine.figure.Figure;
import org.plateaubench.engine.figure.OperationColumns;
import org.plateaubench.engine.figure.TimeTotals;
import org.plateaubench.engine.report.series.RunTotals;
import org.plateaubench.engine.statistics.Nanos;
import org.plateaubench.measure.interval.AgentHealth;
import org.plateaubench.measure.interval.WorkloadInterval.Levels;

/**
 * The metrics of runs: totals that only grow, times in seconds, levels of the last intervals. The values of labels are
 * names of plans, and so not secret; the number of error classes is bounded. Not thread-safe.
 */
public final class MetricList {
    private static final int MAX_ERROR_CLASSES = 20;
    private static final String OTHER = "other";
    private static final double PERCENT = 100;

    private static final Map<String, Figure> OUTCOMES = new LinkedHashMap<>();

    static {
        OUTCOMES.put("ok", OperationColumns.OK);
        OUTCOMES.put("declined", OperationColumns.DECLINED);
        OUTCOMES.put("error", OperationColumns.ERRORS);
        OUTCOMES.put("abandoned", OperationColumns.ABANDONED);
        OUTCOMES.put("dropped", OperationColumns.DROPPED);
    }

    private final Map<String, Metric> metrics = new LinkedHashMap<>();

    public List<Metric> all() {
        return List.copyOf(metrics.values());
    }

    public static Map<String, String> labels(Map<String, String> before, String name, String value) {
        Map<String, String> labels = new LinkedHashMap<>(before);
        labels.put(name, value);
        return labels;
    }

    public void add(Metric.Type type, String name, String unit, String help, Map<String, String> labels, double value) {
        add(type, name, unit, help, new Metric.Point(labels, value, null));
    }

    void add(Metric.Type type, String name, String unit, String help, Metric.Point point) {
        metrics.computeIfAbsent(name, key -> new Metric(name, type, unit, help, new ArrayList<>()))
                .points()
                .add(point);
    }

    public void addRun(Map<String, String> run, RunTotals totals) {
        for (RunTotals.Workload workload : totals.workloads()) {
            Map<String, String> labels =
                    labels(labels(run, "tile", Integer.toString(workload.tile())), "workload", workload.name());
            for (RunTotals.Line line : workload.lines().values()) {
                addLine(labels(labels(labels, "operation", line.name()), "kind", Documents.word(line.kind())), line);
            }
            add(
                    Metric.Type.TIMES,
                    "dispatch.lag",
                    "s",
                    "How late the harness itself started operations",
                    times(labels, workload.dispatchLag()));
            level("users", "", "Users that are connected", labels, (double) workload.level(Levels::liveUsers));
            level("operations.in_flight", "", "Operations under way", labels, (double)
                    workload.level(Levels::inFlight));
            level("arrivals.queued", "", "Arrivals that wait for a user", labels, (double)
                    workload.level(Levels::queued));
        }
        totals.agents().forEach((agent, health) -> addHealth(labels(run, "agent", agent), health));
    }

    private void level(String name, String unit, String help, Map<String, String> labels, double level) {
        add(Metric.Type.LEVEL, name, unit, help, labels, level);
    }

    private void addLine(Map<String, String> labels, RunTotals.Line line) {
        OUTCOMES.forEach((outcome, figure) -> add(
                Metric.Type.TOTAL,
                "operations",
                "",
                "Ends of operations, by outcome",
                labels(labels, "outcome", outcome),
                value(figure, line)));
        Map<String, Long> byClass = new LinkedHashMap<>();
        line.totals()
                .errorsByClass()
                .forEach((name, count) ->
                        byClass.merge(byClass.size() < MAX_ERROR_CLASSES ? name : OTHER, count, Long::sum));
        byClass.forEach((name, count) -> add(
                Metric.Type.TOTAL,
                "operation.errors",
                "",
                "Errors of operations, by class",
                labels(labels, "class", name),
                (double) count));
        add(
                Metric.Type.TIMES,
                "operation.response",
                "s",
                "Response times of successes and refusals, from the intended start; timed out and abandoned ones are not in"
                        + " it",
                times(labels, line.totals().response()));
        for (Figure figure : OperationColumns.in(Figure.View.METRICS)) {
            boolean isCount = figure.kind() == Figure.Kind.COUNT;
            if (figure.value(line.totals()) != null) {
                add(
                        isCount ? Metric.Type.TOTAL : Metric.Type.LEVEL,
                        "operation." + figure.name().toLowerCase(Locale.ROOT),
                        unit(figure),
                        figure.help() + ", of the run so far",
                        labels,
                        value(figure, line));
            }
        }
    }

    private static double value(Figure figure, RunTotals.Line line) {
        Figure.Value value = figure.value(line.totals());
        double number = value == null ? 0 : value.number();
        return switch (figure.kind()) {
            case SHARE -> number / PERCENT;
            case TIME -> number * Nanos.PER_MILLI / Nanos.PER_SECOND;
            case COUNT, RATE -> number;
        };
    }

    private static String unit(Figure figure) {
        return switch (figure.kind()) {
            case SHARE -> "1";
            case TIME -> "s";
            case COUNT, RATE -> "";
        };
    }

    private static Metric.Point times(Map<String, String> labels, TimeTotals times) {
        long[] ends = RunTotals.bucketEndNanos();
        long[] upTo = times.countsUpTo(ends);
        List<Long> counts = new ArrayList<>();
        long before = 0;
        for (long count : upTo) {
            counts.add(count - before);
            before = count;
        }
        counts.add(times.measured() - before);
        return new Metric.Point(
                labels,
                times.sumNanos() / Nanos.PER_SECOND,
                new Metric.Buckets(
                        Arrays.stream(ends)
                                .mapToObj(end -> end / Nanos.PER_SECOND)
                                .toList(),
                        counts));
    }

    private void addHealth(Map<String, String> labels, AgentHealth health) {
        String stall = "Longest time by which a thread that only sleeps woke up late, in the last interval";
        level("agent.stall", "s", stall, labels, health.longestStallNanos() / Nanos.PER_SECOND);
        level("agent.heap", "By", "Heap in use of the agent's process", labels, (double) health.heapUsedBytes());
        if (health.processCpuShare() >= 0) {
            String cpu = "Processor time of the agent's process over time and cores, in the last interval";
            level("agent.cpu", "1", cpu, labels, health.processCpuShare());
        }
    }

    /**
     * A metric, which the console shows and {@link MetricsPush} sends.
     *
     * @param name name with dots, such as {@code operation.response}, without the prefix {@code plateau}
     * @param unit a unit of UCUM: {@code s}, {@code By}, {@code 1} for a share; empty for a number
     * @param help a sentence without its full stop
     */
    public record Metric(String name, Type type, String unit, String help, List<Point> points) {
        public enum Type {
            TOTAL,
            LEVEL,
            TIMES,
            /** Names of a thing, whose value is always 1. */
            INFO
        }

        /** A value, or a sum of times; buckets are null for a number. */
        public record Point(
                Map<String, String> labels,
                double value,
                @Nullable Buckets buckets) {}

        /** {@code endSeconds} are upper ends; longer times are in one more bucket. */
        public record Buckets(List<Double> endSeconds, List<Long> counts) {}
    }
}

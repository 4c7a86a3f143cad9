// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.report.comparison;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.figure.Figure.Better;
import org.plateaubench.engine.figure.Words;
import org.plateaubench.engine.judge.result.Conclusion;
import org.plateaubench.engine.report.comparison.ComparedFigure.FigureValue.Change.Result;
import org.plateaubench.engine.report.comparison.Differences.Difference;
import org.plateaubench.engine.report.comparison.History.FigureHistory.NumberedRun;
import org.plateaubench.engine.report.comparison.History.FigureHistory.Series;
import org.plateaubench.engine.statistics.ChangePoints;
import org.plateaubench.engine.statistics.ChangePoints.ChangePoint;
import org.plateaubench.engine.store.RunEnvironment;

/**
 * The figures of a name's runs over time, and their changes, as a document that depends only on the runs. Immutable.
 *
 * @param tests number of series that were searched for changes
 */
@JsonPropertyOrder("schema")
public record History(
        String name, List<NumberedRun> runs, List<Conditions> conditions, List<FigureHistory> figures, int tests) {
    public static final String SCHEMA = "plateau.history/1";

    /** The probability that any of all series shows a change although none changes. */
    public static final double FALSE_ALARMS = 0.05;

    /** The seed of the permutations; it is constant, so that the same runs show the same changes. */
    private static final long SEED = 1;

    private static final int MAX_DIFFERENCES = 8;

    /** Figures under different conditions are not compared; differences are from the first ones. */
    public record Conditions(int number, int runs, List<String> differences) {}

    record Rule(
            String method, double falseAlarms, int tests, double falseAlarmsOfASeries, int fewestValues, long seed) {}

    public static History of(String name, List<PastRun> all) {
        List<PastRun> runs = all.stream()
                .sorted(Comparator.comparing(
                                (PastRun run) -> Objects.requireNonNullElse(run.startedAt(), Instant.EPOCH))
                        .thenComparing(PastRun::id))
                .toList();
        List<PastRun> firstRuns = new ArrayList<>();
        List<NumberedRun> shown = new ArrayList<>();
        for (PastRun run : runs) {
            shown.add(new NumberedRun(shown.size() + 1, conditions(firstRuns, run), run));
        }
        List<Conditions> conditions = new ArrayList<>();
        for (PastRun first : firstRuns) {
            int number = conditions.size() + 1;
            conditions.add(new Conditions(
                    number,
                    (int) shown.stream()
                            .filter(run -> run.conditions() == number)
                            .count(),
                    differences(firstRuns.getFirst(), first)));
        }
        Set<PastRun.Key> keys = new LinkedHashSet<>();
        runs.forEach(run -> run.values().forEach(value -> keys.add(value.key())));
        List<Series> series = new ArrayList<>();
        keys.forEach(key -> conditions.forEach(group -> series.add(Series.of(key, group.number(), shown))));
        int tests = (int) series.stream().filter(Series::isLongEnough).count();
        return new History(
                name,
                shown,
                conditions,
                keys.stream()
                        .map(key -> FigureHistory.of(
                                key,
                                series.stream()
                                        .filter(candidate -> candidate.key().equals(key))
                                        .toList(),
                                runs,
                                values -> ChangePoints.of(values, falseAlarmsPerSeries(tests), SEED)))
                        .toList(),
                tests);
    }

    /** The number of the conditions of a run, which are added with their first run. */
    private static int conditions(List<PastRun> firstRuns, PastRun run) {
        int found = 0;
        while (found < firstRuns.size()
                && !differences(firstRuns.get(found), run).isEmpty()) {
            found++;
        }
        if (found == firstRuns.size()) {
            firstRuns.add(run);
        }
        return found + 1;
    }

    private static List<String> differences(PastRun first, PastRun other) {
        Set<String> differences = new LinkedHashSet<>();
        if (!first.runClass().equals(other.runClass())) {
            differences.add("class " + first.runClass() + ", now " + other.runClass());
        }
        String hosts = hosts(first);
        if (!hosts.equals(hosts(other))) {
            differences.add("hosts " + hosts + ", now " + hosts(other));
        }
        Differences.ofPlans(List.of(first.plan(), other.plan())).stream()
                .filter(difference -> !difference.minor())
                .map(Difference::words)
                .forEach(differences::add);
        return differences.stream().limit(MAX_DIFFERENCES).toList();
    }

    private static String hosts(PastRun run) {
        List<String> hosts = RunEnvironment.of(run.environment()).hosts().stream()
                .map(host -> host.cpuModel() + " " + host.cores())
                .toList();
        return hosts.isEmpty() ? "unknown" : String.join("; ", hosts);
    }

    /** The bound of false alarms of one series, by Bonferroni's correction. */
    private static double falseAlarmsPerSeries(int tests) {
        return FALSE_ALARMS / Math.max(1, tests);
    }

    @JsonProperty("schema")
    String schema() {
        return SCHEMA;
    }

    @JsonProperty("rule")
    Rule rule() {
        return new Rule(
                ChangePoints.NAME, FALSE_ALARMS, tests, falseAlarmsPerSeries(tests), 2 * ChangePoints.MIN_VALUES, SEED);
    }

    /** The data of a run that a history needs; {@code problem} is the reason why its result cannot be read. */
    public record PastRun(
            String id,
            @Nullable Instant startedAt,
            String status,
            String verdict,
            @Nullable Conclusion conclusion,
            @JsonProperty("class") String runClass,
            @JsonIgnore Map<String, Object> plan,
            @JsonIgnore Map<String, Object> environment,
            @JsonIgnore List<Value> values,
            String problem) {
        /**
         * A figure, over all tiles.
         *
         * @param workload the workload, empty for the score
         * @param line operation or unit, empty for the workload as a unit
         * @param name name of the metric, {@code throughput}, {@code p95} or {@code score}
         */
        public record Key(
                String workload,
                String line,
                String name,
                String unit,
                @Nullable Better better) {
            String words() {
                return (workload + " " + Words.of(line))
                        .strip()
                        .concat(" " + Words.of(name))
                        .strip();
            }
        }

        public record Value(Key key, double value, boolean lowerBound) {}

        /** Whether the history uses its figures: it was completed, and its verdict is pass or fail. */
        @JsonProperty("counts")
        public boolean isValid() {
            return status.equals("completed") && (passed() || verdict.equals("fail"));
        }

        boolean passed() {
            return verdict.equals("pass");
        }
    }

    /** The history of a figure; segments ({@code stretches} in JSON) are between changes and conditions. */
    public record FigureHistory(
            @JsonUnwrapped PastRun.Key key,
            List<Point> points,
            @JsonProperty("stretches") List<Segment> segments,
            List<Change> changes) {
        /** A run of a history. */
        public record NumberedRun(
                int number, int conditions, @JsonUnwrapped PastRun run) {}

        public record Point(int run, double value, boolean lowerBound) {}

        public record Segment(int conditions, int first, int last, int runs, double mean) {}

        /**
         * A significant change of the mean.
         *
         * @param first number of the first run after it
         * @param change the difference of the means as a share of the mean before; null if that mean is 0, or if not
         *     every run before the change passed
         * @param pValue share of permutations with a split that is at least as good
         */
        public record Change(
                int first,
                String firstId,
                double meanBefore,
                double meanAfter,
                @Nullable Double change,
                Result result,
                double pValue,
                List<String> environment) {}

        static FigureHistory of(
                PastRun.Key key,
                List<Series> allSeries,
                List<PastRun> runs,
                Function<double[], List<ChangePoint>> detector) {
            List<Point> points = new ArrayList<>();
            List<Segment> segments = new ArrayList<>();
            List<Change> changes = new ArrayList<>();
            for (Series series : allSeries) {
                points.addAll(series.points());
                if (!series.points().isEmpty()) {
                    List<ChangePoint> found = series.isLongEnough() ? detector.apply(series.values()) : List.of();
                    List<Segment> parts = series.segments(found);
                    for (int i = 0; i < found.size(); i++) {
                        changes.add(series.change(parts.get(i), parts.get(i + 1), found.get(i), runs));
                    }
                    segments.addAll(parts);
                }
            }
            points.sort(Comparator.comparingInt(Point::run));
            changes.sort(Comparator.comparingInt(Change::first));
            return new FigureHistory(key, points, segments, changes);
        }

        /** Values of a figure in the valid runs of the same conditions, in chronological order. */
        record Series(PastRun.Key key, int conditions, List<Point> points) {
            static Series of(PastRun.Key key, int conditions, List<NumberedRun> runs) {
                List<Point> points = new ArrayList<>();
                for (NumberedRun run : runs) {
                    if (run.conditions() == conditions && run.run().isValid()) {
                        run.run().values().stream()
                                .filter(value -> value.key().equals(key))
                                .findFirst()
                                .ifPresent(value ->
                                        points.add(new Point(run.number(), value.value(), value.lowerBound())));
                    }
                }
                return new Series(key, conditions, points);
            }

            boolean isLongEnough() {
                return points.size() >= 2 * ChangePoints.MIN_VALUES;
            }

            double[] values() {
                return points.stream().mapToDouble(Point::value).toArray();
            }

            private List<Segment> segments(List<ChangePoint> found) {
                List<Segment> segments = new ArrayList<>();
                int from = 0;
                for (int i = 0; i <= found.size(); i++) {
                    int to = i < found.size() ? found.get(i).index() : points.size();
                    segments.add(new Segment(
                            conditions,
                            points.get(from).run(),
                            points.get(to - 1).run(),
                            to - from,
                            Arrays.stream(values(), from, to).average().orElseThrow()));
                    from = to;
                }
                return segments;
            }

            private Change change(Segment before, Segment after, ChangePoint found, List<PastRun> runs) {
                PastRun last = runs.get(before.last() - 1);
                PastRun first = runs.get(after.first() - 1);
                double difference = after.mean() - before.mean();
                boolean isBaseline = before.mean() != 0
                        && points.stream()
                                .filter(point -> before.first() <= point.run() && point.run() <= before.last())
                                .allMatch(point -> runs.get(point.run() - 1).passed());
                return new Change(
                        after.first(),
                        first.id(),
                        before.mean(),
                        after.mean(),
                        isBaseline ? Double.valueOf(difference / Math.abs(before.mean())) : null,
                        Result.of(key.better(), difference > 0),
                        found.pValue(),
                        Differences.ofEnvironments(List.of(last.environment(), first.environment())).stream()
                                .filter(change -> !change.minor())
                                .map(Difference::words)
                                .toList());
            }
        }
    }
}

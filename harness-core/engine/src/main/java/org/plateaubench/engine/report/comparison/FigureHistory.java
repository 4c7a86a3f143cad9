// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.report.comparison;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.report.comparison.ComparedFigure.FigureValue.Change.Result;
import org.plateaubench.engine.report.comparison.Differences.Difference;
import org.plateaubench.engine.statistics.ChangePoints;
import org.plateaubench.engine.statistics.ChangePoints.ChangePoint;

/**
 * The history of a figure in the runs of one name.
 *
 * @param points its value in each valid run
 * @param segments means between changes and between conditions; {@code stretches} in JSON
 */
public record FigureHistory(
        @JsonUnwrapped PastRun.Key key,
        List<Point> points,
        @JsonProperty("stretches") List<Segment> segments,
        List<Change> changes) {
    /**
     * A run of a history.
     *
     * @param number its position in the history, from 1
     * @param conditions number of the conditions under which it ran
     */
    public record NumberedRun(
            int number, int conditions, @JsonUnwrapped PastRun run) {}

    public record Point(int run, double value, boolean lowerBound) {}

    /** Runs of the same conditions without a change between them. */
    public record Segment(int conditions, int first, int last, int runs, double mean) {}

    /**
     * A significant change of the mean.
     *
     * @param first number of the first run after it
     * @param meanBefore mean of the segment before it
     * @param meanAfter mean of the segment after it
     * @param change the difference of the means as a share of the mean before; null if that mean is 0, or if not every
     *     run before the change passed
     * @param pValue share of permutations with a split that is at least as good
     * @param environment simultaneous changes of the environment, in words
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
                            .ifPresent(value -> points.add(new Point(run.number(), value.value(), value.lowerBound())));
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
                            .filter(each -> !each.minor())
                            .map(Difference::words)
                            .toList());
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.report.comparison;

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
 * A figure over time.
 *
 * @param points its value in each run that counts
 * @param stretches means between changes and between conditions
 */
public record PastFigure(
        @JsonUnwrapped PastRun.Key key, List<Point> points, List<Segment> stretches, List<Change> changes) {
    /** A run of a history, with its number and that of its conditions. */
    public record ShownRun(
            int number, int conditions, @JsonUnwrapped PastRun run) {}

    public record Point(int run, double value, boolean lowerBound) {}

    /** Runs of the same conditions without a change between them. */
    public record Segment(int conditions, int first, int last, int runs, double mean) {}

    /**
     * A change.
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

    static PastFigure of(
            PastRun.Key key, List<Series> series, List<PastRun> runs, Function<double[], List<ChangePoint>> search) {
        List<Point> points = new ArrayList<>();
        List<Segment> segments = new ArrayList<>();
        List<Change> changes = new ArrayList<>();
        for (Series one : series) {
            points.addAll(one.points());
            if (!one.points().isEmpty()) {
                List<ChangePoint> found = one.isLongEnough() ? search.apply(one.values()) : List.of();
                List<Segment> own = one.segments(found);
                for (int i = 0; i < found.size(); i++) {
                    changes.add(one.change(own.get(i), own.get(i + 1), found.get(i), runs));
                }
                segments.addAll(own);
            }
        }
        points.sort(Comparator.comparingInt(Point::run));
        changes.sort(Comparator.comparingInt(Change::first));
        return new PastFigure(key, points, segments, changes);
    }

    /** Values of a figure under the same conditions, of the runs that count, in the order of time. */
    record Series(PastRun.Key key, int conditions, List<Point> points) {
        static Series of(PastRun.Key key, int conditions, List<ShownRun> runs) {
            List<Point> points = new ArrayList<>();
            for (ShownRun run : runs) {
                if (run.conditions() == conditions && run.run().counts()) {
                    run.run().values().stream()
                            .filter(value -> value.key().equals(key))
                            .findFirst()
                            .ifPresent(value -> points.add(new Point(run.number(), value.value(), value.lowerBound())));
                }
            }
            return new Series(key, conditions, points);
        }

        boolean isLongEnough() {
            return points.size() >= 2 * ChangePoints.FEWEST_VALUES;
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
            double by = after.mean() - before.mean();
            boolean isBaseline = before.mean() != 0
                    && points.stream()
                            .filter(point -> before.first() <= point.run() && point.run() <= before.last())
                            .allMatch(point -> runs.get(point.run() - 1).passed());
            return new Change(
                    after.first(),
                    first.id(),
                    before.mean(),
                    after.mean(),
                    isBaseline ? Double.valueOf(by / Math.abs(before.mean())) : null,
                    Result.of(key.better(), by > 0),
                    found.pValue(),
                    Differences.ofEnvironments(List.of(last.environment(), first.environment())).stream()
                            .filter(difference -> !difference.minor())
                            .map(Difference::words)
                            .toList());
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.report.comparison;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.report.comparison.FigureValue.Change.Result;
import org.plateaubench.engine.statistics.ChangePoints;
import org.plateaubench.engine.statistics.ChangePoints.ChangePoint;

/**
 * A figure over time.
 *
 * @param key the key of the figure
 * @param points its value in each run that counts
 * @param stretches means between changes and between conditions; not for runs that are older than the searched ones
 * @param changes its changes
 * @param likeness correlation of neighbouring runs, 0 if it may be due to chance; the greater it is, the more false
 *     alarms there are
 */
public record PastFigure(
        @JsonUnwrapped PastRun.Key key,
        List<Point> points,
        List<Stretch> stretches,
        List<Change> changes,
        double likeness) {
    public record Point(int run, double value, boolean lowerBound) {}

    /** Runs of the same conditions without a change between them. */
    public record Stretch(int conditions, int first, int last, int runs, double mean) {}

    /**
     * A change.
     *
     * @param before number of the last run before it
     * @param first number of the first run after it
     * @param firstId id of that run
     * @param meanBefore mean of the stretch before it
     * @param meanAfter mean of the stretch after it
     * @param change the difference of the means as a share of the mean before; null if that mean is 0, or if not every
     *     run before the change passed
     * @param result whether it is better or worse
     * @param pValue share of permutations with a split that is at least as good
     * @param environment simultaneous changes of the environment, in words
     */
    public record Change(
            int before,
            int first,
            String firstId,
            double meanBefore,
            double meanAfter,
            @Nullable Double change,
            Result result,
            double pValue,
            List<String> environment) {}

    /** The figure in words, such as {@code store purchase p95}. */
    public String words() {
        return key.words();
    }

    /** Whether a series has older values than those that were searched. */
    boolean hasUnsearched() {
        return stretches.stream().mapToInt(Stretch::runs).sum() < points.size();
    }

    /**
     * The parameters of the search for changes.
     *
     * @param falseAlarms bound of one series
     * @param mostValues number of values of a series that are searched, the newest ones
     * @param seed seed of the permutations
     */
    record Search(double falseAlarms, int mostValues, long seed) {}

    static PastFigure of(PastRun.Key key, List<Series> series, List<PastRun> runs, Search search) {
        List<Point> points = new ArrayList<>();
        List<Stretch> stretches = new ArrayList<>();
        List<Change> changes = new ArrayList<>();
        double likeness = 0;
        for (Series one : series) {
            points.addAll(one.points());
            if (one.points().isEmpty()) {
                continue;
            }
            Series searched = one.newest(search.mostValues());
            double[] values = searched.values();
            List<ChangePoint> found =
                    searched.isLongEnough() ? ChangePoints.of(values, search.falseAlarms(), search.seed()) : List.of();
            likeness = Math.max(likeness, ChangePoints.likeness(values, found));
            List<Stretch> own = stretches(searched, found);
            for (int i = 0; i < found.size(); i++) {
                changes.add(change(searched, own.get(i), own.get(i + 1), found.get(i), runs));
            }
            stretches.addAll(own);
        }
        points.sort((a, b) -> Integer.compare(a.run(), b.run()));
        changes.sort((a, b) -> Integer.compare(a.first(), b.first()));
        return new PastFigure(key, points, stretches, changes, likeness);
    }

    private static List<Stretch> stretches(Series series, List<ChangePoint> found) {
        List<Stretch> stretches = new ArrayList<>();
        double[] values = series.values();
        int from = 0;
        for (int i = 0; i <= found.size(); i++) {
            int to = i < found.size() ? found.get(i).index() : values.length;
            stretches.add(new Stretch(
                    series.conditions(),
                    series.points().get(from).run(),
                    series.points().get(to - 1).run(),
                    to - from,
                    Arrays.stream(values, from, to).average().orElseThrow()));
            from = to;
        }
        return stretches;
    }

    private static Change change(Series series, Stretch before, Stretch after, ChangePoint found, List<PastRun> runs) {
        PastRun last = runs.get(before.last() - 1);
        PastRun first = runs.get(after.first() - 1);
        double by = after.mean() - before.mean();
        boolean isBaseline = before.mean() != 0
                && series.points().stream()
                        .filter(point -> before.first() <= point.run() && point.run() <= before.last())
                        .allMatch(point -> runs.get(point.run() - 1).passed());
        return new Change(
                before.last(),
                after.first(),
                first.id(),
                before.mean(),
                after.mean(),
                isBaseline ? Double.valueOf(by / Math.abs(before.mean())) : null,
                Result.of(series.key().better(), by > 0),
                found.pValue(),
                EnvironmentDifferences.of(List.of(last.environment(), first.environment())).stream()
                        .filter(difference -> !difference.minor())
                        .map(Conditions::text)
                        .toList());
    }

    /**
     * The values of a figure under the same conditions, of the runs that count.
     *
     * @param points in the order of time
     */
    record Series(PastRun.Key key, int conditions, List<Point> points) {
        static Series of(PastRun.Key key, int conditions, List<PastRun> runs, List<Integer> conditionsOfRuns) {
            List<Point> points = new ArrayList<>();
            for (int i = 0; i < runs.size(); i++) {
                int number = i + 1;
                if (conditionsOfRuns.get(i) == conditions && runs.get(i).counts()) {
                    runs.get(i).values().stream()
                            .filter(value -> value.key().equals(key))
                            .limit(1)
                            .forEach(value -> points.add(new Point(number, value.value(), value.lowerBound())));
                }
            }
            return new Series(key, conditions, points);
        }

        boolean isLongEnough() {
            return points.size() >= 2 * ChangePoints.FEWEST_VALUES;
        }

        /** The same series, truncated to its newest values. */
        Series newest(int most) {
            return points.size() <= most
                    ? this
                    : new Series(key, conditions, points.subList(points.size() - most, points.size()));
        }

        double[] values() {
            return points.stream().mapToDouble(Point::value).toArray();
        }
    }
}

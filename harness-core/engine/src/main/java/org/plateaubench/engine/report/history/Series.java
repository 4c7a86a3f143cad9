// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.report.history;

import java.util.ArrayList;
import java.util.List;
import org.plateaubench.engine.statistics.ChangePoints;

/**
 * The values of a figure under the same conditions, of the runs that count.
 *
 * @param points in the order of time
 */
record Series(PastRun.Key key, int conditions, List<Point> points) {
    record Point(int run, double value, boolean lowerBound) {}

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

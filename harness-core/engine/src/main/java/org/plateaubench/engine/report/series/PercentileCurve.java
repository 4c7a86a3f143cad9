// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.report.series;

import java.util.ArrayList;
import java.util.List;
import org.plateaubench.engine.statistics.Nanos;
import org.plateaubench.engine.store.record.MergedCounts;
import org.plateaubench.measure.histogram.ExactRange;

/** The percentile curve of one operation: pairs of percentile and milliseconds. */
public final class PercentileCurve {
    private static final double PERCENT = 100;
    /** Points per factor of ten on the horizontal axis. */
    private static final int POINTS_PER_DECADE = 24;

    private PercentileCurve() {}

    /**
     * The curve up to the last measured value; it ends where censored operations begin, because their times are
     * unknown. No point is outside the range from the exact smallest to the exact greatest value.
     *
     * @param leastNanos exact smallest measured value
     * @param greatestNanos exact greatest measured value
     */
    public static List<List<Double>> of(MergedCounts measured, long censored, long leastNanos, long greatestNanos) {
        List<List<Double>> points = new ArrayList<>();
        long total = measured.total();
        long all = total + censored;
        if (total == 0) {
            return points;
        }
        for (int step = 0; ; step++) {
            double tail = Math.pow(10, (double) step / POINTS_PER_DECADE);
            long rank = Math.max(1, (long) Math.ceil((1 - 1 / tail) * all));
            if (rank > total || tail > all) {
                return points;
            }
            long nanos = ExactRange.within(measured.valueAtRank(rank), leastNanos, greatestNanos);
            points.add(List.of(PERCENT * (1 - 1 / tail), nanos / Nanos.PER_MILLI));
        }
    }
}

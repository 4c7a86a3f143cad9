// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.report.comparison;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.figure.Estimate;
import org.plateaubench.engine.figure.Figures;
import org.plateaubench.engine.figure.StoredCounts;
import org.plateaubench.engine.judge.result.TimeSummary;
import org.plateaubench.engine.statistics.Moments;
import org.plateaubench.measure.interval.LineInterval;

/** Adds up one operation, unit or workload by blocks of the steady window. Not thread-safe. */
final class LineBlocks {
    /** The smallest number of events in a block from which a rate is computed, as in measurement rule M18. */
    private static final long LEAST_EVENTS = 20;
    /** The greatest share of censored values among the samples that exceed a percentile. */
    private static final double MOST_CENSORED = 0.1;

    private static final double PERCENT = 100;

    private final long[] completed = new long[Spreads.BLOCKS];
    private final long[] intended = new long[Spreads.BLOCKS];
    private final long[] failed = new long[Spreads.BLOCKS];
    private final long[] declined = new long[Spreads.BLOCKS];
    private final @Nullable Histogram[] responses = new Histogram[Spreads.BLOCKS];
    private long censored;

    void add(int block, LineInterval.Counts counts) {
        completed[block] += counts.okEnds();
        intended[block] += counts.ok() + counts.declined() + counts.failed();
        failed[block] += counts.failed();
        declined[block] += counts.declined();
        censored += counts.censored();
    }

    void add(int block, StoredCounts counts) {
        Histogram sum = responses[block];
        if (sum == null) {
            responses[block] = counts.toHistogram();
        } else {
            counts.addTo(sum);
        }
    }

    /**
     * The known standard errors, by name of the figure.
     *
     * @param seconds covered time of each block
     */
    Map<String, Double> standardErrors(double[] seconds) {
        Map<String, Double> errors = new HashMap<>();
        if (Arrays.stream(completed).allMatch(count -> count >= LEAST_EVENTS)) {
            double[] rates = new double[Spreads.BLOCKS];
            Arrays.setAll(rates, block -> completed[block] / seconds[block]);
            double one = 1 / Arrays.stream(seconds).sum();
            errors.put(FigureNames.THROUGHPUT, Math.max(standardError(rates), one));
        }
        if (Arrays.stream(intended).allMatch(count -> count >= LEAST_EVENTS)) {
            errors.put(FigureNames.ERRORS, share(failed));
            errors.put(FigureNames.DECLINED, share(declined));
        }
        for (Map.Entry<String, Double> percentile : TimeSummary.PERCENTILES.entrySet()) {
            Double error = ofPercentile(percentile.getValue());
            if (error != null) {
                errors.put(percentile.getKey(), error);
            }
        }
        return errors;
    }

    /** The standard error of a share in percent; at least that of a count that differs by one. */
    private double share(long[] part) {
        double[] shares = new double[Spreads.BLOCKS];
        Arrays.setAll(shares, block -> PERCENT * part[block] / intended[block]);
        return Math.max(standardError(shares), PERCENT / Arrays.stream(intended).sum());
    }

    /**
     * The standard error of a percentile in milliseconds, null if fewer than ten samples of a block exceed the
     * percentile. It is at least the resolution of the histogram.
     */
    private @Nullable Double ofPercentile(double percentile) {
        double beyond = 1 - percentile / PERCENT;
        double[] values = new double[Spreads.BLOCKS];
        double stepMs = 0;
        long total = 0;
        for (int block = 0; block < Spreads.BLOCKS; block++) {
            Histogram times = responses[block];
            if (times == null || times.getTotalCount() * beyond < Estimate.NEEDED_BEYOND) {
                return null;
            }
            long nanos = times.getValueAtPercentile(percentile);
            values[block] = Figures.millis(nanos);
            stepMs = Math.max(stepMs, Figures.millis(times.sizeOfEquivalentValueRange(nanos)));
            total += times.getTotalCount();
        }
        return censored > MOST_CENSORED * beyond * total
                ? null
                : Double.valueOf(Math.max(standardError(values), stepMs));
    }

    /** The standard error of the mean of independent values: their standard deviation over the root of their number. */
    static double standardError(double[] values) {
        return Math.sqrt(Moments.variance(values) / values.length);
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.measure.histogram;

import org.HdrHistogram.Histogram;

/** Range and resolution of every histogram (measurement rule M13). */
public final class HistogramRange {
    /** Least time that is distinguished from 0: one microsecond. */
    public static final long LOWEST_NANOS = 1_000;
    /** Greatest time that a histogram holds: one hour. Longer times are counted as overflow. */
    public static final long HIGHEST_NANOS = 3_600_000_000_000L;

    public static final int OK_DIGITS = 3;
    public static final int ERROR_DIGITS = 2;

    private HistogramRange() {}

    /** An empty histogram for successes, refusals and lags. */
    public static Histogram okHistogram() {
        return new Histogram(LOWEST_NANOS, HIGHEST_NANOS, OK_DIGITS);
    }

    /** An empty histogram for errors. */
    public static Histogram errorHistogram() {
        return new Histogram(LOWEST_NANOS, HIGHEST_NANOS, ERROR_DIGITS);
    }
}

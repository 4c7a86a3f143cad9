// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge.figures;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.QosLimit;
import org.plateaubench.engine.figure.Estimate;
import org.plateaubench.engine.statistics.Nanos;
import org.plateaubench.measure.histogram.HistogramRange;

/**
 * The harness's own part of a workload's times (measurement rule M24). Only the lag of operations counts: the lag of
 * probes is shown separately and never added, since no operation had it. Dispatch lag and completion lag are added by
 * percentile, as if the operations that began late were also those whose replies waited. This is correct when the
 * harness is stopped, and an overestimate otherwise.
 *
 * @param dispatch lateness of the starts of operations
 * @param completion how long replies waited, of operations or of probes
 * @param perOperation whether completion lag was measured on every operation
 */
public record HarnessLag(RankedTimes dispatch, RankedTimes completion, boolean perOperation) {
    /** The reported percentiles, by their names in files. */
    public static final Map<String, Double> PRINTED = printed();
    /** The name in files of the longest time, which is reported with them. */
    public static final String LONGEST = "max";

    /** The share of lag above which a figure is marked as limited by the harness. */
    public static final double LIMITED = 0.1;

    public static final String MARK = "#";
    public static final String MEANING =
            MARK + " limited by the harness: more than 10 % of it may be the harness's own lag";

    /** The lag of times without any part of the harness. */
    public static final HarnessLag NONE = new HarnessLag(nothing(), nothing(), false);

    public enum Time {
        /** The time from the intended start, which contains dispatch lag and completion lag. */
        RESPONSE("response time"),
        /** The time from the actual start, which contains only completion lag. */
        SERVICE("service time");

        private final String words;

        Time(String words) {
            this.words = words;
        }

        public String words() {
            return words;
        }
    }

    /** A percentile of the lag in such times; null when it was not measured on operations. */
    public @Nullable Estimate percentile(Time time, double percentile) {
        Estimate waited = perOperation ? completion.percentile(percentile) : null;
        if (time == Time.SERVICE) {
            return waited;
        }
        Estimate late = dispatch.percentile(percentile);
        return late == null || waited == null
                ? late
                : new Estimate(
                        late.nanos() + waited.nanos(),
                        late.lowerBound() || waited.lowerBound(),
                        late.lowResolution() || waited.lowResolution());
    }

    /** The longest lag in such times; null when it was not measured on operations. */
    public @Nullable Long longestNanos(Time time) {
        Long waited = perOperation && completion.measured() > 0 ? Long.valueOf(completion.longestNanos()) : null;
        if (time == Time.SERVICE || dispatch.measured() == 0) {
            return time == Time.SERVICE ? waited : null;
        }
        return Long.valueOf(dispatch.longestNanos() + (waited == null ? 0 : waited));
    }

    /** The lag in the time that a limit bounds, nanoseconds; 0 when it was not measured on operations. */
    public double nanosOf(QosLimit limit) {
        return switch (limit.metric()) {
            case PERCENTILE -> {
                Estimate lag = percentile(Time.RESPONSE, limit.percentile());
                yield lag == null ? 0 : lag.nanos();
            }
            case MEAN -> mean(dispatch) + (perOperation ? mean(completion) : 0);
            case MAX -> {
                Long longest = longestNanos(Time.RESPONSE);
                yield longest == null ? 0 : longest;
            }
            case ERRORS, DECLINED, RATE -> 0;
        };
    }

    private static double mean(RankedTimes lags) {
        Double mean = lags.meanNanos();
        return mean == null ? 0 : mean;
    }

    /**
     * Whether an upper limit on a time is below the precision of this run: below the harness's own lag in the bounded
     * time, or below the smallest time that histograms distinguish from 0. False for a time that would miss the limit
     * even without that lag.
     *
     * @param valueMs measured value
     */
    public boolean hides(QosLimit limit, double valueMs) {
        double lagNanos = nanosOf(limit);
        double boundNanos = limit.bound() * Nanos.PER_MILLI;
        return limit.metric().isTime()
                && limit.isUpper()
                && boundNanos < Math.max(lagNanos, HistogramRange.LOWEST_NANOS)
                && valueMs * Nanos.PER_MILLI - lagNanos <= Math.max(boundNanos, HistogramRange.LOWEST_NANOS);
    }

    private static RankedTimes nothing() {
        return new TimesSum().ranked(HistogramRange.okHistogram(), 0, 0);
    }

    private static Map<String, Double> printed() {
        Map<String, Double> map = new LinkedHashMap<>();
        map.put("p50", 50.0);
        map.put("p90", 90.0);
        map.put("p95", 95.0);
        map.put("p99", 99.0);
        map.put("p99_9", 99.9);
        return Collections.unmodifiableMap(map);
    }
}

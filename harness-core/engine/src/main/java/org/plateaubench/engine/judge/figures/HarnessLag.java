// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge.figures;

import org.jspecify.annotations.Nullable;
import org.plateaubench.api.QosLimit;
import org.plateaubench.engine.figure.Figure;
import org.plateaubench.engine.figure.Figure.Section;
import org.plateaubench.engine.figure.Figures;
import org.plateaubench.engine.figure.TimeTotals;
import org.plateaubench.engine.figure.TimeTotals.Estimate;
import org.plateaubench.engine.statistics.Nanos;
import org.plateaubench.measure.histogram.HistogramRange;

/**
 * The harness's own part of a workload's times (measurement rule M24). Only the lag of operations counts. The lag of
 * probes is shown separately and never added, since it is not part of the time of any operation. Dispatch lag and
 * completion lag are added by percentile, as if the operations that began late were also those whose replies waited.
 * This is correct when the harness is stopped, and an overestimate otherwise.
 *
 * @param completion how long replies waited, of operations or of probes
 * @param perOperation whether completion lag was measured on every operation
 */
public record HarnessLag(TimeTotals dispatch, TimeTotals completion, boolean perOperation) {
    /** The share of lag above which a figure is marked as limited by the harness. */
    public static final double LIMITED = 0.1;

    public static final String MARK = "#";
    public static final String MEANING =
            MARK + " limited by the harness: more than 10 % of it may be the harness's own lag";

    public static final HarnessLag NONE = new HarnessLag(new TimeTotals(), new TimeTotals(), false);

    /** The lag in response times, or in service times, which contain only completion lag; null if not measured. */
    public @Nullable Estimate percentile(Section times, double percentile) {
        Estimate waited = perOperation ? completion.percentile(percentile) : null;
        if (times == Section.SERVICE_TIMES) {
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

    /** The lag in a figure as a share of its value in milliseconds; null when it is not known. */
    public @Nullable Double share(Figure figure, double valueMs) {
        boolean hasLag = figure.percentile() > 0 && figure.section() != Section.ERROR_TIMES;
        Estimate lag = hasLag ? percentile(figure.section(), figure.percentile()) : null;
        return lag == null || valueMs <= 0
                ? null
                : Double.valueOf(Figures.rounded(lag.nanos() / (valueMs * Nanos.PER_MILLI)));
    }

    /** The lag in the time that a limit bounds, nanoseconds; 0 when it was not measured on operations. */
    public double nanosOf(QosLimit limit) {
        return switch (limit.metric()) {
            case PERCENTILE -> {
                Estimate lag = percentile(Section.RESPONSE_TIMES, limit.percentile());
                yield lag == null ? 0 : lag.nanos();
            }
            case MEAN -> mean(dispatch) + (perOperation ? mean(completion) : 0);
            case MAX -> {
                Estimate longest = percentile(Section.RESPONSE_TIMES, 100);
                yield longest == null ? 0 : longest.nanos();
            }
            case ERRORS, DECLINED, RATE -> 0;
        };
    }

    private static double mean(TimeTotals lags) {
        Double mean = lags.meanNanos();
        return mean == null ? 0 : mean;
    }

    /** Whether a limit is below this run's precision; false for a time that misses it without lag. */
    public boolean hides(QosLimit limit, double valueMs) {
        double lagNanos = nanosOf(limit);
        double boundNanos = limit.bound() * Nanos.PER_MILLI;
        return limit.metric().isTime()
                && limit.isUpper()
                && boundNanos < Math.max(lagNanos, HistogramRange.LOWEST_NANOS)
                && valueMs * Nanos.PER_MILLI - lagNanos <= Math.max(boundNanos, HistogramRange.LOWEST_NANOS);
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge.result;

import com.fasterxml.jackson.annotation.JsonValue;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.QosLimit;
import org.plateaubench.engine.figure.Figures;

/**
 * A limit with its result.
 *
 * @param value measured value, in the limit's unit; null when nothing was measured
 * @param met whether the limit was met; null when it was not tested
 * @param untested the reason why it was not tested, a sentence; null when it was tested
 * @param lagMs the harness's own lag in the time that the limit bounds; null for other limits
 * @param isHidden whether it is below the precision of the harness, so that the result is unknown
 */
public record LimitResult(
        QosLimit limit,
        @Nullable Double value,
        boolean lowerBound,
        @Nullable Boolean met,
        @Nullable String untested,
        @Nullable Double lagMs,
        boolean isHidden) {
    public static LimitResult tested(QosLimit limit, @Nullable Double value, boolean lowerBound, boolean met) {
        return new LimitResult(limit, value, lowerBound, met, null, null, false);
    }

    public static LimitResult untested(QosLimit limit, @Nullable Double value, String why) {
        return new LimitResult(limit, value, false, null, why, null, false);
    }

    /** The same result with the harness's own lag in the time that the limit bounds, in milliseconds. */
    public LimitResult withLag(double lag) {
        return new LimitResult(limit, value, lowerBound, met, untested, lag, isHidden);
    }

    public LimitResult hidden(String why) {
        return new LimitResult(limit, value, lowerBound, null, why, lagMs, true);
    }

    /** The measured value in words, or the given words if nothing was measured. */
    public String seen(String nothing) {
        return value == null
                ? nothing
                : (lowerBound ? "at least " : "")
                        + Figures.text(value, limit.bound(), limit.metric().unit());
    }

    record Row(
            String metric,
            @Nullable Double percentile,
            String operator,
            double bound,
            String unit,
            @Nullable Double value,
            boolean lowerBound,
            @Nullable Boolean met,
            @Nullable String untested,
            @Nullable Double lagMs) {}

    @JsonValue
    Row row() {
        return new Row(
                limit.metricName(),
                limit.metric() == QosLimit.Metric.PERCENTILE ? limit.percentile() : null,
                limit.operator().sign(),
                limit.bound(),
                limit.metric().unit(),
                value,
                lowerBound,
                met,
                untested,
                lagMs);
    }
}

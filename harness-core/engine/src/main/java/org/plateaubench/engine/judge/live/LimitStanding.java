// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge.live;

import org.jspecify.annotations.Nullable;
import org.plateaubench.api.QosLimit;
import org.plateaubench.engine.judge.audit.Bounds;
import org.plateaubench.engine.judge.figures.Estimate;
import org.plateaubench.engine.judge.figures.LineFigures;
import org.plateaubench.engine.judge.result.LimitResult;
import org.plateaubench.measure.interval.LineInterval;

/**
 * A limit of a run in progress, with its result if the steady state ended now.
 *
 * @param operation operation, unit or observed series
 * @param kind its kind
 * @param limit the limit with its result so far
 * @param marginPercent distance from the bound in percent of the bound, negative beyond it; null without a value, and
 *     for a bound of 0
 * @param samples number of values from which the result is computed
 * @param samplesMissing number of further values that are needed for a result; 0 when there are enough
 */
public record LimitStanding(
        String operation,
        LineInterval.Kind kind,
        LimitResult limit,
        @Nullable Double marginPercent,
        long samples,
        long samplesMissing) {
    static LimitStanding of(LineFigures line, LimitResult result) {
        QosLimit limit = result.limit();
        long samples = limit.metric().isTime()
                ? line.responseTimes().ranked()
                : line.totals().intended();
        return new LimitStanding(
                line.name(), line.kind(), result, margin(result), samples, Math.max(0, needed(limit) - samples));
    }

    private static @Nullable Double margin(LimitResult result) {
        QosLimit limit = result.limit();
        Double value = result.value();
        if (value == null || limit.bound() == 0) {
            return null;
        }
        double above = 100 * (value - limit.bound()) / limit.bound();
        return limit.isUpper() ? -above : above;
    }

    private static long needed(QosLimit limit) {
        return switch (limit.metric()) {
            case PERCENTILE ->
                (long) Math.ceil(Estimate.NEEDED_BEYOND / (1 - Math.min(limit.percentile(), 99.999) / 100) - 1e-6);
            case MEAN, MAX, ERRORS, DECLINED -> Bounds.RATE_NEEDS;
            case RATE -> 0;
        };
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.plateaubench.api.QosLimit;
import org.plateaubench.engine.judge.audit.Bounds;
import org.plateaubench.engine.judge.figures.Estimate;
import org.plateaubench.engine.judge.figures.LineFigures;
import org.plateaubench.engine.judge.figures.Window;
import org.plateaubench.engine.judge.figures.WorkloadFigures;

/** Finds the limits of a line that are missed so far, or for certain. Pure functions. */
final class LimitOutlook {
    /** Over a shorter time a rate and the absence of a success say little. */
    static final double SLOW_SECONDS = 10;

    private LimitOutlook() {}

    /** Reasons by the text of the limit. */
    static Map<String, Reason> of(WorkloadFigures workload, LineResult line, Window window, boolean soFar) {
        Map<String, Reason> found = new LinkedHashMap<>();
        LineFigures figures = workload.lines().stream()
                .filter(other -> other.name().equals(line.name()))
                .findFirst()
                .orElseThrow();
        for (LimitResult result : line.block().limits()) {
            boolean counts = soFar
                    ? isTold(result, figures, window)
                    : isBestMost(result.limit()) && Boolean.FALSE.equals(result.met());
            List<Reason> reasons = new ArrayList<>();
            if (counts) {
                LimitRule.reasons(workload.scope(line.name()), only(line.block(), result), reasons);
            }
            reasons.forEach(reason -> found.put(result.limit() + " " + reason.rule(), reason));
        }
        return found;
    }

    /** Whether the best possible rest is the best for a limit: more and faster successes. */
    private static boolean isBestMost(QosLimit limit) {
        return isUpper(limit) != (limit.metric() == QosLimit.Metric.RATE);
    }

    private static boolean isUpper(QosLimit limit) {
        return limit.operator() == QosLimit.Operator.LESS || limit.operator() == QosLimit.Operator.AT_MOST;
    }

    /** A percentile counts as too long like a lag does: when ten values lie beyond its bound. */
    private static boolean isTold(LimitResult result, LineFigures line, Window window) {
        QosLimit limit = result.limit();
        boolean enough = line.totals().intended() >= Bounds.RATE_NEEDS;
        return switch (limit.metric()) {
            case PERCENTILE, MEAN ->
                enough
                        && (result.value() == null
                                || !isUpper(limit)
                                || line.responseTimes().beyond((long) (limit.bound() * 1e6)) >= Estimate.NEEDED_BEYOND);
            case MAX -> enough || line.responseTimes().ranked() > 0;
            case ERRORS, DECLINED -> true;
            case RATE -> window.seconds() >= SLOW_SECONDS;
        };
    }

    private static Block only(Block block, LimitResult limit) {
        return new Block(
                block.counts(),
                block.errorsByClass(),
                block.declinedByReason(),
                block.throughputPerSecond(),
                block.responseTime(),
                block.serviceTime(),
                block.errorTime(),
                block.mix(),
                List.of(limit));
    }
}

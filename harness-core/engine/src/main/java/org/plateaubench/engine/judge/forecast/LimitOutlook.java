// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge.forecast;

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
import org.plateaubench.engine.judge.result.LimitResult;
import org.plateaubench.engine.judge.result.LineResult;
import org.plateaubench.engine.judge.result.Reason;
import org.plateaubench.engine.judge.rule.LimitRule;

/** Finds the limits of a line that are missed so far or will certainly be missed. Pure functions. */
final class LimitOutlook {
    /** The number of seconds below which a rate, or the absence of a success, means little. */
    static final double SLOW_SECONDS = 10;

    private static final double HARDLY = 1e-6;

    private LimitOutlook() {}

    /** The reasons by the text of their limits. */
    static Map<String, Reason> of(WorkloadFigures workload, LineResult line, Window window, boolean soFar) {
        Map<String, Reason> found = new LinkedHashMap<>();
        LineFigures figures = workload.lines().stream()
                .filter(other -> other.name().equals(line.name()))
                .findFirst()
                .orElseThrow();
        for (LimitResult result : line.block().limits()) {
            boolean counts = soFar
                    ? isEvident(result, figures, window)
                    : isBestMost(result.limit()) && Boolean.FALSE.equals(result.met());
            List<Reason> reasons = new ArrayList<>();
            if (counts) {
                LimitRule.reasons(workload.scope(line.name()), line.block().withOnly(result), reasons);
            }
            reasons.forEach(reason -> found.put(result.limit() + " " + reason.rule(), reason));
        }
        return found;
    }

    /** Whether more and faster successes, as in the best possible rest, are best for a limit. */
    private static boolean isBestMost(QosLimit limit) {
        return limit.isUpper() != (limit.metric() == QosLimit.Metric.RATE);
    }

    /**
     * Whether a missed limit is evident so far. A percentile counts as too long if, as for a lag, ten values exceed its
     * bound, or if so many of only a few values exceed it that a SUT that meets the limit would hardly ever produce
     * them.
     */
    private static boolean isEvident(LimitResult result, LineFigures line, Window window) {
        QosLimit limit = result.limit();
        boolean enough = line.totals().intended() >= Bounds.RATE_NEEDS;
        return switch (limit.metric()) {
            case PERCENTILE, MEAN -> (enough && isClear(result, limit, line)) || isHardlyChance(limit, line);
            case MAX -> enough || line.responseTimes().ranked() > 0;
            case ERRORS, DECLINED -> true;
            case RATE -> window.seconds() >= SLOW_SECONDS;
        };
    }

    private static boolean isClear(LimitResult result, QosLimit limit, LineFigures line) {
        return result.value() == null || !limit.isUpper() || beyond(limit, line) >= Estimate.NEEDED_BEYOND;
    }

    private static long beyond(QosLimit limit, LineFigures line) {
        return line.responseTimes().beyond((long) (limit.bound() * 1e6));
    }

    /**
     * Whether more values exceed the bound than chance would explain for a SUT that just meets an upper limit on a
     * percentile: their binomial probability, bounded from above by Hoeffding's inequality in its form with relative
     * entropy (Hoeffding 1963, theorem 1), is at most {@value #HARDLY}.
     */
    private static boolean isHardlyChance(QosLimit limit, LineFigures line) {
        long samples = line.responseTimes().ranked();
        if (limit.metric() != QosLimit.Metric.PERCENTILE || !limit.isUpper() || samples == 0) {
            return false;
        }
        double kept = 1 - limit.percentile() / 100;
        double seen = (double) beyond(limit, line) / samples;
        if (seen <= kept) {
            return false;
        }
        double entropy = seen * Math.log(seen / kept) + (seen < 1 ? (1 - seen) * Math.log((1 - seen) / (1 - kept)) : 0);
        return Math.exp(-samples * entropy) <= HARDLY;
    }
}

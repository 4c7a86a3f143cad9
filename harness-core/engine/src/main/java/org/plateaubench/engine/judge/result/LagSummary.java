// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge.result;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.figure.Estimate;
import org.plateaubench.engine.figure.Figure;
import org.plateaubench.engine.figure.Figures;
import org.plateaubench.engine.figure.OperationColumns;
import org.plateaubench.engine.figure.TimeTotals;
import org.plateaubench.engine.judge.figures.HarnessLag;
import org.plateaubench.engine.judge.figures.WorkloadFigures;

/**
 * The lags of the harness in the times of a workload, in milliseconds by name of the percentile and {@code max}.
 *
 * @param dispatch how late operations began; null when there were none
 * @param completion how long replies waited; null when it was not measured
 * @param completionOf {@value #OPERATIONS} if completion lag was measured on every operation and so counts in the
 *     shares; otherwise {@code probes}, and it is only shown
 */
public record LagSummary(
        @Nullable Map<String, Double> dispatch, @Nullable Map<String, Double> completion, String completionOf) {
    public static final String OPERATIONS = "operations";

    public static LagSummary of(HarnessLag lag) {
        return new LagSummary(
                millis(lag.dispatch()), millis(lag.completion()), lag.perOperation() ? OPERATIONS : "probes");
    }

    public static HarnessLag merged(List<WorkloadFigures> tiles) {
        return new HarnessLag(
                TimeTotals.sum(tiles.stream().map(WorkloadFigures::dispatchLag).toList()),
                TimeTotals.sum(
                        tiles.stream().map(WorkloadFigures::completionLag).toList()),
                tiles.getFirst().harnessLag().perOperation());
    }

    private static @Nullable Map<String, Double> millis(TimeTotals lags) {
        Map<String, Double> millis = new LinkedHashMap<>();
        for (Figure figure : OperationColumns.PERCENTILES) {
            Estimate lag = lags.percentile(figure.percentile());
            if (lag != null) {
                millis.put(figure.name(), Figures.millis(lag.nanos()));
            }
        }
        return millis.isEmpty() ? null : millis;
    }
}

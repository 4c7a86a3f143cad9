// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge.result;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.figure.Estimate;
import org.plateaubench.engine.figure.Figures;
import org.plateaubench.engine.judge.figures.HarnessLag;
import org.plateaubench.engine.judge.figures.LagFigures;
import org.plateaubench.engine.judge.figures.RankedTimes;
import org.plateaubench.engine.judge.figures.WorkloadFigures;

/**
 * The lags of the harness in the times of a workload, in milliseconds by name of the percentile and {@code max}.
 *
 * @param dispatchMs how late operations began; empty when there were none
 * @param completionMs how long replies waited; empty when it was not measured
 * @param perOperation whether completion lag was measured on every operation and so counts in the shares; otherwise it
 *     was measured on probes, and is only shown
 */
public record LagSummary(Map<String, Double> dispatchMs, Map<String, Double> completionMs, boolean perOperation) {
    public static LagSummary of(HarnessLag lag) {
        return new LagSummary(millis(lag.dispatch()), millis(lag.completion()), lag.perOperation());
    }

    /** The lag over several tiles of a workload, which all have the same load. */
    public static HarnessLag merged(List<WorkloadFigures> tiles) {
        return new HarnessLag(
                LagFigures.merge(
                                tiles.stream().map(WorkloadFigures::dispatchLag).toList())
                        .times(),
                LagFigures.merge(tiles.stream()
                                .map(WorkloadFigures::completionLag)
                                .toList())
                        .times(),
                tiles.getFirst().harnessLag().perOperation());
    }

    private static Map<String, Double> millis(RankedTimes lags) {
        Map<String, Double> millis = new LinkedHashMap<>();
        HarnessLag.PRINTED.forEach((name, percentile) -> {
            Estimate lag = lags.percentile(percentile);
            if (lag != null) {
                millis.put(name, Figures.millis(lag.nanos()));
            }
        });
        if (lags.measured() > 0) {
            millis.put(HarnessLag.LONGEST, Figures.millis(lags.longestNanos()));
        }
        return millis;
    }

    /** The form in {@code result.json}. */
    record Row(
            @Nullable Map<String, Double> dispatch,
            @Nullable Map<String, Double> completion,
            String completionOf) {}

    @JsonValue
    Row row() {
        return new Row(
                dispatchMs.isEmpty() ? null : dispatchMs,
                completionMs.isEmpty() ? null : completionMs,
                perOperation ? "operations" : "probes");
    }
}

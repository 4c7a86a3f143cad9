// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge.result;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.figure.Estimate;
import org.plateaubench.engine.figure.Figures;
import org.plateaubench.engine.judge.figures.HarnessLag;
import org.plateaubench.engine.judge.figures.RankedTimes;

/**
 * Times of one population in milliseconds.
 *
 * @param count number of measured values
 * @param censored number of operations of which only a lower bound of their time is known; they rank above every
 *     measured value
 * @param minMs exact smallest value, null without measured values
 * @param meanMs exact mean of the measured values, null without them
 * @param percentilesMs percentiles by name, {@code p50} to {@code p99_9}
 * @param maxMs longest known wait
 * @param lowerBounds names of the percentiles (and {@code max}) that fall among the censored
 * @param lowResolution names of the percentiles that fewer than 10 samples exceed
 * @param harness the harness's own lag as a share of these times
 */
public record TimeSummary(
        long count,
        long censored,
        @Nullable Double minMs,
        @Nullable Double meanMs,
        Map<String, Double> percentilesMs,
        double maxMs,
        List<String> lowerBounds,
        List<String> lowResolution,
        HarnessShare harness) {

    public static final Map<String, Double> PERCENTILES = HarnessLag.PRINTED;

    public static @Nullable TimeSummary of(RankedTimes times, HarnessShare harness) {
        if (times.ranked() == 0) {
            return null;
        }
        Map<String, Double> values = new LinkedHashMap<>();
        List<String> lowerBounds = new ArrayList<>();
        List<String> lowResolution = new ArrayList<>();
        PERCENTILES.forEach((name, percentile) -> {
            Estimate estimate = times.percentile(percentile);
            if (estimate != null) {
                values.put(name, Figures.millis(estimate.nanos()));
                addIf(estimate.lowerBound(), lowerBounds, name);
                addIf(estimate.lowResolution(), lowResolution, name);
            }
        });
        addIf(times.censored() > 0, lowerBounds, HarnessLag.LONGEST);
        Double meanNanos = times.meanNanos();
        return new TimeSummary(
                times.measured(),
                times.censored(),
                times.measured() == 0 ? null : Figures.millis(times.minNanos()),
                meanNanos == null ? null : Figures.millis(meanNanos),
                values,
                Figures.millis(times.longestNanos()),
                lowerBounds,
                lowResolution,
                harness);
    }

    private static void addIf(boolean condition, List<String> names, String name) {
        if (condition) {
            names.add(name);
        }
    }

    /** The form in {@code result.json}; a percentile of too few values is omitted. */
    record Row(
            long count,
            @Nullable Double min,
            @Nullable Double mean,
            @JsonInclude(Include.NON_NULL) @Nullable Double p50,
            @JsonInclude(Include.NON_NULL) @Nullable Double p90,
            @JsonInclude(Include.NON_NULL) @Nullable Double p95,
            @JsonInclude(Include.NON_NULL) @Nullable Double p99,

            @JsonProperty("p99_9") @JsonInclude(Include.NON_NULL) @Nullable
            Double p999,

            double max,
            List<String> lowResolution,
            long censored,
            List<String> lowerBound,
            @Nullable Map<String, Double> harnessShare,
            List<String> limitedByHarness) {}

    @JsonValue
    Row row() {
        return new Row(
                count,
                minMs,
                meanMs,
                percentilesMs.get("p50"),
                percentilesMs.get("p90"),
                percentilesMs.get("p95"),
                percentilesMs.get("p99"),
                percentilesMs.get("p99_9"),
                maxMs,
                lowResolution,
                censored,
                lowerBounds,
                harness.shares().isEmpty() ? null : harness.shares(),
                harness.limited());
    }
}

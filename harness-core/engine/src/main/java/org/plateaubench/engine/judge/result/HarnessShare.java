// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge.result;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.figure.Estimate;
import org.plateaubench.engine.figure.Figures;
import org.plateaubench.engine.judge.figures.HarnessLag;
import org.plateaubench.engine.judge.figures.RankedTimes;

/**
 * The harness's own lag as a share of reported times (measurement rule M24).
 *
 * @param shares lag divided by value, by name of the percentile or {@code max}; 0 for no lag, above 1 if the lag of the
 *     whole workload is longer than the times of one operation; empty when no lag was measured on operations
 */
public record HarnessShare(Map<String, Double> shares) {
    public static final HarnessShare UNKNOWN = new HarnessShare(Map.of());

    public static HarnessShare of(RankedTimes times, HarnessLag lag, HarnessLag.Time time) {
        Map<String, Double> shares = new LinkedHashMap<>();
        HarnessLag.PRINTED.forEach((name, percentile) -> {
            Estimate value = times.percentile(percentile);
            Estimate late = lag.percentile(time, percentile);
            if (value != null && late != null && value.nanos() > 0) {
                shares.put(name, share(late.nanos(), value.nanos()));
            }
        });
        Long longest = lag.longestNanos(time);
        if (longest != null && times.longestNanos() > 0) {
            shares.put(HarnessLag.LONGEST, share(longest, times.longestNanos()));
        }
        return new HarnessShare(shares);
    }

    private static double share(long lagNanos, long nanos) {
        return Figures.rounded((double) lagNanos / nanos);
    }

    /** The share in a percentile or in {@code max}; null when it is not known. */
    public @Nullable Double of(String name) {
        return shares.get(name);
    }

    public boolean isLimited(String name) {
        Double share = shares.get(name);
        return share != null && share > HarnessLag.LIMITED;
    }

    /** The names of the figures that are limited by the harness. */
    public List<String> limited() {
        return shares.keySet().stream().filter(this::isLimited).toList();
    }
}

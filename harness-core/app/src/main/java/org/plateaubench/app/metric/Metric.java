// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.metric;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.plateaubench.app.metric.MetricsPush.OtlpDocument;

/**
 * A metric, whose forms are {@link PrometheusText} and {@link OtlpDocument}.
 *
 * @param name name with dots, such as {@code operation.response}, without the prefix {@code plateau}
 * @param unit a unit of UCUM: {@code s}, {@code By}, {@code 1} for a share; empty for a number
 * @param help a sentence without its full stop
 */
public record Metric(String name, Type type, String unit, String help, List<Point> points) {
    public enum Type {
        TOTAL,
        LEVEL,
        TIMES,
        /** Names of a thing, whose value is always 1. */
        INFO
    }

    /**
     * A value with its labels.
     *
     * @param value the value, or the sum of the times
     * @param buckets counts of times; null for a number
     * @param at when it was measured; null for the time of the reading
     */
    public record Point(
            Map<String, String> labels,
            double value,
            @Nullable Buckets buckets,
            @Nullable Instant at) {}

    /**
     * Times in buckets.
     *
     * @param endSeconds upper ends of the buckets; longer times are in one more bucket
     */
    public record Buckets(List<Double> endSeconds, List<Long> counts, Map<Integer, Exemplar> exemplars) {}

    /** A slow operation, which is identified by names and numbers of the run only. */
    public record Exemplar(Map<String, String> labels, Instant at, double seconds) {}
}

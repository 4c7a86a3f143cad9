// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.runs;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A metric, which the console shows and {@link MetricsPush} sends.
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

    /** A value, or a sum of times; buckets are null for a number. */
    public record Point(
            Map<String, String> labels,
            double value,
            @Nullable Buckets buckets) {}

    /** {@code endSeconds} are upper ends; longer times are in one more bucket. */
    public record Buckets(List<Double> endSeconds, List<Long> counts) {}
}

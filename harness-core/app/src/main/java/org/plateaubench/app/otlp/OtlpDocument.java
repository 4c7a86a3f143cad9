// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.otlp;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A request of metrics in JSON (OTLP 1.x, opentelemetry-proto {@code metrics/v1/metrics.proto}; its JSON mapping writes 64-bit
 * integers as text). Immutable.
 */
record OtlpDocument(List<ResourceMetrics> resourceMetrics) {
    /** Totals of the whole run, and not differences since the last push, so that a failed push loses nothing. */
    private static final int CUMULATIVE = 2;

    static OtlpDocument of(Map<String, String> resource, String version, List<Metric> metrics) {
        return new OtlpDocument(List.of(new ResourceMetrics(
                new Resource(attributes(resource)),
                List.of(new ScopeMetrics(new Scope("org.plateaubench", version), metrics)))));
    }

    record ResourceMetrics(Resource resource, List<ScopeMetrics> scopeMetrics) {}

    record Resource(List<Attribute> attributes) {}

    record ScopeMetrics(Scope scope, List<Metric> metrics) {}

    record Scope(String name, String version) {}

    record Attribute(String key, Value value) {}

    record Value(String stringValue) {}

    /** A metric, which has exactly one of sum, gauge and histogram. */
    @JsonInclude(Include.NON_NULL)
    record Metric(
            String name,
            String description,
            String unit,
            @Nullable Numbers sum,
            @Nullable Numbers gauge,
            @Nullable Histogram histogram) {
        static Metric total(String name, String description, String unit, List<Point> points) {
            return new Metric(name, description, unit, new Numbers(points, CUMULATIVE, true), null, null);
        }

        static Metric level(String name, String description, String unit, List<Point> points) {
            return new Metric(name, description, unit, null, new Numbers(points, null, null), null);
        }

        static Metric times(String name, String description, List<Buckets> points) {
            return new Metric(name, description, "s", null, null, new Histogram(points, CUMULATIVE));
        }

        boolean isEmpty() {
            return (sum == null || sum.dataPoints().isEmpty())
                    && (gauge == null || gauge.dataPoints().isEmpty())
                    && (histogram == null || histogram.dataPoints().isEmpty());
        }
    }

    @JsonInclude(Include.NON_NULL)
    record Numbers(
            List<Point> dataPoints,
            @Nullable Integer aggregationTemporality,
            @Nullable Boolean isMonotonic) {}

    record Histogram(List<Buckets> dataPoints, int aggregationTemporality) {}

    record Point(List<Attribute> attributes, String startTimeUnixNano, String timeUnixNano, double asDouble) {}

    record Buckets(
            List<Attribute> attributes,
            String startTimeUnixNano,
            String timeUnixNano,
            String count,
            double sum,
            List<String> bucketCounts,
            List<Double> explicitBounds,
            List<Exemplar> exemplars) {}

    record Exemplar(List<Attribute> filteredAttributes, String timeUnixNano, double asDouble) {}

    static List<Attribute> attributes(Map<String, String> values) {
        List<Attribute> attributes = new ArrayList<>();
        values.forEach((key, value) -> attributes.add(new Attribute(key, new Value(value))));
        return attributes;
    }

    static List<String> texts(long[] numbers) {
        return Arrays.stream(numbers).mapToObj(Long::toString).toList();
    }
}

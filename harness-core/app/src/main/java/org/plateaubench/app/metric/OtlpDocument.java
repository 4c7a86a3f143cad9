// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.metric;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A request of metrics in JSON (OTLP 1.x, opentelemetry-proto {@code metrics/v1/metrics.proto}; its JSON mapping writes 64-bit
 * integers as text). Immutable.
 */
record OtlpDocument(List<ResourceMetrics> resourceMetrics) {
    /** Totals of the whole run, and not differences since the last push, so that a failed push loses nothing. */
    private static final int CUMULATIVE = 2;

    static OtlpDocument of(
            Map<String, String> resource, String version, List<Metric> metrics, Instant start, Instant now) {
        Reading reading = new Reading(unixNanos(start), unixNanos(now));
        return new OtlpDocument(List.of(new ResourceMetrics(
                new Resource(attributes(resource)),
                List.of(new ScopeMetrics(
                        new Scope("org.plateaubench", version),
                        metrics.stream().map(reading::of).toList())))));
    }

    private record Reading(String start, String now) {
        Entry of(Metric metric) {
            String name = "plateau." + metric.name();
            String help = metric.help() + ".";
            List<Point> points = metric.points().stream().map(this::point).toList();
            return switch (metric.type()) {
                case TOTAL -> new Entry(name, help, metric.unit(), new Numbers(points, CUMULATIVE, true), null, null);
                case LEVEL, INFO -> new Entry(name, help, metric.unit(), null, new Numbers(points, null, null), null);
                case TIMES -> new Entry(name, help, metric.unit(), null, null, new Histogram(points, CUMULATIVE));
            };
        }

        private Point point(Metric.Point point) {
            Metric.Buckets buckets = point.buckets();
            String at = point.at() == null ? now : unixNanos(point.at());
            if (buckets == null) {
                return new Point(attributes(point.labels()), start, at, point.value(), null, null, null, null, null);
            }
            return new Point(
                    attributes(point.labels()),
                    start,
                    at,
                    null,
                    Long.toString(
                            buckets.counts().stream().mapToLong(Long::longValue).sum()),
                    point.value(),
                    buckets.counts().stream().map(String::valueOf).toList(),
                    buckets.endSeconds(),
                    buckets.exemplars().values().stream()
                            .map(example -> new Exemplar(
                                    attributes(example.labels()), unixNanos(example.at()), example.seconds()))
                            .toList());
        }
    }

    private static String unixNanos(Instant at) {
        return Long.toString(Math.addExact(TimeUnit.SECONDS.toNanos(at.getEpochSecond()), at.getNano()));
    }

    record ResourceMetrics(Resource resource, List<ScopeMetrics> scopeMetrics) {}

    record Resource(List<Attribute> attributes) {}

    record ScopeMetrics(Scope scope, List<Entry> metrics) {}

    record Scope(String name, String version) {}

    record Attribute(String key, Value value) {}

    record Value(String stringValue) {}

    @JsonInclude(Include.NON_NULL)
    record Entry(
            String name,
            String description,
            String unit,
            @Nullable Numbers sum,
            @Nullable Numbers gauge,
            @Nullable Histogram histogram) {}

    @JsonInclude(Include.NON_NULL)
    record Numbers(
            List<Point> dataPoints,
            @Nullable Integer aggregationTemporality,
            @Nullable Boolean isMonotonic) {}

    record Histogram(List<Point> dataPoints, int aggregationTemporality) {}

    @JsonInclude(Include.NON_NULL)
    record Point(
            List<Attribute> attributes,
            String startTimeUnixNano,
            String timeUnixNano,
            @Nullable Double asDouble,
            @Nullable String count,
            @Nullable Double sum,
            @Nullable List<String> bucketCounts,
            @Nullable List<Double> explicitBounds,
            @Nullable List<Exemplar> exemplars) {}

    record Exemplar(List<Attribute> filteredAttributes, String timeUnixNano, double asDouble) {}

    private static List<Attribute> attributes(Map<String, String> values) {
        List<Attribute> attributes = new ArrayList<>();
        values.forEach((key, value) -> attributes.add(new Attribute(key, new Value(value))));
        return attributes;
    }
}

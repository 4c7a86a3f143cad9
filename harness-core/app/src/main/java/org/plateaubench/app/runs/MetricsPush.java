// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.runs;

import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URLDecoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.IoReason;
import org.plateaubench.app.runs.MetricList.Metric;
import org.plateaubench.engine.document.Documents;
import org.plateaubench.engine.plan.RunPlan;
import org.plateaubench.engine.report.series.RunTotals;
import org.plateaubench.engine.run.event.EventType;
import org.plateaubench.engine.run.event.RunJournal;
import org.plateaubench.engine.store.RunFolder;
import org.plateaubench.engine.store.RunTail;
import org.plateaubench.measure.clock.NanoClock;

/**
 * Pushes the metrics of a run in progress, if the environment names a receiver. It reads the run's folder as a console
 * does, on a separate thread, so that a receiver cannot delay the run. Metrics are totals, so nothing is queued and a
 * failed push loses nothing. The first failure is recorded as an event of the run. It must be closed by the thread that
 * created it.
 */
public final class MetricsPush implements AutoCloseable {
    static final String SCOPE = "metrics";

    /** Maximum time for which the end of a run waits for the last push. */
    private static final Duration END = Duration.ofSeconds(3);

    private static final Duration TIMEOUT = Duration.ofSeconds(10);

    private final OtlpSettings settings;
    private final RunTail tail;
    private final RunTotals totals;

    private final NanoClock clock;
    private final Instant start;
    private final RunJournal journal;
    private final String runId;
    private final HttpClient client;
    private final CountDownLatch ending = new CountDownLatch(1);
    private final Thread thread;
    private boolean hasFailed;

    private MetricsPush(OtlpSettings settings, RunFolder folder, RunPlan plan, NanoClock clock, RunJournal journal) {
        this.settings = settings;
        this.clock = clock;
        this.journal = journal;
        start = clock.wallTime();
        runId = folder.runId();
        tail = new RunTail(folder);
        totals = new RunTotals(plan);
        client = HttpClient.newBuilder()
                .connectTimeout(TIMEOUT)
                .followRedirects(HttpClient.Redirect.NEVER)
                .build();
        thread = Thread.ofPlatform().daemon().name("plateau-otlp").unstarted(this::pushUntilEnd);
    }

    /** Returns null without a receiver. Wrong variables are recorded as an event of the run, and nothing is pushed. */
    public static @Nullable MetricsPush start(
            RunFolder folder,
            RunPlan plan,
            NanoClock clock,
            RunJournal journal,
            Function<String, @Nullable String> variables) {
        try {
            Optional<OtlpSettings> settings = OtlpSettings.of(variables);
            if (settings.isPresent()) {
                MetricsPush push = new MetricsPush(settings.get(), folder, plan, clock, journal);
                push.thread.start();
                return push;
            }
        } catch (IllegalArgumentException e) {
            journal.event(EventType.FAULT, SCOPE, "Metrics are not pushed: " + e.getMessage());
        }
        return null;
    }

    private void pushUntilEnd() {
        try {
            boolean isOver = false;
            while (!isOver) {
                isOver = ending.await(settings.interval().toNanos(), TimeUnit.NANOSECONDS);
                push();
            }
        } catch (InterruptedException e) {
            // The run has ended and no longer waits.
            Thread.currentThread().interrupt();
        }
    }

    private void push() throws InterruptedException {
        try {
            tail.read(totals);
            MetricList metrics = new MetricList();
            metrics.addRun(Map.of("run", runId), totals);
            if (metrics.all().isEmpty()) {
                return;
            }
            Map<String, Object> document = OtlpDocument.of(runId, metrics.all(), start, clock.wallTime());
            HttpRequest.Builder request = HttpRequest.newBuilder(settings.endpoint())
                    .timeout(TIMEOUT)
                    .header("Content-Type", "application/json")
                    .POST(HttpRequest.BodyPublishers.ofString(Documents.line(document)));
            settings.headers().forEach(request::setHeader);
            int status = client.send(request.build(), HttpResponse.BodyHandlers.discarding())
                    .statusCode();
            if (status / 100 != 2) {
                reportFailure("it answered with status " + status);
            }
        } catch (IOException e) {
            reportFailure(IoReason.of(e));
        } catch (IllegalArgumentException e) {
            reportFailure("a header cannot be sent");
        }
    }

    private void reportFailure(String reason) {
        if (!hasFailed) {
            hasFailed = true;
            journal.event(
                    EventType.FAULT,
                    SCOPE,
                    "Metrics could not be pushed to " + settings.endpoint() + ": " + reason
                            + "; the next push contains all totals. This is reported once.");
        }
    }

    /** Pushes a last time, and waits for that for a bounded time, or until interrupted. */
    @Override
    public void close() {
        ending.countDown();
        try {
            boolean ended = thread.join(END);
            client.shutdownNow();
            if (!ended) {
                thread.interrupt();
                thread.join(END);
            }
        } catch (InterruptedException e) {
            client.shutdownNow();
            Thread.currentThread().interrupt();
        }
    }

    /**
     * A request of metrics in JSON (OTLP 1.x, opentelemetry-proto {@code metrics/v1/metrics.proto}; its JSON mapping
     * writes 64-bit integers as text).
     */
    static final class OtlpDocument {
        /** Totals of the whole run, and not differences since the last push, so that a failed push loses nothing. */
        private static final int CUMULATIVE = 2;

        private OtlpDocument() {}

        static Map<String, Object> of(String runId, List<Metric> metrics, Instant start, Instant now) {
            List<Map<String, Object>> entries = new ArrayList<>();
            for (Metric metric : metrics) {
                List<Map<String, Object>> points = metric.points().stream()
                        .map(point -> point(point, start, now))
                        .toList();
                Map<String, Object> entry = new LinkedHashMap<>();
                entry.put("name", "plateau." + metric.name());
                entry.put("description", metric.help() + ".");
                entry.put("unit", metric.unit());
                switch (metric.type()) {
                    case TOTAL ->
                        entry.put(
                                "sum",
                                Map.of(
                                        "dataPoints",
                                        points,
                                        "aggregationTemporality",
                                        CUMULATIVE,
                                        "isMonotonic",
                                        true));
                    case LEVEL, INFO -> entry.put("gauge", Map.of("dataPoints", points));
                    case TIMES ->
                        entry.put("histogram", Map.of("dataPoints", points, "aggregationTemporality", CUMULATIVE));
                }
                entries.add(entry);
            }
            String version = String.valueOf(MetricsPush.class.getPackage().getImplementationVersion());
            Map<String, Object> scope =
                    Map.of("scope", Map.of("name", "org.plateaubench", "version", version), "metrics", entries);
            Map<String, Object> resource =
                    Map.of("attributes", attributes(Map.of("service.name", "plateau", "service.instance.id", runId)));
            return Map.of("resourceMetrics", List.of(Map.of("resource", resource, "scopeMetrics", List.of(scope))));
        }

        private static Map<String, Object> point(Metric.Point point, Instant start, Instant now) {
            Map<String, Object> result = new LinkedHashMap<>();
            result.put("attributes", attributes(point.labels()));
            result.put("startTimeUnixNano", unixNanos(start));
            result.put("timeUnixNano", unixNanos(now));
            Metric.Buckets buckets = point.buckets();
            if (buckets == null) {
                result.put("asDouble", point.value());
            } else {
                long count =
                        buckets.counts().stream().mapToLong(Long::longValue).sum();
                result.put("count", Long.toString(count));
                result.put("sum", point.value());
                result.put(
                        "bucketCounts",
                        buckets.counts().stream().map(String::valueOf).toList());
                result.put("explicitBounds", buckets.endSeconds());
            }
            return result;
        }

        private static String unixNanos(Instant at) {
            return Long.toString(TimeUnit.SECONDS.toNanos(at.getEpochSecond()) + at.getNano());
        }

        private static List<Map<String, Object>> attributes(Map<String, String> values) {
            List<Map<String, Object>> attributes = new ArrayList<>();
            values.forEach((key, value) -> attributes.add(Map.of("key", key, "value", Map.of("stringValue", value))));
            return attributes;
        }
    }

    /** Standard environment variables of OpenTelemetry; headers may contain a secret. Immutable. */
    record OtlpSettings(URI endpoint, Map<String, String> headers, Duration interval) {
        private static final String ENDPOINT = "OTEL_EXPORTER_OTLP_ENDPOINT";
        private static final String HEADERS = "OTEL_EXPORTER_OTLP_HEADERS";
        private static final String INTERVAL = "OTEL_METRIC_EXPORT_INTERVAL";
        private static final Pattern BROKEN_ESCAPE = Pattern.compile("%(?![0-9A-Fa-f]{2})");

        /** Empty without a receiver; an exception's sentence names the variable and never a header. */
        static Optional<OtlpSettings> of(Function<String, @Nullable String> variables) {
            String address = value(variables, ENDPOINT, "");
            return address.isEmpty()
                    ? Optional.empty()
                    : Optional.of(new OtlpSettings(
                            endpoint(address),
                            headers(value(variables, HEADERS, "")),
                            interval(value(variables, INTERVAL, "60000"))));
        }

        private static String value(Function<String, @Nullable String> variables, String name, String defaultValue) {
            String value = variables.apply(name);
            return value == null || value.isBlank() ? defaultValue : value.strip();
        }

        private static URI endpoint(String text) {
            try {
                URI given = new URI(text.replaceFirst("/+$", "") + "/v1/metrics");
                if (List.of("http", "https").contains(String.valueOf(given.getScheme()))
                        && given.getHost() != null
                        && given.getUserInfo() == null) {
                    return given;
                }
            } catch (URISyntaxException e) {
                // Reported below.
            }
            throw new IllegalArgumentException(
                    ENDPOINT + " is not an address; write http://HOST:PORT or https://HOST:PORT, without a user.");
        }

        private static Duration interval(String text) {
            if (!text.matches("[1-9][0-9]{0,6}")) {
                throw new IllegalArgumentException(
                        INTERVAL + " is '" + text + "'; write milliseconds, from 1 to 9999999.");
            }
            return Duration.ofMillis(Long.parseLong(text));
        }

        /** Parses {@code key=value} pairs that are separated by commas, with percent-encoded values (W3C Baggage). */
        private static Map<String, String> headers(String text) {
            Map<String, String> pairs = new LinkedHashMap<>();
            for (String pair : text.split(",", -1)) {
                int equals = pair.indexOf('=');
                String value = pair.substring(equals + 1).strip().replace("+", "%2B");
                // The decoder's message would contain the value.
                if (!pair.isBlank()
                        && (equals <= 0 || BROKEN_ESCAPE.matcher(value).find())) {
                    throw new IllegalArgumentException(HEADERS
                            + " is broken; write KEY=VALUE with commas between them, and other characters as %XX.");
                }
                if (!pair.isBlank()) {
                    pairs.put(pair.substring(0, equals).strip(), URLDecoder.decode(value, StandardCharsets.UTF_8));
                }
            }
            return pairs;
        }
    }
}

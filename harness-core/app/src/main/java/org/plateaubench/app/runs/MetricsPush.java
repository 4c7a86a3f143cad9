// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.runs;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
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
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.document.Documents;
import org.plateaubench.engine.plan.RunPlan;
import org.plateaubench.engine.report.series.RunTotals;
import org.plateaubench.engine.run.event.EventType;
import org.plateaubench.engine.run.event.RunJournal;
import org.plateaubench.engine.store.RunEvent;
import org.plateaubench.engine.store.RunFolder;
import org.plateaubench.engine.store.RunRecords;
import org.plateaubench.engine.store.RunTail;
import org.plateaubench.measure.clock.NanoClock;

/**
 * Pushes the metrics of a run in progress, if the environment names a receiver. It reads the run's folder as a console
 * does, on a separate thread, so that a receiver cannot delay the run. Metrics are totals, so nothing is queued and a
 * failed push loses nothing. The first failure is recorded as an event of the run, and the number of failures as
 * another at its end. It must be closed by the thread that created it.
 */
public final class MetricsPush implements AutoCloseable {
    static final String SCOPE = "metrics";

    /** Maximum time for which the end of a run waits for the last push. */
    private static final Duration END = Duration.ofSeconds(3);

    private static final Duration TIMEOUT = Duration.ofSeconds(10);
    private static final int MAX_ANSWER_BYTES = 16 * 1024;
    private static final int SUCCESS = 2;
    private static final int HUNDRED = 100;

    private final OtlpSettings settings;
    private final RunTail tail;
    private final RunTotals totals;

    private @Nullable Instant origin;
    private final NanoClock clock;
    private final RunJournal journal;
    private final String runId;
    private final HttpClient client;
    private final CountDownLatch ending = new CountDownLatch(1);
    private final Thread thread;
    private int pushes;
    private int failures;

    private MetricsPush(OtlpSettings settings, RunFolder folder, RunPlan plan, NanoClock clock, RunJournal journal) {
        this.settings = settings;
        this.clock = clock;
        this.journal = journal;
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
        } catch (IOException | RuntimeException e) {
            failed(e.getClass().getSimpleName() + " while the run's files were read", "no more will be sent");
        }
    }

    private void push() throws IOException, InterruptedException {
        tail.read(totals, new Start());
        Instant start = origin;
        if (start == null) {
            return;
        }
        Map<String, String> run = Map.of("run", runId);
        MetricList metrics = new MetricList();
        metrics.addRun(run, totals);
        Map<String, String> resource = Map.of("service.name", "plateau", "service.instance.id", runId);
        String version = String.valueOf(MetricsPush.class.getPackage().getImplementationVersion());
        send(Documents.line(OtlpDocument.of(resource, version, metrics.all(), start, clock.wallTime())));
    }

    private final class Start implements RunRecords {
        @Override
        public void event(RunEvent event) {
            if (origin == null && event.runNanos() >= 0) {
                origin = event.at().minusNanos(event.runNanos());
            }
        }
    }

    private void send(String body) throws InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(settings.endpoint())
                .timeout(TIMEOUT)
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(body, StandardCharsets.UTF_8));
        settings.headers().forEach(request::setHeader);
        pushes++;
        CompletableFuture<HttpResponse<String>> answer = client.sendAsync(
                request.build(),
                HttpResponse.BodyHandlers.limiting(
                        HttpResponse.BodyHandlers.ofString(StandardCharsets.UTF_8), MAX_ANSWER_BYTES));
        try {
            HttpResponse<String> answered = answer.get(TIMEOUT.toNanos(), TimeUnit.NANOSECONDS);
            if (answered.statusCode() / HUNDRED != SUCCESS) {
                failed("it answered with status " + answered.statusCode(), "the next push has it all");
            }
        } catch (TimeoutException e) {
            failed("it did not answer within " + TIMEOUT.toSeconds() + " s", "the next push has it all");
        } catch (ExecutionException e) {
            failed(String.valueOf(e.getCause()), "the next push has it all");
        } finally {
            answer.cancel(true);
        }
    }

    private void failed(String why, String then) {
        failures++;
        if (failures == 1) {
            journal.event(
                    EventType.FAULT,
                    SCOPE,
                    "Metrics could not be pushed to " + settings.place() + ": " + why + "; " + then
                            + ". This is reported once.");
        }
    }

    /** Pushes once more, and waits for this for a bounded time, or not at all if interrupted. */
    @Override
    public void close() {
        ending.countDown();
        try {
            boolean ended = thread.join(END);
            client.shutdownNow();
            if (!ended) {
                thread.interrupt();
                ended = thread.join(END);
            }
            if (ended && failures > 0) {
                journal.event(
                        EventType.FAULT,
                        SCOPE,
                        failures + " of " + pushes + " pushes of metrics to " + settings.place() + " failed.");
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

        static Map<String, Object> of(
                Map<String, String> resource, String version, List<Metric> metrics, Instant start, Instant now) {
            Reading reading = new Reading(unixNanos(start), unixNanos(now));
            Map<String, Object> scope = Map.of(
                    "scope", Map.of("name", "org.plateaubench", "version", version),
                    "metrics", metrics.stream().map(reading::of).toList());
            return Map.of(
                    "resourceMetrics",
                    List.of(Map.of(
                            "resource", Map.of("attributes", attributes(resource)), "scopeMetrics", List.of(scope))));
        }

        private record Reading(String start, String now) {
            Entry of(Metric metric) {
                String name = "plateau." + metric.name();
                String help = metric.help() + ".";
                List<Point> points = metric.points().stream().map(this::point).toList();
                return switch (metric.type()) {
                    case TOTAL ->
                        new Entry(name, help, metric.unit(), new Numbers(points, CUMULATIVE, true), null, null);
                    case LEVEL, INFO ->
                        new Entry(name, help, metric.unit(), null, new Numbers(points, null, null), null);
                    case TIMES ->
                        new Entry(name, help, metric.unit(), null, null, new Numbers(points, CUMULATIVE, null));
                };
            }

            private Point point(Metric.Point point) {
                Metric.Buckets buckets = point.buckets();
                if (buckets == null) {
                    return new Point(attributes(point.labels()), start, now, point.value(), null, null, null, null);
                }
                return new Point(
                        attributes(point.labels()),
                        start,
                        now,
                        null,
                        Long.toString(buckets.counts().stream()
                                .mapToLong(Long::longValue)
                                .sum()),
                        point.value(),
                        buckets.counts().stream().map(String::valueOf).toList(),
                        buckets.endSeconds());
            }
        }

        private static String unixNanos(Instant at) {
            return Long.toString(Math.addExact(TimeUnit.SECONDS.toNanos(at.getEpochSecond()), at.getNano()));
        }

        @JsonInclude(Include.NON_NULL)
        record Entry(
                String name,
                String description,
                String unit,
                @Nullable Numbers sum,
                @Nullable Numbers gauge,
                @Nullable Numbers histogram) {}

        @JsonInclude(Include.NON_NULL)
        record Numbers(
                List<Point> dataPoints,
                @Nullable Integer aggregationTemporality,
                @Nullable Boolean isMonotonic) {}

        @JsonInclude(Include.NON_NULL)
        record Point(
                List<Map<String, Object>> attributes,
                String startTimeUnixNano,
                String timeUnixNano,
                @Nullable Double asDouble,
                @Nullable String count,
                @Nullable Double sum,
                @Nullable List<String> bucketCounts,
                @Nullable List<Double> explicitBounds) {}

        private static List<Map<String, Object>> attributes(Map<String, String> values) {
            List<Map<String, Object>> attributes = new ArrayList<>();
            values.forEach((key, value) -> attributes.add(Map.of("key", key, "value", Map.of("stringValue", value))));
            return attributes;
        }
    }

    /** Standard environment variables of OpenTelemetry; headers may hold a secret. Immutable. */
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

        private static String value(Function<String, @Nullable String> variables, String name, String otherwise) {
            String value = variables.apply(name);
            return value == null || value.isBlank() ? otherwise : value.strip();
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

        String place() {
            return endpoint.toString();
        }

        @Override
        public String toString() {
            return "OtlpSettings[" + place() + ", every " + interval + "]";
        }
    }
}

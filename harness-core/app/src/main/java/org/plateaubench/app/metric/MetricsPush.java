// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.metric;

import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
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
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.MeasureDefinition;
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
import org.plateaubench.wire.TelemetrySample;

/**
 * Pushes the metrics of a run in progress, if the environment names a receiver. It reads the run's folder as a console
 * does, on a separate thread, so that a receiver cannot delay the run. Metrics are totals, so nothing is queued and a
 * failed push loses nothing. The first failure is recorded as an event of the run, and the number of failures as
 * another at its end. It must be closed by the thread that created it.
 */
public final class MetricsPush implements AutoCloseable {
    static final String SCOPE = "metrics";

    /** How long the end of a run waits for the last push. */
    private static final Duration END = Duration.ofSeconds(3);

    private static final int MOST_ANSWER_BYTES = 16 * 1024;
    private static final int SUCCESS = 2;
    private static final int HUNDRED = 100;

    private final OtlpSettings settings;
    private final RunTail tail;
    private final RunTotals totals;
    private final Map<List<String>, TelemetrySample> newest = new LinkedHashMap<>();

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
                .connectTimeout(settings.timeout())
                .followRedirects(HttpClient.Redirect.NEVER)
                .build();
        thread = Thread.ofPlatform().daemon().name("plateau-otlp").unstarted(this::pushUntilEnd);
    }

    /**
     * Begins to push if the environment names a receiver; problems with its variables are recorded as an event of the
     * run, which continues without pushes.
     *
     * @param variables value of an environment variable, null when it is not set
     */
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
        tail.read(totals.and(new Newest()));
        Instant start = origin;
        if (start == null) {
            return;
        }
        Map<String, String> run = Map.of("run", runId);
        MetricList metrics = new MetricList();
        metrics.addRun(run, totals, start);
        newest.values().forEach(sample -> add(metrics, run, sample, start.plusNanos(sample.runNanos())));
        Map<String, String> resource = new LinkedHashMap<>(settings.resource());
        resource.putIfAbsent("service.instance.id", runId);
        String version = String.valueOf(MetricsPush.class.getPackage().getImplementationVersion());
        send(Documents.line(OtlpDocument.of(resource, version, metrics.all(), start, clock.wallTime())));
    }

    private static void add(MetricList metrics, Map<String, String> run, TelemetrySample sample, Instant at) {
        Map<String, String> labels = MetricList.labels(run, "source", sample.source());
        labels.put("series", sample.series());
        labels.put("unit", sample.unit());
        metrics.add(
                sample.cumulative() ? Metric.Type.TOTAL : Metric.Type.LEVEL,
                sample.cumulative() ? "telemetry.total" : "telemetry.level",
                "",
                sample.cumulative() ? "Newest sample of a running total" : "Newest sample of a level",
                new Metric.Point(labels, sample.value(), null, at));
    }

    private final class Newest implements RunRecords {
        @Override
        public void event(RunEvent event) {
            if (origin == null && event.runNanos() >= 0) {
                origin = event.at().minusNanos(event.runNanos());
            }
        }

        @Override
        public void telemetry(TelemetrySample point) {
            if (!point.unit().equals(MeasureDefinition.EVENT_UNIT)) {
                newest.put(List.of(point.source(), point.series()), point);
            }
        }
    }

    private void send(String body) throws InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(settings.endpoint())
                .timeout(settings.timeout())
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(body, StandardCharsets.UTF_8));
        settings.headers().forEach(request::setHeader);
        pushes++;
        CompletableFuture<HttpResponse<String>> answer = client.sendAsync(
                request.build(),
                HttpResponse.BodyHandlers.limiting(
                        HttpResponse.BodyHandlers.ofString(StandardCharsets.UTF_8), MOST_ANSWER_BYTES));
        try {
            HttpResponse<String> answered = answer.get(settings.timeout().toNanos(), TimeUnit.NANOSECONDS);
            if (answered.statusCode() / HUNDRED != SUCCESS) {
                failed("it answered with status " + answered.statusCode(), "the next push has it all");
            }
        } catch (TimeoutException e) {
            failed("it did not answer within " + settings.timeout().toMillis() + " ms", "the next push has it all");
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
}

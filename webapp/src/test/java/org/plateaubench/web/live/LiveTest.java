// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.plateaubench.engine.document.Documents;
import org.plateaubench.engine.store.IntervalExport;
import org.plateaubench.engine.store.RunFolder;
import org.plateaubench.engine.store.RunReader;
import org.plateaubench.engine.store.StoredFile;
import org.plateaubench.web.Await;
import org.plateaubench.web.http.RawCaller;
import org.plateaubench.web.live.LiveFixture.Event;
import org.plateaubench.web.runs.StoredRuns;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * One real run, watched by two viewers from nearly its beginning to its end, and read afterwards; parts of a long run;
 * how a run ended; and viewers that do not read.
 */
@Timeout(300)
final class LiveTest {
    /** The labels that Prometheus adds to every series. */
    private static final String OF_PROMETHEUS = "job";

    private static final String RUN_FILE = """
            run: { name: watched, seed: 1 }
            phases: { rampUp: 1s, steady: 4s, rampDown: 0s, drain: 200ms }
            workloads:
              null: { plugin: proving/null, load: { users: 2, think: { fixed: 2ms } } }
            """;

    private static final String ENDED = """
            {"at": "2026-11-26T10:00:00Z", "runNanos": 5, "type": "run-ended", "scope": "", "message": "",\
             "details": {"status": "completed"}}
            """;

    @TempDir
    static Path runs;

    private static final String OPERATION = "/workloads/0/operations/0/series";
    private static final String FAILED = "/workloads/0/series/failed/";

    private static LiveFixture fixture;
    private static RunFolder folder;
    private static List<List<Event>> watched = List.of();
    private static String metricsDuringRun = "";
    private static String metricsAfterwards = "";

    @BeforeAll
    static void watchRun() throws Exception {
        fixture = new LiveFixture(runs);
        // The first answer of a server takes longest, so it is requested before the run.
        fixture.client().get("/metrics");
        watched = new ArrayList<>();
        FutureTask<Path> run = new FutureTask<>(() -> StoredRuns.carryOut(runs, RUN_FILE));
        Thread.ofPlatform().start(run);
        folder = Await.until("a run has begun", () -> RunFolder.list(runs), list -> !list.isEmpty())
                .getFirst();
        List<CompletableFuture<List<Event>>> viewers = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            LiveFixture.Stream stream = fixture.stream(path("live"));
            viewers.add(CompletableFuture.supplyAsync(
                    () -> {
                        try (stream) {
                            return stream.rest();
                        } catch (IOException e) {
                            throw new UncheckedIOException(e);
                        }
                    },
                    Thread::startVirtualThread));
        }
        // The catalog finds a run that has just begun a moment later.
        metricsDuringRun = Await.until(
                "the run is among the metrics",
                () -> fixture.client().get("/metrics").text(),
                metrics -> metrics.contains("plateau_run_active"));
        for (CompletableFuture<List<Event>> viewer : viewers) {
            watched.add(viewer.get(120, TimeUnit.SECONDS));
        }
        run.get(120, TimeUnit.SECONDS);
        metricsAfterwards = fixture.client().get("/metrics").text();
    }

    @AfterAll
    static void close() {
        fixture.close();
    }

    private static String path(String what) {
        return "/api/v1/runs/" + folder.runId() + "/" + what;
    }

    @Test
    void watchersReceiveEveryIntervalPhaseEventAndEnd() throws Exception {
        JsonNode stored = fixture.client().json(path("series?points=2000"));
        assertThat(stored.get("time")).hasSizeGreaterThanOrEqualTo(5);
        for (List<Event> events : watched) {
            assertThat(events.getFirst().name()).isEqualTo("snapshot");
            assertThat(events).extracting(Event::name).contains("interval", "phase", "event", "progress");
            assertThat(events.getLast().name()).isEqualTo("end");
            assertThat(events.getLast().data().get("status").asString()).isEqualTo("completed");
            assertThat(events.getLast().data().get("verdict").asString())
                    .isEqualTo(result().get("verdict").asString());
            Map<Double, Double> seen =
                    new TreeMap<>(column(events.getFirst().data().get("series")));
            events.stream()
                    .filter(event -> event.name().equals("interval"))
                    .forEach(event -> seen.putAll(column(event.data())));
            assertThat(seen).isEqualTo(column(stored)).hasSizeGreaterThan(1);
        }
    }

    @Test
    void endedRunSendsSnapshotAndEnd() throws Exception {
        try (LiveFixture.Stream stream = fixture.stream(path("live"))) {
            List<Event> events = stream.rest();
            assertThat(events).extracting(Event::name).containsExactly("snapshot", "end");
            assertThat(column(events.getFirst().data().get("series")))
                    .isEqualTo(column(fixture.client().json(path("series"))));
            assertThat(events.getFirst().data().get("events"))
                    .isEqualTo(fixture.client().json(path("events?limit=100")).get("events"));
        }
    }

    @Test
    void unplannedEndedRunSendsEmptySnapshotAndEnd() throws Exception {
        Files.createDirectories(runs.resolve("ended"));
        Files.writeString(runs.resolve("ended/owner.json"), "{}");
        try (LiveFixture.Stream stream = fixture.stream("/api/v1/runs/ended/live")) {
            List<Event> events = stream.rest();
            assertThat(events.getFirst().data().propertyNames())
                    .containsExactlyElementsOf(
                            watched.getFirst().getFirst().data().propertyNames());
            assertThat(events.getLast().data().get("status").asString()).isEqualTo("crashed");
        }
    }

    @Test
    void rateAndPercentileCurvesMatchResult() throws Exception {
        JsonNode operation = result().at("/workloads/0/operations/0");
        JsonNode curves = fixture.client().json(path("percentiles")).at("/workloads/0/operations/0");
        // An operation that did not end has no time, but a rank.
        assertThat(curves.get("count").asLong() - curves.get("censored").asLong())
                .isEqualTo(operation.at("/figures/measured").asLong());
        JsonNode before = null;
        JsonNode after = null;
        for (JsonNode point : curves.get("curve")) {
            if (point.get(0).asDouble() <= 95) {
                before = point;
            } else if (after == null) {
                after = point;
            }
        }
        // The curve rises, and has no point at 95 itself.
        assertThat(operation.at("/figures/p95").asDouble())
                .isBetween(
                        Objects.requireNonNull(before).get(1).asDouble(),
                        Objects.requireNonNull(after).get(1).asDouble());
        assertThat(curves.get("serviceCurve")).isEmpty();
        JsonNode service =
                fixture.client().json(path("percentiles?times=all")).at("/workloads/0/operations/0/serviceCurve");
        assertThat(service.get(0).get(1).asDouble())
                .isBetween(
                        operation.at("/figures/serviceMin").asDouble(),
                        operation.at("/figures/serviceP50").asDouble());
        JsonNode series = fixture.client().json(path("series?from=1&to=5&points=1"));
        assertThat(series.get("time")).hasSize(1);
        assertThat(series.at("/workloads/0/series/throughput/0").asDouble())
                .isCloseTo(operation.at("/figures/throughput").asDouble(), within(200.0));
    }

    private static JsonNode lastLimits() {
        return watched.getFirst().stream()
                .filter(event -> event.name().equals("limits"))
                .reduce((before, later) -> later)
                .orElseThrow()
                .data();
    }

    @Test
    void limitsAreSentDuringSteadyStateAndMatchResult() throws Exception {
        JsonNode last = lastLimits();
        assertThat(last.get("seconds").asDouble()).isBetween(1.0, 4.0);
        assertThat(last.get("plannedSeconds").asDouble()).isEqualTo(4);
        JsonNode limit = last.at("/workloads/0/limits/0");
        JsonNode judged = result().at("/workloads/0/operations/0/qos/0");
        assertThat(limit.at("/limit/metric")).isEqualTo(judged.get("metric"));
        assertThat(limit.at("/limit/bound")).isEqualTo(judged.get("bound"));
        assertThat(limit.get("samples").asLong())
                .isBetween(
                        1L,
                        result().at("/workloads/0/operations/0/figures/intended")
                                .asLong());
    }

    @Test
    void invalidStreamRequestsAreRefused() throws Exception {
        assertThat(fixture.get("/api/v1/runs/nothing/live", "text/event-stream").status())
                .isEqualTo(404);
        assertThat(fixture.get("/api/v1/stream?colour=red", "text/event-stream").status())
                .isEqualTo(422);
        assertThat(fixture.client().get(path("live")).status()).isEqualTo(406);
        assertThat(fixture.client().get("/api/v1/runs/nothing/series").status()).isEqualTo(404);
        assertThat(fixture.client().get(path("series?points=2001")).status()).isEqualTo(422);
        assertThat(fixture.client().get(path("series?from=9&to=3")).status()).isEqualTo(422);
        assertThat(fixture.client().get(path("series?colour=red")).status()).isEqualTo(422);
        Files.createDirectories(runs.resolve("unplanned"));
        Files.writeString(runs.resolve("unplanned/owner.json"), "{}");
        assertThat(fixture.client().get("/api/v1/runs/unplanned/series").status())
                .isEqualTo(409);
    }

    @Test
    void metricsMatchRunTotals() throws Exception {
        assertThat(metricsDuringRun).contains("plateau_run_active{run=\"" + folder.runId() + "\"} 1");
        assertThat(metricsAfterwards).contains("plateau_run_active{run=\"" + folder.runId() + "\"} 0");
        assertThat(metricsAfterwards).contains("plateau_queue_length 3");
        long ok = 0;
        for (JsonNode interval : intervals()) {
            // An interval that is missing has no workloads.
            for (JsonNode workload : interval.path("workloads")) {
                for (JsonNode counted : workload.path("lines")) {
                    ok += counted.get("counts").path("ok").asLong();
                }
            }
        }
        assertThat(sum(metricsAfterwards, "plateau_operations_total\\{.*outcome=\"ok\".*\\}"))
                .isEqualTo(ok);
        assertThat(sum(metricsAfterwards, "plateau_operation_response_seconds_count\\{.*\\}"))
                .isEqualTo(ok);
        assertThat(sum(metricsAfterwards, "plateau_operation_response_seconds_bucket\\{.*le=\"\\+Inf\".*\\}"))
                .isEqualTo(ok);
    }

    private static List<JsonNode> intervals() throws IOException {
        ByteArrayOutputStream lines = new ByteArrayOutputStream();
        IntervalExport.json(RunReader.read(folder.path()), new PrintStream(lines, true, StandardCharsets.UTF_8));
        return lines.toString(StandardCharsets.UTF_8)
                .lines()
                .map(JsonMapper.shared()::readTree)
                .toList();
    }

    @Test
    void everyDashboardMetricAndLabelIsExposed() throws Exception {
        JsonNode dashboard = JsonMapper.shared().readTree(Files.readString(Path.of("../configs/grafana/plateau.json")));
        List<String> queries = new ArrayList<>();
        dashboard.findValues("expr").forEach(query -> queries.add(query.asString()));
        dashboard.findValues("definition").forEach(query -> queries.add(query.asString()));
        assertThat(queries).hasSizeGreaterThan(10);
        LongRun.writeRunning(runs, Duration.ofMinutes(3));
        String exposed = fixture.client().get("/metrics").text();
        for (String query : queries) {
            Matcher names = Pattern.compile("plateau_[a-z_]+").matcher(query);
            assertThat(names.find()).as(query).isTrue();
            do {
                assertThat(exposed).as(query).containsPattern("(?m)^" + names.group() + "[{ ]");
            } while (names.find());
            Matcher labels = Pattern.compile("(\\w+)=~?\"|by \\(([\\w, ]+)\\)").matcher(query);
            while (labels.find()) {
                for (String label : (labels.group(1) == null ? labels.group(2) : labels.group(1)).split(", ", -1)) {
                    assertThat(label.equals(OF_PROMETHEUS) || exposed.matches("(?s).*[{,]" + label + "=\".*"))
                            .as(label + " in " + query)
                            .isTrue();
                }
            }
        }
    }

    private static JsonNode result() throws Exception {
        return JsonMapper.shared().readTree(Files.readString(folder.file(StoredFile.RESULT)));
    }

    /** Throughput by time. On a busy machine a second may contain no interval, and is then not reported. */
    private static Map<Double, Double> column(JsonNode series) {
        Map<Double, Double> column = new TreeMap<>();
        JsonNode values =
                series.get("workloads").isEmpty() ? series.get("time") : series.at("/workloads/0/series/throughput");
        for (int i = 0; i < series.get("time").size(); i++) {
            if (!values.get(i).isNull()) {
                column.put(series.get("time").get(i).asDouble(), values.get(i).asDouble());
            }
        }
        return column;
    }

    private static long sum(String metrics, String pattern) {
        Matcher matcher = Pattern.compile("(?m)^" + pattern + " (\\S+)$").matcher(metrics);
        double sum = 0;
        while (matcher.find()) {
            sum += Double.parseDouble(matcher.group(1));
        }
        return (long) sum;
    }

    @TempDir
    private Path fresh;

    @Test
    void longRunIsSampledAtRequestedNumberOfPoints() throws Exception {
        String id = LongRun.write(runs, Duration.ofMinutes(30)).runId();
        String path = "/api/v1/runs/" + id + "/series";
        JsonNode whole = fixture.client().json(path + "?points=250");
        assertThat(whole.get("binSeconds").asDouble()).isEqualTo(8);
        assertThat(whole.get("time")).hasSize(225);
        assertThat(series(whole)).isGreaterThanOrEqualTo(30);
        // The interval in the middle never arrived.
        assertThat(whole.get("missing").get(112).asInt()).isEqualTo(1);

        assertThat(whole.at(OPERATION).has("serviceP95")).isFalse();
        JsonNode all = fixture.client().json(path + "?points=250&times=all");
        assertThat(all.at(OPERATION + "/serviceP95/100"))
                .as("a run whose operations begin when they are due")
                .isEqualTo(whole.at(OPERATION + "/p95/100"));

        JsonNode part = fixture.client().json(path + "?points=600&from=590&to=1190");
        assertThat(part.get("binSeconds").asDouble()).isEqualTo(1);
        assertThat(part.get("time")).hasSize(600);
        assertThat(part.get("time").get(0).asDouble()).isEqualTo(590.5);
        assertThat(part.at(FAILED + 9).asInt()).isEqualTo(0);
        assertThat(part.at(FAILED + 10).asInt()).isEqualTo(6);
        assertThat(part.at(FAILED + 29).asInt()).isEqualTo(6);
        assertThat(part.at(FAILED + 30).asInt()).isEqualTo(0);

        JsonNode gap = fixture.client().json(path + "?points=100&from=890&to=910");
        assertThat(gap.at("/workloads/0/series/throughput/10").isNull()).isTrue();
        assertThat(gap.at("/workloads/0/series/throughput/11").isNull()).isFalse();
    }

    private static int series(JsonNode tree) {
        int series = tree.get("telemetry").size();
        for (JsonNode workload : tree.get("workloads")) {
            series += workload.get("series").size();
            for (JsonNode operation : workload.get("operations")) {
                series += operation.get("series").size();
            }
        }
        return series;
    }

    private ShownEnd end(String events, String result) throws IOException {
        RunFolder folder = RunFolder.of(fresh);
        Files.writeString(folder.file(StoredFile.EVENTS), events);
        Files.writeString(folder.file(StoredFile.RESULT), result);
        return ShownEnd.of(folder);
    }

    @Test
    void storedVerdictConclusionAndReasonsAreReturned() throws IOException {
        String result = """
                {"schema": "plateau.result/1", "verdict": "fail", "conclusion": {"word": "Fail", "newKey": null, "n": 1.5},
                 "reasons": [{"rule": "limit", "value": 7, "bound": 5.5, "step": null}], "workloads": "none"}
                """;
        ShownEnd end = end(ENDED, result);
        assertThat(Documents.line(end))
                .isEqualTo(
                        "{\"status\":\"completed\",\"verdict\":\"fail\",\"conclusion\":{\"word\":\"Fail\",\"n\":1.5},"
                                + "\"reasons\":[{\"rule\":\"limit\",\"value\":7,\"bound\":5.5,\"step\":null}]}");
    }

    @Test
    void damagedResultShowsNoVerdict() throws IOException {
        assertThat(end(ENDED, "{")).isEqualTo(new ShownEnd("completed", null, null, List.of()));
    }

    @Test
    void crashedRunIsInvalidDespiteStoredResult() throws IOException {
        assertThat(
                        end(
                                "",
                                "{\"verdict\": \"pass\", \"conclusion\": {\"word\": \"Pass\"}, \"reasons\": [{\"rule\": \"limit\"}]}"))
                .isEqualTo(new ShownEnd("crashed", "invalid", null, List.of(Map.of("rule", "limit"))));
    }

    @Test
    void slowReaderIsDisconnectedWithoutDelayingOthers() throws Exception {
        try (LiveFixture fixture = new LiveFixture(fresh);
                LiveFixture.Stream reader = fixture.stream("/api/v1/stream");
                RawCaller sleeper = new RawCaller(fixture.address())) {
            sleeper.stream("");
            assertThat(Objects.requireNonNull(reader.next()).name()).isEqualTo("snapshot");
            Await.until(
                    "both viewers are connected", () -> fixture.table.streams().count() == 2);
            String text = "x".repeat(50_000);
            int sent = 0;
            long longestNanos = 0;
            while (listViewers(fixture) > 1) {
                for (int i = 0; i < 20; i++) {
                    long startNanos = System.nanoTime();
                    fixture.live.changed(text + sent, "running", null);
                    longestNanos = Math.max(longestNanos, System.nanoTime() - startNanos);
                    Event event = Objects.requireNonNull(reader.next());
                    assertThat(event.data().get("id").asString()).isEqualTo(text + sent);
                    sent++;
                }
                assertThat(sent).as("the viewer that does not read is dropped").isLessThan(2_000);
            }
            // A sender that waited for this viewer would wait for the idle time-out of 30 s.
            assertThat(longestNanos).as("longest send").isLessThan(15_000_000_000L);
            fixture.live.queueChanged(1);
            assertThat(Objects.requireNonNull(reader.next()).name()).isEqualTo("queue");
        }
    }

    private static int listViewers(LiveFixture fixture) throws Exception {
        String metrics = fixture.client().get("/metrics").text();
        String line = "plateau_console_viewers{stream=\"lists\"} ";
        int at = metrics.indexOf(line) + line.length();
        return Integer.parseInt(metrics.substring(at, metrics.indexOf('\n', at)));
    }
}

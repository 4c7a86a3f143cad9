// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.live;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.plateaubench.engine.document.Documents;
import org.plateaubench.engine.store.RunFolder;
import org.plateaubench.engine.store.StoredFile;
import org.plateaubench.web.Await;
import org.plateaubench.web.live.LiveFixture.Event;
import tools.jackson.databind.JsonNode;

/** Parts of a long run, how a run ended, and viewers that do not read. */
@Timeout(300)
final class ViewsTest {
    private static final String ENDED = """
            {"at": "2026-11-26T10:00:00Z", "runNanos": 5, "type": "run-ended", "scope": "", "message": "",\
             "details": {"status": "completed"}}
            """;

    @TempDir
    Path runs;

    @Test
    void aLongRunIsShownInAsManyPointsAsAskedForAndEachPartInItsOwn() throws Exception {
        String id = LongRun.write(runs, Duration.ofMinutes(30)).runId();
        try (LiveFixture fixture = new LiveFixture(runs)) {
            String path = "/api/v1/runs/" + id + "/series";
            JsonNode whole = fixture.json(path + "?points=250");
            assertThat(whole.get("binSeconds").asDouble()).isEqualTo(8);
            assertThat(whole.get("time")).hasSize(225);
            assertThat(series(whole)).isGreaterThanOrEqualTo(30);
            // The interval in the middle never arrived.
            assertThat(whole.get("missing").get(112).asInt()).isEqualTo(1);

            assertThat(operation(whole).has("serviceP95")).isFalse();
            JsonNode all = fixture.json(path + "?points=250&times=all");
            assertThat(operation(all).get("serviceP95").get(100))
                    .as("a run whose operations begin when they are due")
                    .isEqualTo(operation(whole).get("p95").get(100));

            JsonNode part = fixture.json(path + "?points=600&from=590&to=1190");
            assertThat(part.get("binSeconds").asDouble()).isEqualTo(1);
            assertThat(part.get("time")).hasSize(600);
            assertThat(part.get("time").get(0).asDouble()).isEqualTo(590.5);
            assertThat(failed(part, 9)).isEqualTo(0);
            assertThat(failed(part, 10)).isEqualTo(6);
            assertThat(failed(part, 29)).isEqualTo(6);
            assertThat(failed(part, 30)).isEqualTo(0);

            JsonNode gap = fixture.json(path + "?points=100&from=890&to=910");
            assertThat(throughput(gap).get(10).isNull()).isTrue();
            assertThat(throughput(gap).get(11).isNull()).isFalse();
        }
    }

    private static JsonNode throughput(JsonNode tree) {
        return tree.get("workloads").get(0).get("series").get("throughput");
    }

    private static JsonNode operation(JsonNode tree) {
        return tree.get("workloads").get(0).get("operations").get(0).get("series");
    }

    private static double failed(JsonNode tree, int point) {
        return tree.get("workloads")
                .get(0)
                .get("series")
                .get("failed")
                .get(point)
                .asDouble();
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
        RunFolder folder = RunFolder.of(runs);
        Files.writeString(folder.file(StoredFile.EVENTS), events);
        Files.writeString(folder.file(StoredFile.RESULT), result);
        return ShownEnd.of(folder);
    }

    @Test
    void theResultGivesVerdictConclusionAndReasonsAsTheyAreStored() throws IOException {
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
    void whatIsDamagedIsMissingAndHidesNothingElse() throws IOException {
        ShownEnd end = end(ENDED, "{\"verdict\": \"pass\", \"conclusion\": \"Pass\", \"reasons\": {}}");
        assertThat(end).isEqualTo(new ShownEnd("completed", "pass", null, List.of()));
        assertThat(end(ENDED, "{")).isEqualTo(new ShownEnd("completed", null, null, List.of()));
    }

    @Test
    void aRunThatBrokeOffIsInvalidWhateverItsResult() throws IOException {
        assertThat(
                        end(
                                "",
                                "{\"verdict\": \"pass\", \"conclusion\": {\"word\": \"Pass\"}, \"reasons\": [{\"rule\": \"limit\"}]}"))
                .isEqualTo(new ShownEnd("crashed", "invalid", null, List.of(Map.of("rule", "limit"))));
    }

    @Test
    void whoDoesNotReadIsLetGoAndNobodyWaitsForIt() throws Exception {
        try (LiveFixture fixture = new LiveFixture(runs);
                LiveFixture.Stream reader = fixture.stream("/api/v1/stream");
                Socket sleeper = sleeper(fixture)) {
            assertThat(Objects.requireNonNull(reader.next()).name()).isEqualTo("snapshot");
            Await.until("both are there", () -> fixture.table.streams().count() == 2);
            String text = "x".repeat(50_000);
            int said = 0;
            long longestNanos = 0;
            while (listViewers(fixture) > 1) {
                for (int i = 0; i < 20; i++) {
                    long began = System.nanoTime();
                    fixture.live.changed(text + said, "running", null);
                    longestNanos = Math.max(longestNanos, System.nanoTime() - began);
                    Event event = Objects.requireNonNull(reader.next());
                    assertThat(event.data().get("id").asString()).isEqualTo(text + said);
                    said++;
                }
                assertThat(said).as("the one that sleeps is let go").isLessThan(2_000);
            }
            // Who waited for the one that sleeps would do so until its connection is given up as idle, after 30 s.
            assertThat(longestNanos).as("nobody waits").isLessThan(15_000_000_000L);
            assertThat(sleeper.isClosed()).isFalse();
            fixture.live.queueChanged(1);
            assertThat(Objects.requireNonNull(reader.next()).name()).isEqualTo("queue");
        }
    }

    private static Socket sleeper(LiveFixture fixture) throws Exception {
        Socket socket = new Socket();
        socket.setReceiveBufferSize(4096);
        socket.connect(new java.net.InetSocketAddress(
                java.net.InetAddress.getLoopbackAddress(), fixture.address().getPort()));
        OutputStream out = socket.getOutputStream();
        out.write("GET /api/v1/stream HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept: text/event-stream\r\n\r\n"
                .getBytes(StandardCharsets.US_ASCII));
        out.flush();
        return socket;
    }

    private static int listViewers(LiveFixture fixture) throws Exception {
        String metrics = fixture.get("/metrics").text();
        String line = "plateau_console_viewers{stream=\"lists\"} ";
        int at = metrics.indexOf(line) + line.length();
        return Integer.parseInt(metrics.substring(at, metrics.indexOf('\n', at)).replace(".0", ""));
    }
}

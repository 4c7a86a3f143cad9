// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.plateaubench.app.console.ConsoleOptions;
import org.plateaubench.engine.document.Documents;
import org.plateaubench.engine.store.StoredFile;
import org.plateaubench.web.runs.StoredRuns;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The messages of a console to a receiver on this machine. */
@Timeout(120)
@SuppressWarnings("NullAway.Init")
final class NotifierTest {
    private static final String RUN = StoredRuns.runFile("spinning", "500ms");

    @TempDir
    Path folder;

    private final BlockingQueue<Received> received = new LinkedBlockingQueue<>();
    private final BlockingQueue<Integer> answers = new LinkedBlockingQueue<>();
    private HttpServer receiver;

    private record Received(String method, String authorization, String type, String body) {}

    @BeforeEach
    void listen() throws IOException {
        receiver = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        receiver.createContext("/hook", this::receive);
        receiver.start();
    }

    @AfterEach
    void close() {
        receiver.stop(0);
    }

    private void receive(HttpExchange exchange) throws IOException {
        try (exchange) {
            received.add(new Received(
                    exchange.getRequestMethod(),
                    exchange.getRequestHeaders().getFirst("Authorization"),
                    exchange.getRequestHeaders().getFirst("Content-Type"),
                    new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8)));
            Integer status = answers.poll();
            exchange.sendResponseHeaders(status == null ? 204 : status, -1);
        }
    }

    private Received next() throws InterruptedException {
        Received next = received.poll(60, TimeUnit.SECONDS);
        assertThat(next).as("a message").isNotNull();
        return next;
    }

    private TestConsole start() throws IOException {
        URI address = URI.create("http://127.0.0.1:" + receiver.getAddress().getPort() + "/hook");
        return TestConsole.start(TestConsole.options(
                folder,
                List.of("false"),
                Optional.of(new ConsoleOptions.Receiver(address, "hunter2")),
                TestConsole.LOCAL,
                Optional.empty(),
                Optional.empty()));
    }

    @Test
    void endOfRunNotificationIsRetriedUntilAccepted() throws Exception {
        StoredRuns.carryOut(folder.resolve("runs"), RUN);
        try (TestConsole console = start()) {
            answers.add(503);
            Path run = StoredRuns.carryOut(folder.resolve("runs"), RUN);
            Received refused = next();
            Received accepted = next();
            assertThat(accepted).isEqualTo(refused);
            assertThat(accepted.method()).isEqualTo("POST");
            assertThat(accepted.authorization()).isEqualTo("Bearer hunter2");
            assertThat(accepted.type()).isEqualTo("application/json");
            String id = run.getFileName().toString();
            JsonNode message = JsonMapper.shared().readTree(accepted.body());
            assertThat(message.propertyNames())
                    .containsExactly(
                            "schema", "id", "name", "status", "verdict", "startedAt", "endedAt", "exitCode", "link");
            assertThat(message.get("id").asString()).isEqualTo(id);
            assertThat(message.get("name").asString()).isEqualTo("spinning");
            assertThat(message.get("status").asString()).isEqualTo("completed");
            Object verdict =
                    Documents.parse(Files.readString(StoredFile.RESULT.in(run))).get("verdict");
            assertThat(message.get("verdict").asString()).isEqualTo(verdict);
            assertThat(message.get("exitCode").asInt())
                    .isEqualTo(List.of("pass", "fail", "invalid").indexOf(verdict));
            assertThat(message.get("link").asString()).isEqualTo(console.address() + "runs/" + id);
            // Neither a change of its notes nor the run that ended before the console started is reported.
            console.admin()
                    .send("PATCH", "/api/v1/runs/" + id, "{\"pinned\":true}")
                    .expect(200);
            StoredRuns.carryOut(folder.resolve("runs"), RUN);
            assertThat(next().body()).doesNotContain(id);
            assertThat(received).isEmpty();
        }
    }
}

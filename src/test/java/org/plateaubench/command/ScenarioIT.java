// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A user with a site but no plugin: a first run file, imported calls, a trial with one user, a run. */
@Order(2)
final class ScenarioIT {
    private static final Map<String, Integer> RECEIVED = new ConcurrentHashMap<>();
    private static final CountDownLatch CAN_END = new CountDownLatch(1);

    @TempDir
    private static Path folder = Path.of("");

    private static HttpServer site = startedSite();
    private static List<CommandBatch.Result> results = List.of();

    private static HttpServer startedSite() {
        try {
            HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
            server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
            server.createContext("/", ScenarioIT::answer);
            server.start();
            return server;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A page with a title, and carts that exist once they were made. */
    private static void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            String path = exchange.getRequestURI().getPath();
            String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            RECEIVED.merge(exchange.getRequestMethod() + " " + path + " " + body, 1, Integer::sum);
            if (path.equals("/silent")) {
                CAN_END.await();
            }
            boolean isPage = path.equals("/");
            boolean exists = isPage || path.equals("/carts") || path.equals("/carts/k-7a8b9c");
            byte[] answer = (isPage ? "<title>Small shop</title>" : "{\"cart\": {\"key\": \"k-7a8b9c\"}}")
                    .getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", isPage ? "text/html" : "application/json");
            exchange.sendResponseHeaders(exists ? 200 : 404, answer.length);
            exchange.getResponseBody().write(answer);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static String address() {
        return "http://127.0.0.1:" + site.getAddress().getPort();
    }

    @BeforeAll
    static void runCommands() throws IOException, InterruptedException {
        Path recording = Files.writeString(folder.resolve("shop.har"), """
                { "log": { "entries": [
                  { "request": { "method": "POST", "url": "%1$s/carts", "headers": [],
                      "postData": { "mimeType": "application/json", "text": "{ \\"item\\": 7 }" } },
                    "response": { "status": 200, "content": { "mimeType": "application/json",
                      "text": "{\\"cart\\": {\\"key\\": \\"k-00000000\\"}}" } } },
                  { "request": { "method": "GET", "url": "%1$s/carts/k-00000000", "headers": [] },
                    "response": { "status": 200, "content": { "mimeType": "application/json" } } }
                ] } }
                """.formatted(address()));
        String first = folder.resolve("first.yaml").toString();
        String shop = folder.resolve("shop.yaml").toString();
        String curl = folder.resolve("curl.yaml").toString();
        CommandBatch commands = new CommandBatch(folder, Map.of());
        commands.add("new", "web", address(), "--to", first, "--no-run");
        commands.add("import", "har", recording.toString(), "--to", shop);
        commands.add("scenario", "try", shop);
        commands.add("import", "curl", "curl " + address() + "/gone", "--to", curl);
        commands.add("scenario", "try", curl);
        commands.add(
                "run",
                shop,
                "--runs-dir",
                folder.resolve("runs").toString(),
                "--quiet",
                "--set",
                "phases={rampUp: 1s, steady: 5s, rampDown: 3s, drain: 30s}",
                "--set",
                "workloads.shop.load={rate: 40/s, maxUsers: 10}",
                // On a busy machine one of the few requests may be late.
                "--set",
                "workloads.shop.qos={'*': ['errors < 20%']}");
        commands.add("new", "web", "127.0.0.1:1", "--no-run");
        commands.add("scenario", "try", shop, "--workload", "none");
        String silent = folder.resolve("silent.yaml").toString();
        commands.add("import", "curl", "curl " + address() + "/silent " + address() + "/", "--to", silent);
        commands.add("scenario", "try", silent, "--set", "workloads.curl.timeout={\"*\": 1s}");
        commands.add(
                "new",
                "web",
                address() + "/none",
                "--to",
                folder.resolve("none.yaml").toString());
        useDatabases(commands);
        results = commands.run();
    }

    private static void useDatabases(CommandBatch commands) throws IOException {
        String database = folder.resolve("database.yaml").toString();
        commands.add("new", "sql", "h2", "--to", database, "--no-run");
        commands.add("scenario", "try", database);
        commands.add("new", "sql", "jdbc:oracle:thin:@db", "--no-run");
        Path wrong = Files.writeString(folder.resolve("wrong.yaml"), """
                run: { name: wrong }
                phases: { rampUp: 0s, steady: 1s, rampDown: 0s }
                suts: { db: { service: h2, mode: embedded } }
                workloads:
                  mix:
                    plugin: sql
                    sut: db
                    load: { users: 1 }
                    parameters:
                      scenario:
                        steps:
                          - query: SELECT none
                """);
        commands.add(
                "run", wrong.toString(), "--runs-dir", folder.resolve("runs").toString(), "--quiet");
    }

    @AfterAll
    static void stop() {
        CAN_END.countDown();
        site.stop(0);
    }

    private static CommandBatch.Result resultOf(int command, int exitCode) {
        CommandBatch.Result result = results.get(command);
        assertThat(result.exitCode()).as(result.everything()).isEqualTo(exitCode);
        return result;
    }

    @Test
    void firstRunFileFetchesThePageAndChecksItsTitle() throws IOException {
        assertThat(resultOf(0, 0).output()).contains("Wrote", "first.yaml. Next:");
        assertThat(Files.readString(folder.resolve("first.yaml")))
                .contains("url: \"" + address() + "\"", "get: /", "check: { status: 200, contains: Small shop }");
    }

    @Test
    void recordedTokenIsReadFromReply() {
        assertThat(resultOf(1, 0).output()).contains("Wrote ");
        assertThat(resultOf(2, 0).output())
                .contains(
                        "> POST " + address() + "/carts", "{\"item\":7}", "< 200", "key = k-7a8b9c", "the check passed")
                .contains("> GET " + address() + "/carts/k-7a8b9c", "No errors.");
    }

    @Test
    void errorOfOnlyUserIsShown() {
        assertThat(resultOf(4, 1).output())
                .contains("< 404", "= error: status-404, the server answered 404", "1 error.");
    }

    @Test
    void unansweredRequestTimesOutAndNextIsSent() {
        assertThat(resultOf(9, 1).output())
                .contains("= error: timeout, no answer within 1s", "<title>Small shop</title>", "1 error.")
                .doesNotContain("Exception");
    }

    @Test
    void judgedRunSendsRecordedRequests() {
        CommandBatch.Result run = results.get(5);
        // On a busy machine the run may be invalid (2); it must not fail.
        assertThat(run.exitCode()).as(run.everything()).isIn(0, 2);
        assertThat(run.output())
                .contains(run.exitCode() == 0 ? "PASSED" : "INVALID")
                .contains("shop", "post-carts", "get-carts");
        assertThat(RECEIVED.keySet())
                .contains("POST /carts {\"item\":7}", "GET /carts/k-7a8b9c ")
                .noneMatch(request -> request.contains("k-00000000"));
        assertThat(RECEIVED.get("POST /carts {\"item\":7}")).isGreaterThan(100);
    }

    @Test
    void firstRunFileForDatabaseIsTriedOnTestServer() throws IOException {
        assertThat(resultOf(11, 0).output()).contains("Wrote", "database.yaml. Next:");
        assertThat(resultOf(12, 0).output())
                .contains(
                        "> SELECT stock FROM item WHERE id = ?",
                        "> item = ",
                        "< 1 row",
                        "the check passed",
                        "No errors.");
        assertThat(resultOf(13, 4).errors()).contains("is not an address such as jdbc:postgresql://db.lab/shop");
        assertThat(resultOf(14, 3).everything())
                .contains("wrong.yaml:12:20: ", "scenario.steps[0].query: ", "Column \"NONE\" not found")
                .doesNotContain("Exception");
    }

    @Test
    void failuresAreReportedInOneSentence() {
        assertThat(resultOf(6, 3).errors())
                .contains("http://127.0.0.1:1 does not answer: ")
                .doesNotContain("Exception");
        assertThat(resultOf(10, 3).errors())
                .contains("/none answered with status 404")
                .doesNotContain("Exception");
        assertThat(folder.resolve("none.yaml")).doesNotExist();
        assertThat(resultOf(7, 4).errors()).contains("--workload: there is no workload 'none'; there are shop.");
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.javalin.http.sse.SseClient;
import java.io.IOException;
import java.net.http.HttpRequest;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.plateaubench.web.TestConsole;
import tools.jackson.databind.JsonNode;

/** Accepted requests, and the responses to refused ones. */
final class WebServerTest {
    private static final WebServer.Limits LIMITS =
            new WebServer.Limits(10_000, 8 << 10, 100, Duration.ofSeconds(20), 1_000);

    private static final List<SseClient> CLIENTS = new CopyOnWriteArrayList<>();

    private static final CountDownLatch REFUSED = new CountDownLatch(1);

    private static WebServer server;
    private static final Duration TIMEOUT = Duration.ofSeconds(60);

    private static Streams streams;

    private record Inner(int count) {}

    private static final List<Journal.Entry> JOURNAL = new CopyOnWriteArrayList<>();

    private record Input(String name, @Nullable String note, List<Inner> parts) {}

    @BeforeAll
    static void start() throws IOException {
        RouteTable table = new RouteTable()
                        .get("/api/v1/fails", Role.ANYONE, context -> {
                            throw new IllegalStateException("the inside of the console");
                        })
                        .get("/api/v1/overflows", Role.ANYONE, context -> overflow(0))
                        .get(
                                "/api/v1/list",
                                Role.ANYONE,
                                context -> {
                                    Query query = Query.of(context);
                                    query.decimal("from", 0, 10);
                                    query.choice("sort", List.of("name", "score"));
                                    query.choice("archived", List.of("true", "false"));
                                    query.instant("at");
                                    query.text("text");
                                    context.result(String.valueOf(query.number("limit", 1, 100, 7)));
                                },
                                "limit",
                                "from",
                                "sort",
                                "archived",
                                "at",
                                "text")
                        .get(
                                "/api/v1/download",
                                Role.ANYONE,
                                context -> {
                                    SecurityHeaders.download(
                                            context,
                                            Query.of(context).text("name").orElseThrow());
                                    context.result("<script>alert(1)</script>");
                                },
                                "name")
                        .post("/api/v1/read", Role.ANYONE, context -> context.json(Body.read(context, Input.class)))
                        .post(
                                "/api/v1/raw",
                                Role.ANYONE,
                                context -> context.result(
                                        String.valueOf(context.body().length())))
                        .post("/api/v1/refuses", Role.ANYONE, context -> {
                            REFUSED.countDown();
                            throw new Problem(403, "This is refused.");
                        })
                        .stream("/api/v1/stream", Role.ANYONE, context -> {}, client -> {
                    CLIENTS.add(client);
                    client.keepAlive();
                    client.sendEvent("hello", "there");
                });
        streams = table.streams();
        server = WebServer.start(
                new WebServer.Address("127.0.0.1", 0, List.of("bench.lab"), Optional.empty()),
                table,
                (context, route) -> new Caller(String.valueOf(context.header("X-Account")), Role.ANYONE),
                JOURNAL::add,
                config -> {},
                LIMITS);
    }

    @SuppressWarnings("InfiniteRecursion") // Simulates a faulty handler.
    private static int overflow(int depth) {
        return overflow(depth + 1) + 1;
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static TestConsole.Answer send(HttpRequest.Builder request) throws Exception {
        return new TestConsole.Client(server.address()).send(request);
    }

    private static HttpRequest.Builder request(String path) {
        return new TestConsole.Client(server.address()).request(path);
    }

    private static TestConsole.Answer get(String path) throws Exception {
        return send(request(path));
    }

    private static TestConsole.Answer post(String path, String json) throws Exception {
        return new TestConsole.Client(server.address()).send("POST", path, json);
    }

    private static JsonNode problem(TestConsole.Answer answer, int status) {
        assertThat(answer.status()).as(answer.text()).isEqualTo(status);
        assertThat(answer.header("Content-Type")).isEqualTo("application/problem+json");
        assertThat(answer.header("X-Content-Type-Options")).isEqualTo("nosniff");
        JsonNode document = answer.json();
        assertThat(document.get("status").asInt()).isEqualTo(status);
        assertThat(document.get("detail").asString()).isNotBlank();
        return document;
    }

    @Test
    void unexpectedErrorIsReportedByNumberWithoutInternals() throws Exception {
        for (String path : List.of("/api/v1/fails", "/api/v1/overflows")) {
            TestConsole.Answer answer = get(path);
            assertThat(problem(answer, 500).get("detail").asString()).containsPattern("error \\d+");
            assertThat(answer.text()).doesNotContain("inside", "Exception", "StackOverflow", ".java");
        }
    }

    @Test
    void unknownPathsAndMethodsAreProblems() throws Exception {
        problem(get("/api/v1/nothing"), 404);
        problem(post("/api/v1/list", "{}"), 405);
        problem(send(request("/api/v1/list").method("TRACE", HttpRequest.BodyPublishers.noBody())), 405);
        assertThat(send(request("/api/v1/list").HEAD()).status()).isEqualTo(200);
    }

    @Test
    void queryIsValidatedStrictly() throws Exception {
        assertThat(get("/api/v1/list?limit=100").text()).isEqualTo("100");
        assertThat(get("/api/v1/list").text()).isEqualTo("7");
        for (String wrong : List.of(
                "limti=3",
                "limit=0",
                "limit=101",
                "limit=x",
                "limit=3&limit=4",
                "limit=99999999999999999999",
                "from=NaN",
                "from=11",
                "sort=size",
                "archived=yes",
                "at=yesterday")) {
            JsonNode problem = problem(get("/api/v1/list?" + wrong), 422);
            assertThat(problem.at("/problems/0/path").asString()).isEqualTo(wrong.substring(0, wrong.indexOf('=')));
        }
        // Routes that change something take no query parameters.
        assertThat(problem(post("/api/v1/read?limit=3", "{\"name\":\"a\",\"parts\":[]}"), 422)
                        .get("detail")
                        .asString())
                .isEqualTo("The query parameter 'limit' is unknown; this route takes none.");
    }

    @Test
    void bodyIsValidatedStrictly() throws Exception {
        assertThat(post("/api/v1/read", "{\"name\":\"a\",\"parts\":[{\"count\":1}]}")
                        .status())
                .isEqualTo(200);
        assertThat(wrongPath("{\"name\":\"a\",\"parts\":[],\"admin\":true}")).isEqualTo("admin");
        assertThat(wrongPath("{\"name\":\"a\",\"parts\":[{\"count\":1},{\"count\":\"1\"}]}"))
                .isEqualTo("parts[1].count");
        assertThat(wrongPath("{\"parts\":[]}")).isEqualTo("name");
        assertThat(wrongPath("{\"name\":\"a\",\"parts\":[null]}")).isEqualTo("parts[0]");
        assertThat(wrongPath("{\"name\":null,\"parts\":[]}")).isEqualTo("name");
        assertThat(post("/api/v1/read", "{\"name\":\"a\",\"parts\":[],\"admin\":true}")
                        .text())
                .contains("admin is unknown; known: name, note, parts");
        for (String wrong : List.of(
                "",
                "null",
                "[]",
                "{\"\\ud800\":1}",
                "{\"name\":\"a\",\"name\":\"b\",\"parts\":[]}",
                "{\"name\":\"a\",\"parts\":[]} trailing",
                "{\"name\":\"a\",\"parts\":" + "[".repeat(4_000) + "]".repeat(4_000) + "}",
                "{\"name\":7,\"parts\":[]}")) {
            TestConsole.Answer answer = post("/api/v1/read", wrong);
            problem(answer, 422);
            assertThat(answer.text()).doesNotContain("org.plateaubench", "java.", "jackson");
        }
        problem(
                send(request("/api/v1/read")
                        .header("Content-Type", "text/plain")
                        .POST(HttpRequest.BodyPublishers.ofString("{}"))),
                415);
    }

    private static String wrongPath(String json) throws Exception {
        return problem(post("/api/v1/read", json), 422).at("/problems/0/path").asString();
    }

    @Test
    void tooLargeBodyIsRefused() throws Exception {
        String large = "{\"name\":\"" + "x".repeat((int) LIMITS.bodyBytes()) + "\"}";
        for (String path : List.of("/api/v1/read", "/api/v1/raw")) {
            problem(post(path, large), 413);
            problem(
                    send(request(path)
                            .header("Content-Type", "application/json")
                            .POST(HttpRequest.BodyPublishers.ofInputStream(() -> new java.io.ByteArrayInputStream(
                                    large.getBytes(java.nio.charset.StandardCharsets.UTF_8))))),
                    413);
        }
        // A body that is declared too large is not read.
        try (RawCaller caller = new RawCaller(server.address())) {
            assertThat(caller.send(String.join(
                                    "\r\n",
                                    "POST /api/v1/read HTTP/1.1",
                                    "Host: localhost",
                                    "Content-Type: application/json",
                                    "Content-Length: 99999999999",
                                    "",
                                    ""))
                            .status())
                    .contains(" 413 ");
        }
    }

    @Test
    void requestAfterRefusedRequestIsAnswered() throws Exception {
        try (RawCaller caller = new RawCaller(server.address())) {
            caller.send("POST /api/v1/refuses HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\n\r\n");
            assertThat(REFUSED.await(60, TimeUnit.SECONDS)).isTrue();
            assertThat(caller.send("12345GET /api/v1/list HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
                            .readToEnd())
                    .contains("HTTP/1.1 403 ", "HTTP/1.1 200 ");
        }
    }

    @Test
    void invalidOrTooLargeHeadIsRefused() throws Exception {
        try (RawCaller caller = new RawCaller(server.address())) {
            assertThat(caller.send("GET /api/v1/list HTTP/1.1\r\nHost: localhost\r\nX: " + "x".repeat(9_000)
                                    + "\r\n\r\n")
                            .readToEnd())
                    .startsWith("HTTP/1.1 431 ")
                    .contains("send a path without encoded slashes or dots, and headers that are well-formed and short")
                    .doesNotContain("Jetty", "org.eclipse");
        }
        for (String wrong : List.of(
                "nonsense\r\n\r\n",
                "GET /api/v1/list HTTP/1.1\r\n\r\n",
                "GET /api/v1/list HTTP/1.1\r\nHost: localhost\r\nHost: evil\r\n\r\n",
                "GET /api/v1/list HTTP/1.1\r\nHost: localhost\r\n folded: x\r\n\r\n",
                "POST /api/v1/raw HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
                "GET /api/v1/..%2flist HTTP/1.1\r\nHost: localhost\r\n\r\n",
                "GET /api/v1/%2e%2e/list HTTP/1.1\r\nHost: localhost\r\n\r\n",
                "GET /api/v1/..;/list HTTP/1.1\r\nHost: localhost\r\n\r\n",
                "GET /api/v1/%00 HTTP/1.1\r\nHost: localhost\r\n\r\n",
                "GET /api/v1/%c0%ae HTTP/1.1\r\nHost: localhost\r\n\r\n")) {
            try (RawCaller caller = new RawCaller(server.address())) {
                assertThat(caller.send(wrong).status()).as(wrong).containsPattern(" 40[04] ");
            }
        }
    }

    @Test
    void requestsRefusedBeforeRoutingAreLogged() throws Exception {
        JOURNAL.clear();
        try (RawCaller caller = new RawCaller(server.address())) {
            assertThat(caller.send("nonsense\r\n\r\n").status()).contains(" 400 ");
        }
        assertThat(status("evil.example")).contains(" 421 ");
        try (RawCaller caller = new RawCaller(server.address())) {
            caller.send("X".repeat(5_000) + " /api/v1/list HTTP/1.1\r\nHost: evil.example\r\n\r\n")
                    .status();
        }
        for (String method : List.of("POST", "DELETE", "BREW")) {
            assertThat(send(request("/api/v1/list").header("X-HTTP-Method-Override", method))
                            .status())
                    .isEqualTo(400);
        }
        assertThat(JOURNAL)
                .extracting(Journal.Entry::action)
                .as("an unknown method, and no route")
                .contains("? to no route")
                .allSatisfy(action -> assertThat(action).hasSizeLessThan(100));
        problem(post("/api/v1/read?a%E2%80%AEb%C2%9Bc%E2%80%A8d=1", "{}"), 422);
        assertThat(JOURNAL)
                .extracting(Journal.Entry::outcome)
                .as("control characters are replaced")
                .anySatisfy(outcome -> assertThat(outcome).contains("'a\uFFFDb\uFFFDc\uFFFDd'"));
        // An entry is written before its answer. Entries of connections that other tests gave up may come at any time.
        assertThat(JOURNAL)
                .filteredOn(entry -> entry.action().endsWith(" to no route")
                        && entry.user().isEmpty()
                        && entry.remote().equals("127.0.0.1"))
                .extracting(Journal.Entry::outcome)
                .contains(
                        "400 Bad Request",
                        "421 The console does not answer under this name; start it with"
                                + " --allowed-host NAME if it should.")
                .filteredOn(outcome -> outcome.contains("X-HTTP-Method-Override"))
                .hasSize(3);
    }

    @Test
    void slowBodyIsRefusedAndOthersAreServed() throws Exception {
        try (RawCaller caller = new RawCaller(server.address())) {
            caller.send("POST /api/v1/raw HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5000\r\n\r\n");
            assertThat(get("/api/v1/list").status()).isEqualTo(200);
            caller.trickle(Duration.ofMillis(50), TIMEOUT);
            assertThat(caller.status()).isEqualTo("HTTP/1.1 408 Request Timeout");
        }
        assertThat(get("/api/v1/list").status()).isEqualTo(200);
    }

    @Test
    void unknownHostNamesAreRefused() throws Exception {
        for (String good : List.of("localhost", "127.0.0.1:" + server.address().getPort(), "[::1]:1", "bench.lab")) {
            assertThat(status(good)).as(good).contains(" 200 ");
        }
        for (String bad : List.of("evil.example", "localhost.evil.example", "127.0.0.1.evil.example", "10.0.0.1")) {
            assertThat(status(bad)).as(bad).contains(" 421 ");
        }
    }

    private static String status(String host) throws IOException {
        try (RawCaller caller = new RawCaller(server.address())) {
            return caller.send("GET /api/v1/list HTTP/1.1\r\nHost: " + host + "\r\n\r\n")
                    .status();
        }
    }

    @Test
    void callerInputCannotInjectHeaders() throws Exception {
        TestConsole.Answer answer = get("/api/v1/download?name=a%0d%0aSet-Cookie:%20x=y%22.html");
        assertThat(answer.header("Set-Cookie")).isEmpty();
        assertThat(answer.header("Content-Disposition")).isEqualTo("attachment; filename=\"a__Set-Cookie__x_y_.html\"");
        assertThat(answer.header("Content-Security-Policy")).startsWith("sandbox;");
    }

    @Test
    @Timeout(300)
    void streamIsCountedUntilClosed() throws Exception {
        problem(get("/api/v1/stream"), 406);
        try (RawCaller caller = new RawCaller(server.address())) {
            assertThat(caller.stream("").status()).contains(" 200 ");
            assertThat(caller.reads("there")).isTrue();
            assertThat(streams.count()).isEqualTo(1);
        }
        CLIENTS.forEach(SseClient::close);
        assertThat(streams.count()).isZero();
    }
}

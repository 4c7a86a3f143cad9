// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.javalin.http.HandlerType;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpRequest;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plateaubench.web.http.RawCaller;
import org.plateaubench.web.http.Role;
import org.plateaubench.web.http.RouteTable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Access control of every route: roles, requests from pages of other sites, and paths that lead out of a folder.
 */
final class AccessTest {
    /** Fewer routes mean that those of a package are missing. */
    private static final int MIN_ROUTES = 30;

    /** Headers of a browser for a request by another site's page; each route is tested with one of them. */
    private static final List<String[]> CROSS_SITE_HEADERS = List.of(
            new String[] {"Origin", "https://evil.example"},
            new String[] {"Origin", "null"},
            new String[] {"Origin", "http://127.0.0.1:1"},
            new String[] {"Sec-Fetch-Site", "cross-site"},
            new String[] {"Sec-Fetch-Site", "same-site"});

    private static final String SECRET = "the-secret-outside-the-folders";

    @TempDir
    private static Path folder;

    private static TestConsole console;
    private static TestConsole.Client admin;
    private static Map<Role, TestConsole.Client> clients;

    @BeforeAll
    static void start() throws Exception {
        Path outside = Files.createDirectories(folder.resolve("outside"));
        for (String name : List.of("secret.yaml", "result.json", "config.yaml", "plan.json", "report.html")) {
            Files.writeString(outside.resolve(name), SECRET);
        }
        Files.createDirectories(folder.resolve("runs"));
        Files.createDirectories(folder.resolve("files"));
        Files.createSymbolicLink(folder.resolve("files").resolve("link.yaml"), outside.resolve("secret.yaml"));
        Files.createSymbolicLink(folder.resolve("files").resolve("linked"), outside);
        Files.createSymbolicLink(folder.resolve("runs").resolve("20260101T000000Z-linked-abcdef"), outside);
        console = TestConsole.start(folder);
        admin = console.admin();
        clients = Map.of(
                Role.ANYONE, console.anonymous(),
                Role.VIEWER, console.user(admin, "vera", "viewer"),
                Role.OPERATOR, console.user(admin, "otto", "operator"));
    }

    @AfterAll
    static void stop() {
        console.close();
    }

    private static List<RouteTable.Route> routes() {
        List<RouteTable.Route> routes = console.console().table().routes();
        assertThat(routes).hasSizeGreaterThan(MIN_ROUTES);
        return routes;
    }

    private static String path(RouteTable.Route route) {
        return route.path().replaceAll("[{<]\\w+[}>]", "x");
    }

    private static boolean isChange(RouteTable.Route route) {
        return !route.method().equals(HandlerType.GET);
    }

    private static TestConsole.Answer call(TestConsole.Client client, RouteTable.Route route) throws Exception {
        return client.send(route.method().name(), path(route), isChange(route) ? "{}" : null);
    }

    @Test
    void everyRouteRefusesLowerRoles() throws Exception {
        for (RouteTable.Route route : routes()) {
            for (Map.Entry<Role, TestConsole.Client> client : clients.entrySet()) {
                if (!client.getKey().includes(route.role())) {
                    TestConsole.Answer answer = call(client.getValue(), route);
                    assertThat(answer.status())
                            .as("%s %s as %s: %s", route.method(), route.path(), client.getKey(), answer.text())
                            .isEqualTo(client.getKey() == Role.ANYONE ? 401 : 403);
                    assertThat(answer.header("Content-Type")).isEqualTo("application/problem+json");
                }
            }
        }
    }

    @Test
    void everyRouteRefusesLowerRoleAndInvalidTokens() throws Exception {
        TestConsole.Client program = admin.program("viewer");
        TestConsole.Client stranger = console.anonymous();
        stranger.bearer = "plateau_" + "x".repeat(43);
        for (RouteTable.Route route : routes()) {
            if (!Role.VIEWER.includes(route.role())) {
                assertThat(call(program, route).status()).as(route.path()).isEqualTo(403);
            }
            assertThat(call(stranger, route).status()).as(route.path()).isEqualTo(401);
        }
    }

    @Test
    void viewersChangeOnlyOwnSessionPasswordAndTokens() {
        assertThat(routes().stream()
                        .filter(route -> isChange(route) && Role.VIEWER.includes(route.role()))
                        .map(route -> route.method().name() + " " + route.path()))
                .containsExactlyInAnyOrder(
                        "DELETE /api/v1/session",
                        "DELETE /api/v1/tokens/{id}",
                        "POST /api/v1/session",
                        "POST /api/v1/tokens",
                        "PUT /api/v1/session/password");
    }

    @Test
    void changesNeedCsrfHeaderAndSameOrigin() throws Exception {
        String csrf = admin.csrf;
        int users = admin.json("/api/v1/users").get("users").size();
        int index = 0;
        for (RouteTable.Route route : routes()) {
            if (!isChange(route)) {
                continue;
            }
            boolean isSignIn =
                    route.path().endsWith("/session") && route.method().equals(HandlerType.POST);
            admin.csrf = null;
            if (!isSignIn) {
                assertThat(call(admin, route).status()).as("no header " + route).isEqualTo(403);
            }
            admin.csrf = "x".repeat(43);
            if (!isSignIn) {
                assertThat(call(admin, route).status())
                        .as("wrong header " + route)
                        .isEqualTo(403);
            }
            admin.csrf = csrf;
            String[] header = CROSS_SITE_HEADERS.get(index++ % CROSS_SITE_HEADERS.size());
            HttpRequest.Builder request = admin.request(path(route))
                    .header("Content-Type", "application/json")
                    .header(header[0], header[1])
                    .method(route.method().name(), HttpRequest.BodyPublishers.ofString("{}"));
            assertThat(admin.send(request).status()).as(header[1] + " " + route).isEqualTo(403);
        }
        assertThat(admin.json("/api/v1/users").get("users").size()).isEqualTo(users);
    }

    @Test
    void everyAnswerHasSecurityHeaders() throws Exception {
        for (String path : List.of("/", "/api/v1/session", "/api/v1/users", "/api/v1/nothing", "/module/main.js")) {
            TestConsole.Client stranger = console.anonymous();
            TestConsole.Answer answer = stranger.send(stranger.request(path).header("Origin", "https://evil.example"));
            assertThat(answer.response().headers().map().keySet())
                    .noneMatch(name -> name.toLowerCase(Locale.ROOT).startsWith("access-control-"));
            assertThat(answer.header("Cross-Origin-Resource-Policy")).isEqualTo("same-origin");
            assertThat(answer.header("Content-Security-Policy"))
                    .startsWith("default-src 'self'")
                    .contains("frame-ancestors 'none'")
                    .doesNotContain("unsafe");
            assertThat(answer.header("X-Content-Type-Options")).isEqualTo("nosniff");
            assertThat(answer.header("Referrer-Policy")).isEqualTo("no-referrer");
            assertThat(answer.header("Server")).isEmpty();
            if (path.startsWith(RouteTable.API)) {
                assertThat(answer.header("Cache-Control")).as(path).contains("no-store");
            }
        }
    }

    @Test
    void auditLogRecordsActionsAndRefusalsWithoutSecrets() throws Exception {
        String planted = "planted secret";
        JsonNode token = admin.send("POST", "/api/v1/tokens", "{\"name\":\"ci\",\"role\":\"operator\"}")
                .expect(201)
                .json();
        TestConsole.Client program = console.anonymous();
        program.bearer = token.get("token").asString();
        program.send("POST", "/api/v1/queue/pause", "{}").expect(200);
        program.send("DELETE", "/api/v1/users/ada?why=x", null).expect(403);
        program.send(
                        "POST",
                        "/api/v1/queue",
                        "{\"text\":\"password: " + planted + "\",\"settings\":[\"suts.db.password=" + planted + "\"]}")
                .expect(422);
        admin.send("POST", "/api/v1/users", "{\"name\":\"paula\",\"password\":\"" + planted + "\",\"role\":\"viewer\"}")
                .expect(201);
        TestConsole.Client paula = console.signedIn("paula", planted);
        paula.send("PUT", "/api/v1/session/password", "{\"old\":\"" + planted + "\",\"new\":\"" + planted + "2\"}")
                .expect(204);
        admin.send("PATCH", "/api/v1/users/paula", "{\"password\":\"" + planted + "3\"}")
                .expect(200);
        console.anonymous()
                .send("POST", "/api/v1/session", "{\"name\":\"paula\",\"password\":\"" + planted + "4\"}")
                .expect(401);
        admin.send(
                        "POST",
                        "/api/v1/rig/suts",
                        "{\"service\":\"none\",\"parameters\":{\"password\":\"" + planted + "\"}}")
                .expect(422);
        admin.send("DELETE", "/api/v1/tokens/" + token.get("id").asString(), null)
                .expect(204);
        program.send("POST", "/api/v1/queue/resume", "{}").expect(401);

        TestConsole.Answer log = admin.get("/api/v1/audit?limit=1000").expect(200);
        assertThat(log.text()).doesNotContain(planted, program.bearer, TestConsole.PASSWORD);
        String credential = "token " + token.get("id").asString() + " ci";
        assertThat(entry(log, "POST /api/v1/queue/pause").get("credential").asString())
                .isEqualTo(credential);
        JsonNode refused = entry(log, "DELETE /api/v1/users/{name}");
        assertThat(refused.get("credential").asString()).isEqualTo(credential);
        assertThat(refused.get("target").asString()).isEqualTo("ada");
        assertThat(entry(log, "POST /api/v1/users").get("credential").asString())
                .matches("session .{8}");
        admin.send("DELETE", "/api/v1/users/paula", null).expect(204);
    }

    /** The newest entry of an action. */
    private static JsonNode entry(TestConsole.Answer log, String action) {
        for (JsonNode entry : log.json().get("entries")) {
            if (entry.get("action").asString().equals(action)) {
                return entry;
            }
        }
        throw new AssertionError("no " + action + " in " + log.text());
    }

    @Test
    void liveViewEndsWhenCredentialIsRevoked() throws Exception {
        TestConsole.Client leaving = console.user(admin, "lea", "viewer");
        String created = leaving.send("POST", "/api/v1/tokens", "{\"name\":\"own\",\"role\":\"viewer\"}")
                .expect(201)
                .text();
        JsonNode token = JsonMapper.shared().readTree(created);
        assertStreamEnds(
                "Authorization: Bearer " + token.get("token").asString(),
                () -> leaving.send("DELETE", "/api/v1/tokens/" + token.get("id").asString(), null)
                        .expect(204));
        assertStreamEnds(
                "Cookie: " + leaving.cookie,
                () -> leaving.send("DELETE", "/api/v1/session", null).expect(204));
        TestConsole.Client secondSession = console.signedIn("lea", TestConsole.PASSWORD);
        assertStreamEnds(
                "Cookie: " + secondSession.cookie,
                () -> admin.send("PATCH", "/api/v1/users/lea", "{\"disabled\":true}")
                        .expect(200));
    }

    private static void assertStreamEnds(String credential, Callable<?> revocation) throws Exception {
        try (RawCaller caller = new RawCaller(console.address())) {
            assertThat(caller.stream(credential + "\r\n").status()).contains(" 200 ");
            // A stream that has sent its first event is among the open ones.
            assertThat(caller.reads("snapshot")).isTrue();
            revocation.call();
            String rest = CompletableFuture.supplyAsync(() -> {
                        try {
                            return caller.readToEnd();
                        } catch (IOException e) {
                            throw new UncheckedIOException(e);
                        }
                    })
                    .get(60, TimeUnit.SECONDS);
            assertThat(rest).doesNotContain("event: runs", "event: queue");
        }
    }

    @Test
    void tokenNeverExceedsOwnerRoleAndCreatesNoTokens() throws Exception {
        TestConsole.Client oskar = console.user(admin, "oskar", "operator");
        oskar.send("POST", "/api/v1/tokens", "{\"name\":\"t\",\"role\":\"admin\"}")
                .expect(422);
        TestConsole.Client program = oskar.program("operator");
        assertThat(oskar.text("/api/v1/tokens")).doesNotContain(program.bearer);
        program.send("POST", "/api/v1/tokens", "{\"name\":\"t\",\"role\":\"viewer\"}")
                .expect(403);
        program.get("/api/v1/tokens").expect(200);
        admin.send("PATCH", "/api/v1/users/oskar", "{\"disabled\":true}").expect(200);
        program.get("/api/v1/tokens").expect(401);
        oskar.get("/api/v1/tokens").expect(401);
    }

    private static Stream<RouteTable.Route> routesWithPaths() {
        return console.console().table().routes().stream()
                .filter(route -> route.path().startsWith("/") && route.path().matches(".*[{<].*"))
                .filter(route -> !route.isStream());
    }

    private static final List<String> OUTSIDE_PATHS = List.of(
            "../outside/secret.yaml",
            "..%2foutside%2fsecret.yaml",
            "%2e%2e/outside/secret.yaml",
            "%2e%2e%2foutside%2fsecret.yaml",
            "%252e%252e%252foutside%252fsecret.yaml",
            "..%5coutside%5csecret.yaml",
            "..;/outside/secret.yaml",
            ".%00./outside/secret.yaml",
            "secret.yaml%00.yaml",
            "linked/secret.yaml",
            "link.yaml",
            "linked",
            "20260101T000000Z-linked-abcdef",
            "20260101T000000Z-linked-abcdef/secret.yaml",
            "%c0%ae%c0%ae/outside/secret.yaml",
            "~root/.bashrc");

    @Test
    void pathsOutsideFoldersAreRefused() throws Exception {
        String absolute = folder.resolve("outside/secret.yaml").toString();
        List<String> segments = Stream.concat(
                        OUTSIDE_PATHS.stream(),
                        Stream.of(absolute, absolute.substring(1), absolute.replace("/", "%2f")))
                .toList();
        for (RouteTable.Route route : routesWithPaths().toList()) {
            for (String segment : segments) {
                String path = route.path().replaceAll("[{<]\\w+[}>]", segment.replace("\\", "\\\\"));
                String answer = send(route.method(), path);
                assertThat(answer)
                        .as("%s %s", route.method(), path)
                        .startsWith("HTTP/1.1 ")
                        .doesNotContain(SECRET);
                if (segment.contains("..") || segment.contains("%")) {
                    assertThat(answer.substring(9, 12))
                            .as("%s %s", route.method(), path)
                            .startsWith("4");
                }
            }
        }
        try (Stream<Path> left = Files.walk(folder.resolve("outside"))) {
            assertThat(left.filter(Files::isRegularFile))
                    .hasSize(5)
                    .allSatisfy(file -> assertThat(Files.readString(file)).isEqualTo(SECRET));
        }
    }

    /** Sends a request byte for byte, since a client would normalise the path; returns the answer. */
    private static String send(HandlerType method, String path) throws IOException {
        String body = "{\"text\":\"run: {}\\n\",\"digest\":null}";
        try (RawCaller caller = new RawCaller(console.address())) {
            return caller.send(
                            method.name() + " " + path + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nCookie: "
                                    + admin.cookie + "\r\nX-Plateau-Csrf: " + admin.csrf
                                    + (method.equals(HandlerType.GET)
                                            ? "\r\n\r\n"
                                            : "\r\nContent-Type: application/json\r\nContent-Length: " + body.length()
                                                    + "\r\n\r\n" + body))
                    .readToEnd();
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.javalin.http.HandlerType;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plateaubench.web.http.Json;
import org.plateaubench.web.http.RawCaller;
import org.plateaubench.web.http.RouteTable;

/** An administrator's browser is made to send what does harm: nothing outside is read or written, nothing hangs. */
final class HostileInputTest {
    private static final String SECRET = "the-secret-beside-the-folders";
    private static final String SCRIPT = "<script>alert(1)</script>";

    /** Far longer than any of them takes, far shorter than a hang. */
    private static final Duration SOON = Duration.ofSeconds(60);

    @TempDir
    private static Path folder;

    private static TestConsole console;
    private static TestConsole.Client admin;

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
    }

    @AfterAll
    static void stop() {
        console.close();
    }

    private static Stream<RouteTable.Route> routesWithPaths() {
        return console.console().table().routes().stream()
                .filter(route -> route.path().startsWith("/") && route.path().matches(".*[{<].*"))
                .filter(route -> !route.isStream());
    }

    private static final List<String> WAYS_OUT = List.of(
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
    void noPathLeadsOutOfAFolderNeitherByDotsNorByEncodingNorByALink() throws Exception {
        String absolute = folder.resolve("outside/secret.yaml").toString();
        List<String> ways = Stream.concat(
                        WAYS_OUT.stream(), Stream.of(absolute, absolute.substring(1), absolute.replace("/", "%2f")))
                .toList();
        for (RouteTable.Route route : routesWithPaths().toList()) {
            for (String way : ways) {
                String path = route.path().replaceAll("[{<]\\w+[}>]", way.replace("\\", "\\\\"));
                String answer = say(route.method(), path);
                assertThat(answer)
                        .as("%s %s", route.method(), path)
                        .startsWith("HTTP/1.1 ")
                        .doesNotContain(SECRET);
                if (way.contains("..") || way.contains("%")) {
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

    /** Byte for byte, since a client would tidy up the path. */
    private static String say(HandlerType method, String path) throws IOException {
        String body = "{\"text\":\"run: {}\\n\",\"digest\":null}";
        try (RawCaller caller = new RawCaller(console.address())) {
            return caller.say(
                            method.name() + " " + path + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nCookie: "
                                    + admin.cookie + "\r\nX-Plateau-Csrf: " + admin.csrf
                                    + (method.equals(HandlerType.GET)
                                            ? "\r\n\r\n"
                                            : "\r\nContent-Type: application/json\r\nContent-Length: " + body.length()
                                                    + "\r\n\r\n" + body))
                    .hear();
        }
    }

    @Test
    void whatIsWrittenIntoATextComesBackAsDataAndNeverAsAPage() throws Exception {
        String encoded = URLEncoder.encode(SCRIPT, StandardCharsets.UTF_8).replace("+", "%20");
        for (RouteTable.Route route : routesWithPaths()
                .filter(route -> route.path().startsWith(RouteTable.API))
                .toList()) {
            String path = route.path().replaceAll("[{<]\\w+[}>]", encoded);
            isData(admin.send(route.method().name(), path, route.method().equals(HandlerType.GET) ? null : "{}"));
        }
        String text = Json.mapper().writeValueAsString("# " + SCRIPT + "\nrun: { name: x }\n");
        isData(admin.send("PUT", "/api/v1/run-files/script.yaml", "{\"text\":" + text + ",\"digest\":null}")
                .expect(200));
        isData(admin.get("/api/v1/run-files/script.yaml").expect(200));
        isData(admin.send("POST", "/api/v1/tokens", "{\"name\":\"" + SCRIPT + "\",\"role\":\"viewer\"}")
                .expect(201));
        isData(admin.get("/api/v1/tokens").expect(200));
        isData(admin.get("/api/v1/audit").expect(200));
        isData(admin.send(
                        "POST",
                        "/api/v1/users",
                        "{\"name\":\"" + SCRIPT + "\",\"password\":\"0123456789\",\"role\":\"viewer\"}")
                .expect(422));
        isData(admin.send("POST", "/api/v1/validate", "{\"text\":" + text + "}"));
        isData(admin.get("/api/v1/runs?text=" + encoded));
    }

    private static void isData(TestConsole.Answer answer) {
        String what = answer.response().uri() + " " + answer.status();
        assertThat(answer.status()).as(what).isLessThan(500);
        assertThat(answer.header("X-Content-Type-Options")).as(what).isEqualTo("nosniff");
        if (!answer.text().isEmpty()) {
            assertThat(answer.header("Content-Type"))
                    .as(what)
                    .matches("application/(?:problem\\+)?json|text/plain.*|application/zip|application/octet-stream");
        }
    }

    @Test
    void textThatGrowsWhenItIsReadIsRefusedSoon() throws Exception {
        StringBuilder laughs = new StringBuilder("a: &a [x,x,x,x,x,x,x,x,x]\n");
        for (char c = 'b'; c <= 'i'; c++) {
            char before = (char) (c - 1);
            laughs.append(c)
                    .append(": &")
                    .append(c)
                    .append(" [")
                    .append(("*" + before + ",").repeat(9))
                    .append("]\n");
        }
        Map<String, String> bombs = Map.of(
                "aliases", laughs.toString(),
                "of itself", "a: &a [*a]\nrun: *a\n",
                "deep flow", "[".repeat(100_000),
                "deep block",
                        Stream.iterate(0, i -> i + 1)
                                .limit(1_000)
                                .map(i -> " ".repeat(i) + "a:\n")
                                .reduce("", String::concat),
                "long", "a: " + "x".repeat(200_000),
                "many keys",
                        Stream.iterate(0, i -> i + 1)
                                .limit(50_000)
                                .map(i -> "k" + i + ": 1\n")
                                .collect(java.util.stream.Collectors.joining()),
                "merge", "a: &a {x: 1}\n" + "b: {<<: *a}\n".repeat(5_000));
        for (String path : List.of(RouteTable.API + "/validate", RouteTable.API + "/queue")) {
            for (Map.Entry<String, String> bomb : bombs.entrySet()) {
                String body = Json.mapper().writeValueAsString(Map.of("text", bomb.getValue()));
                TestConsole.Answer answer = admin.send(admin.request(path)
                        .timeout(SOON)
                        .header("Content-Type", "application/json")
                        .POST(java.net.http.HttpRequest.BodyPublishers.ofString(body)));
                assertThat(answer.status())
                        .as("%s to %s: %s", bomb.getKey(), path, start(answer.text()))
                        .isLessThan(500);
                assertThat(answer.text().length())
                        .as("%s to %s", bomb.getKey(), path)
                        .isLessThan(3_000_000);
            }
        }
    }

    private static String start(String text) {
        return text.substring(0, Math.min(300, text.length()));
    }
}

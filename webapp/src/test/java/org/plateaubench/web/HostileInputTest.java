// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.javalin.http.HandlerType;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plateaubench.web.http.RawCaller;
import org.plateaubench.web.http.RouteTable;

/** An administrator's browser is made to send what does harm: nothing outside is read or written, nothing hangs. */
final class HostileInputTest {
    private static final String SECRET = "the-secret-beside-the-folders";

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
}

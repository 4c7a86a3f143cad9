// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plateaubench.engine.document.Documents;

/**
 * Attacks on a real console by an operator who tries to run a program of their choice. {@code AccessTest} tests
 * attacks by a page of another origin and by a viewer.
 */
@Order(3)
final class HostileUsersIT {
    private static final String LAB_PATH = "runs/lab.yaml";
    private static final String SERVER = "/usr/bin/redis-server";

    /** A run file on the host, with a program and a setting. */
    private static final String LAB = """
            run: { name: lab }
            phases: { rampUp: 0s, steady: 1s, rampDown: 0s }
            suts:
              cache:
                service: redis
                mode: embedded
                server: %s
                settings: { hz: 20 }
            workloads:
              gets: { plugin: redis, sut: cache, load: { users: 1 }, parameters: { keySpace: 1000 } }
            """.formatted(SERVER);

    @TempDir
    private static Path folder;

    private static Path allowFile;
    private static Path plantedFile;
    private static ConsoleProcess console;
    private static ConsoleSession admin;
    private static ConsoleSession operator;
    private static Set<String> queuedBefore;

    @BeforeAll
    static void start() throws Exception {
        plantedFile = folder.resolve("planted");
        allowFile = Files.writeString(folder.resolve("allow.yaml"), "parameters: { redis: { settings.hz: 50 } }\n");
        Files.createDirectories(folder.resolve("files/runs"));
        Files.createDirectories(folder.resolve("files/studies"));
        Files.writeString(folder.resolve("files").resolve(LAB_PATH), LAB);
        console = ConsoleProcess.start(folder, 0, Map.of(), "--allow", allowFile.toString());
        admin = ConsoleSession.firstAdmin(console);
        operator = admin.newUser("mallory", "operator");
        assertHostRunFileRuns();
        admin.send("POST", "/queue/pause", "{}");
        assertThat(submit(Map.of("text", LAB, "path", LAB_PATH)).statusCode()).isEqualTo(201);
        queuedBefore = queued();
    }

    /** The unchanged run file of the host is run, so the refusals below have another reason. */
    private static void assertHostRunFileRuns() throws Exception {
        admin.awaitEnd(submit(Map.of("text", LAB, "path", LAB_PATH)), console);
    }

    @AfterAll
    static void stop() {
        console.close();
    }

    /** After every attack. */
    @AfterEach
    void assertAttackChangedNothing() {
        assertThat(plantedFile).doesNotExist();
        assertThat(folder.resolve("suts")).doesNotExist();
        assertThat(folder.resolve("files/runs/mallory.yaml")).doesNotExist();
        assertThat(folder.resolve("files").resolve(LAB_PATH)).content().contains("server: " + SERVER);
        assertThat(queued()).isEqualTo(queuedBefore);
    }

    private static Set<String> queued() {
        Map<String, Object> queue = admin.json("/queue");
        return Stream.of("items", "recent")
                .flatMap(part -> ((List<?>) queue.getOrDefault(part, List.of())).stream())
                .map(item -> ((Map<?, ?>) item).get("id") + " " + ((Map<?, ?>) item).get("state"))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static HttpResponse<byte[]> submit(Map<String, Object> run) throws IOException, InterruptedException {
        return operator.send("POST", "/queue", Documents.line(run));
    }

    private static HttpResponse<byte[]> store(String path, String text, String digest)
            throws IOException, InterruptedException {
        Map<String, Object> file = new HashMap<>(Map.of("text", text));
        file.put("digest", digest.isEmpty() ? null : digest);
        return operator.send("PUT", "/run-files/" + path, Documents.line(file));
    }

    private static String labDigest() {
        return String.valueOf(operator.json("/run-files/" + LAB_PATH).get("digest"));
    }

    private static void assertRefused(HttpResponse<byte[]> answer, String path) {
        assertThat(answer.statusCode())
                .as(path + " " + ConsoleSession.text(answer))
                .isEqualTo(422);
        assertThat((List<?>) ConsoleSession.json(answer).get("problems"))
                .as(ConsoleSession.text(answer))
                .anySatisfy(problem -> {
                    assertThat(((Map<?, ?>) problem).get("path")).isEqualTo(path);
                    assertThat(String.valueOf(((Map<?, ?>) problem).get("message")))
                            .contains("the administrator's allow file (" + allowFile + ")");
                });
    }

    @Test
    void operatorCannotChangeProgramInHostRunFile() throws Exception {
        HttpResponse<byte[]> answer = submit(
                Map.of("path", LAB_PATH, "text", LAB.replace(SERVER, "/bin/sh").replace("hz: 20", "hz: 21")));
        assertRefused(answer, "suts.cache.server");
        assertRefused(answer, "suts.cache.settings.hz");
        assertThat(ConsoleSession.text(answer))
                .contains("\"line\":7,\"column\":13", "is a program of the host, found '/bin/sh': ")
                .contains("what the run file on the host sets here");
        // The same values are refused without a path, and for another file, another SUT and another key.
        assertRefused(submit(Map.of("text", LAB)), "suts.cache.server");
        assertRefused(submit(Map.of("path", "runs/other.yaml", "text", LAB)), "suts.cache.server");
        assertRefused(submit(Map.of("path", LAB_PATH, "text", LAB.replace("cache", "store"))), "suts.store.server");
        assertRefused(
                submit(Map.of(
                        "path",
                        LAB_PATH,
                        "text",
                        LAB,
                        "settings",
                        List.of("suts.cache.settings.touch=" + plantedFile))),
                "suts.cache.settings.touch");
        String sut =
                Documents.line(Map.of("service", "redis", "name", "shell", "parameters", Map.of("server", "/bin/sh")));
        assertRefused(operator.send("POST", "/rig/suts", sut), "parameters.server");
        // The host's file or the allow file permits these values.
        for (String text : List.of(LAB.replace("users: 1", "users: 2"), LAB.replace("hz: 20", "hz: 50"))) {
            HttpResponse<byte[]> accepted = submit(Map.of("path", LAB_PATH, "text", text));
            assertThat(accepted.statusCode()).as(ConsoleSession.text(accepted)).isEqualTo(201);
            operator.send("DELETE", "/queue/" + ConsoleSession.json(accepted).get("id"), null);
        }
        queuedBefore = queued();
    }

    @Test
    void operatorCannotStoreRunFileNamingOtherProgram() throws Exception {
        String evil = LAB.replace(SERVER, "/bin/sh");
        assertRefused(store("runs/mallory.yaml", evil, ""), "suts.cache.server");
        assertRefused(store("runs/mallory.yaml", LAB, ""), "suts.cache.server");
        assertRefused(store(LAB_PATH, evil, labDigest()), "suts.cache.server");
        // A file that is wrong in other ways might be corrected by a setting.
        assertRefused(
                store("runs/mallory.yaml", evil.replace("mode: embedded", "mode: none"), ""), "suts.cache.server");
        String unknown = evil.replace("service: redis", "service: later");
        HttpResponse<byte[]> answer = store("runs/mallory.yaml", unknown, "");
        assertThat(answer.statusCode()).as(ConsoleSession.text(answer)).isEqualTo(422);
        assertThat(ConsoleSession.text(answer)).contains("'later' is not installed");
        HttpResponse<byte[]> edited = store(LAB_PATH, LAB.replace("users: 1", "users: 3"), labDigest());
        assertThat(edited.statusCode()).as(ConsoleSession.text(edited)).isEqualTo(200);
        assertRefused(
                submit(Map.of("path", LAB_PATH, "text", LAB, "settings", List.of("suts.cache.server=/bin/sh"))),
                "suts.cache.server");
    }

    @Test
    void operatorCannotRunStudyWithOtherProgram() throws Exception {
        for (String factors : List.of(
                "factors: { suts.cache.server: [" + SERVER + ", /bin/sh] }",
                "factors: { users: [1] }\nset: { suts.cache.server: /bin/sh }",
                "factors: { users: [1] }\nscenarios: { a: { before: [ [touch, " + plantedFile + "] ] } }")) {
            String study = "study: { name: hostile }\nrun: ../runs/lab.yaml\n" + factors + "\n";
            Path file = folder.resolve("files/studies/hostile.yaml");
            Files.deleteIfExists(file);
            HttpResponse<byte[]> stored = store("studies/hostile.yaml", study, "");
            assertThat(stored.statusCode()).as(ConsoleSession.text(stored)).isEqualTo(200);
            HttpResponse<byte[]> answer =
                    operator.send("POST", "/queue/studies", Documents.line(Map.of("path", "studies/hostile.yaml")));
            assertThat(answer.statusCode()).as(ConsoleSession.text(answer)).isEqualTo(422);
            assertThat(ConsoleSession.text(answer)).containsAnyOf("/bin/sh", "never through the console");
        }
    }
}

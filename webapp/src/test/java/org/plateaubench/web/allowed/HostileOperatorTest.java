// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.allowed;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.plateaubench.app.Installation;
import org.plateaubench.app.RunOrigin;
import org.plateaubench.app.console.AllowListFile;
import org.plateaubench.engine.plan.reach.AllowList;
import org.plateaubench.engine.store.RunFolder;
import org.plateaubench.loader.PluginCatalog;
import org.plateaubench.plugin.redis.RedisPlugin;
import org.plateaubench.web.TestConsole;
import org.plateaubench.web.TestLauncher;
import org.plateaubench.web.http.Json;
import tools.jackson.databind.JsonNode;

/** An operator with a session starts no program, reads no file and gives no server settings of his own choice. */
@Timeout(300)
final class HostileOperatorTest {
    private static final String API = "/api/v1";

    @TempDir
    private Path folder;

    private TestConsole console;
    private TestConsole.Client admin;
    private TestConsole.Client operator;
    private Path planted;

    @BeforeEach
    void start() throws IOException, InterruptedException {
        List<String> launcher = TestLauncher.in(folder, List.of(RedisPlugin.class, redis.clients.jedis.Jedis.class));
        console = TestConsole.start(
                Installation.of(PluginCatalog.of(new RedisPlugin())), TestConsole.options(folder, launcher));
        admin = console.admin();
        operator = console.user(admin, "mallory", "operator");
        planted = folder.resolve("planted");
    }

    @AfterEach
    void stop() {
        console.close();
    }

    private String run(String keys) {
        return """
                run: { name: attack }
                phases: { rampUp: 0s, steady: 1s, rampDown: 0s }
                suts:
                  cache:
                    service: redis
                    mode: embedded
                %s
                workloads:
                  gets: { plugin: redis, sut: cache, load: { users: 1 } }
                """.formatted(keys.indent(4).stripTrailing());
    }

    private TestConsole.Answer submit(String keys) throws IOException, InterruptedException {
        return operator.send("POST", API + "/queue", json(Map.of("text", run(keys))));
    }

    private static String json(Object tree) {
        return Json.mapper().writeValueAsString(tree);
    }

    private void assertNothingIsThere() throws IOException, InterruptedException {
        assertThat(planted).doesNotExist();
        assertThat(folder.resolve("suts")).doesNotExist();
        assertThat(folder.resolve("runs")).isEmptyDirectory();
        assertThat(operator.get(API + "/queue").expect(200).json().path("items"))
                .isEmpty();
    }

    private String lastOfAudit() throws IOException, InterruptedException {
        return admin.get(API + "/audit?limit=1&user=mallory")
                .expect(200)
                .json()
                .path("entries")
                .toString();
    }

    @Test
    void noProgramIsStartedAsASut() throws IOException, InterruptedException {
        TestConsole.Answer answer = operator.send(
                "POST",
                API + "/rig/suts",
                json(Map.of(
                        "service",
                        "redis",
                        "name",
                        "shell",
                        "parameters",
                        Map.of("server", "/bin/sh", "password", "$(touch " + planted + ")"))));
        assertThat(answer.status()).as(answer.text()).isEqualTo(422);
        JsonNode problem = answer.json().path("problems").get(0);
        assertThat(problem.path("path").asString()).isEqualTo("parameters.server");
        assertThat(problem.path("message").asString())
                .isEqualTo("is a program of the host and must be on the allow list of this console, found '/bin/sh':"
                        + " ask an administrator to add it on the page Allow list for redis server");
        assertThat(operator.get(API + "/rig/suts/shell").status()).isEqualTo(404);
        assertThat(lastOfAudit()).contains("redis shell", "422", "allow list");
        assertNothingIsThere();
    }

    /** A study is planned by the rules of runs: by each of its cells, and before anything starts. */
    @Test
    void noStudyNamesWhatARunMayNot() throws IOException, InterruptedException {
        Path files = folder.resolve("files");
        Files.createDirectories(files.resolve("runs"));
        Files.createDirectories(files.resolve("studies"));
        Files.writeString(files.resolve("runs/plain.yaml"), run(""));
        String secret = "sesame-of-this-test";
        Files.writeString(folder.resolve("outside.yaml"), "password: " + secret + "\n" + run(""));
        Files.writeString(files.resolve("runs/password.txt"), secret);
        Files.createSymbolicLink(files.resolve("runs/linked.yaml"), folder.resolve("outside.yaml"));
        Files.createSymbolicLink(files.resolve("links"), folder);

        String usual = "run: ../runs/plain.yaml\n";
        assertRefused(usual + "factors: { suts.cache.server: [redis-server, /bin/sh] }", "\"line\":3,", "/bin/sh");
        assertRefused(usual + "factors: { suts.cache.maxMemory: [\"${env:HOME}\"] }", "suts.cache.maxMemory");
        assertRefused(usual + "factors: { score.reference: [../../outside.yaml] }", "score");
        assertRefused(
                usual + "scenarios: { a: { before: [ [touch, " + planted + "] ] } }", "scenarios.a", "never through");
        assertRefused(
                usual + "scales: { x: { scenarios: { a: { after: [ [touch, " + planted + "] ] } } } }\n"
                        + "scenarios: { a: { after: [ [touch, " + planted + "] ] } }",
                "never through");
        String factors = "\nfactors: { users: [1] }";
        assertRefused("run: ../../outside.yaml" + factors, "run", "the folder of run files");
        assertRefused("run: " + folder.resolve("outside.yaml") + factors, "run", "the folder of run files");
        assertRefused("run: ../runs/linked.yaml" + factors, "run", "without links");
        assertRefused("run: ../links/outside.yaml" + factors, "run", "without links");
        assertRefused("run: ../runs/password.txt" + factors, "run", "ends in .yaml");
        for (String path : List.of("../outside.yaml", "links/outside.yaml", "/etc/passwd", "studies/none.yaml", "\0")) {
            TestConsole.Answer answer = operator.send("POST", API + "/queue/studies", json(Map.of("path", path)));
            assertThat(answer.status()).as(answer.text()).isEqualTo(422);
            assertThat(answer.text()).doesNotContain(secret);
        }
        assertThat(console.user(admin, "victor", "viewer")
                        .send("POST", API + "/queue/studies", json(Map.of("path", "studies/hostile.yaml")))
                        .status())
                .isEqualTo(403);
        assertNothingIsThere();
    }

    private void assertRefused(String study, String... because) throws IOException, InterruptedException {
        Files.writeString(folder.resolve("files/studies/hostile.yaml"), "study: { name: hostile }\n" + study);
        TestConsole.Answer answer =
                operator.send("POST", API + "/queue/studies", json(Map.of("path", "studies/hostile.yaml")));
        assertThat(answer.status()).as(study + "\n" + answer.text()).isEqualTo(422);
        assertThat(answer.text()).as(study).contains(because).doesNotContain("sesame");
        assertThat(lastOfAudit()).contains("422");
    }

    @Test
    void noLineOfAConfigurationIsHiddenInAnotherValue() throws IOException, InterruptedException {
        // What seems to hold a reference was looked at by nobody, and written as it was.
        for (String value : List.of("100mb\ndir " + folder + "\n#${", "100mb\ndir " + folder, "${env:HOME}", "${")) {
            TestConsole.Answer answer = operator.send(
                    "POST",
                    API + "/rig/suts",
                    json(Map.of("service", "redis", "name", "shell", "parameters", Map.of("maxMemory", value))));
            assertThat(answer.status()).as(answer.text()).isEqualTo(422);
            assertThat(answer.json().path("problems").get(0).path("path").asString())
                    .isEqualTo("parameters.maxMemory");
            assertThat(lastOfAudit()).contains("redis shell", "422");
        }
        TestConsole.Answer answer = submit("maxMemory: \"100mb\\ndir " + folder + "\\n#${tile}\"");
        assertThat(answer.status()).as(answer.text()).isEqualTo(422);
        assertThat(answer.text()).contains("suts.cache.maxMemory", "must be one line");
        assertNothingIsThere();
    }

    @Test
    void noProgramIsStartedByARun() throws IOException, InterruptedException {
        TestConsole.Answer answer = submit("server: /bin/sh\nsettings: { touch: " + planted + " }");
        assertThat(answer.status()).as(answer.text()).isEqualTo(422);
        JsonNode problems = answer.json().path("problems");
        assertThat(problems)
                .extracting(problem -> problem.path("path").asString())
                .containsExactly("suts.cache.server", "suts.cache.settings.touch");
        assertThat(problems)
                .extracting(problem -> problem.path("line").asInt() + ":"
                        + problem.path("column").asInt())
                .containsExactly("7:13", "8:24");
        assertThat(lastOfAudit()).contains("422");
        assertNothingIsThere();
    }

    @Test
    void whatIsLaidOverARunFileIsLookedAtToo() throws IOException, InterruptedException {
        TestConsole.Answer answer = operator.send(
                "POST",
                API + "/queue",
                json(Map.of("text", run("instances: 1"), "settings", List.of("suts.cache.server=/bin/sh"))));
        assertThat(answer.status()).as(answer.text()).isEqualTo(422);
        assertThat(answer.text()).contains("a program of the host");
        assertNothingIsThere();
    }

    @Test
    void theEditorSaysSoAtThePlace() throws IOException, InterruptedException {
        JsonNode check = operator.send(
                        "POST", API + "/validate", json(Map.of("text", run("settings: { loadmodule: /tmp/evil.so }"))))
                .expect(200)
                .json();
        JsonNode problem = check.path("problems").get(0);
        assertThat(problem.path("path").asString()).isEqualTo("suts.cache.settings.loadmodule");
        assertThat(problem.path("line").asInt()).isEqualTo(7);
        assertThat(problem.path("severity").asString()).isEqualTo("error");
        assertThat(problem.path("message").asString()).contains("ask an administrator");
    }

    @Test
    void whatWasAllowedWhenItWasQueuedIsRefusedByTheProcessOfTheRun() throws IOException, InterruptedException {
        AllowListFile file = TestConsole.options(folder).allowList();
        file.write(new AllowList(
                List.of(
                        new AllowList.Value("redis", "server", "/bin/sh"),
                        new AllowList.Value("redis", "settings.touch", planted.toString())),
                List.of(),
                List.of(),
                List.of()));
        admin.send("POST", API + "/queue/pause", "{}").expect(200);
        String id = submit("server: /bin/sh\nsettings: { touch: " + planted + " }")
                .expect(201)
                .json()
                .path("id")
                .asString();
        file.write(AllowList.EMPTY);
        admin.send("POST", API + "/queue/resume", "{}").expect(200);
        JsonNode item = over(id);
        assertThat(item.path("exitCode").asInt()).as(item.toString()).isEqualTo(4);
        assertThat(operator.get(API + "/queue/" + id + "/output").expect(200).text())
                .contains("suts.cache.server: is a program of the host and must be on the allow list")
                .contains("suts.cache.settings.touch: is a setting that a server is given as it is");
        assertThat(planted).doesNotExist();
        assertThat(RunFolder.list(folder.resolve("runs"))).isEmpty();
    }

    @Test
    void theProcessThatKeepsASutLooksAgain() throws IOException, InterruptedException {
        RunOrigin origin = new RunOrigin(
                folder.resolve("files"),
                folder.resolve("files"),
                TestConsole.options(folder).allowList());
        List<String> command =
                new ArrayList<>(TestLauncher.in(folder, List.of(RedisPlugin.class, redis.clients.jedis.Jedis.class)));
        command.addAll(List.of("sut", "keep", "redis", "--name", "shell"));
        command.addAll(List.of("--folder", folder.resolve("kept").toString()));
        command.addAll(origin.options());
        Path settings = Files.writeString(
                folder.resolve("settings"), json(Map.of("server", "/bin/sh", "password", "$(touch " + planted + ")")));
        Path said = folder.resolve("said");
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectInput(settings.toFile())
                .redirectOutput(said.toFile())
                .start();
        assertThat(process.waitFor()).isNotZero();
        assertThat(Files.readString(said)).contains("server: is a program of the host and must be on the allow list");
        assertThat(planted).doesNotExist();
    }

    private JsonNode over(String id) throws IOException, InterruptedException {
        for (int i = 0; i < 3_600; i++) {
            JsonNode item = operator.get(API + "/queue/" + id).expect(200).json();
            if (!item.path("endedAt").isNull() && !item.path("endedAt").isMissingNode()) {
                return item;
            }
            LockSupport.parkNanos(Duration.ofMillis(50).toNanos());
        }
        throw new AssertionError(operator.get(API + "/queue/" + id).text());
    }
}

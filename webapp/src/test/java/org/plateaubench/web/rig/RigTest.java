// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.rig;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.plateaubench.app.KeptSut;
import org.plateaubench.app.ProcessLock;
import org.plateaubench.app.ProcessLock.RigLock;
import org.plateaubench.plugin.proving.ProvingPlugin;
import org.plateaubench.process.Ports;
import org.plateaubench.web.Await;
import org.plateaubench.web.TestConsole;
import org.plateaubench.web.TestLauncher;
import org.plateaubench.web.http.FilePart;
import tools.jackson.databind.JsonNode;

/**
 * SUTs are started, shown and stopped in the background, and outlive the console. The service known-law is a server
 * whose response times follow a given law.
 */
@Timeout(300)
@ResourceLock("plateau.home")
@SuppressWarnings("NullAway.Init")
final class RigTest {
    private static final Pattern PERMITTED_VARIABLE = Pattern.compile(
            "((HOME|JAVA_HOME|LANG|LC_ALL|LC_CTYPE|PATH|PLATEAU_BINARIES|PLATEAU_PLUGINS|TMPDIR|TZ|XDG_CACHE_HOME)"
                    + "=.*)?");

    @TempDir
    private Path folder;

    private TestConsole console;
    private TestConsole.Client admin;

    @BeforeEach
    void start() throws Exception {
        console = TestConsole.start(
                TestConsole.options(folder, TestLauncher.command(folder, List.of(ProvingPlugin.class))));
        // The keeper, the process that holds a SUT, inherits plateau.home from this JVM.
        System.setProperty("plateau.home", folder.resolve("home").toString());
        admin = console.admin();
    }

    @AfterEach
    void stop() throws Exception {
        console.close();
        System.clearProperty("plateau.home");
        TestLauncher.stopSuts(folder);
    }

    private TestConsole.Answer call(String method, String path, @Nullable String body)
            throws IOException, InterruptedException {
        return admin.send(method, "/api/v1/rig" + path, body);
    }

    private JsonNode sut(Predicate<String> state) throws Exception {
        return Await.until(
                "the state of the SUT",
                () -> call("GET", "/suts/law", null).json(),
                row -> row.has("state") && state.test(row.get("state").asString()));
    }

    @Test
    void startedSutSurvivesConsoleRestartUntilStopped() throws Exception {
        int port = Ports.free();
        TestConsole.Answer begun = call(
                "POST", "/suts", "{\"service\":\"known-law\",\"name\":\"law\",\"parameters\":{\"port\":" + port + "}}");
        assertThat(begun.status()).isEqualTo(202);
        assertThat(begun.json().get("state").asString()).isEqualTo("starting");
        JsonNode running = sut(state -> !state.equals("starting"));
        assertThat(running.get("state").asString()).as(running.toString()).isEqualTo("running");
        assertThat(running.get("address").asString()).endsWith("127.0.0.1:" + port);
        assertThat(running.get("startedAt").asString()).endsWith("Z");
        call("POST", "/suts", "{\"service\":\"known-law\",\"name\":\"law\"}").expect(409);
        call("POST", "/suts/law/clear", null).expect(409);
        call("GET", "/suts/law/log?tail=5&log=keeper.log", null).expect(200);
        call("GET", "/suts/law/log?log=../../secret", null).expect(404);

        console.close();
        ProcessHandle keeper =
                ProcessHandle.of(running.get("processId").asLong()).orElseThrow();
        assertThat(keeper.isAlive()).isTrue();
        Path process = Path.of("/proc/" + keeper.pid());
        assertThat(process.resolve("cmdline")).content().contains("known-law").doesNotContain("" + port);
        assertThat(Files.readString(process.resolve("environ")).split("\0", -1))
                .as("environment of the SUT")
                .allMatch(variable -> PERMITTED_VARIABLE.matcher(variable).matches());
        assertThat(KeptSut.find(folder.resolve("suts"), "law").orElseThrow().isAlive(folder.resolve("suts")))
                .isTrue();
        console = TestConsole.start(folder);
        admin = console.signedIn(TestConsole.ADMIN, TestConsole.PASSWORD);

        call("POST", "/suts/law/stop", null).expect(202);
        assertThat(sut(state -> !state.equals("stopping")).get("state").asString())
                .isEqualTo("stopped");
        assertThat(keeper.onExit()).succeedsWithin(Duration.ofSeconds(60));
        call("POST", "/suts/law/clear", null).expect(202);
        Await.until("the SUT is gone", () -> call("GET", "/suts/law", null).status() == 404);
    }

    @Test
    void invalidStartRequestIsRefused() throws Exception {
        for (String body : List.of(
                "{\"service\":\"nobody\"}",
                "{\"service\":\"known-law\",\"name\":\"../law\"}",
                "{\"service\":\"known-law\",\"parameters\":{\"laww\":\"fixed\"}}",
                "{\"service\":\"known-law\",\"parameters\":{\"scale\":[1]}}",
                "{\"service\":\"known-law\",\"parameters\":{\"scale\":\"fast\"}}")) {
            call("POST", "/suts", body).expect(422);
        }
        assertThat(call("GET", "/suts/..%2Fx", null).status()).isBetween(400, 404);
        call("POST", "/suts/unknown/stop", null).expect(404);
        call("POST", "/agents/unknown/calibration", null).expect(404);
        // A refused request leaves no trace in the rig.
        assertThat(call("GET", "", null).text()).doesNotContain("laww");
    }

    @Test
    void rigListsAgentsAndServices() throws Exception {
        JsonNode found = call("GET", "", null).json();
        assertThat(found.at("/agents/0/name").asString()).isEqualTo("local");
        assertThat(found.at("/agents/0/host/cores").asInt())
                .isEqualTo(Runtime.getRuntime().availableProcessors());
        assertThat(found.at("/agents/0/calibration").isNull()).isTrue();
        assertThat(found.at("/services/0/name").asString()).isEqualTo("known-law");
        assertThat(found.at("/services/0/parameters/0/choices").size()).isGreaterThan(1);
    }

    @Test
    void calibrationIsRefusedDuringRun() throws Exception {
        Files.createDirectories(folder.resolve("runs"));
        try (ProcessLock lock =
                RigLock.take(folder.resolve("runs"), ProcessLock.Use.ALONE).orElseThrow()) {
            assertThat(lock).isNotNull();
            call("POST", "/agents/local/calibration", null).expect(409);
        }
    }

    private static String lastLines(Path log, int lines) throws IOException {
        return FilePart.last(log, 1 << 19).lastLines(lines);
    }

    @Test
    void lastLinesOfLogAreShown() throws Exception {
        Path log = folder.resolve("log");
        Files.writeString(log, "one\ntwo\nthree\n");
        assertThat(lastLines(log, 2)).isEqualTo("two\nthree\n");
        Files.writeString(log, "x".repeat(100) + "\n" + ("y".repeat(999) + "\n").repeat(1000));
        assertThat(lastLines(log, 5000).lines().count()).isBetween(500L, 530L);
        assertThat(lastLines(log, 5000)).doesNotContain("x");
        Files.writeString(log, "");
        assertThat(lastLines(log, 5)).isEmpty();
    }
}

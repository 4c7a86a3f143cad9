// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.queue;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plateaubench.web.TestConsole;
import org.plateaubench.web.runs.StoredRuns;
import tools.jackson.databind.JsonNode;

/** The queue of a real console, and the command that submits runs to it. */
@SuppressWarnings("NullAway.Init")
final class QueueRoutesTest {
    @TempDir
    private Path folder;

    private TestConsole console;
    private TestConsole.Client admin;

    @BeforeEach
    void start() throws Exception {
        console = TestConsole.start(TestConsole.options(folder, QueueFixture.launcher(folder)));
        admin = console.admin();
    }

    @AfterEach
    void stop() {
        console.close();
    }

    @Test
    void viewerReadsAndAdministratorChangesQueue() throws IOException, InterruptedException {
        TestConsole.Client viewer = console.user(admin, "vic", "viewer");
        admin.send("POST", "/api/v1/queue/pause", "{}").expect(200);
        String first = submit("one").path("id").asString();
        String second = submit("two").path("id").asString();
        admin.send("PATCH", "/api/v1/queue/" + second, "{\"position\":1}").expect(200);
        admin.send("PATCH", "/api/v1/queue/" + first, "{\"notBefore\":\"2100-01-01T00:00:00Z\"}")
                .expect(200);
        JsonNode queue = viewer.json("/api/v1/queue");
        assertThat(queue.path("paused").asBoolean()).isTrue();
        assertThat(queue.path("items"))
                .extracting(item -> item.path("name").asString())
                .containsExactly("two", "one");
        assertThat(queue.path("items"))
                .extracting(item -> item.path("state").asString())
                .containsExactly("waiting", "scheduled");
        assertThat(queue.path("items"))
                .extracting(item -> item.path("position").asInt())
                .containsExactly(1, 2);
        assertThat(viewer.text("/api/v1/queue/" + first + "/config")).isEqualTo(StoredRuns.runFile("one", "300ms"));
        assertThat(viewer.text("/api/v1/queue/" + first + "/output?tail=5")).isEmpty();

        viewer.get("/api/v1/queue/none").expect(404);
        admin.send("POST", "/api/v1/runs/none/stop", "{}").expect(404);
        admin.send("DELETE", "/api/v1/queue/" + first, null).expect(200);
        admin.send("DELETE", "/api/v1/queue/" + first, null).expect(409);
    }

    @Test
    void patchChangesOnlyGivenFields() throws IOException, InterruptedException {
        admin.send("POST", "/api/v1/queue/pause", "{}").expect(200);
        submit("one");
        String item = "/api/v1/queue/" + submit("two").path("id").asString();
        String later = "{\"notBefore\":\"2100-01-01T00:00:00Z\"}";
        String scheduled = admin.send("PATCH", item, later).expect(200).text();
        int entriesBefore = entries();

        assertThat(admin.send("PATCH", item, "{}").expect(200).text()).isEqualTo(scheduled);
        assertThat(entries()).as("no change, so no audit entry").isEqualTo(entriesBefore);
        JsonNode moved =
                admin.send("PATCH", item, "{\"position\":1}").expect(200).json();
        assertThat(moved.path("position").asInt()).isEqualTo(1);
        assertThat(moved.path("notBefore").asString()).isEqualTo("2100-01-01T00:00:00Z");
        JsonNode unscheduled =
                admin.send("PATCH", item, "{\"notBefore\":null}").expect(200).json();
        assertThat(unscheduled.path("notBefore").isNull())
                .as(unscheduled.toString())
                .isTrue();
        assertThat(unscheduled.path("position").asInt()).isEqualTo(1);
        admin.send("PATCH", "/api/v1/queue/none", "{}").expect(404);
    }

    private int entries() throws IOException, InterruptedException {
        return admin.json("/api/v1/audit?action=PATCH").path("entries").size();
    }

    private JsonNode submit(String name) throws IOException, InterruptedException {
        return admin.submit(Map.of("text", StoredRuns.runFile(name, "300ms"), "tags", List.of("night")));
    }

    @Test
    void commandLineSubmitsRunAndReturnsExitCode() throws IOException, InterruptedException {
        String token = admin.token("operator");
        Path file = Files.writeString(folder.resolve("there.yaml"), StoredRuns.runFile("there", "60s"));

        Command good = new Command(token, file, "--set", "phases.steady=300ms");
        Command wrong = new Command(token, file, "--set", "phases.steady=soon");
        Command wrongToken = new Command("plateau_no", file);
        assertThat(wrong.exitCode()).isEqualTo(4);
        assertThat(wrong.printed()).contains("phases.steady");
        assertThat(wrongToken.exitCode()).isEqualTo(4);
        assertThat(wrongToken.printed()).contains("does not accept the token");
        assertThat(good.exitCode()).as(good.printed()).isBetween(0, 2);
        assertThat(good.printed()).contains(" measured ", "/runs/20");
        JsonNode run = admin.json("/api/v1/queue").path("recent").path(0);
        assertThat(run.path("exitCode").asInt()).isEqualTo(good.exitCode());
        assertThat(run.path("requestedBy").asString()).isEqualTo(TestConsole.ADMIN);
        JsonNode conclusion = run.path("conclusion");
        assertThat(conclusion.path("word").asString() + ": "
                        + conclusion.path("detail").asString())
                .isEqualTo(run.path("message").asString());

        Path dead = Files.writeString(folder.resolve("dead.yaml"), """
                run: { name: dead }
                phases: { rampUp: 0s, steady: 1s, rampDown: 0s }
                suts: { law: { service: known-law, mode: external, address: "127.0.0.1:1" } }
                workloads:
                  closed: { plugin: proving/law, sut: law, load: { users: 1, think: 30ms } }
                """);
        Command notStarted = new Command(token, dead);
        assertThat(notStarted.exitCode()).as(notStarted.printed()).isEqualTo(3);
    }

    @Tag("slow")
    @Test
    void commandLineFollowsRunsOfStudy() throws IOException, InterruptedException {
        Path file = Files.writeString(folder.resolve("several.yaml"), StoredRuns.runFile("several", "300ms"));

        Command several = new Command(admin.token("operator"), file, "--set", "trials=2", "--json");
        assertThat(several.exitCode()).as(several.printed()).isBetween(0, 2);
        assertThat(several.printed())
                .contains("Run 1 of 2 at most", "\"schema\" : \"plateau.study/1\"", "\"kind\" : \"trials\"");
    }

    /** {@code plateau run --console} in a process of its own. */
    private final class Command {
        private final Process process;
        private final Path output;

        Command(String token, Path file, String... more) throws IOException {
            List<String> command = new java.util.ArrayList<>(QueueFixture.launcher(folder));
            command.addAll(List.of(
                    "run", file.toString(), "--console", console.address().toString()));
            command.addAll(List.of(more));
            output = Files.createTempFile(folder, "command", ".txt");
            ProcessBuilder builder =
                    new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output.toFile());
            builder.environment().put("PLATEAU_CONSOLE_TOKEN", token);
            process = builder.start();
        }

        int exitCode() throws InterruptedException, IOException {
            if (!process.waitFor(Duration.ofMinutes(3).toMillis(), TimeUnit.MILLISECONDS)) {
                process.destroyForcibly();
                throw new AssertionError("did not exit: " + printed());
            }
            return process.exitValue();
        }

        String printed() throws IOException {
            return Files.readString(output);
        }
    }
}

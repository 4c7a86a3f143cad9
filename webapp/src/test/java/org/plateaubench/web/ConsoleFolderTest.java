// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.plateaubench.plugin.proving.ProvingPlugin;
import org.plateaubench.web.runs.StoredRuns;
import tools.jackson.databind.JsonNode;

/** A copy of the folder of a console, taken at any time, is a consistent backup. */
@Timeout(300)
final class ConsoleFolderTest {
    private static final int QUEUED = 20;

    @TempDir
    private Path folder;

    private static TestConsole start(Path folder) throws IOException {
        return TestConsole.start(
                TestConsole.options(folder, TestLauncher.command(folder, List.of(ProvingPlugin.class))));
    }

    private static String submit(TestConsole.Client admin, String name) throws IOException, InterruptedException {
        return admin.submit(Map.of("text", StoredRuns.runFile(name, "1s")))
                .get("id")
                .asString();
    }

    private static List<String> each(JsonNode array, String field) {
        List<String> values = new ArrayList<>();
        array.forEach(element -> values.add(element.get(field).asString()));
        return values;
    }

    @Test
    void copyTakenDuringQueuedRunsIsRestored() throws Exception {
        Path original = Files.createDirectory(folder.resolve("original"));
        Path copy = folder.resolve("copy");
        String run = StoredRuns.id(1, "kept");
        StoredRuns.finished(original.resolve("runs"), run);
        List<String> before = new ArrayList<>();
        List<String> after = new ArrayList<>();
        String token;
        try (TestConsole first = start(original);
                ExecutorService user = Executors.newSingleThreadExecutor()) {
            TestConsole.Client admin = first.admin();
            first.user(admin, "vera", "viewer");
            token = admin.token("admin");
            admin.send("POST", "/api/v1/queue/pause", "{}").expect(200);
            for (int i = 0; i < QUEUED; i++) {
                before.add(submit(admin, "before-" + i));
            }
            AtomicBoolean ended = new AtomicBoolean();
            CountDownLatch begun = new CountDownLatch(1);
            Future<?> queueing = user.submit(() -> {
                for (int i = 0; !ended.get() || i < QUEUED; i++) {
                    after.add(submit(admin, "after-" + i));
                    begun.countDown();
                }
                return after;
            });
            assertThat(begun.await(60, TimeUnit.SECONDS)).isTrue();
            Process copying = new ProcessBuilder("cp", "-r", original.toString(), copy.toString())
                    .redirectErrorStream(true)
                    .redirectOutput(folder.resolve("cp.log").toFile())
                    .start();
            assertThat(copying.waitFor(60, TimeUnit.SECONDS)).isTrue();
            ended.set(true);
            queueing.get(60, TimeUnit.SECONDS);
        }
        // A temporary file may be renamed between the moments at which cp lists and opens it.
        assertThat(Files.readAllLines(folder.resolve("cp.log"))).allMatch(line -> line.contains(".tmp': No such file"));

        checkRestored(copy, token, run, before, after);
    }

    private static void checkRestored(Path copy, String token, String run, List<String> before, List<String> after)
            throws IOException, InterruptedException {
        try (TestConsole second = start(copy)) {
            assertThat(second.console().firstToken()).isEmpty();
            second.signedIn("vera", TestConsole.PASSWORD);
            TestConsole.Client program = second.anonymous();
            program.bearer = token;
            assertThat(each(program.json("/api/v1/users").get("users"), "name"))
                    .containsExactly(TestConsole.ADMIN, "vera");
            JsonNode queue = program.json("/api/v1/queue");
            assertThat(queue.get("paused").asBoolean()).isTrue();
            List<String> waiting = each(queue.get("items"), "id");
            assertThat(waiting).startsWith(before.toArray(String[]::new)).doesNotHaveDuplicates();
            assertThat(waiting.subList(QUEUED, waiting.size())).isEqualTo(after.subList(0, waiting.size() - QUEUED));
            for (String id : waiting) {
                program.get("/api/v1/queue/" + id + "/config").expect(200);
            }
            assertThat(each(program.json("/api/v1/runs").get("runs"), "id")).containsExactly(run);
            JsonNode audit = program.json("/api/v1/audit?action=queue&limit=1000");
            assertThat(audit.get("total").asInt()).isGreaterThan(QUEUED);
        }
    }

    @Test
    void damagedAccountsFileIsNotOverwritten() throws Exception {
        try (TestConsole first = start(folder)) {
            first.admin();
        }
        Path accounts = folder.resolve("data/accounts.json");
        String complete = Files.readString(accounts);
        for (String damaged : List.of("", complete.substring(0, complete.length() / 2), "{}")) {
            Files.writeString(accounts, damaged);
            assertThatThrownBy(() -> start(folder))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining(accounts + " with accounts and API tokens cannot be read")
                    .hasMessageContaining("put a copy of it in its place, or rename it");
            assertThat(accounts).hasContent(damaged);
        }
        Files.writeString(accounts, complete);
        // The state after a kill before the rename.
        Files.writeString(folder.resolve("data/.accounts.json.tmp"), "{");
        try (TestConsole again = start(folder)) {
            again.signedIn(TestConsole.ADMIN, TestConsole.PASSWORD);
        }
    }
}

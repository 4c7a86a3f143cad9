// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.plateaubench.engine.store.RunFolder;
import org.plateaubench.plugin.proving.ProvingPlugin;
import org.plateaubench.web.runs.StoredRuns;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The folder of a console is what it keeps: a copy, taken at any time, is a backup; and after {@code kill -9} at random
 * instants, while runs are queued, started and cancelled, each request that was answered has its effect, and no run is
 * lost or carried out twice.
 */
@Timeout(300)
final class ConsoleFolderTest {
    private static final int QUEUED = 20;
    private static final int KILLS = 30;
    /** The queue keeps the last fifty items that are over. */
    private static final int MOST_ITEMS = 45;

    private static final int MOST_MILLIS = 2_500;

    @TempDir
    private Path folder;

    private final Random random = new Random();
    private String token = "";

    /** Ids by the names of items whose submission was answered, in order. */
    private final Map<String, String> accepted = new LinkedHashMap<>();

    /** Names of items that were answered to be cancelled before they were started. */
    private final Set<String> neverStarted = new HashSet<>();

    private int submitted;
    private int answered;

    @Test
    @Tag("slow")
    @Timeout(1_200)
    void queueContinuesAfterEachKill() throws Exception {
        long seed = Long.getLong("plateau.test.seed", System.nanoTime());
        System.out.println("ConsoleFolderTest: -Dplateau.test.seed=" + seed);
        random.setSeed(seed);
        try (TestConsole first = start(folder)) {
            TestConsole.Client admin = first.admin();
            token = admin.token("admin");
        }
        try (ScheduledExecutorService killer = Executors.newSingleThreadScheduledExecutor()) {
            for (int kill = 0; kill < KILLS; kill++) {
                useUntilKilled(killer);
            }
        }
        try (TestConsole last = start(folder)) {
            TestConsole.Client program = last.anonymous();
            program.bearer = token;
            List<JsonNode> over = awaitEnd(program);
            checkItems(over);
            checkRuns(over);
            last.signedIn(TestConsole.ADMIN, TestConsole.PASSWORD);
            JsonNode audit = program.json("/api/v1/audit?action=queue&limit=1000");
            assertThat(audit.get("total").asInt())
                    .isGreaterThanOrEqualTo(answered)
                    .isEqualTo(audit.get("entries").size());
        }
    }

    private void useUntilKilled(ScheduledExecutorService killer) throws Exception {
        if (random.nextInt(3) == 0) {
            try (ConsoleUnderKill starting = ConsoleUnderKill.start(folder)) {
                LockSupport.parkNanos(random.nextLong(MOST_MILLIS * 1_000_000L));
                starting.kill();
            }
            return;
        }
        try (ConsoleUnderKill console = ConsoleUnderKill.start(folder)) {
            TestConsole.Client client = new TestConsole.Client(console.address());
            client.bearer = token;
            killer.schedule(
                    () -> {
                        console.kill();
                        return null;
                    },
                    random.nextInt(MOST_MILLIS),
                    TimeUnit.MILLISECONDS);
            try {
                while (true) {
                    use(client);
                    LockSupport.parkNanos(random.nextLong(200_000_000));
                }
            } catch (IOException e) {
                // It was killed.
                console.kill();
            }
        }
    }

    private void use(TestConsole.Client client) throws IOException, InterruptedException {
        JsonNode queue = send(client, "GET", "queue", null);
        JsonNode items = queue.get("items");
        if (items.size() < 3 && submitted < MOST_ITEMS) {
            String name = "n" + submitted++;
            String text = StoredRuns.runFile(name, "200ms");
            JsonNode item = send(client, "POST", "queue", JsonMapper.shared().writeValueAsString(Map.of("text", text)));
            accepted.put(name, item.get("id").asString());
            answered++;
        } else if (!items.isEmpty() && random.nextInt(4) == 0) {
            JsonNode item = items.get(random.nextInt(items.size()));
            JsonNode after = send(client, "DELETE", "queue/" + item.get("id").asString(), null);
            if (after.get("state") != null) {
                answered++;
                if (item.get("state").asString().equals("waiting")
                        && after.get("state").asString().equals("cancelled")
                        && after.get("startedAt").isNull()) {
                    neverStarted.add(item.get("name").asString());
                }
            }
        }
    }

    private static JsonNode send(TestConsole.Client client, String method, String path, @Nullable String json)
            throws IOException, InterruptedException {
        TestConsole.Answer answer = client.send(method, "/api/v1/" + path, json);
        // 409: the item ended meanwhile.
        assertThat(answer.status()).as(answer.text()).isIn(200, 201, 409);
        return answer.json();
    }

    private static List<JsonNode> awaitEnd(TestConsole.Client program) throws Exception {
        JsonNode queue = Await.until(
                "the queue is empty",
                () -> program.json("/api/v1/queue"),
                shown -> shown.get("items").isEmpty());
        return queue.get("recent").valueStream().toList();
    }

    private void checkItems(List<JsonNode> over) {
        Map<String, String> found = new LinkedHashMap<>();
        for (JsonNode item : over) {
            String name = item.get("name").asString();
            assertThat(found.put(name, item.get("id").asString())).as(name).isNull();
            // A run whose process nobody killed is never said to have failed.
            String state = item.get("state").asString();
            assertThat(state).as(item.toString()).isIn("done", "cancelled");
            assertThat(state.equals("done") && item.get("runId").isNull()).isFalse();
        }
        assertThat(found).containsAllEntriesOf(accepted).hasSizeLessThanOrEqualTo(submitted);
    }

    private void checkRuns(List<JsonNode> over) throws IOException {
        List<String> names = RunFolder.list(folder.resolve("runs")).stream()
                .map(run -> run.runId().split("-", -1)[1])
                .toList();
        assertThat(names).doesNotHaveDuplicates().doesNotContainAnyElementsOf(neverStarted);
        List<String> expected = over.stream()
                .filter(item -> !item.get("runId").isNull())
                .map(item -> item.get("name").asString())
                .toList();
        assertThat(names).containsExactlyInAnyOrderElementsOf(expected);
        List<Integer> order =
                names.stream().map(name -> Integer.valueOf(name.substring(1))).toList();
        assertThat(order).as("runs are carried out in the order of the queue").isSorted();
        System.out.println("ConsoleFolderTest: " + over.size() + " items, " + names.size() + " runs, "
                + neverStarted.size() + " cancelled before their start");
    }

    private static TestConsole start(Path folder) throws IOException {
        return TestConsole.start(TestConsole.options(folder, TestLauncher.in(folder, List.of(ProvingPlugin.class))));
    }

    private static String submit(TestConsole.Client admin, String name) throws IOException, InterruptedException {
        return admin.submit(Map.of("text", StoredRuns.runFile(name, "1s")))
                .get("id")
                .asString();
    }

    private static List<String> each(JsonNode array, String field) {
        List<String> values = new ArrayList<>();
        array.forEach(one -> values.add(one.get(field).asString()));
        return values;
    }

    @Test
    void copyThatIsTakenWhileRunsAreQueuedRestores() throws Exception {
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
    void damagedAccountsAreLeftAsTheyAre() throws Exception {
        try (TestConsole first = start(folder)) {
            first.admin();
        }
        Path accounts = folder.resolve("data/accounts.json");
        String whole = Files.readString(accounts);
        for (String damaged : List.of("", whole.substring(0, whole.length() / 2), "{}")) {
            Files.writeString(accounts, damaged);
            assertThatThrownBy(() -> start(folder))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining(accounts + " with accounts and API tokens cannot be read")
                    .hasMessageContaining("put a copy of it in its place, or rename it");
            assertThat(accounts).hasContent(damaged);
        }
        Files.writeString(accounts, whole);
        // As a kill leaves it before the rename.
        Files.writeString(folder.resolve("data/.accounts.json.tmp"), "{");
        try (TestConsole again = start(folder)) {
            again.signedIn(TestConsole.ADMIN, TestConsole.PASSWORD);
        }
    }

    /** A console in a process of its own, which a test kills. Its runs are processes of the command line. */
    static final class ConsoleUnderKill implements AutoCloseable {
        private static final String ADDRESS = "address";

        private final Path folder;
        private final Process process;

        private ConsoleUnderKill(Path folder, Process process) {
            this.folder = folder;
            this.process = process;
        }

        static ConsoleUnderKill start(Path folder) throws IOException {
            Files.deleteIfExists(folder.resolve(ADDRESS));
            return new ConsoleUnderKill(
                    folder,
                    new ProcessBuilder(
                                    Path.of(System.getProperty("java.home"), "bin", "java")
                                            .toString(),
                                    "-XX:TieredStopAtLevel=1",
                                    "-XX:+UseSerialGC",
                                    "-cp",
                                    TestLauncher.classPath(),
                                    ConsoleUnderKill.class.getName(),
                                    folder.toString())
                            .redirectErrorStream(true)
                            .redirectOutput(ProcessBuilder.Redirect.appendTo(
                                    folder.resolve("console.log").toFile()))
                            .start());
        }

        /** Argument: the folder. */
        public static void main(String[] arguments) throws IOException, InterruptedException {
            Path folder = Path.of(arguments[0]);
            TestConsole console = ConsoleFolderTest.start(folder);
            Path written = Files.writeString(
                    folder.resolve("address.tmp"), console.address().toString());
            Files.move(written, folder.resolve(ADDRESS));
            Thread.currentThread().join();
        }

        /** Waits until it serves. */
        URI address() throws Exception {
            Await.until("the console serves", () -> {
                assertThat(process.isAlive())
                        .as(folder.resolve("console.log").toString())
                        .isTrue();
                return Files.exists(folder.resolve(ADDRESS));
            });
            return URI.create(Files.readString(folder.resolve(ADDRESS)));
        }

        /** {@code kill -9}. */
        void kill() throws InterruptedException {
            process.destroyForcibly().waitFor();
        }

        @Override
        public void close() {
            process.destroyForcibly();
        }
    }
}

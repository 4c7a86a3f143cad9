// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.plateaubench.engine.store.RunFolder;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * {@code kill -9} of a console at random instants, while runs are queued, started and cancelled: each request that was
 * answered has its effect, and no run is lost or carried out twice.
 */
@Tag("slow")
@Timeout(1_200)
final class KilledConsoleTest {
    private static final int KILLS = 30;
    /** The queue keeps the last fifty items that are over. */
    private static final int MOST_ITEMS = 45;

    private static final int MOST_MILLIS = 2_500;
    private static final Set<String> OVER = Set.of("done", "cancelled", "not-started", "failed");

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
    void queueContinuesAfterEachKill() throws Exception {
        long seed = Long.getLong("plateau.test.seed", System.nanoTime());
        System.out.println("KilledConsoleTest: -Dplateau.test.seed=" + seed);
        random.setSeed(seed);
        try (TestConsole first = ConsoleUnderKill.open(folder)) {
            TestConsole.Client admin = first.admin();
            token = admin.token("admin");
        }
        try (ScheduledExecutorService killer = Executors.newSingleThreadScheduledExecutor()) {
            for (int kill = 0; kill < KILLS; kill++) {
                useUntilKilled(killer);
            }
        }
        try (TestConsole last = ConsoleUnderKill.open(folder)) {
            TestConsole.Client program = last.anonymous();
            program.bearer = token;
            List<JsonNode> over = awaitEnd(program);
            checkItems(over);
            checkRuns(over);
            last.signedIn(TestConsole.ADMIN, TestConsole.PASSWORD);
            JsonNode audit = program.get("/api/v1/audit?action=queue&limit=1000")
                    .expect(200)
                    .json();
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
            String text = """
                    run: { name: %s, seed: 1 }
                    phases: { rampUp: 0s, steady: 200ms, rampDown: 0s, drain: 100ms }
                    workloads:
                      null: { plugin: proving/null, load: { users: 1, think: { fixed: 10ms } } }
                    """.formatted(name);
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
                () -> program.get("/api/v1/queue").expect(200).json(),
                shown -> shown.get("items").isEmpty());
        return queue.get("recent").valueStream().toList();
    }

    private void checkItems(List<JsonNode> over) {
        Map<String, String> found = new LinkedHashMap<>();
        for (JsonNode item : over) {
            String name = item.get("name").asString();
            assertThat(found.put(name, item.get("id").asString())).as(name).isNull();
            assertThat(OVER).contains(item.get("state").asString());
            // A run whose process nobody killed is never said to have failed.
            assertThat(item.get("state").asString()).as(item.toString()).isIn("done", "cancelled");
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
        for (JsonNode item : over) {
            if (item.get("state").asString().equals("done")) {
                assertThat(expected).contains(item.get("name").asString());
            }
        }
        List<Integer> order =
                names.stream().map(name -> Integer.valueOf(name.substring(1))).toList();
        assertThat(order).as("runs are carried out in the order of the queue").isSorted();
        System.out.println("KilledConsoleTest: " + over.size() + " items, " + names.size() + " runs, "
                + neverStarted.size() + " cancelled before their start");
    }
}

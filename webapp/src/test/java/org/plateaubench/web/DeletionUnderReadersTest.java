// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.InputStream;
import java.net.http.HttpClient;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.plateaubench.app.Installation;
import org.plateaubench.engine.store.StoredFile;
import org.plateaubench.loader.PluginCatalog;
import org.plateaubench.web.runs.StoredRuns;

/** Runs are deleted while pages, charts and downloads read them: each answer is whole, or says that there is no such run. */
@Tag("slow")
@Timeout(300)
final class DeletionUnderReadersTest {
    private static final int RUNS = 20;
    private static final List<String> ROUTES = List.of(
            "",
            "/result",
            "/plan",
            "/report",
            "/files",
            "/files/intervals.ndjson",
            "/series?",
            "/series?",
            "/percentiles",
            "/events",
            "/errors",
            "/live");

    @TempDir
    private Path folder;

    @Test
    void everyAnswerIsWholeOrThereIsNoSuchRun() throws Exception {
        Path runs = Files.createDirectories(folder.resolve("runs"));
        for (int i = 0; i < RUNS; i++) {
            StoredRuns.finished(runs, StoredRuns.id(i, "read"));
        }
        Map<String, String> wrong = new ConcurrentHashMap<>();
        Map<Integer, Integer> statuses = new ConcurrentHashMap<>();
        AtomicBoolean isOver = new AtomicBoolean();
        AtomicInteger present = new AtomicInteger();
        try (TestConsole console = TestConsole.start(folder);
                ExecutorService readers = Executors.newFixedThreadPool(ROUTES.size())) {
            TestConsole.Client admin = console.admin();
            TestConsole.Client viewer = console.user(admin, "grace", "viewer");
            List<Future<?>> all = new ArrayList<>();
            for (String route : ROUTES) {
                TestConsole.Client reader = console.anonymous();
                reader.cookie = viewer.cookie;
                all.add(readers.submit(() -> {
                    for (int asked = 1; !isOver.get(); asked++) {
                        // No answer of before will do.
                        String path = route.replace("?", "?points=" + (1 + asked % 2_000));
                        TestConsole.Answer answer = reader.send(
                                reader.request("/api/v1/runs/" + StoredRuns.id(present.get(), "read") + path)
                                        .header("Accept", route.equals("/live") ? "text/event-stream" : "*/*"));
                        statuses.merge(answer.status(), 1, Integer::sum);
                        if (answer.status() != 200 && answer.status() != 404) {
                            wrong.put(route, answer.status() + " " + answer.text());
                        }
                    }
                    return null;
                }));
            }
            try {
                awaitOne(statuses, 200);
                deleteAll(admin, present);
                awaitOne(statuses, 404);
            } finally {
                isOver.set(true);
            }
            for (Future<?> reader : all) {
                reader.get();
            }
        }
        assertThat(wrong).isEmpty();
        assertThat(statuses).containsKeys(200, 404);
    }

    /** The readers begin on threads of their own, and go on asking for the last run when it is gone. */
    private static void awaitOne(Map<Integer, Integer> statuses, int status) {
        while (!statuses.containsKey(status)) {
            LockSupport.parkNanos(1_000_000);
        }
    }

    private static void deleteAll(TestConsole.Client admin, AtomicInteger present) throws Exception {
        for (int i = 0; i < RUNS; i++) {
            present.set(i);
            String ids = "{\"ids\":[\"" + StoredRuns.id(i, "read") + "\"]}";
            TestConsole.Answer answer = admin.send("POST", "/api/v1/runs/delete", ids);
            // A run that is being read is refused.
            while (answer.expect(200).json().get("done").isEmpty()) {
                Thread.onSpinWait();
                answer = admin.send("POST", "/api/v1/runs/delete", ids);
            }
        }
    }

    @Test
    void aFileThatIsBeingSentComesWholeThoughItsRunIsDeleted() throws Exception {
        Path run = StoredRuns.finished(Files.createDirectories(folder.resolve("runs")), StoredRuns.id(1, "large"));
        byte[] much = new byte[40 << 20];
        new Random(1).nextBytes(much);
        Files.write(StoredFile.INTERVALS.in(run), much);
        try (TestConsole console = TestConsole.start(Installation.of(PluginCatalog.load(List.of())), folder);
                HttpClient slow = HttpClient.newHttpClient()) {
            TestConsole.Client admin = console.admin();
            String path = "/api/v1/runs/" + run.getFileName() + "/files/" + StoredFile.INTERVALS.fileName();
            HttpResponse<InputStream> download =
                    slow.send(admin.request(path).build(), HttpResponse.BodyHandlers.ofInputStream());
            try (InputStream body = download.body()) {
                int first = body.read();
                admin.send("POST", "/api/v1/runs/delete", "{\"ids\":[\"" + run.getFileName() + "\"]}")
                        .expect(200);
                assertThat(run).doesNotExist();
                byte[] rest = body.readAllBytes();
                assertThat((byte) first).isEqualTo(much[0]);
                assertThat(rest).isEqualTo(Arrays.copyOfRange(much, 1, much.length));
            }
        }
    }
}

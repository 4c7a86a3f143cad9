// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.plateaubench.engine.store.RunAnnotation;
import org.plateaubench.engine.store.RunFolder;
import org.plateaubench.engine.store.RunReader;
import org.plateaubench.engine.store.StoredFile;
import org.plateaubench.engine.store.StoredRun;
import org.plateaubench.web.runs.StoredRuns;
import tools.jackson.databind.JsonNode;

/** The runs as a console serves them: real directories, over HTTP. Each test has runs of its own name. */
@Timeout(300)
@SuppressWarnings("NullAway.Init")
class RunsApiTest {
    @TempDir
    static Path folder;

    private static Path runs;
    private static TestConsole console;
    private static TestConsole.Client admin;
    private static TestConsole.Client viewer;

    @BeforeAll
    static void start() throws Exception {
        console = TestConsole.start(folder);
        runs = folder.resolve("runs");
        admin = console.admin();
        viewer = console.user(admin, "vera", "viewer");
    }

    @AfterAll
    static void stop() {
        console.close();
    }

    @Test
    void runListFollowsAddedAndRemovedRuns() throws Exception {
        String id = StoredRuns.id(1, "appears");
        Path run = StoredRuns.finished(runs, id);
        JsonNode listed = await("text=appears", 1).get(0);
        assertThat(listed.get("id").asString()).isEqualTo(id);
        assertThat(listed.get("status").asString()).isEqualTo("completed");
        assertThat(listed.get("verdict").asString()).isEqualTo(StoredRuns.verdict());
        assertThat(listed.get("startedAt").asString()).isEqualTo("2026-11-21T10:01:00Z");
        assertThat(listed.at("/plugins/0").asString()).isEqualTo("proving");
        assertThat(listed.at("/headline/name").asString()).isEqualTo("operationsPerSecond");
        assertThat(listed.at("/headline/value").asDouble()).isGreaterThan(1);
        assertThat(listed.at("/workloads/0/p95Ms").asDouble()).isGreaterThan(0);
        JsonNode detail = viewer.json("/api/v1/runs/" + id);
        assertThat(detail.get("id").asString()).isEqualTo(id);
        Files.move(run, folder.resolve("moved-away"));
        await("text=appears", 0);
        viewer.get("/api/v1/runs/" + id).expect(404);
    }

    @Test
    void onlyFilesOfRunAreServed() throws Exception {
        String id = StoredRuns.id(2, "files");
        Path run = StoredRuns.finished(runs, id);
        Files.createSymbolicLink(run.resolve("link"), folder.resolve("data"));
        Files.createSymbolicLink(run.resolve("link.txt"), Files.writeString(folder.resolve("secret"), "s3cret"));
        String base = "/api/v1/runs/" + id;
        assertThat(viewer.json(base + "/result").get("verdict").asString()).isEqualTo(StoredRuns.verdict());
        assertThat(viewer.json(base + "/plan").get("name").asString()).isEqualTo("spinning");
        assertThat(viewer.json(base + "/environment").has("hosts")).isTrue();
        assertThat(viewer.text(base + "/config")).contains("proving/null");
        TestConsole.Answer report = viewer.get(base + "/report").expect(200);
        assertThat(report.header("Content-Security-Policy")).startsWith("sandbox allow-scripts; default-src 'none'");
        assertThat(report.text()).contains("<html");
        List<String> names = new ArrayList<>();
        viewer.json(base + "/files")
                .get("files")
                .forEach(file -> names.add(file.get("path").asString()));
        assertThat(names).contains("plan.json", "result.json").doesNotContain("link", "link.txt");
        TestConsole.Answer plan = viewer.get(base + "/files/plan.json").expect(200);
        assertThat(plan.response().body()).isEqualTo(Files.readAllBytes(run.resolve("plan.json")));
        assertThat(plan.header("Content-Disposition")).isEqualTo("attachment; filename=\"plan.json\"");
        for (String path : List.of("link.txt", "link/accounts.json", "plan.json/x", "none")) {
            TestConsole.Answer answer = viewer.get(base + "/files/" + path);
            assertThat(answer.status()).as(path).isIn(400, 404);
            assertThat(answer.text()).doesNotContain("s3cret");
        }
        viewer.get("/api/v1/runs/" + StoredRuns.id(99, "none") + "/plan").expect(404);
    }

    @Test
    void editedFiguresAreNotShown() throws Exception {
        String id = StoredRuns.id(3, "edited");
        Path run = StoredRuns.finished(runs, id);
        await("text=edited", 1);
        String honest = viewer.json("/api/v1/runs/" + id + "/result")
                .at("/workloads/0/all/figures/ok")
                .toString();
        for (StoredFile file : List.of(StoredFile.RESULT, StoredFile.REPORT)) {
            Files.writeString(file.in(run), Files.readString(file.in(run)).replace(honest, "999999"));
        }
        JsonNode shown = viewer.json("/api/v1/runs/" + id + "/result");
        assertThat(shown.at("/workloads/0/all/figures/ok").toString()).isEqualTo(honest);
        assertThat(shown.get("verdict").asString()).isEqualTo("invalid");
        assertThat(shown.get("reasons").toString()).contains("result.json was changed after the run");
        viewer.get("/api/v1/runs/" + id + "/report").expect(409);
    }

    @Test
    void runIsServedAsZipArchive() throws Exception {
        String id = StoredRuns.id(4, "zip");
        Path run = StoredRuns.finished(runs, id);
        byte[] archive =
                viewer.get("/api/v1/runs/" + id + "/zip").expect(200).response().body();
        Path copy = folder.resolve("unzipped");
        try (ZipInputStream zip = new ZipInputStream(new ByteArrayInputStream(archive))) {
            for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
                Path file = copy.resolve(entry.getName());
                Files.createDirectories(file.getParent());
                Files.copy(zip, file);
            }
        }
        StoredRun unzipped = RunReader.read(copy.resolve(id));
        assertThat(unzipped.damage()).isEmpty();
        assertThat(unzipped.sealed()).isTrue();
        assertThat(unzipped.intervals()).hasSameSizeAs(RunReader.read(run).intervals());
    }

    @Test
    void notesAndTagsAreKeptInTheRunFolder() throws Exception {
        String id = StoredRuns.id(5, "noted");
        Path run = StoredRuns.finished(runs, id);
        await("text=noted", 1);
        String path = "/api/v1/runs/" + id;
        String note = "<script>alert(1)</script> & \\\"more\\\"";
        JsonNode changed = admin.send("PATCH", path, "{\"note\":\"" + note + "\",\"tags\":[\"Release 4\",\"base\"]}")
                .expect(200)
                .json();
        assertThat(changed.get("note").asString()).isEqualTo("<script>alert(1)</script> & \"more\"");
        assertThat(changed.get("tags").toString()).isEqualTo("[\"base\",\"release-4\"]");
        assertThat(await("tag=release-4", 1).get(0).get("id").asString()).isEqualTo(id);
        assertThat(Files.readString(StoredFile.ANNOTATION.in(run))).contains("release-4");
        assertThat(admin.send("PATCH", path, "{\"note\":\"\"}")
                        .expect(200)
                        .json()
                        .get("tags")
                        .size())
                .isEqualTo(2);
        assertThat(viewer.text("/api/v1/tags")).contains("{\"name\":\"base\",\"runs\":1}");
        admin.send("PATCH", path, "{\"tags\":[\"<b>\"]}").expect(422);
        admin.send("PATCH", path, "{\"name\":\"x\"}").expect(422);
        admin.send("PATCH", path, "{\"note\":\"" + "x".repeat(10_001) + "\"}").expect(422);
        assertThat(RunReader.read(run).damage()).isEmpty();
    }

    @Test
    void onlyEndedRunsAreArchivedAndDeleted() throws Exception {
        String ended = StoredRuns.id(6, "bulk");
        String runningId = StoredRuns.id(7, "bulk");
        String none = StoredRuns.id(8, "bulk");
        StoredRuns.finished(runs, ended);
        StoredRuns.running(runs, runningId, ProcessHandle.current());
        await("name=bulk", 2);
        String ids = "\"ids\":[\"" + ended + "\",\"" + runningId + "\",\"" + none + "\",\"../x\"]";
        JsonNode put = admin.send("POST", "/api/v1/runs/archive", "{" + ids + ",\"archived\":true}")
                .expect(200)
                .json();
        assertThat(put.get("done").toString()).isEqualTo("[\"" + ended + "\",\"" + runningId + "\"]");
        assertThat(put.at("/refused/0/reason").asString()).isEqualTo("There is no such run.");
        assertThat(list("name=bulk").get("total").asInt()).isZero();
        assertThat(list("name=bulk&archived=true").get("total").asInt()).isEqualTo(2);
        JsonNode deleted = admin.send("POST", "/api/v1/runs/delete", "{" + ids + "}")
                .expect(200)
                .json();
        assertThat(deleted.get("done").toString()).isEqualTo("[\"" + ended + "\"]");
        assertThat(deleted.at("/refused/0/reason").asString()).isEqualTo("It is still running: stop it first.");
        assertThat(runs.resolve(ended)).doesNotExist();
        assertThat(runs.resolve(".deleted")).isEmptyDirectory();
        assertThat(runs.resolve(runningId)).exists();
        assertThat(list("name=bulk&archived=all").get("total").asInt()).isOne();
        viewer.get("/api/v1/runs/" + runningId + "/result").expect(409);
    }

    @Test
    void everyFilterAndOrderSelectsMatchingRuns(@TempDir Path fresh) throws Exception {
        String a = StoredRuns.id(1, "alpha");
        String b = StoredRuns.id(2, "beta");
        String c = StoredRuns.id(3, "gamma");
        Path all = fresh.resolve("runs");
        RunAnnotation.NONE
                .withTags(List.of("one", "two"))
                .withNote("100%_sure!")
                .write(RunFolder.of(failed(all, a)));
        RunAnnotation.NONE.withTags(List.of("two")).withArchived(true).write(RunFolder.of(failed(all, b)));
        StoredRuns.killed(all, c);
        try (TestConsole own = TestConsole.start(fresh)) {
            TestConsole.Client ada = own.admin();
            assertThat(ids(ada, "")).containsExactly(c, a);
            assertThat(ids(ada, "archived=true")).containsExactly(b);
            Map.ofEntries(
                            Map.entry("", List.of(c, b, a)),
                            Map.entry("&tag=two", List.of(b, a)),
                            Map.entry("&tag=two&tag=one", List.of(a)),
                            Map.entry("&verdict=invalid", List.of(c)),
                            Map.entry("&verdict=invalid,fail", List.of(c, b, a)),
                            Map.entry("&status=completed", List.of(b, a)),
                            Map.entry("&plugin=proving", List.of(c, b, a)),
                            Map.entry("&plugin=olio", List.of()),
                            Map.entry("&name=beta", List.of(b)),
                            Map.entry("&from=2026-11-21T10:02:00Z", List.of(c, b)),
                            Map.entry("&to=2026-11-21T10:02:00Z", List.of(a)),
                            Map.entry("&text=ALPHA", List.of(a)),
                            Map.entry("&text=spin+two", List.of(b, a)),
                            Map.entry("&text=100%25_sure!", List.of(a)),
                            Map.entry("&text=%25", List.of(a)),
                            Map.entry("&sort=name", List.of(a, b, c)),
                            Map.entry("&limit=1&offset=1", List.of(b)))
                    .forEach((query, found) -> assertThat(ids(ada, "archived=all" + query))
                            .as(query)
                            .isEqualTo(found));
            for (String sort : "startedAt endedAt durationSeconds name status verdict class headline".split(" ", -1)) {
                for (String order : List.of("asc", "desc")) {
                    assertThat(ids(ada, "archived=all&sort=" + sort + "&order=" + order))
                            .as(sort + " " + order)
                            .containsExactlyInAnyOrder(a, b, c);
                }
            }
            assertThat(ada.json("/api/v1/runs?archived=all&limit=1")
                            .get("total")
                            .asInt())
                    .isEqualTo(3);
        }
    }

    private static List<String> ids(TestConsole.Client caller, String query) {
        try {
            return caller.json("/api/v1/runs?" + query)
                    .get("runs")
                    .valueStream()
                    .map(run -> run.get("id").asString())
                    .toList();
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Path failed(Path all, String id) throws Exception {
        Path run = StoredRuns.finished(all, id);
        Path result = StoredFile.RESULT.in(run);
        Files.writeString(
                result, Files.readString(result).replaceFirst("\"verdict\" : \"[a-z]+\"", "\"verdict\" : \"fail\""));
        Files.delete(StoredFile.MANIFEST.in(run));
        return run;
    }

    @Test
    void invalidQueriesAreRefused() throws Exception {
        for (String query : List.of(
                "sort=nothing", "limit=0", "limit=501", "offset=-1", "verdict=good", "from=yesterday", "other=1")) {
            viewer.get("/api/v1/runs?" + query).expect(422);
        }
        viewer.get("/api/v1/compare?run=x").expect(422);
        admin.send("POST", "/api/v1/runs/delete", "{\"ids\":[]}").expect(422);
    }

    @Test
    void runsAreComparedAndHistoryMarksCountedRuns() throws Exception {
        String first = StoredRuns.id(12, "aged");
        String second = StoredRuns.id(13, "aged");
        StoredRuns.finished(runs, first);
        StoredRuns.killed(runs, second);
        JsonNode compared = viewer.json("/api/v1/compare?run=" + first + "&run=" + second);
        assertThat(compared.get("schema").asString()).isEqualTo("plateau.comparison/1");
        assertThat(compared.at("/runs/1/verdict").asString()).isEqualTo("invalid");
        // A run without a result is judged.
        assertThat(viewer.json("/api/v1/runs/" + second + "/result")
                        .get("status")
                        .asString())
                .isEqualTo("crashed");
        assertThat(await("name=aged", 2).get(0).get("status").asString()).isEqualTo("crashed");
        JsonNode history = viewer.json("/api/v1/history?name=aged");
        assertThat(history.get("schema").asString()).isEqualTo("plateau.history/1");
        assertThat(history.at("/runs/0/id").asString()).isEqualTo(first);
        assertThat(history.at("/runs/0/counts").asBoolean())
                .isEqualTo(!StoredRuns.verdict().equals("invalid"));
        assertThat(history.at("/runs/1/status").asString()).isEqualTo("crashed");
        assertThat(history.at("/runs/1/counts").asBoolean()).isFalse();
        viewer.get("/api/v1/history?name=nonesuch").expect(404);
        viewer.get("/api/v1/history").expect(422);
        StoredRuns.finished(runs, StoredRuns.id(14, "aged"));
        assertThat(viewer.json("/api/v1/history?name=aged").get("runs"))
                .as("a cached history includes later runs")
                .hasSize(3);
    }

    @Test
    void listsAreConsistentDuringDeletionAndAnnotation() throws Exception {
        List<String> ids = new ArrayList<>();
        for (int i = 20; i < 32; i++) {
            ids.add(StoredRuns.id(i, "busy"));
            StoredRuns.finished(runs, ids.getLast());
        }
        await("name=busy", 12);
        try (ExecutorService threads = Executors.newFixedThreadPool(4)) {
            List<Future<Integer>> answers = new ArrayList<>();
            for (String id : ids) {
                answers.add(threads.submit(() -> admin.send("PATCH", "/api/v1/runs/" + id, "{\"tags\":[\"busy\"]}")
                        .status()));
                answers.add(threads.submit(() -> admin.send("POST", "/api/v1/runs/delete", "{\"ids\":[\"" + id + "\"]}")
                        .expect(200)
                        .status()));
                answers.add(threads.submit(() -> {
                    TestConsole.Answer answer =
                            viewer.get("/api/v1/runs?name=busy").expect(200);
                    answer.json()
                            .get("runs")
                            .forEach(run ->
                                    assertThat(run.get("verdict").asString()).isIn("pass", "fail", "invalid"));
                    return answer.status();
                }));
            }
            for (Future<Integer> answer : answers) {
                assertThat(answer.get(120, TimeUnit.SECONDS)).isIn(200, 404);
            }
        }
        assertThat(list("name=busy").get("total").asInt()).isZero();
        assertThat(runs.resolve(".deleted")).isEmptyDirectory();
    }

    private static JsonNode list(String query) throws Exception {
        return viewer.json("/api/v1/runs?" + query);
    }

    /** The runs of a list, once it has this number of runs. */
    private static JsonNode await(String query, int total) throws Exception {
        return Await.until(query, () -> list(query), list -> list.get("total").asInt() == total)
                .get("runs");
    }
}

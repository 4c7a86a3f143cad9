// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpClient;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.LockSupport;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.plateaubench.app.Installation;
import org.plateaubench.engine.store.StoredFile;
import org.plateaubench.loader.PluginCatalog;
import tools.jackson.databind.JsonNode;

/** Retention over HTTP, from the policy to the deletion, with real folders and records. */
@Timeout(300)
@SuppressWarnings("NullAway.Init")
final class RetentionApiTest {
    private static final long DEADLINE_NANOS = Duration.ofMinutes(2).toNanos();
    private static final String RETENTION = "/api/v1/retention";
    private static final String OLD = "20260110T100000Z-old-00000a";
    private static final String PINNED = "20260111T100000Z-pinned-00000b";
    private static final String NEW = "20260220T100000Z-new-00000c";

    @TempDir
    Path folder;

    private Path runs;
    private final ManualTime time = new ManualTime();

    @BeforeEach
    void threeRuns() throws IOException {
        runs = Files.createDirectories(folder.resolve("runs"));
        for (String id : List.of(OLD, PINNED, NEW)) {
            Path plan = StoredFile.PLAN.in(Files.createDirectories(runs.resolve(id)));
            Files.write(plan, new byte[2 << 20]);
            Files.setLastModifiedTime(plan, FileTime.from(Instant.parse("2026-01-10T11:00:00Z")));
        }
    }

    private TestConsole start() throws IOException {
        return TestConsole.start(Installation.of(PluginCatalog.load(List.of())), TestConsole.options(folder), time);
    }

    private static void until(Callable<Boolean> condition) throws Exception {
        long deadline = System.nanoTime() + DEADLINE_NANOS;
        while (!condition.call()) {
            assertThat(System.nanoTime()).as("not in time").isLessThan(deadline);
            LockSupport.parkNanos(20_000_000);
        }
    }

    @Test
    void aPolicyIsPreviewedSetAppliedAfterAnHourAuditedAndKept() throws Exception {
        try (TestConsole console = start()) {
            TestConsole.Client admin = console.admin();
            TestConsole.Client operator = console.user(admin, "olga", "operator");
            JsonNode off = admin.get(RETENTION).expect(200).json();
            assertThat(off.at("/policy").toString())
                    .isEqualTo("{\"keepDays\":null,\"keepRuns\":null,\"keepBytes\":null}");
            assertThat(off.get("nextPassAt").isNull()).isTrue();
            operator.send("PATCH", "/api/v1/runs/" + PINNED, "{\"pinned\":true}")
                    .expect(200);
            Files.setLastModifiedTime(
                    StoredFile.ANNOTATION.in(runs.resolve(PINNED)),
                    FileTime.from(Instant.parse("2026-01-12T00:00:00Z")));
            String policy = "{\"keepDays\":30,\"keepBytes\":3145728}";
            operator.send("PUT", RETENTION, policy).expect(403);
            operator.send("POST", RETENTION + "/preview", policy).expect(403);
            JsonNode preview = preview(admin, policy);
            assertNamesWhatGoesAndWhatIsSpared(preview);
            assertThat(admin.get(RETENTION).json())
                    .as("a preview changes nothing")
                    .isEqualTo(off);
            JsonNode set = admin.send("PUT", RETENTION, policy).expect(200).json();
            Instant from = time.instant().plus(Duration.ofHours(1));
            assertThat(Instant.parse(set.get("appliesFrom").asString())).isEqualTo(from);
            assertThat(set.get("changedBy").asString()).isEqualTo(TestConsole.ADMIN);
            assertThat(operator.get(RETENTION).expect(200).json()).isEqualTo(set);
            time.pass(Duration.ofHours(1));
            until(() -> !Files.exists(runs.resolve(NEW)));
            until(() -> admin.get(RETENTION).json().at("/lastPass/endedAt").isString());
            assertThat(runs.resolve(OLD)).doesNotExist();
            assertThat(runs.resolve(PINNED)).isDirectory();
            JsonNode pass = admin.get(RETENTION).json().get("lastPass");
            assertThat(pass.get("runs").asInt()).isEqualTo(2);
            assertThat(pass.get("bytes").asLong()).isEqualTo(4 << 20);
            JsonNode entries = admin.get("/api/v1/audit?action=retention")
                    .expect(200)
                    .json()
                    .get("entries");
            assertThat(entries.valueStream()
                            .map(entry -> entry.get("action").asString() + " "
                                    + entry.get("target").asString()))
                    .contains(
                            "retention delete run " + OLD,
                            "retention delete run " + NEW,
                            "PUT /api/v1/retention keep at most 30 days, 3145728 bytes");
            assertThat(entries.toString()).contains("runs are kept for 30 days");
            admin.get("/api/v1/runs/" + OLD).expect(404);
        }
        try (TestConsole again = start()) {
            JsonNode kept = again.signedIn(TestConsole.ADMIN, TestConsole.PASSWORD)
                    .get(RETENTION)
                    .json();
            assertThat(kept.at("/policy/keepDays").asInt()).isEqualTo(30);
            assertThat(kept.at("/lastPass/runs").asInt()).isEqualTo(2);
            assertThat(Instant.parse(kept.get("nextPassAt").asString()))
                    .isEqualTo(time.instant().plus(Duration.ofMinutes(10)));
        }
    }

    /** What a policy would delete, once all runs are read; until then the answer says how many are. */
    private static JsonNode preview(TestConsole.Client admin, String policy) throws Exception {
        TestConsole.Answer[] last = new TestConsole.Answer[1];
        until(() -> {
            last[0] = admin.send("POST", RETENTION + "/preview", policy);
            return last[0].status() != 202;
        });
        return last[0].expect(200).json();
    }

    private static void assertNamesWhatGoesAndWhatIsSpared(JsonNode preview) {
        assertThat(preview.at("/going/0/id").asString()).isEqualTo(OLD);
        assertThat(preview.at("/going/0/rule").asString()).isEqualTo("age");
        assertThat(preview.at("/going/0/reason").asString()).contains("runs are kept for 30 days");
        assertThat(preview.at("/going/1/id").asString()).isEqualTo(NEW);
        assertThat(preview.at("/going/1/rule").asString()).isEqualTo("size");
        assertThat(preview.at("/spared/0/id").asString()).isEqualTo(PINNED);
        assertThat(preview.at("/spared/0/why").toString()).isEqualTo("[\"pinned\"]");
        assertThat(preview.at("/goes/runs").asInt()).isEqualTo(2);
        assertThat(preview.at("/goes/bytes").asLong()).isEqualTo(4 << 20);
    }

    @Test
    void aPreviewOfVeryManyRunsIsBoundedAndSaysHowManyThereAre() throws Exception {
        for (int i = 0; i < 1_040; i++) {
            Path run = Files.createDirectories(
                    runs.resolve("20260112T100000Z-many-" + String.format(Locale.ROOT, "%06x", i)));
            Files.writeString(StoredFile.PLAN.in(run), "{}");
            Files.setLastModifiedTime(StoredFile.PLAN.in(run), FileTime.from(Instant.parse("2026-01-12T11:00:00Z")));
            if (i >= 510) {
                Files.writeString(StoredFile.ANNOTATION.in(run), "{\"pinned\":");
                Files.setLastModifiedTime(
                        StoredFile.ANNOTATION.in(run), FileTime.from(Instant.parse("2026-01-12T11:00:00Z")));
            }
        }
        try (TestConsole console = start()) {
            JsonNode preview = preview(console.admin(), "{\"keepDays\":30}");
            assertThat(preview.at("/all/runs").asInt()).isEqualTo(1_043);
            assertThat(preview.at("/goes/runs").asInt())
                    .as("all but one of the last 30 days")
                    .isEqualTo(512);
            assertThat(preview.get("going")).hasSize(500);
            assertThat(preview.at("/going/0/id").asString()).isEqualTo(OLD);
            assertThat(preview.get("sparedRuns").asInt()).isEqualTo(530);
            assertThat(preview.get("spared")).hasSize(500);
        }
    }

    @Test
    void everythingThatIsWrongIsNamedAtOnceAndNothingChanges() throws Exception {
        try (TestConsole console = start()) {
            TestConsole.Client admin = console.admin();
            admin.send("PUT", RETENTION, "{\"keepRuns\":7}").expect(200);
            JsonNode before = admin.get(RETENTION).json();
            for (String path : List.of(RETENTION + "/preview", RETENTION)) {
                String method = path.equals(RETENTION) ? "PUT" : "POST";
                JsonNode wrong = admin.send(method, path, "{\"keepDays\":0,\"keepRuns\":\"ten\",\"keepBytes\":1e30}")
                        .expect(422)
                        .json();
                assertThat(wrong.get("problems")
                                .valueStream()
                                .map(one -> one.get("path").asString()))
                        .containsExactly("keepDays", "keepRuns", "keepBytes");
                for (String body : List.of(
                        "{\"keepDays\":36501}",
                        "{\"keepDays\":-1}",
                        "{\"keepDays\":1.5}",
                        "{\"keepDays\":true}",
                        "{\"keepDays\":[1]}",
                        "{\"keepDays\":{\"a\":1}}",
                        "{\"keepRuns\":99999999999999999999}",
                        "{\"keepBytes\":1}",
                        "{\"keepEver\":1}",
                        "{\"keepDays\":1,\"keepDays\":2}",
                        "[]",
                        "null",
                        "7")) {
                    admin.send(method, path, body).expect(422);
                }
                admin.send(method, path, "{").expect(422);
            }
            admin.get(RETENTION + "?keepDays=1").expect(422);
            assertThat(admin.get(RETENTION).json()).isEqualTo(before);
        }
    }

    @Test
    void aRunThatIsBeingDownloadedComesWholeAndIsDeletedAfterwards() throws Exception {
        byte[] much = new byte[40 << 20];
        new Random(1).nextBytes(much);
        Files.write(StoredFile.INTERVALS.in(runs.resolve(OLD)), much);
        try (TestConsole console = start();
                HttpClient slow = HttpClient.newHttpClient()) {
            TestConsole.Client admin = console.admin();
            String ids = "{\"ids\":[\"" + OLD + "\"]}";
            HttpResponse<InputStream> download = slow.send(
                    admin.request("/api/v1/runs/" + OLD + "/zip").build(), HttpResponse.BodyHandlers.ofInputStream());
            Map<String, Long> sizes = new TreeMap<>();
            try (ZipInputStream zip = new ZipInputStream(download.body())) {
                zip.getNextEntry();
                JsonNode refused = admin.send("POST", "/api/v1/runs/delete", ids)
                        .expect(200)
                        .json();
                assertThat(refused.at("/refused/0/reason").asString()).contains("It is being downloaded");
                assertThat(runs.resolve(OLD)).isDirectory();
                sizes.put("intervals.hlog", zip.skip(Long.MAX_VALUE));
                for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
                    sizes.put(entry.getName(), zip.skip(Long.MAX_VALUE));
                }
            }
            assertThat(sizes)
                    .containsEntry("intervals.hlog", (long) much.length)
                    .containsEntry(OLD + "/plan.json", 2L << 20);
            until(() -> admin.send("POST", "/api/v1/runs/delete", ids)
                            .json()
                            .get("done")
                            .size()
                    == 1);
            assertThat(runs.resolve(OLD)).doesNotExist();
        }
    }

    @Test
    void aPinnedRunIsDeletedByNobodyUntilItIsUnpinned() throws Exception {
        try (TestConsole console = start()) {
            TestConsole.Client admin = console.admin();
            TestConsole.Client viewer = console.user(admin, "vera", "viewer");
            String run = "/api/v1/runs/" + PINNED;
            viewer.send("PATCH", run, "{\"pinned\":true}").expect(403);
            JsonNode pinned =
                    admin.send("PATCH", run, "{\"pinned\":true}").expect(200).json();
            assertThat(pinned.get("pinned").asBoolean()).isTrue();
            assertThat(admin.send("PATCH", run, "{\"note\":\"x\"}")
                            .json()
                            .get("pinned")
                            .asBoolean())
                    .isTrue();
            String ids = "{\"ids\":[\"" + PINNED + "\"]}";
            JsonNode refused =
                    admin.send("POST", "/api/v1/runs/delete", ids).expect(200).json();
            assertThat(refused.at("/refused/0/reason").asString()).isEqualTo("It is pinned: unpin it first.");
            assertThat(runs.resolve(PINNED)).isDirectory();
            admin.send("PATCH", run, "{\"pinned\":false}").expect(200);
            admin.send("POST", "/api/v1/runs/delete", ids).expect(200);
            assertThat(runs.resolve(PINNED)).doesNotExist();
        }
    }
}

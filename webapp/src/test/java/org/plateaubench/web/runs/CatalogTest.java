// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.runs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.plateaubench.app.Installation;
import org.plateaubench.app.runs.RunDeletion;
import org.plateaubench.app.runs.RunSummary;
import org.plateaubench.engine.document.Documents;
import org.plateaubench.engine.store.RunAnnotation;
import org.plateaubench.engine.store.RunFolder;
import org.plateaubench.engine.store.StoredFile;
import org.plateaubench.web.http.Problem;
import org.plateaubench.web.http.RunFolders;

/** The catalog follows the folder of runs; a damaged run does not hide others. */
@Timeout(300)
@SuppressWarnings("NullAway.Init")
class CatalogTest {
    private static final RunQuery NEWEST = new RunQuery(
            List.of(),
            null,
            List.of(),
            List.of(),
            List.of(),
            List.of(),
            false,
            null,
            null,
            RunQuery.Sort.STARTED,
            true,
            50,
            0);

    private static final String GOOD = StoredRuns.id(10, "good");

    @TempDir
    Path folder;

    private Path runs;
    private Path cache;
    private RunFolders folders;
    private RunCatalog catalog;
    private final List<String> notifications = new ArrayList<>();
    private Instant now = Installation.now();

    @BeforeEach
    void open() throws IOException {
        runs = Files.createDirectories(folder.resolve("runs"));
        cache = folder.resolve("runs.ndjson");
        folders = new RunFolders(runs);
    }

    /** Opens the catalog again, as after a restart of the console, without the thread that follows the folder. */
    private RunIndexer indexer() throws IOException {
        catalog = new RunCatalog(cache);
        RunIndexer indexer = new RunIndexer(folders, catalog, () -> now);
        indexer.listen((id, status, verdict) -> notifications.add(id + " " + status + " " + verdict));
        return indexer;
    }

    /** Advances the time, so that previous changes count as settled. */
    private void advanceTime() {
        now = now.plusSeconds(60);
    }

    private List<String> ids() {
        return catalog.list(NEWEST).runs().stream().map(RunSummary::id).toList();
    }

    private Map<String, Object> document(String id) {
        return Documents.parse(Documents.line(catalog.find(id).orElseThrow().run()));
    }

    @Test
    void catalogFollowsChangesInFolder() throws Exception {
        RunIndexer indexer = indexer();
        String first = StoredRuns.id(1, "spinning");
        Path run = StoredRuns.finished(runs, first);
        Process owner = new ProcessBuilder("sleep", "600").start();
        String runningId = StoredRuns.id(2, "spinning");
        StoredRuns.running(runs, runningId, owner.toHandle());
        assertThatThrownBy(indexer::catalog)
                .isInstanceOfSatisfying(Problem.class, problem -> {
                    assertThat(problem.status()).isEqualTo(503);
                    assertThat(problem.headers()).containsEntry("Retry-After", "1");
                })
                .hasMessage("The runs are still being read (0 of 0).");
        AtomicBoolean isComplete = new AtomicBoolean();
        indexer.listen((id, status, verdict) -> {
            if (!isComplete.get()) {
                assertThatThrownBy(indexer::catalog).hasMessageContaining(" of 2).");
            }
        });
        assertThat(indexer.sweep()).isEqualTo(2);
        isComplete.set(true);
        assertThat(indexer.catalog()).isSameAs(catalog);
        assertThat(notifications)
                .containsExactly(first + " completed " + StoredRuns.verdict(), runningId + " running null");
        assertThat(ids()).containsExactly(runningId, first);
        assertThat(indexer.runningIds()).containsExactly(runningId);

        owner.destroyForcibly().waitFor();
        notifications.clear();
        indexer.readIfChanged(runningId);
        assertThat(notifications).containsExactly(runningId + " crashed invalid");
        assertThat(indexer.runningIds()).isEmpty();

        RunAnnotation.NONE.withTags(List.of("baseline")).write(RunFolder.of(run));
        notifications.clear();
        indexer.sweep();
        assertThat(notifications).containsExactly(first + " completed " + StoredRuns.verdict());
        assertThat(catalog.tags()).containsExactly(new RunCatalog.Tag("baseline", 1));

        String moved = StoredRuns.id(3, "moved");
        Files.move(run, runs.resolve(moved));
        notifications.clear();
        indexer.sweep();
        assertThat(notifications)
                .containsExactlyInAnyOrder(first + " deleted null", moved + " completed " + StoredRuns.verdict());
        assertThat(document(moved)).containsEntry("name", "moved");
        assertThat(catalog.find(first)).isEmpty();
    }

    @Test
    void onlyChangedRunsAreReadAgainAfterRestart() throws Exception {
        for (int i = 0; i < 4; i++) {
            StoredRuns.finished(runs, StoredRuns.id(i, "spinning"));
        }
        advanceTime();
        RunIndexer first = indexer();
        assertThat(first.sweep()).isEqualTo(4);
        first.save();
        Path changed = runs.resolve(StoredRuns.id(2, "spinning"));
        Files.writeString(StoredFile.RESULT.in(changed), "\n", StandardOpenOption.APPEND);
        now = Installation.now();
        RunIndexer restarted = indexer();
        assertThat(restarted.sweep()).isOne();
        advanceTime();
        assertThat(restarted.sweep())
                .as("a recent change is read again once it is settled")
                .isOne();
        assertThat(restarted.sweep()).isZero();
    }

    @Test
    void cacheMatchesRunsAndDamagedLinesAreReadAgain() throws Exception {
        for (int i = 0; i < 3; i++) {
            Path run = StoredRuns.finished(runs, StoredRuns.id(i, "spinning"));
            RunAnnotation.NONE
                    .withNote("note " + i)
                    .withTags(List.of("all", "tag-" + i))
                    .withArchived(i == 2)
                    .withStartedBy("ann")
                    .write(RunFolder.of(run));
        }
        StoredRuns.killed(runs, StoredRuns.id(4, "killed"));
        advanceTime();
        RunIndexer indexer = indexer();
        indexer.sweep();
        indexer.save();
        Set<RunCatalog.Row> before = Set.copyOf(catalog.all());
        assertThat(before).hasSize(4);
        assertThat(indexer().sweep()).isZero();
        assertThat(Set.copyOf(catalog.all())).isEqualTo(before);

        String complete = Files.readString(cache);
        for (String damaged : List.of(
                "",
                complete.substring(0, complete.length() / 2),
                complete.substring(0, complete.length() - 1),
                "\0".repeat(100) + complete.substring(complete.length() / 2),
                complete.replace("\"archived\"", "\"other\""))) {
            Files.writeString(cache, damaged);
            assertThat(indexer().sweep()).isPositive();
            assertThat(Set.copyOf(catalog.all())).isEqualTo(before);
        }
    }

    @Test
    void initialAnnotationIsAppliedOnce() throws IOException {
        RunFolder run = RunFolder.create(runs, "one", now);
        RunChanges changes = new RunChanges(folders, indexer());
        changes.runStarted(run.runId(), "ada", List.of("night"), "first");
        changes.annotate(run.runId(), annotation -> annotation.withNote("second"));
        // As the next console does after the previous one was killed.
        changes.runStarted(run.runId(), "ada", List.of("night"), "first");
        assertThat(RunAnnotation.read(run))
                .isEqualTo(new RunAnnotation("second", List.of("night"), false, false, "ada"));

        // For a study it is notified when all its runs have ended.
        RunFolder other = RunFolder.create(runs, "two", now);
        changes.annotate(
                other.runId(), annotation -> annotation.withNote("fan failed").withTags(List.of("discard")));
        changes.runStarted(other.runId(), "ada", List.of("night"), "");
        assertThat(RunAnnotation.read(other))
                .isEqualTo(new RunAnnotation("fan failed", List.of("discard", "night"), false, false, "ada"));
    }

    /** A console that is killed while it deletes leaves a run that was moved away, with some of its files. */
    @Test
    void onlyLeftoversOfUnfinishedDeletionAreRemoved() throws Exception {
        Path complete = StoredRuns.finished(runs, StoredRuns.id(1, "whole"));
        Path deleted = StoredRuns.finished(runs, StoredRuns.id(2, "gone"));
        Path moved = RunDeletion.moveAway(RunFolder.of(deleted));
        Files.delete(StoredFile.PLAN.in(moved));
        new RunChanges(folders, indexer()).removeLeftovers();
        assertThat(moved).doesNotExist();
        assertThat(deleted).doesNotExist();
        assertThat(StoredFile.PLAN.in(complete)).exists();
    }

    /**
     * A damage of a run.
     *
     * @param problem part of the reported problem
     */
    private record Damage(String what, String problem, StoredRuns.Change change) {}

    private static List<Damage> damages() {
        return List.of(
                result("empty result", ""),
                result(
                        "result of another kind",
                        "{\"verdict\":[],\"name\":7,\"workloads\":{\"a\":1},\"aggregate\":[null,1,{\"metric\":\"x\"}],"
                                + "\"reasons\":\"no\",\"phases\":[[[]]],\"score\":\"high\"}"),
                result("deep result", "{\"a\":" + "[".repeat(100_000)),
                new Damage(
                        "result that was edited",
                        "result.json was changed after the run",
                        run -> Files.writeString(StoredFile.RESULT.in(run), "{}")),
                new Damage("plan of nothing", "plan.json has the schema ", run -> {
                    Files.delete(StoredFile.MANIFEST.in(run));
                    Files.delete(StoredFile.RESULT.in(run));
                    Files.writeString(StoredFile.PLAN.in(run), "{\"workloads\":[{\"plugin\":7}]}");
                }));
    }

    private static Damage result(String what, String text) {
        return new Damage(what, "result.json cannot be read", run -> {
            Files.delete(StoredFile.MANIFEST.in(run));
            Files.writeString(StoredFile.RESULT.in(run), text);
        });
    }

    @Test
    void damagedRunsAreShownAndDoNotAffectOthers() throws Exception {
        StoredRuns.finished(runs, GOOD);
        List<Damage> damages = damages();
        for (int i = 0; i < damages.size(); i++) {
            damages.get(i).change().apply(StoredRuns.finished(runs, StoredRuns.id(30 + i, "bad")));
        }
        indexer().sweep();
        assertThat(ids()).hasSize(damages.size() + 1);
        for (int i = 0; i < damages.size(); i++) {
            Damage damage = damages.get(i);
            Map<String, Object> bad = document(StoredRuns.id(30 + i, "bad"));
            assertThat(bad)
                    .as(damage.what())
                    .containsEntry("name", "bad")
                    .containsEntry("verdict", "invalid")
                    .doesNotContainEntry("status", "running");
            assertThat(String.valueOf(bad.get("problems"))).as(damage.what()).contains(damage.problem());
        }
        assertThat(document(GOOD))
                .containsEntry("verdict", StoredRuns.verdict())
                .containsEntry("problems", List.of());
    }

    @Test
    void folderWithUnusableNameIsListedButNotOpened() throws Exception {
        String absurd = "<script>alert(1)</script>\n\"'".replace('/', '|');
        StoredRuns.finished(runs, GOOD);
        StoredRuns.finished(runs, absurd);
        StoredRuns.finished(runs, "-rf");
        Files.createSymbolicLink(runs.resolve("linked"), StoredRuns.finished(folder, "outside"));
        indexer().sweep();
        List<String> ids = ids();
        assertThat(ids).hasSize(4).contains(GOOD, "linked").allMatch(id -> id.matches("[A-Za-z0-9._-]+"));
        for (String id : ids) {
            if (!id.equals(GOOD)) {
                assertThat(String.valueOf(document(id).get("problems")))
                        .containsAnyOf("rename the folder", "is a symbolic link");
                assertThatThrownBy(() -> folders.find(id)).isInstanceOf(Problem.class);
            }
        }
    }
}

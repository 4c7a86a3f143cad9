// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.runs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.plateaubench.app.WallTime;
import org.plateaubench.app.runs.RunDeletion;
import org.plateaubench.engine.store.RunAnnotation;
import org.plateaubench.engine.store.RunFolder;
import org.plateaubench.engine.store.StoredFile;
import org.plateaubench.web.http.Problem;

/** The catalog says what the folder of runs holds. */
@Timeout(300)
class CatalogTest {
    @TempDir
    Path folder;

    @Test
    void whatHappensInTheFolderIsFollowed() throws Exception {
        CatalogFixture fixture = new CatalogFixture(folder);
        RunIndexer indexer = fixture.indexer();
        String first = StoredRuns.id(1, "spinning");
        Path run = StoredRuns.finished(fixture.runs, first);
        Process owner = new ProcessBuilder("sleep", "600").start();
        String going = StoredRuns.id(2, "spinning");
        StoredRuns.running(fixture.runs, going, owner.toHandle());
        assertThatThrownBy(indexer::catalog)
                .isInstanceOfSatisfying(Problem.class, early -> {
                    assertThat(early.status()).isEqualTo(503);
                    assertThat(early.headers()).containsEntry("Retry-After", "1");
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
        assertThat(indexer.catalog()).isSameAs(fixture.catalog);
        assertThat(fixture.heard)
                .containsExactly(first + " completed " + StoredRuns.verdict(), going + " running null");
        assertThat(fixture.ids(CatalogFixture.NEWEST)).containsExactly(going, first);
        assertThat(indexer.running()).containsExactly(going);

        owner.destroyForcibly().waitFor();
        fixture.heard.clear();
        indexer.readIfChanged(going);
        assertThat(fixture.heard).containsExactly(going + " crashed invalid");
        assertThat(indexer.running()).isEmpty();

        RunAnnotation.NONE.withTags(List.of("baseline")).write(RunFolder.of(run));
        fixture.heard.clear();
        indexer.sweep();
        assertThat(fixture.heard).containsExactly(first + " completed " + StoredRuns.verdict());
        assertThat(fixture.catalog.tags()).containsExactly(new RunCatalog.Tag("baseline", 1));

        String moved = StoredRuns.id(3, "moved");
        Files.move(run, fixture.runs.resolve(moved));
        fixture.heard.clear();
        indexer.sweep();
        assertThat(fixture.heard)
                .containsExactlyInAnyOrder(first + " deleted null", moved + " completed " + StoredRuns.verdict());
        assertThat(fixture.document(moved)).containsEntry("name", "moved");
        assertThat(fixture.catalog.find(first)).isEmpty();
    }

    @Test
    void onlyWhatChangedIsReadAgainAlsoAfterARestart() throws Exception {
        CatalogFixture fixture = new CatalogFixture(folder);
        for (int i = 0; i < 4; i++) {
            StoredRuns.finished(fixture.runs, StoredRuns.id(i, "spinning"));
        }
        fixture.later();
        RunIndexer first = fixture.indexer();
        assertThat(first.sweep()).isEqualTo(4);
        first.save();
        Path changed = fixture.runs.resolve(StoredRuns.id(2, "spinning"));
        Files.writeString(StoredFile.RESULT.in(changed), "\n", StandardOpenOption.APPEND);
        fixture.now = WallTime.now();
        RunIndexer restarted = fixture.indexer();
        assertThat(restarted.sweep()).isOne();
        fixture.later();
        assertThat(restarted.sweep())
                .as("what changed a moment ago is read once more when it is settled")
                .isOne();
        assertThat(restarted.sweep()).isZero();
    }

    @Test
    void cacheIsTheSameAsWhatWasReadAndRunsOfBrokenLinesAreReadAgain() throws Exception {
        CatalogFixture fixture = new CatalogFixture(folder);
        for (int i = 0; i < 3; i++) {
            Path run = StoredRuns.finished(fixture.runs, StoredRuns.id(i, "spinning"));
            RunAnnotation.NONE
                    .withNote("note " + i)
                    .withTags(List.of("all", "tag-" + i))
                    .withArchived(i == 2)
                    .withStartedBy("ann")
                    .write(RunFolder.of(run));
        }
        StoredRuns.killed(fixture.runs, StoredRuns.id(4, "killed"));
        fixture.later();
        RunIndexer indexer = fixture.indexer();
        indexer.sweep();
        indexer.save();
        Set<RunCatalog.Row> before = Set.copyOf(fixture.catalog.all());
        assertThat(before).hasSize(4);
        assertThat(fixture.indexer().sweep()).isZero();
        assertThat(Set.copyOf(fixture.catalog.all())).isEqualTo(before);

        String whole = Files.readString(fixture.cache);
        for (String damaged : List.of(
                "",
                whole.substring(0, whole.length() / 2),
                whole.substring(0, whole.length() - 1),
                "\0".repeat(100) + whole.substring(whole.length() / 2),
                whole.replace("\"archived\"", "\"other\""))) {
            Files.writeString(fixture.cache, damaged);
            assertThat(fixture.indexer().sweep()).isPositive();
            assertThat(Set.copyOf(fixture.catalog.all())).isEqualTo(before);
        }
    }

    @Test
    void whatIsSaidOfARunAsItBeginsIsSaidOnce() throws IOException {
        CatalogFixture fixture = new CatalogFixture(folder);
        RunFolder run = RunFolder.create(fixture.runs, "one", fixture.now);
        RunChanges changes = new RunChanges(fixture.folders, fixture.indexer());
        changes.begun(run.runId(), "ada", List.of("night"), "first");
        changes.annotate(run.runId(), said -> said.withNote("second"));
        // As the next console does when the one before it was killed.
        changes.begun(run.runId(), "ada", List.of("night"), "first");
        assertThat(RunAnnotation.read(run))
                .isEqualTo(new RunAnnotation("second", List.of("night"), false, false, "ada"));

        // Of a study it is told when all its runs are over.
        RunFolder other = RunFolder.create(fixture.runs, "two", fixture.now);
        changes.annotate(other.runId(), said -> said.withNote("fan failed").withTags(List.of("discard")));
        changes.begun(other.runId(), "ada", List.of("night"), "");
        assertThat(RunAnnotation.read(other))
                .isEqualTo(new RunAnnotation("fan failed", List.of("discard", "night"), false, false, "ada"));
    }

    /** A console that is killed while it deletes leaves a run that was moved away, with some of its files. */
    @Test
    void restOfAnUnfinishedDeletionIsRemovedAndNothingElse() throws Exception {
        CatalogFixture fixture = new CatalogFixture(folder);
        Path whole = StoredRuns.finished(fixture.runs, StoredRuns.id(1, "whole"));
        Path gone = StoredRuns.finished(fixture.runs, StoredRuns.id(2, "gone"));
        Path moved = RunDeletion.moveAway(RunFolder.of(gone));
        Files.delete(StoredFile.PLAN.in(moved.resolve(gone.getFileName())));
        new RunChanges(fixture.folders, fixture.indexer()).removeLeftovers();
        assertThat(moved).doesNotExist();
        assertThat(gone).doesNotExist();
        assertThat(StoredFile.PLAN.in(whole)).exists();
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.runs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.plateaubench.app.console.ConsoleClock;
import org.plateaubench.engine.store.RunAnnotation;
import org.plateaubench.engine.store.RunFolder;
import org.plateaubench.engine.store.StoredFile;
import org.plateaubench.web.database.Database;
import org.plateaubench.web.database.TestDatabases;
import org.plateaubench.web.database.TestDatabases.Engine;
import org.plateaubench.web.http.Problem;

/** The catalog says what the folder of runs holds. */
@Timeout(300)
class CatalogTest {
    @RegisterExtension
    static final TestDatabases DATABASES = new TestDatabases();

    @TempDir
    Path folder;

    @ParameterizedTest
    @EnumSource
    void whatHappensInTheFolderIsFollowed(Engine engine) throws Exception {
        try (Database database = DATABASES.catalog(engine, folder.resolve("data"))) {
            CatalogFixture fixture = new CatalogFixture(folder.resolve("runs"), database);
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
            indexer.sweep(
                    false,
                    progress ->
                            assertThatThrownBy(indexer::catalog).hasMessage("The runs are still being read (0 of 2)."));
            assertThat(indexer.catalog()).isSameAs(fixture.catalog);
            assertThat(fixture.heard)
                    .containsExactly(first + " completed " + StoredRuns.verdict(), going + " running null");
            assertThat(fixture.ids(RunQuery.NEWEST)).containsExactly(going, first);
            assertThat(indexer.running()).containsExactly(going);

            owner.destroyForcibly().waitFor();
            fixture.heard.clear();
            indexer.readIfChanged(going);
            assertThat(fixture.heard).containsExactly(going + " crashed invalid");
            assertThat(indexer.running()).isEmpty();

            RunAnnotation.NONE.withTags(List.of("baseline")).write(RunFolder.of(run));
            fixture.heard.clear();
            fixture.sweep(indexer);
            assertThat(fixture.heard).containsExactly(first + " completed " + StoredRuns.verdict());
            assertThat(fixture.catalog.tags()).isEqualTo(Map.of("baseline", 1L));

            String moved = StoredRuns.id(3, "moved");
            Files.move(run, fixture.runs.resolve(moved));
            fixture.heard.clear();
            fixture.sweep(indexer);
            assertThat(fixture.heard)
                    .containsExactlyInAnyOrder(first + " deleted null", moved + " completed " + StoredRuns.verdict());
            assertThat(fixture.document(moved)).containsEntry("name", "moved");
            assertThat(fixture.catalog.find(first)).isEmpty();
        }
    }

    @ParameterizedTest
    @EnumSource
    void onlyWhatChangedIsReadAgainAlsoAfterARestart(Engine engine) throws Exception {
        try (Database database = DATABASES.catalog(engine, folder.resolve("data"))) {
            CatalogFixture fixture = new CatalogFixture(folder.resolve("runs"), database);
            for (int i = 0; i < 4; i++) {
                StoredRuns.finished(fixture.runs, StoredRuns.id(i, "spinning"));
            }
            fixture.later();
            fixture.sweep(fixture.indexer());
            Path changed = fixture.runs.resolve(StoredRuns.id(2, "spinning"));
            Files.writeString(StoredFile.RESULT.in(changed), "\n", StandardOpenOption.APPEND);
            fixture.now = new ConsoleClock().instant();
            int[] read = new int[1];
            RunIndexer restarted = fixture.indexer();
            restarted.sweep(false, progress -> read[0] = progress.total());
            assertThat(read[0]).isOne();
            fixture.later();
            restarted.sweep(false, progress -> read[0] = progress.total());
            assertThat(read[0])
                    .as("what changed a moment ago is read once more when it is settled")
                    .isOne();
            restarted.sweep(false, progress -> read[0] = progress.total());
            assertThat(read[0]).isZero();
        }
    }

    @ParameterizedTest
    @EnumSource
    void rebuildingGivesTheSameIndexAndRepairsAWrongOne(Engine engine) throws Exception {
        try (Database database = DATABASES.catalog(engine, folder.resolve("data"))) {
            CatalogFixture fixture = new CatalogFixture(folder.resolve("runs"), database);
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
            fixture.sweep(indexer);
            List<Map<String, Object>> before = fixture.rows();
            assertThat(before).hasSize(4 + 6 + 4);
            indexer.sweep(true, progress -> assertThat(progress.state()).isEqualTo(Progress.State.REBUILDING));
            assertThat(fixture.rows()).isEqualTo(before);

            database.jdbi().useHandle(handle -> {
                handle.execute("UPDATE run SET name = 'wrong', document = '{}', archived = false");
                handle.execute("DELETE FROM run_tag");
                handle.execute("DELETE FROM run_plugin WHERE run_id = ?", StoredRuns.id(4, "killed"));
                handle.execute("UPDATE run SET id = 'gone' WHERE id = ?", StoredRuns.id(4, "killed"));
            });
            fixture.indexer().sweep(true, progress -> {});
            assertThat(fixture.rows()).isEqualTo(before);

            database.jdbi().useHandle(handle -> handle.execute("DELETE FROM run"));
            fixture.sweep(fixture.indexer());
            assertThat(fixture.rows()).as("an index that was lost").isEqualTo(before);
        }
    }

    @ParameterizedTest
    @EnumSource
    void everyFilterAndOrderFindsWhatItSays(Engine engine) throws Exception {
        try (Database database = DATABASES.catalog(engine, folder.resolve("data"))) {
            CatalogFixture fixture = new CatalogFixture(folder.resolve("runs"), database);
            String a = StoredRuns.id(1, "alpha");
            String b = StoredRuns.id(2, "beta");
            String c = StoredRuns.id(3, "gamma");
            RunAnnotation.NONE
                    .withTags(List.of("one", "two"))
                    .withNote("100%_sure!")
                    .write(RunFolder.of(StoredRuns.finished(fixture.runs, a)));
            RunAnnotation.NONE
                    .withTags(List.of("two"))
                    .withArchived(true)
                    .write(RunFolder.of(StoredRuns.finished(fixture.runs, b)));
            StoredRuns.killed(fixture.runs, c);
            fixture.sweep(fixture.indexer());
            assertThat(fixture.ids(RunQuery.NEWEST)).containsExactly(c, a);
            assertThat(fixture.ids(new Ask().archived(true).query())).containsExactly(b);
            assertThat(fixture.ids(new Ask().archived(null).query())).containsExactly(c, b, a);
            assertThat(fixture.ids(new Ask().tags("two").query())).containsExactly(b, a);
            assertThat(fixture.ids(new Ask().tags("two", "one").query())).containsExactly(a);
            database.jdbi().useHandle(handle -> handle.execute("UPDATE run SET verdict = 'fail' WHERE id <> ?", c));
            assertThat(fixture.ids(new Ask().verdicts("invalid").query())).containsExactly(c);
            assertThat(fixture.ids(new Ask().verdicts("invalid", "fail").query()))
                    .containsExactly(c, b, a);
            assertThat(fixture.ids(new Ask().statuses("completed").query())).containsExactly(b, a);
            assertThat(fixture.ids(new Ask().plugins("proving").query())).containsExactly(c, b, a);
            assertThat(fixture.ids(new Ask().plugins("olio").query())).isEmpty();
            assertThat(fixture.ids(new Ask().name("beta").query())).containsExactly(b);
            assertThat(fixture.ids(new Ask().from("2026-11-21T10:02:00Z").query()))
                    .containsExactly(c, b);
            assertThat(fixture.ids(new Ask().to("2026-11-21T10:02:00Z").query()))
                    .containsExactly(a);
            assertThat(fixture.ids(new Ask().text("ALPHA").query())).containsExactly(a);
            assertThat(fixture.ids(new Ask().text("spin two").query())).containsExactly(b, a);
            assertThat(fixture.ids(new Ask().text("100%_sure!").query())).containsExactly(a);
            assertThat(fixture.ids(new Ask().text("%").query())).containsExactly(a);
            assertThat(fixture.ids(new Ask().text("' OR '1'='1").query())).isEmpty();
            assertThat(fixture.ids(new Ask().sort(RunQuery.Sort.NAME, false).query()))
                    .containsExactly(a, b, c);
            for (RunQuery.Sort sort : RunQuery.Sort.values()) {
                for (boolean descending : new boolean[] {false, true}) {
                    assertThat(fixture.ids(new Ask().sort(sort, descending).query()))
                            .as(sort + " " + descending)
                            .containsExactlyInAnyOrder(a, b, c);
                }
            }
            RunCatalog.Page page = fixture.catalog.list(new Ask().archived(null).page(1, 1));
            assertThat(page.total()).isEqualTo(3);
            assertThat(page.documents()).singleElement().asString().contains(b);
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.olio;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.plateaubench.olio.ChunkWriter.Chunk;
import org.plateaubench.olio.Database.StoreException;
import org.plateaubench.olio.EventDetail.Coordinates;
import org.plateaubench.plugin.olio.data.ApplicationSettings;
import org.plateaubench.plugin.olio.data.DataState;
import org.plateaubench.plugin.olio.data.Names;
import org.plateaubench.plugin.olio.data.PersonForm;
import org.plateaubench.plugin.olio.data.PersonForm.AddressForm;
import org.plateaubench.plugin.olio.data.PersonForm.EventForm;
import org.plateaubench.process.data.DataMarker.State;
import org.plateaubench.process.database.OwnTables.Change;
import org.plateaubench.testkit.Deadline;

@Tag("slow")
final class LoaderTest {
    private static final AddressForm ADDRESS = new AddressForm("1 Quay", "", "Havn", "NY", "12345", "USA");
    private static final Coordinates PLACE = new Coordinates(33, -177);

    @ParameterizedTest
    @EnumSource
    void resetRemovesRowsAddedSinceLoad(Dialect dialect) throws Exception {
        LoadedStore loaded = LoadedStore.fresh(dialect);
        Map<String, String> before = LoadedStore.sums(loaded.database());
        SocialStore store = loaded.store();
        Instant now = LoadedStore.MIDNIGHT;
        store.addPerson(
                new PersonForm("newcomer", "secret", "A", "Lastly", "a@b", "1", "text", "Europe/Berlin", ADDRESS),
                PLACE);
        int newcomer = store.signIn("newcomer", "secret").orElseThrow().id();
        store.addEvent(
                newcomer,
                new EventForm("T", "s", "d", "1", "UTC", LoadedStore.DAY.atStartOfDay(), ADDRESS),
                PLACE,
                List.of(Names.tagName(1), "brandnew"),
                now);
        int event = LoadedStore.SCALE.events() + 1;
        store.attend(event, newcomer);
        store.attend(3, newcomer);
        store.addComment(3, newcomer, "text", 5, now);
        store.addComment(event, 9, "text", 5, now);
        assertThat(LoadedStore.sums(loaded.database())).isNotEqualTo(before);

        loaded.reset();

        assertThat(LoadedStore.sums(loaded.database())).isEqualTo(before);
    }

    @Test
    void loadedDataDoesNotDependOnThreadCount() throws Exception {
        Map<String, String> parallel =
                LoadedStore.sums(LoadedStore.fresh(Dialect.H2).database());
        try (Database sequential = LoadedStore.empty("sequential")) {
            LoadedStore.load(new Loader(sequential, 1));
            assertThat(LoadedStore.sums(sequential)).isEqualTo(parallel);
        }
        assertThat(LoadedStore.fresh(Dialect.POSTGRESQL).counts())
                .isEqualTo(LoadedStore.population().counts());
    }

    @Test
    void interruptedLoadResumes() throws Exception {
        Map<String, String> expected = completeLoad();
        try (Database database = LoadedStore.empty("resumed")) {
            Loader loader = new Loader(database, 1);
            DataOperation interrupted = new DataOperation(loader, () -> {});
            assertThat(interrupted.begin(() -> LoadedStore.load(loader))).isTrue();
            assertThat(interrupted.begin(loader::reset)).isFalse();
            Deadline.until("rows are loaded", () -> interrupted.state("").rows() > 0);
            interrupted.close();
            assertThat(interrupted.state("").work()).isEqualTo(DataState.Work.FAILED);
            assertThat(loader.marker().orElseThrow().state()).isEqualTo(State.LOADING);
            int loadedChunks = database.execute("ledger", Loader::loaded).size();
            assertThat(loadedChunks)
                    .isPositive()
                    .isLessThan(Chunk.all(LoadedStore.SCALE).size());

            Loader resumed = new Loader(database, 2);
            LocalDate later = LoadedStore.DAY.plusDays(1);
            resumed.load(LoadedStore.SCALE, LoadedStore.SEED, later);

            assertThat(LoadedStore.sums(database)).isEqualTo(expected);
            assertThat(resumed.marker().orElseThrow().value("day")).isEqualTo(LoadedStore.DAY.toString());
        }
    }

    @ParameterizedTest
    @EnumSource
    void foreignObjectsReferringToTablesAreNamed(Dialect dialect) throws Exception {
        Database database = LoadedStore.fresh(dialect).database();
        Loader loader = new Loader(database, 1);
        LoadedStore.execute(
                database,
                "CREATE TABLE guest (id INTEGER, CONSTRAINT fk_guest FOREIGN KEY (id)"
                        + " REFERENCES olio_person (id) ON DELETE CASCADE)");
        LoadedStore.execute(database, "CREATE VIEW agenda AS SELECT id FROM olio_event");
        try {
            assertThat(loader.foreign(Change.WRITE).names()).isEmpty();
            assertThat(loader.foreign(Change.DELETE).names()).containsIgnoringCase("fk_guest");
            assertThat(loader.foreign(Change.DROP).names())
                    .containsIgnoringCase("fk_guest")
                    .containsIgnoringCase("view agenda");
        } finally {
            LoadedStore.execute(database, "DROP VIEW agenda");
            LoadedStore.execute(database, "DROP TABLE guest");
        }
    }

    @Test
    void tableLaterInSearchPathIsNotRemoved() throws Exception {
        LoadedStore fresh = LoadedStore.fresh(Dialect.POSTGRESQL);
        Database loaded = fresh.database();
        ApplicationSettings all = TestDatabase.of(Dialect.POSTGRESQL);
        LoadedStore.execute(loaded, "CREATE SCHEMA site");
        String url = all.databaseUrl() + (all.databaseUrl().contains("?") ? "&" : "?") + "currentSchema=site,public";
        try (Database site = new Database(TestDatabase.settings(url, all.databaseUser(), all.databasePassword(), 1))) {
            Loader loader = new Loader(site, 1);
            loader.mark(DataState.wanted(LoadedStore.SCALE, 1).withState(State.CLEARING));
            loader.clear();
        }
        LoadedStore.execute(loaded, "DROP SCHEMA site");
        assertThat(fresh.counts()).isEqualTo(LoadedStore.population().counts());
    }

    private static Map<String, String> completeLoad() throws Exception {
        return LoadedStore.sums(LoadedStore.fresh(Dialect.H2).database());
    }

    @Test
    void failedClearCanBeRepeated() throws Exception {
        try (Database database = LoadedStore.empty("halfcleared")) {
            Loader loader = new Loader(database, 2);
            LoadedStore.load(loader);
            try (AutoCloseable held = LoadedStore.lockLastTable("halfcleared")) {
                assertThatThrownBy(loader::clear).as("while %s", held).isInstanceOf(StoreException.class);
            }
            assertThat(loader.marker()).isPresent();
            loader.clear();
            LoadedStore.load(loader);
            assertThat(LoadedStore.sums(database)).isEqualTo(completeLoad());
        }
    }

    @Test
    void clearRemovesMarkerLeftWithoutLedger() throws Exception {
        try (Database database = LoadedStore.empty("ledgergone")) {
            Loader loader = new Loader(database, 2);
            LoadedStore.load(loader);
            LoadedStore.execute(database, "DROP TABLE " + Loader.LEDGER);
            loader.clear();
            assertThat(loader.marker()).isEmpty();
            assertThat(loader.foreign(Change.DROP).names()).isEmpty();
        }
    }
}

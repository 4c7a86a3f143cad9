// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.olio.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.plateaubench.olio.store.ChunkWriter.Chunk;
import org.plateaubench.olio.store.Database.DatabaseSettings;
import org.plateaubench.olio.store.Database.StoreException;
import org.plateaubench.olio.store.EventDetail.Coordinates;
import org.plateaubench.plugin.olio.data.HarnessState;
import org.plateaubench.plugin.olio.data.Names;
import org.plateaubench.plugin.olio.data.PersonForm;
import org.plateaubench.plugin.olio.data.PersonForm.AddressForm;
import org.plateaubench.plugin.olio.data.PersonForm.EventForm;
import org.plateaubench.process.data.DataMarker.State;
import org.plateaubench.process.database.OwnTables.Change;
import org.plateaubench.process.database.Sql;

@Tag("slow")
final class LoaderTest {
    private static final AddressForm ADDRESS = new AddressForm("1 Quay", "", "Havn", "NY", "12345", "USA");
    private static final Coordinates PLACE = new Coordinates(33, -177);
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(30);

    @ParameterizedTest
    @EnumSource
    void aResetTakesAwayAllThatWasAddedSinceTheLoad(Dialect dialect) throws Exception {
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
        store.askFriend(newcomer, Names.userName(2));
        int asked = LoadedStore.population().friendsOf(4)[1];
        store.acceptFriend(asked, Names.userName(4));
        assertThat(LoadedStore.sums(loaded.database())).isNotEqualTo(before);

        loaded.reset();

        assertThat(LoadedStore.sums(loaded.database())).isEqualTo(before);
    }

    @Test
    void everyDatabaseHoldsTheSameHoweverManyThreadsLoadIt() throws Exception {
        Map<String, String> parallel =
                LoadedStore.sums(LoadedStore.fresh(Dialect.H2).database());
        try (Database alone = LoadedStore.empty("alone")) {
            LoadedStore.load(LoadedStore.loader(alone, 1));
            assertThat(LoadedStore.sums(alone)).isEqualTo(parallel);
        }
        assertThat(Schema.counts(LoadedStore.fresh(Dialect.POSTGRESQL).database()))
                .isEqualTo(LoadedStore.population().counts());
    }

    @Test
    void aLoadThatWasCutShortGoesOnWhereItWas() throws Exception {
        Map<String, String> whole =
                LoadedStore.sums(LoadedStore.fresh(Dialect.H2).database());
        try (Database database = LoadedStore.empty("resumed")) {
            InstantSource time = InstantSource.fixed(LoadedStore.MIDNIGHT);
            DataOperation cut = new DataOperation(database, time, 1, () -> {});
            cut.mark(HarnessState.wanted(LoadedStore.SCALE, LoadedStore.SEED).in(State.LOADING));
            assertThat(cut.load(LoadedStore.SCALE, LoadedStore.SEED)).isTrue();
            assertThat(cut.load(LoadedStore.SCALE, LoadedStore.SEED)).isFalse();
            await(() -> cut.state("").rows() > 0);
            cut.close();
            assertThat(cut.state("").work()).isEqualTo(HarnessState.Work.FAILED);
            assertThat(cut.marker().orElseThrow().state()).isEqualTo(State.LOADING);
            int done = database.ask("ledger", Loader::loaded).size();
            assertThat(done)
                    .isPositive()
                    .isLessThan(Chunk.all(LoadedStore.SCALE).size());

            DataOperation resumed = new DataOperation(database, time, 2, () -> {});
            resumed.load(LoadedStore.SCALE, LoadedStore.SEED);
            await(() -> resumed.state("").work() != HarnessState.Work.RUNNING);

            assertThat(resumed.state("").failure()).isEmpty();
            assertThat(LoadedStore.sums(database)).isEqualTo(whole);
            assertThat(resumed.marker().orElseThrow().value("day")).isEqualTo(LoadedStore.DAY.toString());
        }
    }

    private static void await(java.util.function.BooleanSupplier condition) {
        long deadline = System.nanoTime() + PATIENCE_NANOS;
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime()).as("within 30 s").isLessThan(deadline);
            LockSupport.parkNanos(1_000_000);
        }
    }

    @Test
    void tablesWithoutTheMarkerAreLeftAlone() throws Exception {
        try (Database database = LoadedStore.empty("foreign");
                DataOperation data = operations(database)) {
            LoadedStore.execute(database, "CREATE TABLE olio_person (id INTEGER)");
            data.load(LoadedStore.SCALE, 1);
            assertThat(failure(data)).contains("marker", "left unchanged");
            data.clear();
            assertThat(failure(data)).contains("marker", "left unchanged");
            assertThat(data.foreign(Change.WRITE).names()).isEqualToIgnoringCase("table olio_person");
        }
    }

    private static DataOperation operations(Database database) {
        return new DataOperation(database, InstantSource.fixed(LoadedStore.MIDNIGHT), 1, () -> {});
    }

    private static String failure(DataOperation data) throws InterruptedException {
        data.await();
        return data.state("").failure();
    }

    private static long rows(Database database, String table) {
        return database.ask(
                "counting",
                connection -> Sql.list(connection, "SELECT COUNT(*) FROM " + table, row -> row.getLong(1))
                        .getFirst());
    }

    @ParameterizedTest
    @EnumSource
    void objectsThatReferToTheDataAreNamedAndKept(Dialect dialect) throws Exception {
        LoadedStore loaded = LoadedStore.fresh(dialect);
        Database database = loaded.database();
        DataOperation data = operations(database);
        loaded.store()
                .addPerson(new PersonForm("guest", "secret", "A", "Lastly", "a@b", "1", "text", "UTC", ADDRESS), PLACE);
        LoadedStore.execute(
                database,
                "CREATE TABLE guest (id INTEGER, CONSTRAINT fk_guest FOREIGN KEY (id)"
                        + " REFERENCES olio_person (id) ON DELETE CASCADE)");
        LoadedStore.execute(database, "INSERT INTO guest VALUES (" + (LoadedStore.SCALE.users() + 1) + ")");
        LoadedStore.execute(database, "CREATE VIEW agenda AS SELECT id FROM olio_event");
        try {
            assertThat(data.foreign(Change.WRITE).names()).isEmpty();
            data.reset();
            assertThat(failure(data)).containsIgnoringCase("fk_guest");
            data.clear();
            assertThat(failure(data)).containsIgnoringCase("fk_guest").containsIgnoringCase("view agenda");
            assertThat(rows(database, "guest")).isEqualTo(1);
            assertThat(rows(database, "agenda")).isEqualTo(LoadedStore.SCALE.events());
        } finally {
            LoadedStore.execute(database, "DROP VIEW agenda");
            LoadedStore.execute(database, "DROP TABLE guest");
        }
    }

    @Test
    void aTableFurtherDownTheSearchPathIsNotRemoved() throws Exception {
        Database loaded = LoadedStore.fresh(Dialect.POSTGRESQL).database();
        DatabaseSettings all = TestDatabase.of(Dialect.POSTGRESQL);
        LoadedStore.execute(loaded, "CREATE SCHEMA site");
        String url = all.url() + (all.url().contains("?") ? "&" : "?") + "currentSchema=site,public";
        try (Database site = new Database(new DatabaseSettings(url, all.user(), all.password(), 1))) {
            Loader loader = LoadedStore.loader(site, 1);
            loader.mark(HarnessState.wanted(LoadedStore.SCALE, 1).in(State.CLEARING));
            loader.clear();
        }
        LoadedStore.execute(loaded, "DROP SCHEMA site");
        assertThat(Schema.counts(loaded)).isEqualTo(LoadedStore.population().counts());
    }

    private static Map<String, String> whole() throws Exception {
        return LoadedStore.sums(LoadedStore.fresh(Dialect.H2).database());
    }

    @Test
    void aLoadThatHadMadeItsMarkerButNotAllTablesGoesOn() throws Exception {
        try (Database database = LoadedStore.empty("markeronly")) {
            Loader loader = LoadedStore.loader(database, 2);
            loader.mark(HarnessState.wanted(LoadedStore.SCALE, LoadedStore.SEED).in(State.LOADING));
            LoadedStore.load(loader);
            assertThat(LoadedStore.sums(database)).isEqualTo(whole());
        }
    }

    @Test
    void removalThatFailedHalfwayIsRepeated() throws Exception {
        try (Database database = LoadedStore.empty("halfcleared")) {
            Loader loader = LoadedStore.loader(database, 2);
            LoadedStore.load(loader);
            try (AutoCloseable held = LoadedStore.lastTableHeld("halfcleared")) {
                assertThatThrownBy(loader::clear).as("while %s", held).isInstanceOf(StoreException.class);
            }
            assertThat(loader.marker()).isPresent();
            loader.clear();
            LoadedStore.load(loader);
            assertThat(LoadedStore.sums(database)).isEqualTo(whole());
        }
    }

    @Test
    void aRemovalThatHadOnlyItsMarkerLeftGoesOn() throws Exception {
        try (Database database = LoadedStore.empty("ledgergone")) {
            Loader loader = LoadedStore.loader(database, 2);
            LoadedStore.load(loader);
            LoadedStore.execute(database, "DROP TABLE " + Loader.LEDGER);
            loader.clear();
            assertThat(loader.marker()).isEmpty();
            assertThat(loader.foreign(Change.DROP).names()).isEmpty();
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.olio.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.plateaubench.olio.store.Database;
import org.plateaubench.olio.store.DatabaseSettings;
import org.plateaubench.olio.store.Dialect;
import org.plateaubench.olio.store.Rows;
import org.plateaubench.olio.store.StoreException;
import org.plateaubench.plugin.olio.data.HarnessState.MarkerState;
import org.plateaubench.process.database.OwnTables.Change;

/** Work on the data that ended in between, and what comes after it. */
@Tag("slow")
final class CutShortTest {
    private static Database empty(String name) {
        return new Database(new DatabaseSettings("jdbc:h2:mem:" + name + ";DB_CLOSE_DELAY=-1", "", "", 4));
    }

    private static void execute(Database database, String sql) {
        database.ask("'" + sql + "'", connection -> {
            Rows.execute(connection, sql);
            return true;
        });
    }

    private static Map<String, String> whole() throws Exception {
        return LoadedStore.sums(LoadedStore.fresh(Dialect.H2).database());
    }

    @Test
    void aLoadThatHadMadeItsMarkerButNotAllTablesGoesOn() throws Exception {
        try (Database database = empty("markeronly")) {
            DataMarker marker = new DataMarker(
                    DataMarker.VERSION, LoadedStore.SCALE, LoadedStore.SEED, LoadedStore.DAY, MarkerState.LOADING);
            database.ask("a marker", connection -> {
                MarkerTable.create(connection);
                MarkerTable.write(connection, marker);
                return true;
            });
            LoadedStore.loader(database, 2).load(LoadedStore.SCALE, LoadedStore.SEED, LoadedStore.DAY);
            assertThat(LoadedStore.sums(database)).isEqualTo(whole());
        }
    }

    @Test
    void dataOfAnotherVersionIsNotTakenForWhatThisOneLoads() throws Exception {
        try (Database database = empty("otherversion")) {
            Loader loader = LoadedStore.loader(database, 2);
            loader.load(LoadedStore.SCALE, LoadedStore.SEED, LoadedStore.DAY);
            assertThat(loader.isLoaded(LoadedStore.SCALE, LoadedStore.SEED)).isTrue();
            execute(database, "UPDATE " + MarkerTable.MARKER + " SET version = version - 1");
            assertThat(loader.isLoaded(LoadedStore.SCALE, LoadedStore.SEED)).isFalse();
            assertThatThrownBy(() -> loader.load(LoadedStore.SCALE, LoadedStore.SEED, LoadedStore.DAY))
                    .isInstanceOf(DataRefusal.class)
                    .hasMessageContaining("clear it before");
        }
    }

    @Test
    void whatIsLeftOfARemovalIsNotTakenForDataAndALoadFinishesItFirst() throws Exception {
        try (Database database = empty("halfcleared")) {
            Loader loader = LoadedStore.loader(database, 2);
            loader.load(LoadedStore.SCALE, LoadedStore.SEED, LoadedStore.DAY);
            try (AutoCloseable held = LoadedStore.lastTableHeld("halfcleared")) {
                assertThatThrownBy(loader::clear).as("while %s", held).isInstanceOf(StoreException.class);
            }
            assertThat(loader.marker().orElseThrow().state()).isNotEqualTo(MarkerState.READY);
            assertThatThrownBy(loader::reset).isInstanceOf(DataRefusal.class);

            loader.load(LoadedStore.SCALE, LoadedStore.SEED, LoadedStore.DAY);
            assertThat(LoadedStore.sums(database)).isEqualTo(whole());
        }
    }

    @Test
    void aRemovalThatHadOnlyItsMarkerLeftGoesOn() throws Exception {
        try (Database database = empty("ledgergone")) {
            Loader loader = LoadedStore.loader(database, 2);
            loader.load(LoadedStore.SCALE, LoadedStore.SEED, LoadedStore.DAY);
            execute(database, "DROP TABLE " + MarkerTable.LEDGER);
            loader.clear();
            assertThat(loader.marker()).isEmpty();
            assertThat(loader.foreign(Change.DROP).names()).isEmpty();
        }
    }
}

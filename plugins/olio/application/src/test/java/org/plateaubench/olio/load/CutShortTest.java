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
import org.plateaubench.plugin.olio.data.HarnessState;
import org.plateaubench.process.data.DataMarker.State;
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
            database.ask("a marker", connection -> {
                LoadTables.marker(connection)
                        .write(HarnessState.wanted(LoadedStore.SCALE, LoadedStore.SEED)
                                .in(State.LOADING)
                                .with("day", LoadedStore.DAY));
                return true;
            });
            LoadedStore.loader(database, 2).load(LoadedStore.SCALE, LoadedStore.SEED, LoadedStore.DAY);
            assertThat(LoadedStore.sums(database)).isEqualTo(whole());
        }
    }

    @Test
    void whatIsLeftOfARemovalIsNotTakenForData() throws Exception {
        try (Database database = empty("halfcleared")) {
            Loader loader = LoadedStore.loader(database, 2);
            loader.load(LoadedStore.SCALE, LoadedStore.SEED, LoadedStore.DAY);
            try (AutoCloseable held = LoadedStore.lastTableHeld("halfcleared")) {
                assertThatThrownBy(loader::clear).as("while %s", held).isInstanceOf(StoreException.class);
            }
            assertThat(loader.marker().orElseThrow().state()).isEqualTo(State.CLEARING);
            assertThatThrownBy(loader::reset).isInstanceOf(DataRefusal.class);

            loader.clear();
            loader.load(LoadedStore.SCALE, LoadedStore.SEED, LoadedStore.DAY);
            assertThat(LoadedStore.sums(database)).isEqualTo(whole());
        }
    }

    @Test
    void aRemovalThatHadOnlyItsMarkerLeftGoesOn() throws Exception {
        try (Database database = empty("ledgergone")) {
            Loader loader = LoadedStore.loader(database, 2);
            loader.load(LoadedStore.SCALE, LoadedStore.SEED, LoadedStore.DAY);
            execute(database, "DROP TABLE " + LoadTables.LEDGER);
            loader.clear();
            assertThat(loader.marker()).isEmpty();
            assertThat(loader.foreign(Change.DROP).names()).isEmpty();
        }
    }
}

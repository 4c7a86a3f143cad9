// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.dvdstore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Queue;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Test;
import org.plateaubench.api.DataPolicy;
import org.plateaubench.plugin.dvdstore.catalog.StoreSize;
import org.plateaubench.spi.DataSet;
import org.plateaubench.spi.Progress;

/** A load that was broken off goes on where it stopped, and ends as one that was not. */
class ResumedLoadTest {
    /** Interrupts the loading thread at a certain point of an activity. */
    private static void breakOff(TestDatabase database, String activity, long atLeast) {
        Thread self = Thread.currentThread();
        assertThatThrownBy(() -> database.data().prepare(DataPolicy.REUSE, (what, done, total, unit) -> {
                    if (what.startsWith(activity) && done >= atLeast) {
                        self.interrupt();
                    }
                }))
                .isInstanceOf(InterruptedException.class);
        // The interrupt may have been sent more than once.
        Thread.interrupted();
    }

    @Test
    void aLoadBrokenOffAtSeveralPointsEndsAsAnUnbrokenOne() throws Exception {
        try (TestDatabase database = TestDatabase.empty(Engine.H2)) {
            breakOff(database, "loading", 5_000);
            assertThat(database.data().preflight(DataPolicy.REUSE).toString()).contains("go on where it stopped");
            assertThat(database.data().preflight(DataPolicy.RELOAD).toString()).contains("loaded anew");
            breakOff(database, "resuming", 30_000);
            breakOff(database, "resuming", 90_000);
            long rows = database.number("SELECT SUM(rows_written) FROM plateau_dvdstore_ranges");
            breakOff(database, "indexing", 4);
            assertThat(indexes(database, "CUSTOMERS")).contains("IX_CUST_USERNAME");
            breakOff(database, "indexing", 5);

            Queue<Long> loaded = new ConcurrentLinkedQueue<>();
            Queue<String> activities = new ConcurrentLinkedQueue<>();
            database.data().prepare(DataPolicy.RESET, (what, done, total, unit) -> {
                activities.add(what);
                if (unit.equals("rows")) {
                    loaded.add(done);
                }
            });
            assertThat(loaded).allMatch(done -> done >= rows);
            assertThat(activities).contains("resuming the load of the store").doesNotContain("loading the store");
            TestDatabase unbroken = TestDatabase.loaded(Engine.H2);
            assertThat(database.checksums()).isEqualTo(unbroken.checksums());
            for (String table : new String[] {"CUSTOMERS", "ORDERS", "ORDERLINES", "CUST_HIST", "PRODUCTS"}) {
                assertThat(indexes(database, table)).isEqualTo(indexes(unbroken, table));
            }
            assertThat(database.data().verify()).isEmpty();
            assertThat(tables(database)).doesNotContain("PLATEAU_DVDSTORE_RANGES");
        }
    }

    @Test
    void rowsThatAnEarlierLoadHasWrittenAreNotWrittenAgain() throws Exception {
        try (TestDatabase database = TestDatabase.empty(Engine.H2)) {
            breakOff(database, "loading", 20_000);
            database.execute("UPDATE categories SET categoryname = 'kept' WHERE category = 1");
            database.data().prepare(DataPolicy.REUSE, Progress.SILENT);
            assertThat(database.number("SELECT COUNT(*) FROM categories WHERE categoryname = 'kept'"))
                    .isEqualTo(1);
        }
    }

    @Test
    void anotherSeedOrAReloadBeginsAnew() throws Exception {
        try (TestDatabase database = TestDatabase.empty(Engine.H2)) {
            breakOff(database, "loading", 20_000);
            assertThat(beginsAnew(database.data(), DataPolicy.RELOAD)).isTrue();
            assertThat(beginsAnew(database.data(StoreSize.SMALL, 5), DataPolicy.REUSE))
                    .isTrue();
            assertThat(beginsAnew(database.data(StoreSize.SMALL, 5), DataPolicy.REUSE))
                    .isFalse();
        }
    }

    /** Begins to load, breaks that off, and says whether the first word of it was that nothing is loaded. */
    private static boolean beginsAnew(DataSet data, DataPolicy policy) {
        Thread self = Thread.currentThread();
        Queue<String> activities = new ConcurrentLinkedQueue<>();
        assertThatThrownBy(() -> data.prepare(policy, (what, done, total, unit) -> {
                    activities.add(what);
                    if (done >= 20_000) {
                        self.interrupt();
                    }
                }))
                .isInstanceOf(InterruptedException.class);
        Thread.interrupted();
        assertThat(activities).isNotEmpty();
        return "loading the store".equals(activities.peek());
    }

    private static Set<String> indexes(TestDatabase database, String table) throws SQLException {
        Set<String> names = new TreeSet<>();
        try (Connection connection = database.connect();
                ResultSet found = connection.getMetaData().getIndexInfo(null, "PUBLIC", table, false, true)) {
            while (found.next()) {
                String name = found.getString("INDEX_NAME");
                names.add(name.startsWith("PRIMARY_KEY") ? "PRIMARY_KEY" : name);
            }
        }
        return names;
    }

    private static Set<String> tables(TestDatabase database) throws SQLException {
        Set<String> names = new TreeSet<>();
        try (Connection connection = database.connect();
                ResultSet found = connection.getMetaData().getTables(null, "PUBLIC", null, null)) {
            while (found.next()) {
                names.add(found.getString("TABLE_NAME"));
            }
        }
        return names;
    }
}

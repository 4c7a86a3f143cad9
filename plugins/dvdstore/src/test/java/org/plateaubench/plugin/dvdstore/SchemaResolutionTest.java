// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.dvdstore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.plateaubench.api.DataPolicy;
import org.plateaubench.api.Finding;
import org.plateaubench.plugin.dvdstore.shop.StoreSize;
import org.plateaubench.plugin.dvdstore.sql.StoreDataSet;
import org.plateaubench.process.database.Connections;
import org.plateaubench.process.database.Connector;
import org.plateaubench.spi.DataSet;
import org.plateaubench.spi.Progress;
import org.plateaubench.testkit.Deadline;

/** Table names refer to the schema of the store only, even if a connection can see other schemas. */
@Tag("slow")
class SchemaResolutionTest {
    private static DataSet data(TestDatabase database, String settings) {
        return new StoreDataSet(database.address(database.url() + settings), StoreSize.SMALL, TestDatabase.DATA_SEED);
    }

    private static void interruptLoad(DataSet data) {
        Thread self = Thread.currentThread();
        assertThatThrownBy(() -> data.prepare(DataPolicy.RELOAD, (what, done, total, unit) -> self.interrupt()))
                .isInstanceOf(InterruptedException.class);
        Thread.interrupted();
    }

    @Test
    void tablesOfLaterSchemasAreKept() throws Exception {
        TestDatabase database = TestDatabase.empty(Engine.POSTGRESQL);
        database.execute("CREATE TABLE orders AS SELECT 7 AS precious");
        database.execute("CREATE TABLE reorder AS SELECT 8 AS precious");
        database.execute("DROP SCHEMA IF EXISTS \"my_Shop\" CASCADE");
        database.execute("CREATE SCHEMA \"my_Shop\"");
        DataSet data = data(database, "?currentSchema=%22my_Shop%22,public");
        assertThat(data.preflight(DataPolicy.REUSE)).isEmpty();
        interruptLoad(data);
        assertThat(database.number("SELECT COUNT(*) FROM \"my_Shop\".orders")).isZero();
        data.clear((what, done, total, unit) -> {});
        assertThat(database.number("SELECT precious FROM orders")).isEqualTo(7);
        assertThat(database.number("SELECT precious FROM reorder")).isEqualTo(8);
        database.execute("DROP SCHEMA \"my_Shop\" CASCADE");
    }

    @Test
    void markerInSimilarSchemaIsIgnored() throws Exception {
        TestDatabase database = TestDatabase.empty(Engine.POSTGRESQL);
        for (String schema : List.of("shop_1", "shopx1")) {
            database.execute("DROP SCHEMA IF EXISTS " + schema + " CASCADE");
            database.execute("CREATE SCHEMA " + schema);
        }
        interruptLoad(data(database, "?currentSchema=shopx1"));
        database.execute("CREATE TABLE shop_1.precious (id INTEGER)");
        List<Finding> findings = data(database, "?currentSchema=shop_1,shopx1").preflight(DataPolicy.RELOAD);
        assertThat(findings).singleElement().asString().contains("belong to no store of Plateau, such as precious");
        database.execute("DROP SCHEMA shop_1 CASCADE");
        database.execute("DROP SCHEMA shopx1 CASCADE");
    }

    @Test
    void failedClearDropsNothingOnPostgresql() throws Exception {
        TestDatabase database = TestDatabase.loaded(Engine.POSTGRESQL);
        try (Connection holder = database.connect();
                Statement statement = holder.createStatement();
                ExecutorService other = Executors.newSingleThreadExecutor()) {
            holder.setAutoCommit(false);
            // The last table that is dropped.
            statement.execute("LOCK TABLE categories IN ACCESS SHARE MODE");
            Future<?> clear = other.submit(() -> {
                database.data().clear(Progress.SILENT);
                return true;
            });
            Deadline.until("a session waits", () -> database.waitingSessions() > 0);
            database.execute("SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE wait_event_type = 'Lock'");
            assertThatThrownBy(clear::get).hasCauseInstanceOf(SQLException.class);
        }
        assertThat(database.data().preflight(DataPolicy.REUSE)).isEmpty();
        assertThat(database.data().verify()).isEmpty();
    }

    @Test
    void urlWithoutDatabaseIsRefused() throws Exception {
        TestDatabase database = TestDatabase.loaded(Engine.MARIADB);
        String url = database.url().replace("/plateau?", "/?");
        DataSet data = new StoreDataSet(database.address(url), StoreSize.SMALL, TestDatabase.DATA_SEED);
        assertThat(data.preflight(DataPolicy.REUSE)).singleElement().asString().contains("names no database");
    }

    @Test
    void connectionsAutoCommitDespiteTheUrl() throws Exception {
        TestDatabase database = TestDatabase.loaded(Engine.MARIADB);
        Connector connector = new Connector(database.address(database.url() + "&autocommit=false"));
        Connection connection = connector.open(Duration.ofSeconds(10));
        assertThat(connection.getAutoCommit()).isTrue();
        Connections.close(connection);
    }
}

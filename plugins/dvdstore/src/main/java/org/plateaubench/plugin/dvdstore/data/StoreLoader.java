// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.dvdstore.data;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.plateaubench.plugin.dvdstore.catalog.StoreRows;
import org.plateaubench.plugin.dvdstore.catalog.StoreSize;
import org.plateaubench.plugin.dvdstore.sql.Connector;
import org.plateaubench.plugin.dvdstore.sql.Schema;
import org.plateaubench.spi.Progress;

/** Fills a schema of Plateau, over several connections. */
final class StoreLoader {
    private static final int CONNECTIONS = 2;

    private final Connector connector;
    private final Duration socketTimeout;
    private final Progress progress;

    StoreLoader(Connector connector, Duration socketTimeout, Progress progress) {
        this.connector = connector;
        this.socketTimeout = socketTimeout;
        this.progress = progress;
    }

    /** Drops the store, if any, and loads it. The connection is in autocommit mode. */
    void load(Connection connection, StoreRows rows, long dataSeed) throws SQLException, InterruptedException {
        if (DataMarker.find(connection).isPresent()) {
            clear(connection);
        }
        DataMarker.beginLoad(connection, connector.dialect(), rows.size(), dataSeed);
        complete(connection, rows, Map.of());
    }

    /** Resumes an interrupted load of the same rows. The connection is in autocommit mode. */
    void resume(Connection connection, StoreRows rows, long dataSeed) throws SQLException, InterruptedException {
        Map<TableWriter.Range, Long> written = LoadLedger.written(connection);
        if (new HashSet<>(TableWriter.ranges(rows)).containsAll(written.keySet())) {
            complete(connection, rows, written);
        } else {
            load(connection, rows, dataSeed);
        }
    }

    /** Completes a load. */
    private void complete(Connection connection, StoreRows rows, Map<TableWriter.Range, Long> written)
            throws SQLException, InterruptedException {
        runAll(connection, missing(connection, Schema.createTables(connector.dialect())));
        fill(rows, written);
        index(connection, rows.size());
        DataMarker.endLoad(connection);
        LoadLedger.drop(connection);
    }

    /** Creates missing indexes; the tables of a text index may be half filled and are rebuilt. */
    private void index(Connection connection, StoreSize size) throws SQLException, InterruptedException {
        runAll(
                connection,
                connector.dialect().textIndexTables().stream()
                        .map(table -> "DROP TABLE IF EXISTS " + table)
                        .toList());
        runAll(connection, connector.dialect().indexingSettings());
        List<String> steps = new ArrayList<>(missing(connection, Schema.createIndexes(connector.dialect())));
        steps.addAll(restartIdentities(size));
        for (int i = 0; i < steps.size(); i++) {
            progress.report("indexing the store: " + SchemaContent.created(steps.get(i)), i, steps.size(), "steps");
            runAll(connection, List.of(steps.get(i)));
        }
        progress.report("indexing the store", steps.size(), steps.size(), "steps");
    }

    /** Returns the statements without those that create what exists. */
    private static List<String> missing(Connection connection, List<String> statements) throws SQLException {
        SchemaContent content = new SchemaContent(connection);
        List<String> missing = new ArrayList<>();
        for (String statement : statements) {
            if (!content.holds(statement)) {
                missing.add(statement);
            }
        }
        return missing;
    }

    /**
     * Drops the store, its marker last. PostgreSQL does so in one transaction; H2 and MariaDB commit before each table
     * that they drop.
     */
    void clear(Connection connection) throws SQLException, InterruptedException {
        connection.setAutoCommit(false);
        try {
            DataMarker.beginClearing(connection);
            runAll(connection, Schema.dropTables(connector.dialect()));
            LoadLedger.drop(connection);
            DataMarker.drop(connection);
            connection.commit();
        } finally {
            connection.rollback();
            connection.setAutoCommit(true);
        }
    }

    /**
     * Removes rows that runs have added and restores the inventory. Afterwards deleted rows are vacuumed and statistics
     * gathered as after a load: otherwise the server would do so during the run.
     */
    void restore(Connection connection, StoreRows rows) throws SQLException, InterruptedException {
        progress.report("restoring the loaded state", 0, 0, "");
        int orders = rows.size().orders();
        connection.setAutoCommit(false);
        runAll(
                connection,
                List.of(
                        "DELETE FROM orderlines WHERE orderid > " + orders,
                        "DELETE FROM cust_hist WHERE orderid > " + orders,
                        "DELETE FROM orders WHERE orderid > " + orders,
                        "DELETE FROM customers WHERE customerid > "
                                + rows.size().customers(),
                        "DELETE FROM reorder",
                        "DELETE FROM inventory"));
        try (TableWriter writer = new TableWriter(rows, rows.sales(), connection, connector.dialect())) {
            writer.write(TableWriter.Part.INVENTORY, 1, rows.size().products());
        }
        DataMarker.endLoad(connection);
        connection.commit();
        connection.setAutoCommit(true);
        runAll(connection, restartIdentities(rows.size()));
        runAll(connection, connector.dialect().afterLoad());
    }

    private List<String> restartIdentities(StoreSize size) {
        return List.of(
                connector.dialect().restartIdentity("customers", "customerid", size.customers() + 1L),
                connector.dialect().restartIdentity("orders", "orderid", size.orders() + 1L));
    }

    private static void runAll(Connection connection, List<String> statements)
            throws SQLException, InterruptedException {
        try (Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                if (Thread.interrupted()) {
                    throw new InterruptedException("interrupted before " + sql);
                }
                statement.execute(sql);
            }
        }
    }

    private void fill(StoreRows rows, Map<TableWriter.Range, Long> earlier) throws SQLException, InterruptedException {
        RemainingRows filling = new RemainingRows(rows, connector.dialect(), earlier, progress);
        filling.report();
        ExecutorService workers = Executors.newFixedThreadPool(CONNECTIONS);
        List<Connection> connections = new ArrayList<>();
        boolean filled = false;
        try {
            ExecutorCompletionService<Boolean> service = new ExecutorCompletionService<>(workers);
            for (int i = 0; i < CONNECTIONS; i++) {
                Connection connection = connector.open(socketTimeout);
                connections.add(connection);
                service.submit(() -> filling.work(connection));
            }
            for (int i = 0; i < CONNECTIONS; i++) {
                service.take().get();
            }
            filled = true;
        } catch (ExecutionException e) {
            throw new SQLException("loading failed: " + e.getCause(), e);
        } finally {
            workers.shutdownNow();
            if (!filled) {
                // A worker may be waiting for the server.
                connections.forEach(connector.dialect()::drop);
            }
            for (Connection connection : connections) {
                connector.close(connection);
            }
        }
    }
}

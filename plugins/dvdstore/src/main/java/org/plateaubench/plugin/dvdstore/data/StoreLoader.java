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
import org.plateaubench.process.database.Connections;
import org.plateaubench.spi.Progress;

/** Fills the schema of a connection, over several further connections, and empties it. */
final class StoreLoader {
    private static final int CONNECTIONS = 2;
    private static final Duration SOCKET_TIMEOUT = Duration.ofHours(2);

    private final Connector connector;
    private final Connection connection;
    private final StoreRows rows;

    StoreLoader(Connector connector, Connection connection, StoreRows rows) {
        this.connector = connector;
        this.connection = connection;
        this.rows = rows;
    }

    /** Returns whether the ranges of an interrupted load are known, and are those of these rows. */
    boolean continuesLoad() throws SQLException {
        return LoadLedger.isThere(connection)
                && new HashSet<>(TableWriter.ranges(rows))
                        .containsAll(LoadLedger.written(connection).keySet());
    }

    /** Loads the rows that are missing, and then the indexes. The connection is in autocommit mode. */
    void load(Progress progress) throws SQLException, InterruptedException {
        if (!LoadLedger.isThere(connection)) {
            LoadLedger.create(connection, connector.dialect());
        }
        runAll(missing(Schema.createTables(connector.dialect())));
        fill(LoadLedger.written(connection), progress);
        index(progress);
    }

    /** Creates missing indexes; the tables of a text index may be half filled and are rebuilt. */
    private void index(Progress progress) throws SQLException, InterruptedException {
        runAll(connector.dialect().textIndexTables().stream()
                .map(table -> "DROP TABLE IF EXISTS " + table)
                .toList());
        runAll(connector.dialect().indexingSettings());
        List<String> steps = new ArrayList<>(missing(Schema.createIndexes(connector.dialect())));
        steps.addAll(restartIdentities());
        for (int i = 0; i < steps.size(); i++) {
            progress.report("indexing the store: " + SchemaContent.created(steps.get(i)), i, steps.size(), "steps");
            runAll(List.of(steps.get(i)));
        }
        progress.report("indexing the store", steps.size(), steps.size(), "steps");
    }

    /** Returns the statements without those that create what exists. */
    private List<String> missing(List<String> statements) throws SQLException {
        SchemaContent content = new SchemaContent(connection);
        List<String> missing = new ArrayList<>();
        for (String statement : statements) {
            if (!content.holds(statement)) {
                missing.add(statement);
            }
        }
        return missing;
    }

    /** Drops the tables of the store. */
    void clear() throws SQLException, InterruptedException {
        runAll(Schema.dropTables(connector.dialect()));
        LoadLedger.drop(connection);
    }

    /**
     * Removes rows that runs have added and restores the inventory. Afterwards deleted rows are vacuumed and statistics
     * gathered as after a load: otherwise the server would do so during the run.
     */
    void restore(Progress progress) throws SQLException, InterruptedException {
        progress.report("restoring the loaded state", 0, 0, "");
        int orders = rows.size().orders();
        connection.setAutoCommit(false);
        runAll(List.of(
                "DELETE FROM orderlines WHERE orderid > " + orders,
                "DELETE FROM cust_hist WHERE orderid > " + orders,
                "DELETE FROM orders WHERE orderid > " + orders,
                "DELETE FROM customers WHERE customerid > " + rows.size().customers(),
                "DELETE FROM reorder",
                "DELETE FROM inventory"));
        try (TableWriter writer =
                new TableWriter(rows, rows.sales(), table -> connector.dialect().rowSink(connection, table))) {
            writer.write(TableWriter.Part.INVENTORY, 1, rows.size().products());
        }
        connection.commit();
        connection.setAutoCommit(true);
        runAll(restartIdentities());
        runAll(connector.dialect().afterLoad());
    }

    private List<String> restartIdentities() {
        StoreSize size = rows.size();
        return List.of(
                connector.dialect().restartIdentity("customers", "customerid", size.customers() + 1L),
                connector.dialect().restartIdentity("orders", "orderid", size.orders() + 1L));
    }

    private void runAll(List<String> statements) throws SQLException, InterruptedException {
        try (Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                if (Thread.interrupted()) {
                    throw new InterruptedException("interrupted before " + sql);
                }
                statement.execute(sql);
            }
        }
    }

    private void fill(Map<TableWriter.Range, Long> earlier, Progress progress)
            throws SQLException, InterruptedException {
        RemainingRows filling = new RemainingRows(rows, connector.dialect(), earlier, progress);
        filling.report();
        ExecutorService workers = Executors.newFixedThreadPool(CONNECTIONS);
        List<Connection> connections = new ArrayList<>();
        boolean filled = false;
        try {
            ExecutorCompletionService<Boolean> service = new ExecutorCompletionService<>(workers);
            for (int i = 0; i < CONNECTIONS; i++) {
                Connection worker = connector.open(SOCKET_TIMEOUT);
                connections.add(worker);
                service.submit(() -> filling.work(worker));
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
                connections.forEach(Connections::drop);
            }
            for (Connection worker : connections) {
                Connections.close(worker);
            }
        }
    }
}

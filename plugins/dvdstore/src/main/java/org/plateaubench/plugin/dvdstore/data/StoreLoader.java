// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.dvdstore.data;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.plateaubench.plugin.dvdstore.catalog.StoreRows;
import org.plateaubench.plugin.dvdstore.catalog.StoreSize;
import org.plateaubench.plugin.dvdstore.sql.Connector;
import org.plateaubench.plugin.dvdstore.sql.Dialect;
import org.plateaubench.plugin.dvdstore.sql.Schema;
import org.plateaubench.spi.Progress;

/** Fills a schema that is ours, over several connections at once. */
final class StoreLoader {
    private static final int CONNECTIONS = 2;
    private static final int MEAN_LINES = 5;

    private final Connector connector;
    private final Duration socketTimeout;
    private final Progress progress;

    StoreLoader(Connector connector, Duration socketTimeout, Progress progress) {
        this.connector = connector;
        this.socketTimeout = socketTimeout;
        this.progress = progress;
    }

    /** Drops what is there of the store and loads it anew. The connection is in autocommit mode. */
    void load(Connection connection, StoreRows rows, long dataSeed) throws SQLException, InterruptedException {
        clear(connection);
        Marker.beginLoad(connection, rows.size(), dataSeed);
        runAll(connection, Schema.createTables(connector.dialect()));
        fill(rows);
        List<String> finish = new ArrayList<>(Schema.createIndexes(connector.dialect()));
        finish.addAll(restartIdentities(rows.size()));
        for (int i = 0; i < finish.size(); i++) {
            progress.report("indexing the store", i, finish.size(), "steps");
            runAll(connection, List.of(finish.get(i)));
        }
        progress.report("indexing the store", finish.size(), finish.size(), "steps");
        Marker.endLoad(connection);
    }

    /** Drops what is there of the store, its marker last. */
    void clear(Connection connection) throws SQLException, InterruptedException {
        Marker.beginClearing(connection);
        runAll(connection, Schema.dropTables(connector.dialect()));
        Marker.drop(connection);
    }

    /** Removes what runs have added and sets the inventory as it was; the result is that of a fresh load. */
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
        Marker.endLoad(connection);
        connection.commit();
        connection.setAutoCommit(true);
        runAll(connection, restartIdentities(rows.size()));
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

    private void fill(StoreRows rows) throws SQLException, InterruptedException {
        Filling filling = new Filling(rows, connector.dialect(), progress);
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
                // A worker may wait for the server.
                connections.forEach(connector.dialect()::drop);
            }
            for (Connection connection : connections) {
                connector.close(connection);
            }
        }
    }

    /** The work that the connections share. */
    private static final class Filling {
        private final StoreRows rows;
        private final Dialect dialect;
        private final Progress progress;
        private final int[] sales;
        private final List<TableWriter.Range> ranges;
        private final long expected;
        private final AtomicInteger next = new AtomicInteger();
        private final AtomicLong done = new AtomicLong();

        Filling(StoreRows rows, Dialect dialect, Progress progress) {
            this.rows = rows;
            this.dialect = dialect;
            this.progress = progress;
            sales = rows.sales();
            ranges = TableWriter.ranges(rows);
            StoreSize size = rows.size();
            expected = StoreRows.CATEGORIES
                    + 2L * size.products()
                    + size.customers()
                    + (1L + 2 * MEAN_LINES) * size.orders();
        }

        /** Takes range after range until none is left or the thread is interrupted. */
        boolean work(Connection connection) throws SQLException {
            connection.setAutoCommit(false);
            try (TableWriter writer = new TableWriter(rows, sales, connection, dialect)) {
                for (int n = next.getAndIncrement();
                        n < ranges.size() && !Thread.currentThread().isInterrupted();
                        n = next.getAndIncrement()) {
                    TableWriter.Range range = ranges.get(n);
                    long written = writer.write(range.part(), range.first(), range.last());
                    connection.commit();
                    long total = done.addAndGet(written);
                    progress.report("loading the store", total, Math.max(total, expected), "rows");
                }
            }
            return true;
        }
    }
}

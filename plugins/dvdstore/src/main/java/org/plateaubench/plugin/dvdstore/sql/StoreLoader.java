// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.dvdstore.sql;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.plateaubench.plugin.dvdstore.shop.StoreRows;
import org.plateaubench.plugin.dvdstore.shop.StoreSize;
import org.plateaubench.plugin.dvdstore.sql.TableWriter.Part;
import org.plateaubench.plugin.dvdstore.sql.TableWriter.Range;
import org.plateaubench.process.database.Connections;
import org.plateaubench.process.database.Sql;
import org.plateaubench.spi.Progress;

/**
 * Fills the schema of a connection, over several further connections, and empties it. The ranges of rows that are
 * written are stored beside the data until the load ends, each in the transaction that writes its rows, so that an
 * interrupted load can always be resumed.
 */
final class StoreLoader {
    static final String LEDGER = "plateau_dvdstore_ranges";
    static final Set<String> LEDGER_COLUMNS = Set.of("part", "first_number", "last_number", "rows_written");

    private static final int CONNECTIONS = 2;
    private static final Duration SOCKET_TIMEOUT = Duration.ofHours(2);
    private static final int MEAN_LINES = 5;
    private static final int MEAN_VOTES = 20;

    private final Connector connector;
    private final Dialect dialect;
    private final Connection connection;
    private final StoreRows rows;
    private final StoreNumber store;
    private final String ledger;

    StoreLoader(Connector connector, Connection connection, StoreRows rows, StoreNumber store) {
        this.store = store;
        this.ledger = store.named(LEDGER);
        this.connector = connector;
        this.dialect = connector.dialect();
        this.connection = connection;
        this.rows = rows;
    }

    private boolean hasLedger() throws SQLException {
        return new SchemaContent(connection).tables().contains(ledger);
    }

    /** Returns the written ranges, each with the number of its rows. */
    private Map<Range, Long> written(Connection connection) throws SQLException {
        Map<Range, Long> ranges = new HashMap<>();
        Sql.list(
                connection,
                "SELECT part, first_number, last_number, rows_written FROM " + ledger,
                row -> ranges.put(
                        new Range(Part.valueOf(row.getString(1)), row.getInt(2), row.getInt(3)), row.getLong(4)));
        return ranges;
    }

    /** Returns whether the ranges of an interrupted load are known, and are those of these rows. */
    boolean continuesLoad() throws SQLException {
        return hasLedger()
                && new HashSet<>(TableWriter.ranges(rows))
                        .containsAll(written(connection).keySet());
    }

    /** Loads the rows that are missing, and then the indexes. The connection is in autocommit mode. */
    void load(Progress progress) throws SQLException, InterruptedException {
        if (!hasLedger()) {
            Sql.execute(
                    connection,
                    "CREATE TABLE " + ledger + " (part VARCHAR(20) NOT NULL, first_number INTEGER NOT NULL,"
                            + " last_number INTEGER NOT NULL, rows_written BIGINT NOT NULL,"
                            + " PRIMARY KEY (part, first_number))" + dialect.tableOptions());
        }
        runAll(missing(Schema.createTables(dialect, rows.size())));
        fill(written(connection), progress);
        index(progress);
    }

    /** Creates missing indexes; the tables of a text index may be half filled and are rebuilt. */
    private void index(Progress progress) throws SQLException, InterruptedException {
        for (String table : dialect.textIndexTables()) {
            Sql.execute(connection, "DROP TABLE IF EXISTS " + store.named(table));
        }
        runAll(dialect.indexingSettings());
        List<String> steps = new ArrayList<>(missing(Schema.createIndexes(dialect, rows.size())));
        steps.addAll(store.sql(restartIdentities()));
        for (int i = 0; i < steps.size(); i++) {
            String created = SchemaContent.created(steps.get(i));
            String step = created.isEmpty() ? steps.get(i).split(" ", 2)[0].toLowerCase(Locale.ROOT) : created;
            progress.report("indexing the store: " + step, i, steps.size(), "steps");
            runAll(List.of(steps.get(i)));
        }
        progress.report("indexing the store", steps.size(), steps.size(), "steps");
    }

    /** Returns the statements without those that create what exists. */
    private List<String> missing(List<String> statements) throws SQLException {
        Set<String> names = new SchemaContent(connection).names(store);
        return store.sql(statements).stream()
                .filter(statement -> !names.contains(SchemaContent.created(statement)))
                .toList();
    }

    /** Drops the tables of the store. */
    void clear(boolean reviewed) throws SQLException, InterruptedException {
        if (!dialect.dropProcedure().isEmpty()) {
            runAll(List.of(store.sql(dialect.dropProcedure())));
        }
        runAll(store.sql(Schema.dropTables(dialect, reviewed)));
        forgetRanges();
    }

    /** Removes the ranges of a load that has ended. */
    void forgetRanges() throws SQLException {
        if (hasLedger()) {
            Sql.execute(connection, "DROP TABLE " + ledger);
        }
    }

    /**
     * Removes rows that runs have added and restores the inventory. Afterwards deleted rows are vacuumed and statistics
     * gathered as after a load: otherwise the server would do so during the run.
     */
    void restore(Progress progress) throws SQLException, InterruptedException {
        progress.report("restoring the loaded state", 0, 0, "");
        int orders = rows.size().orders();
        connection.setAutoCommit(false);
        if (rows.size().reviewed()) {
            runAll(store.sql(List.of(
                    "DELETE FROM reviews_helpfulness WHERE review_helpfulness_id > "
                            + TableWriter.lastVote(rows.size()),
                    "DELETE FROM reviews WHERE review_id > " + rows.size().reviews(),
                    "DELETE FROM membership")));
        }
        runAll(store.sql(List.of(
                "DELETE FROM orderlines WHERE orderid > " + orders,
                "DELETE FROM cust_hist WHERE orderid > " + orders,
                "DELETE FROM orders WHERE orderid > " + orders,
                "DELETE FROM customers WHERE customerid > " + rows.size().customers(),
                "DELETE FROM reorder",
                "DELETE FROM inventory")));
        try (TableWriter writer =
                new TableWriter(rows, rows.sales(), table -> dialect.rowSink(connection, table, store))) {
            writer.write(Part.INVENTORY, 1, rows.size().products());
            writer.write(Part.MEMBERS, 1, rows.size().members());
        }
        connection.commit();
        connection.setAutoCommit(true);
        runAll(store.sql(restartIdentities()));
        runAll(store.sql(Schema.afterLoad(dialect, rows.size())));
    }

    private List<String> restartIdentities() {
        StoreSize size = rows.size();
        List<String> restarts = new ArrayList<>(List.of(
                dialect.restartIdentity("customers", "customerid", size.customers() + 1L),
                dialect.restartIdentity("orders", "orderid", size.orders() + 1L)));
        if (size.reviewed()) {
            restarts.add(dialect.restartIdentity("reviews", "review_id", size.reviews() + 1L));
            restarts.add(dialect.restartIdentity(
                    "reviews_helpfulness", "review_helpfulness_id", TableWriter.lastVote(size) + 1));
        }
        return restarts;
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

    private void fill(Map<Range, Long> earlier, Progress progress) throws SQLException, InterruptedException {
        RemainingRows filling = new RemainingRows(earlier, progress);
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
            throw new SQLException(
                    "loading failed: " + Objects.requireNonNull(e.getCause()).getMessage(), e);
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

    /** The rows that remain to be written, shared by the connections that write them. Any thread. */
    private final class RemainingRows {
        private final Progress progress;
        private final String activity;
        private final int[] sales = rows.sales();
        private final List<Range> ranges;
        private final long expected;
        private final AtomicInteger next = new AtomicInteger();
        private final AtomicLong done = new AtomicLong();

        /** Creates the work of a load, of which an earlier one has written some ranges. */
        RemainingRows(Map<Range, Long> written, Progress progress) {
            this.progress = progress;
            activity = written.isEmpty() ? "loading the store" : "resuming the load of the store";
            ranges = TableWriter.ranges(rows).stream()
                    .filter(range -> !written.containsKey(range))
                    .toList();
            StoreSize size = rows.size();
            expected = StoreRows.CATEGORIES
                    + 2L * size.products()
                    + size.customers()
                    + (1L + 2 * MEAN_LINES) * size.orders()
                    + size.members()
                    + (1L + MEAN_VOTES) * size.reviews();
            report(written.values().stream().mapToLong(Long::longValue).sum());
        }

        /** Takes range after range until none is left or the thread is interrupted. */
        boolean work(Connection worker) throws SQLException {
            worker.setAutoCommit(false);
            TableWriter writer = writer(worker);
            try {
                for (int n = next.getAndIncrement();
                        n < ranges.size() && !Thread.currentThread().isInterrupted();
                        n = next.getAndIncrement()) {
                    Range range = ranges.get(n);
                    try {
                        long written = writer.write(range.part(), range.first(), range.last());
                        enter(worker, range, written);
                        worker.commit();
                        report(written);
                    } catch (SQLException e) {
                        if (!wasWritten(worker, range)) {
                            throw e;
                        }
                        writer.close();
                        writer = writer(worker);
                    }
                }
            } finally {
                writer.close();
            }
            return true;
        }

        private TableWriter writer(Connection worker) {
            return new TableWriter(rows, sales, table -> dialect.rowSink(worker, table, store));
        }

        private void enter(Connection worker, Range range, long rowsWritten) throws SQLException {
            Sql.write(
                    worker,
                    "INSERT INTO " + ledger + " (part, first_number, last_number, rows_written) VALUES (?, ?, ?, ?)",
                    range.part().name(),
                    range.first(),
                    range.last(),
                    rowsWritten);
        }

        /**
         * Returns whether an earlier load has written a range: an interrupted load may have committed it after this one
         * read the ledger.
         */
        private boolean wasWritten(Connection worker, Range range) {
            try {
                worker.rollback();
                return written(worker).containsKey(range);
            } catch (SQLException e) {
                return false;
            }
        }

        private void report(long more) {
            long total = done.addAndGet(more);
            progress.report(activity, total, Math.max(total, expected), "rows");
        }
    }
}

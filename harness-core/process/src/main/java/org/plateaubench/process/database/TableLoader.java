// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.process.database;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.plateaubench.process.database.TableSet.Part;
import org.plateaubench.spi.Progress;

/**
 * Loads the tables of a workload in parts. Each part is recorded in a ledger in its own transaction, so that an
 * interrupted load continues with the missing parts.
 */
public final class TableLoader {
    static final Set<String> LEDGER_COLUMNS = Set.of("part_kind", "part_number");
    static final Duration ANSWER_TIMEOUT = Duration.ofHours(2);

    private static final int CONNECTIONS = 4;

    private final Connector connector;
    private final Connection connection;
    private final TableSet set;
    private final String ledger;

    public TableLoader(Connector connector, Connection connection, TableSet set) {
        this.connector = connector;
        this.connection = connection;
        this.set = set;
        ledger = ledgerTable(set);
    }

    static String ledgerTable(TableSet set) {
        return "plateau_" + set.name() + "_parts";
    }

    private boolean holds(String table, Set<String> columns) throws SQLException {
        return new OwnTables(connection, Map.of(table, columns)).holds(table);
    }

    /** Returns whether the parts that an interrupted load has written are known. */
    boolean continuesLoad() throws SQLException {
        return holds(ledger, LEDGER_COLUMNS);
    }

    private Set<Part> readLedger(Connection reader) throws SQLException {
        return new HashSet<>(Sql.list(
                reader,
                "SELECT part_kind, part_number FROM " + ledger,
                row -> new Part(row.getString(1), row.getInt(2))));
    }

    /** Loads the missing parts. The connection is in autocommit mode. */
    void load(Progress progress) throws SQLException, InterruptedException {
        if (!continuesLoad()) {
            Sql.execute(
                    connection,
                    "CREATE TABLE " + ledger + " (part_kind VARCHAR(30) NOT NULL, part_number INTEGER NOT NULL,"
                            + " PRIMARY KEY (part_kind, part_number))"
                            + connector.database().tableOptions());
        }
        for (Table table : set.tables()) {
            if (!holds(table.name(), Set.copyOf(table.columns()))) {
                Sql.execute(connection, table.create(connector.database()));
            }
        }
        fill(progress);
        List<String> steps = new ArrayList<>(set.indexes(connection, connector.database()));
        steps.add(connector
                .database()
                .afterLoad(set.tables().stream().map(Table::name).toList()));
        for (int i = 0; i < steps.size(); i++) {
            progress.report("indexing", i, steps.size(), "steps");
            if (Thread.interrupted()) {
                throw new InterruptedException("interrupted before " + steps.get(i));
            }
            Sql.execute(connection, steps.get(i));
        }
    }

    private void fill(Progress progress) throws SQLException, InterruptedException {
        RemainingParts remaining = new RemainingParts(readLedger(connection), progress);
        List<Connection> connections = new ArrayList<>();
        ExecutorService workers = Executors.newFixedThreadPool(CONNECTIONS);
        ExecutorCompletionService<Boolean> service = new ExecutorCompletionService<>(workers);
        try {
            for (int i = 0; i < CONNECTIONS; i++) {
                Connection worker = connector.open(ANSWER_TIMEOUT);
                connections.add(worker);
                service.submit(() -> remaining.work(worker));
            }
            for (int i = 0; i < CONNECTIONS; i++) {
                service.take().get();
            }
            progress.report(remaining.activity, remaining.rows.get(), remaining.rows.get(), "rows");
        } catch (ExecutionException e) {
            throw new SQLException(
                    "loading failed: " + Objects.requireNonNull(e.getCause()).getMessage(), e);
        } finally {
            workers.shutdownNow();
            // A worker of a load that failed may be waiting for the server.
            connections.forEach(Connections::drop);
        }
    }

    /** Drops the tables, referenced ones last, and nothing that depends on them. */
    public void clear() throws SQLException {
        List<String> names = new ArrayList<>(set.moreTables(connector.database()));
        set.tables().reversed().forEach(table -> names.add(table.name()));
        for (String name : names) {
            Sql.execute(connection, "DROP TABLE IF EXISTS " + name + " RESTRICT");
        }
        dropLedger();
    }

    /** Drops the ledger of a load that has ended. */
    void dropLedger() throws SQLException {
        Sql.execute(connection, "DROP TABLE IF EXISTS " + ledger);
    }

    /** The parts that remain, shared by the connections that write them. Thread-safe. */
    private final class RemainingParts {
        private final List<Part> parts;
        private final int before;
        private final String activity;
        private final Progress progress;
        private final AtomicInteger next = new AtomicInteger();
        private final AtomicInteger done = new AtomicInteger();
        private final AtomicLong rows = new AtomicLong();

        RemainingParts(Set<Part> earlier, Progress progress) {
            parts = set.parts().stream().filter(part -> !earlier.contains(part)).toList();
            before = earlier.size();
            activity = (before == 0 ? "loading " : "resuming the load of ") + set.rows() + " rows";
            this.progress = progress;
            report();
        }

        private void report() {
            progress.report(activity, before + done.get(), before + parts.size(), "parts");
        }

        /** Writes parts until none is left or the thread is interrupted. */
        boolean work(Connection worker) throws SQLException {
            Sql.execute(worker, connector.database().loadSettings());
            worker.setAutoCommit(false);
            RowWriter writer = new RowWriter(worker, connector.database());
            int index = next.getAndIncrement();
            while (index < parts.size() && !Thread.currentThread().isInterrupted()) {
                try {
                    write(parts.get(index), worker, writer);
                } catch (SQLException e) {
                    if (!isWritten(worker, parts.get(index))) {
                        throw e;
                    }
                    writer = new RowWriter(worker, connector.database());
                }
                done.incrementAndGet();
                report();
                index = next.getAndIncrement();
            }
            return true;
        }

        /** An interrupted load may have committed the part after this load has read the ledger. */
        private boolean isWritten(Connection worker, Part part) {
            try {
                worker.rollback();
                return readLedger(worker).contains(part);
            } catch (SQLException e) {
                return false;
            }
        }

        private void write(Part part, Connection worker, RowWriter writer) throws SQLException {
            long rowsBefore = writer.written();
            set.write(part, writer);
            writer.flush();
            Sql.write(
                    worker,
                    "INSERT INTO " + ledger + " (part_kind, part_number) VALUES (?, ?)",
                    part.kind(),
                    part.number());
            worker.commit();
            rows.addAndGet(writer.written() - rowsBefore);
        }
    }
}

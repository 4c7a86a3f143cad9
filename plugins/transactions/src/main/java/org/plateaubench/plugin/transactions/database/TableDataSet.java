// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.transactions.database;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.plateaubench.api.Finding;
import org.plateaubench.api.SutAddress;
import org.plateaubench.process.data.DataMarker;
import org.plateaubench.process.data.MarkedData;
import org.plateaubench.process.data.MarkedDataSet;
import org.plateaubench.process.database.Connections;
import org.plateaubench.process.database.DatabaseDescription;
import org.plateaubench.process.database.MarkerTable;
import org.plateaubench.process.database.OwnTables;
import org.plateaubench.process.database.OwnTables.Change;
import org.plateaubench.process.database.Sql;
import org.plateaubench.process.database.SqlFailure;
import org.plateaubench.spi.DataDescription;
import org.plateaubench.spi.Progress;
import org.plateaubench.spi.Reconciliation;
import org.plateaubench.spi.SentTotals;
import org.plateaubench.spi.SutIncarnation;

/** The tables of a workload in one database. Holds no connection between calls. */
public final class TableDataSet extends MarkedDataSet {
    private static final Duration PREFLIGHT_LIMIT = Duration.ofSeconds(5);

    /** Version of tables and rows. */
    private static final int LAYOUT = 1;

    private final SutAddress sut;
    private final TableSet set;
    private final long dataSeed;
    private final int connections;

    /**
     * Creates the data set.
     *
     * @param connections connections of the users at the same time
     */
    public TableDataSet(SutAddress sut, TableSet set, long dataSeed, int connections) {
        this.sut = sut;
        this.set = set;
        this.dataSeed = dataSeed;
        this.connections = connections;
    }

    @Override
    protected List<Finding> reach() throws InterruptedException {
        if (Database.of(sut.properties().getOrDefault("url", "")).isEmpty()) {
            return List.of(Finding.problem(
                    "SUT " + sut.name() + " (" + sut.service() + ") is not a database that this workload can use.",
                    "Name a SUT of H2, PostgreSQL or MariaDB, whose url begins with jdbc:h2:, jdbc:postgresql: or"
                            + " jdbc:mariadb:."));
        }
        Connector connector = new Connector(sut);
        List<Finding> findings = new ArrayList<>();
        if (connector.isInProcess()) {
            findings.add(Finding.note("The database at " + connector.place()
                    + " runs inside the harness's own process: its figures say nothing about a server."));
        }
        try {
            Connection connection = connector.open(PREFLIGHT_LIMIT);
            try {
                marker(connection, connector).read();
            } finally {
                Connections.close(connection);
            }
        } catch (SQLException e) {
            findings.add(unreachable(connector, e));
        }
        return findings;
    }

    private static Finding unreachable(Connector connector, SQLException failure) {
        SqlFailure kind = SqlFailure.of(failure);
        String what = switch (kind) {
            case DENIED -> " refuses user " + connector.user();
            case TOO_MANY_CONNECTIONS -> " accepts no further connection";
            case CONNECTION_LOST -> " does not answer";
            default -> " cannot be read by user " + connector.user();
        };
        String remedy = switch (kind) {
            case DENIED -> "Check user and password of the SUT.";
            case TOO_MANY_CONNECTIONS -> "End other clients, or raise its limit.";
            case CONNECTION_LOST -> "Start it, or correct the url of the SUT.";
            default -> "Check that the database of the url exists, and that the user may use it.";
        };
        return Finding.problem(
                "The database at " + connector.place() + what + ": " + SqlFailure.firstLine(failure.getMessage()) + ".",
                remedy);
    }

    private MarkerTable marker(Connection connection, Connector connector) {
        return new MarkerTable(connection, markerName(), connector.database().tableOptions());
    }

    private String markerName() {
        return "plateau_" + set.name();
    }

    @Override
    protected MarkedData open(boolean inAdvance) throws SQLException, InterruptedException {
        Connector connector = new Connector(sut);
        Connection connection = connector.open(inAdvance ? PREFLIGHT_LIMIT : Loader.ANSWER_LIMIT);
        if (!inAdvance) {
            Sql.execute(connection, connector.database().upkeepSettings());
        }
        return new Session(connector, connection);
    }

    @Override
    public List<SutIncarnation> incarnations() throws SQLException, InterruptedException {
        Connector connector = new Connector(sut);
        Connection connection = connector.open(Loader.ANSWER_LIMIT);
        try {
            return DatabaseDescription.incarnations(connection, connector.place());
        } finally {
            Connections.close(connection);
        }
    }

    private final class Session implements MarkedData {
        private final Connector connector;
        private final Connection connection;
        private final Loader loader;

        Session(Connector connector, Connection connection) {
            this.connector = connector;
            this.connection = connection;
            loader = new Loader(connector, connection, set);
        }

        @Override
        public DataMarker wanted() {
            DataMarker marker = DataMarker.of(dataSeed).with("layout", LAYOUT);
            for (Map.Entry<String, Object> figure : set.scale().entrySet()) {
                marker = marker.with(figure.getKey(), figure.getValue());
            }
            return marker;
        }

        @Override
        public Map<String, Optional<DataMarker>> markers() throws SQLException {
            return Map.of(connector.place(), marker(connection, connector).read());
        }

        @Override
        public void mark(DataMarker marker) throws SQLException {
            marker(connection, connector).write(marker);
            if (marker.isLoaded()) {
                loader.forget();
            }
        }

        @Override
        public void unmark() throws SQLException {
            marker(connection, connector).drop();
        }

        @Override
        public boolean continuesLoad() throws SQLException {
            return loader.continuesLoad();
        }

        @Override
        public void load(Progress progress) throws SQLException, InterruptedException {
            loader.load(progress);
        }

        @Override
        public void clear(Progress progress) throws SQLException {
            loader.clear();
        }

        @Override
        public List<Finding> inspect(List<Task> tasks) throws SQLException {
            Change change = Change.of(tasks.getFirst().work());
            OwnTables own = tables();
            List<String> existing = new ArrayList<>();
            List<String> missing = new ArrayList<>();
            if (tasks.getFirst().marker().isPresent()) {
                existing.add(markerName());
                for (Table table : set.tables()) {
                    (own.holds(table.name()) ? existing : missing).add(table.name());
                }
            }
            List<Finding> findings =
                    new ArrayList<>(new Inspection(connector, connection).findings(connections, change, existing));
            if (change == Change.WRITE && !missing.isEmpty()) {
                findings.add(Finding.problem(
                        "Tables at " + connector.place() + " are missing or have other columns: "
                                + String.join(", ", missing) + ".",
                        "Set 'data: reload' to load them again."));
            }
            return findings;
        }

        private OwnTables tables() throws SQLException {
            Map<String, Set<String>> columns = new HashMap<>();
            columns.put(markerName(), MarkerTable.COLUMNS);
            columns.put(Loader.ledger(set), Loader.LEDGER_COLUMNS);
            set.tables().forEach(table -> columns.put(table.name(), table.columnSet()));
            return new OwnTables(connection, columns);
        }

        /** No object of another program is changed or dropped; other tables of the schema are left alone. */
        @Override
        public List<Finding> foreign(List<Task> tasks) throws SQLException {
            OwnTables own = tables();
            Change change = Change.of(tasks.getFirst().work());
            boolean isOwn = tasks.getFirst().marker().isPresent();
            List<String> foreign = own.foreign(change, isOwn);
            if (!foreign.isEmpty()) {
                return List.of(Finding.problem(
                        "The schema at " + connector.place() + " holds objects that are not this workload's and that it"
                                + " would change, drop or collide with: " + OwnTables.named(foreign)
                                + ". Nothing was changed.",
                        "Name a database or schema of its own, or drop or move these objects."));
            }
            String hidden = isOwn && change != Change.WRITE ? own.hidden() : "";
            return hidden.isEmpty() ? List.of() : List.of(Finding.note(hidden));
        }

        @Override
        public List<Finding> check(boolean isFresh) throws SQLException {
            List<Finding> findings = new ArrayList<>();
            for (Map.Entry<String, Long> least : set.leastRows().entrySet()) {
                long found = Sql.number(connection, "SELECT COUNT(*) FROM " + least.getKey());
                if (found < least.getValue() || (isFresh && found > least.getValue())) {
                    findings.add(Finding.problem(
                            "Table " + least.getKey() + " has " + found + " rows, and " + least.getValue()
                                    + " were loaded.",
                            "Set 'data: reload' to load it again, and find out which other client uses it."));
                }
            }
            return findings;
        }

        @Override
        public DataDescription describe() throws SQLException {
            return DatabaseDescription.of(connection);
        }

        @Override
        public Map<String, String> count() throws SQLException {
            return set.count(connection);
        }

        @Override
        public List<Reconciliation> reconcile(Map<String, String> before, SentTotals sent) throws SQLException {
            return set.reconcile(connection, before, sent);
        }

        @Override
        public void close() {
            try {
                Connections.close(connection);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}

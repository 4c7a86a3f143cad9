// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.process.database;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.plateaubench.api.Finding;
import org.plateaubench.process.data.DataMarker;
import org.plateaubench.process.data.MarkedData;
import org.plateaubench.process.database.OwnTables.Change;
import org.plateaubench.spi.DataDescription;
import org.plateaubench.spi.Progress;
import org.plateaubench.spi.Reconciliation;
import org.plateaubench.spi.SentTotals;

/** The tables of a workload over one connection. */
public class TableSession implements MarkedData {
    /** Version of the marker, the ledger and the rows. */
    private static final int LAYOUT = 1;

    private final Connector connector;
    private final Connection connection;
    private final TableSet set;
    private final long dataSeed;
    private final int users;

    public TableSession(Connector connector, Connection connection, TableSet set, long dataSeed, int users) {
        this.connector = connector;
        this.connection = connection;
        this.set = set;
        this.dataSeed = dataSeed;
        this.users = users;
    }

    static String markerTable(TableSet set) {
        return "plateau_" + set.name();
    }

    private MarkerTable marker() {
        return new MarkerTable(
                connection, markerTable(set), connector.database().tableOptions());
    }

    private TableLoader loader() {
        return new TableLoader(connector, connection, set);
    }

    @Override
    public final DataMarker wanted() {
        DataMarker marker = DataMarker.of(dataSeed).with("layout", LAYOUT);
        for (Map.Entry<String, Object> entry : set.scale().entrySet()) {
            marker = marker.with(entry.getKey(), entry.getValue());
        }
        return marker;
    }

    @Override
    public Map<String, Optional<DataMarker>> markers() throws SQLException {
        return Map.of(connector.displayUrl(), marker().read());
    }

    @Override
    public void mark(DataMarker marker) throws SQLException {
        marker().write(marker);
        if (marker.isLoaded()) {
            loader().dropLedger();
        }
    }

    @Override
    public final void unmark() throws SQLException {
        marker().drop();
    }

    @Override
    public final boolean continuesLoad() throws SQLException {
        return loader().continuesLoad();
    }

    @Override
    public final void load(Progress progress) throws SQLException, InterruptedException {
        loader().load(progress);
    }

    @Override
    public void clear(Progress progress) throws SQLException {
        loader().clear();
    }

    /** PostgreSQL removes all in one transaction; H2 and MariaDB commit before each table that they drop. */
    @Override
    public final void remove(Step removal) throws Exception {
        connection.setAutoCommit(false);
        try {
            removal.run();
            connection.commit();
        } finally {
            connection.rollback();
            connection.setAutoCommit(true);
        }
    }

    @Override
    public List<Finding> inspect(List<Task> tasks) throws SQLException {
        Change change = Change.of(tasks.getFirst().work());
        OwnTables ownTables = ownTables(columns());
        List<String> existing = new ArrayList<>();
        List<String> missing = new ArrayList<>();
        if (tasks.getFirst().marker().isPresent()) {
            existing.add(markerTable(set));
            set.tables().forEach(table -> missing.add(table.name()));
            missing.addAll(set.moreTables(connector.database()));
            for (String table : List.copyOf(missing)) {
                if (ownTables.holds(table)) {
                    existing.add(table);
                    missing.remove(table);
                }
            }
        }
        List<Finding> findings =
                new ArrayList<>(new Inspection(connector, connection).findings(users, set, change, existing));
        if (change != Change.DROP && !missing.isEmpty()) {
            findings.add(Finding.problem(
                    "Tables at " + connector.displayUrl() + " are missing or have other columns: "
                            + String.join(", ", missing) + ".",
                    "Set 'data: reload' to load them again."));
        }
        return findings;
    }

    /** Returns the columns of the tables that this session changes, by table; none where they are not compared. */
    protected Map<String, Set<String>> columns() {
        return columns(set, connector.database());
    }

    protected static Map<String, Set<String>> columns(TableSet set, Database database) {
        Map<String, Set<String>> columns = new HashMap<>();
        set.tables().forEach(table -> columns.put(table.name(), Set.copyOf(table.columns())));
        set.moreTables(database).forEach(table -> columns.put(table, Set.of()));
        return columns;
    }

    protected final OwnTables ownTables(Map<String, Set<String>> columns) throws SQLException {
        columns.put(markerTable(set), MarkerTable.COLUMNS);
        columns.put(TableLoader.ledgerTable(set), TableLoader.LEDGER_COLUMNS);
        return new OwnTables(connection, columns);
    }

    /** No object of another program is changed or dropped; other tables of the schema are left alone. */
    @Override
    public List<Finding> foreign(List<Task> tasks) throws SQLException {
        OwnTables ownTables = ownTables(columns());
        Change change = Change.of(tasks.getFirst().work());
        boolean isOwn = tasks.getFirst().marker().isPresent();
        List<String> foreign = ownTables.foreign(change, isOwn);
        if (!foreign.isEmpty()) {
            return List.of(Finding.problem(
                    "The schema at " + connector.displayUrl() + " holds objects that are not this workload's and that"
                            + " it would change, drop or collide with: " + OwnTables.listNames(foreign)
                            + ". Nothing was changed.",
                    "Name a database or schema of its own, or drop or move these objects."));
        }
        String hidden = isOwn && change != Change.WRITE ? ownTables.hidden() : "";
        return hidden.isEmpty() ? List.of() : List.of(Finding.note(hidden));
    }

    @Override
    public final List<Finding> check(boolean isFresh) throws SQLException, InterruptedException {
        return set.check(connection, connector.database(), isFresh);
    }

    @Override
    public final DataDescription describe() throws SQLException {
        return DatabaseDescription.of(connection);
    }

    @Override
    public final Map<String, String> count() throws SQLException {
        return set.count(connection);
    }

    @Override
    public final List<Reconciliation> reconcile(Map<String, String> before, SentTotals sent) throws SQLException {
        return set.reconcile(connection, before, sent);
    }

    @Override
    public final void close() {
        try {
            Connections.close(connection);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.process.database;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.plateaubench.api.Finding;
import org.plateaubench.api.SutAddress;
import org.plateaubench.process.data.MarkedData;
import org.plateaubench.process.data.MarkedDataSet;
import org.plateaubench.process.database.OwnTables.Change;
import org.plateaubench.spi.SutIncarnation;

/** The tables of a workload in one database. Holds no connection between calls. */
public class TableDataSet extends MarkedDataSet {
    private static final Duration PREFLIGHT_TIMEOUT = Duration.ofSeconds(5);

    private final SutAddress sut;
    private final TableSet set;
    private final long dataSeed;
    private final int users;

    public TableDataSet(SutAddress sut, TableSet set, long dataSeed, int users) {
        this.sut = sut;
        this.set = set;
        this.dataSeed = dataSeed;
        this.users = users;
    }

    @Override
    protected final List<Finding> checkReachable() throws InterruptedException {
        List<Finding> findings = new ArrayList<>(Connector.databaseProblems(sut, set.acceptsMySql()));
        if (!findings.isEmpty()) {
            return findings;
        }
        Connector connector = Connector.readCommitted(sut);
        if (connector.isInProcess()) {
            findings.add(Finding.note("The database at " + connector.displayUrl()
                    + " runs inside the harness's own process: its figures say nothing about a server."));
        }
        try {
            Connection connection = connector.open(PREFLIGHT_TIMEOUT);
            try {
                findings.addAll(checkMarker(connector, connection));
            } finally {
                Connections.close(connection);
            }
        } catch (SQLException e) {
            findings.add(connector.unreachable(e));
        }
        return findings;
    }

    private List<Finding> checkMarker(Connector connector, Connection connection) throws SQLException {
        String marker = TableSession.markerTable(set);
        try {
            new MarkerTable(connection, marker, connector.database().tableOptions()).read();
            return List.of();
        } catch (SQLException e) {
            // Most likely the user lacks the right to read it, which is then the finding.
            List<Finding> missing = new Inspection(connector, connection).rights(set, Change.WRITE, List.of(marker));
            return !missing.isEmpty()
                    ? missing
                    : List.of(Finding.problem(
                            "The database at " + connector.displayUrl() + " does not report its content: "
                                    + SqlFailure.firstLine(e.getMessage()) + ".",
                            "Check its log, and whether user " + connector.user() + " may read the schema."));
        }
    }

    @Override
    protected final MarkedData open(boolean inAdvance) throws SQLException, InterruptedException {
        Connector connector = Connector.readCommitted(sut);
        Connection connection = connector.open(inAdvance ? PREFLIGHT_TIMEOUT : TableLoader.ANSWER_TIMEOUT);
        if (!inAdvance) {
            Sql.execute(connection, connector.database().loadSettings());
        }
        return open(connector, connection);
    }

    protected MarkedData open(Connector connector, Connection connection) throws SQLException {
        return new TableSession(connector, connection, set, dataSeed, users);
    }

    @Override
    public final List<SutIncarnation> incarnations() throws SQLException, InterruptedException {
        Connector connector = new Connector(sut);
        Connection connection = connector.open(TableLoader.ANSWER_TIMEOUT);
        try {
            return DatabaseDescription.incarnations(connection, connector.displayUrl());
        } finally {
            Connections.close(connection);
        }
    }
}
